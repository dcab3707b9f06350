"""An independent reader for the document tests: PyYAML, told to leave every scalar as its text."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml

from gmtool.document import parse as parsing

MERGE = "tag:yaml.org,2002:merge"


class TextLoader(yaml.SafeLoader):
    """Resolves merges and nothing; all else is text, whatever its tag."""

    def flatten_mapping(self, node: Any) -> None:
        """Merge as YAML says: own keys win, then earlier sources (PyYAML 6.0.4 tells one-letter keys apart by luck)."""
        own = [(key, value) for key, value in node.value if key.tag != MERGE]
        seen = {key.value for key, _ in own}
        for key, value in node.value:
            for source in (
                (value.value if isinstance(value, yaml.SequenceNode) else [value]) if key.tag == MERGE else []
            ):
                self.flatten_mapping(source)
                own += [pair for pair in source.value if pair[0].value not in seen]
                seen |= {pair[0].value for pair in source.value}
        node.value = own


TextLoader.yaml_implicit_resolvers = {}
TextLoader.add_implicit_resolver(MERGE, re.compile("^<<$"), ["<"])
TextLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile("^(~|null|Null|NULL|)$"), ["~", "n", "N", ""])


def _construct(loader: Any, node: Any) -> Any:
    if isinstance(node, yaml.MappingNode):
        return loader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_scalar(node)


for kind in ("int", "float", "bool", "timestamp"):
    TextLoader.add_constructor("tag:yaml.org,2002:" + kind, _construct)
TextLoader.add_multi_constructor("!", lambda loader, _, node: _construct(loader, node))


@pytest.fixture(scope="session")
def read_independently() -> Callable[[str], Any]:
    """Read YAML text with PyYAML into plain data: every scalar its text, null None."""
    return lambda text: _apart(yaml.load(text, TextLoader))


def _apart(data: Any) -> Any:
    """Copy data so that what an alias stands for is no longer the same object."""
    if isinstance(data, dict):
        return {key: _apart(value) for key, value in data.items()}
    return [_apart(value) for value in data] if isinstance(data, list) else data


@pytest.fixture(params=["c", "python"])
def each_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a test with the C parser and, as on a platform that has none, without."""
    if request.param == "python":
        monkeypatch.setattr(parsing, "C_LOADER", None)
    elif parsing.C_LOADER is None:
        pytest.skip("no C parser on this platform")
    yield request.param
