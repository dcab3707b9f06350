"""Dice: what is thrown (throws), who throws it (sources), every way it can fall (odds), and dice as text.

`codes` reads what stat blocks hold (`2d6+3`, `3D+2`); `notation` reads whole expressions into `terms`, whose results
`spread` sums up.
"""
