"""What a script uses: global names, members, events that it listens for, and options
that it calls with.
"""

from collections.abc import Iterable, Iterator

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

from .features import Use
from .gather import RECEIVERS

PARSER = Parser(Language(tree_sitter_javascript.language()))
LATER_SYNTAX = {
    "import_attribute": "javascript.statements.import.import_attributes",
    "using_declaration": "javascript.statements.using",
    "decorator": "javascript.classes.decorators",
}
"""What the grammar knows and the oldest browsers cannot even read, by the grammar's
names.
"""
NAMED_BY = {"pair": "key", "method_definition": "name", "field_definition": "property"}
"""What gives an object a member, and which part of it is the name."""
LATER_FLAGS = {"v": "javascript.builtins.RegExp.unicodeSets"}


def parse(script: str) -> Node:
    """Return the syntax tree of a script that has no mistake in it."""
    tree = PARSER.parse(script.encode())
    assert not tree.root_node.has_error
    return tree.root_node


def own_names(scripts: Iterable[Node]) -> frozenset[str]:
    """Return what these scripts call members of objects that they make themselves."""
    return frozenset(
        name
        for script in scripts
        for node in nodes_in(script)
        for name in _made_in(node)
    )


def _made_in(node: Node) -> Iterator[str]:
    if node.type == "shorthand_property_identifier":
        yield text_of(node)
    elif node.type in NAMED_BY:
        yield text_of(node.child_by_field_name(NAMED_BY[node.type]))
    elif (
        node.type == "member_expression"
        and text_of(node.child_by_field_name("object")) == "this"
    ):
        yield text_of(node.child_by_field_name("property"))


def uses_in(script: Node, own: frozenset[str]) -> Iterator[Use]:
    """Yield what this script uses; `own` are the members of its own objects."""
    for node in nodes_in(script):
        for feature in _features_at(node, own):
            yield Use(feature, node.start_point.row + 1)


def _features_at(node: Node, own: frozenset[str]) -> Iterator[str]:
    if node.type in LATER_SYNTAX:
        yield LATER_SYNTAX[node.type]
    elif node.type == "regex_flags":
        yield from (LATER_FLAGS[flag] for flag in text_of(node) if flag in LATER_FLAGS)
    elif node.type == "identifier":
        yield f"api.{text_of(node)}"
        yield f"javascript.builtins.{text_of(node)}"
    elif node.type == "member_expression":
        yield from _member(node, own)
    elif (
        node.type == "shorthand_property_identifier_pattern"
        and text_of(node) not in own
    ):
        yield f"*.{text_of(node)}"
    elif node.type == "call_expression":
        yield from _call(node)


def _member(node: Node, own: frozenset[str]) -> Iterator[str]:
    owner, member = (
        text_of(node.child_by_field_name(part)) for part in ("object", "property")
    )
    if owner in RECEIVERS:
        yield f"api.{RECEIVERS[owner]}.{member}"
        return

    yield f"api.{owner}.{member}_static"
    yield f"javascript.builtins.{owner}.{member}"
    is_ones_own = member in own or owner.endswith("dataset")
    if not is_ones_own:
        yield f"*.{member}"


def _call(node: Node) -> Iterator[str]:
    called = text_of(node.child_by_field_name("function"))
    arguments = node.child_by_field_name("arguments")
    given = arguments.named_children if arguments is not None else []
    if called.endswith("addEventListener") and given and given[0].type == "string":
        yield f"*.{text_of(given[0])[1:-1]}_event"
    for argument in given:
        if argument.type == "object":
            yield from (
                f"api.{called}.options_{name}_parameter" for name in _keys(argument)
            )


def _keys(options: Node) -> Iterator[str]:
    for child in options.named_children:
        yield from _made_in(child)


def nodes_in(node: Node) -> Iterator[Node]:
    """Yield this node and all below it."""
    yield node
    for child in node.children:
        yield from nodes_in(child)


def text_of(node: Node | None) -> str:
    """Return what stands there in the source; nothing where nothing does."""
    return node.text.decode() if node is not None and node.text else ""
