"""The encounter file as text: read with positions, patched in place, never dumped.

`parse` turns bytes into a `Document`; `edit` gives the document with some values changed and every other byte as it
was. Neither knows a rule or a schema.
"""
