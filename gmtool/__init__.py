"""The fight beside the paper map: one YAML file, one command at a time.

A rule is written once, as a plain function over a `Table`; random dice, given dice, exact odds and a dry run are only
other ways of sitting at that table.

Layers, each importing only what stands before it:

    errors < dice, hexes < rules < systems              pure: no print, no files, no time, no click
    errors < document < encounter < simulation < render < session < cli < shell

`dice` throws and counts, `hexes` knows the paper map, `rules` holds the Table, the stats and the turn machine,
`systems` one package for each rule system. `document` edits YAML text in place, `encounter` stands between file and
rules, `simulation` plays fights by themselves and learns from what it has watched the rules do, `render` puts events
into words, `session` is one command from start to end and the only writer; `shell` is the command line at a prompt.

Conventions: ids are what is typed, names what is printed; rounds count from 1; a facing is a direction's hour on the
clock; a rule's id (BNB-24) stands wherever the rule is used. A new system is one new folder in `systems/`, or an entry
point in the group `gmtool.systems`; nothing else is touched.
"""

__version__ = "0.1.0"
