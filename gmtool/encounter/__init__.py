"""Between the file and the rules: reading by schema with line and column (reading), changes into edits (writing).

`names` finds combatants by what is typed, `creatures` fills them up from a bestiary, `catalog` finds the rule systems.
"""
