"""Which rules are built, and that each of them has its rows."""

import ast
import json
import re
from pathlib import Path

BUILT = {
    "BNB-1": "seed choice",
    "BNB-2": "seed",
    "BNB-3": "seed reading",
    "BNB-4": "seed choice",
    "BNB-5": "seed",
    "BNB-10": "seed",
    "BNB-11": "seed reading",
    "BNB-12": "seed choice",
    "BNB-20": "seed",
    "BNB-21": "seed choice",
    "BNB-22": "seed",
    "BNB-23": "seed choice",
    "BNB-24": "seed",
    "BNB-25": "seed",
    "BNB-26": "seed reading",
    "BNB-27": "choice",
    "BNB-30": "site choice",
    "BNB-31": "choice",
    "BNB-32": "site choice",
    "BNB-33": "site",
    "BNB-40": "seed",
    "BNB-41": "seed",
    "BNB-42": "seed reading",
    "BNB-43": "seed reading",
    "BNB-44": "choice",
    "BNB-50": "seed site",
    "BNB-51": "seed reading",
    "BNB-52": "seed reading",
    "BNB-53": "seed",
    "BNB-54": "seed",
    "BNB-55": "seed reading",
    "BNB-56": "seed",
}
"""each rule that is built, with where it comes from"""

SWITCHES = {
    "scores": "persistent",
    "dice-choice": "before",
    "initiative": "rolled",
    "tied-turns": "shared",
    "charge": "true",
    "opportunity": "true",
    "critical": "injury",
    "critical-die": "damage",
}
"""each switch that is built, with its default"""


def rows_of(path: Path) -> list[str]:
    """The rule ids that begin a row in a test file: `("BNB-20", ...)` or `Refusal("BNB-20", ...)`."""
    ids = []
    for node in ast.walk(ast.parse(path.read_text())):
        parts = node.elts if isinstance(node, ast.Tuple) else node.args if isinstance(node, ast.Call) else []
        if parts and isinstance(parts[0], ast.Constant) and re.fullmatch(r"BNB-\d+", str(parts[0].value)):
            ids.append(str(parts[0].value))
    return ids


def test_every_rule_has_a_row():
    found = {rule for path in Path(__file__).parent.glob("test_bnb*.py") for rule in rows_of(path)}
    assert set(BUILT) - found == set(), "without a row"
    assert found - set(BUILT) == set(), "rows of rules that are not built"


def test_gm_rules_lists_what_is_built_in_order(bench):
    code, out, err = bench.run("rules", "bnb")
    assert code == 0, err
    listed = re.findall(r"^(BNB-\d+) \[([^]]*)\] \S", out, re.MULTILINE)
    assert [rule for rule, _ in listed] == list(BUILT)
    assert {rule: set(marks.split(", ")) for rule, marks in listed} == {
        rule: set(marks.split()) for rule, marks in BUILT.items()
    }


def test_gm_rules_shows_the_switches_with_their_values(bench):
    code, out, err = bench.run("rules", "bnb")
    assert code == 0, err
    assert dict(re.findall(r"^  (\S+): (\S+)  \(", out, re.MULTILINE)) == SWITCHES
    bench.lay(
        "rules: {scores: vanilla, dice-choice: after, initiative: fixed, tied-turns: separate, charge: false,"
        " opportunity: false, critical: double, critical-die: attack}"
    )
    _, out, _ = bench.run("rules")
    assert dict(re.findall(r"^  (\S+): (\S+)  \(", out, re.MULTILINE)) == {
        "scores": "vanilla",
        "dice-choice": "after",
        "initiative": "fixed",
        "tied-turns": "separate",
        "charge": "false",
        "opportunity": "false",
        "critical": "double",
        "critical-die": "attack",
    }


def test_one_rule_by_its_id(bench):
    for rule in BUILT:
        code, out, err = bench.run("rules", "bnb", rule, "--json")
        assert code == 0, err
        assert [one["id"] for one in json.loads(out)["rules"]] == [rule]


def test_a_rule_that_there_is_not_is_not_known(bench):
    for number in (6, 13, 57):
        rule = f"BNB-{number}"
        code, _, err = bench.run("rules", "bnb", rule)
        assert code == 5
        assert rule in err
