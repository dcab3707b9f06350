"""`gm rules` shows the switches with the values in force."""

import re


def test_gm_rules_shows_the_switches_as_the_file_has_them(bench):
    values = {
        "scores": "vanilla",
        "dice-choice": "after",
        "initiative": "fixed",
        "tied-turns": "separate",
        "charge": "false",
        "opportunity": "false",
        "critical": "double",
        "critical-die": "attack",
    }
    bench.lay(f"rules: {{{', '.join(f'{key}: {value}' for key, value in values.items())}}}")
    _, out, _ = bench.run("rules")
    assert dict(re.findall(r"^  (\S+): (\S+)  \(", out, re.MULTILINE)) == values
