"""What a style sheet uses: properties and their values, functions, selectors, at-rules
and what media are asked for.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

import tinycss2

from .features import Use, too_new

OF_ONE_ENGINE = re.compile("-(webkit|moz)-")
"""Names that stand beside the common ones: whoever does not know them goes by those."""
NESTING = "css.selectors.nesting"

Node = Any


def uses_in(sheet: str) -> Iterator[Use]:
    """Yield what this sheet uses without a way round.

    Left out is what `@supports` has asked for, and what another declaration of its
    property in the same rule stands in for: browsers go by the last one that they
    understand.
    """
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    yield from _uses_in_rules(rules, asked=frozenset())


def _uses_in_rules(rules: Sequence[Node], asked: frozenset[str]) -> Iterator[Use]:
    for rule in rules:
        assert rule.type != "error", f"line {rule.source_line}: {rule.message}"
        found = _in_at_rule(rule, asked) if rule.type == "at-rule" else _in_rule(rule)
        yield from (use for use in found if use.feature not in asked)


def _in_at_rule(rule: Node, asked: frozenset[str]) -> Iterator[Use]:
    name = rule.lower_at_keyword
    yield Use(f"css.at-rules.{name}", rule.source_line)
    if name == "media":
        yield from _media_features(rule)
    if name == "supports":
        asked |= {use.feature for use in _condition(rule)}
    if rule.content is not None:
        yield from _uses_in_rules(_contents(rule), asked)


def _contents(rule: Node) -> list[Node]:
    contents: list[Node] = tinycss2.parse_blocks_contents(
        rule.content, skip_comments=True, skip_whitespace=True
    )
    return contents


def _media_features(rule: Node) -> Iterator[Use]:
    for block in rule.prelude:
        if block.type != "() block":
            continue
        names = [token.lower_value for token in block.content if token.type == "ident"]
        for name in names[:1]:
            yield Use(
                f"css.at-rules.media.{re.sub('^(min|max)-', '', name)}",
                rule.source_line,
            )


def _condition(rule: Node) -> Iterator[Use]:
    """What a `@supports` asks for: selectors, and declarations in brackets."""
    for token in _all_in(rule.prelude):
        if token.type == "function" and token.lower_name == "selector":
            yield from _selectors(token.arguments, rule.source_line)
        if token.type == "() block":
            for declaration in tinycss2.parse_declaration_list(token.content):
                if declaration.type == "declaration":
                    yield from _in_declaration(declaration)


def _in_rule(rule: Node) -> Iterator[Use]:
    """What a rule, or a declaration that stands in an at-rule by itself, uses."""
    if rule.type == "declaration":
        yield from _in_declaration(rule)
        return

    yield from _selectors(rule.prelude, rule.source_line)
    declarations = [part for part in _contents(rule) if part.type == "declaration"]
    understood = {
        _common_name(one)
        for one in declarations
        if not list(too_new(_in_declaration(one)))
    }
    for part in _contents(rule):
        if part.type != "declaration":
            yield Use(NESTING, part.source_line)
        elif part.lower_name not in understood:
            yield from _in_declaration(part)


def _common_name(declaration: Node) -> str:
    return OF_ONE_ENGINE.sub("", declaration.lower_name, count=1)


def _in_declaration(declaration: Node) -> Iterator[Use]:
    name = declaration.lower_name
    line = declaration.source_line
    is_ones_own = name.startswith("--")
    if not is_ones_own and not OF_ONE_ENGINE.match(name):
        yield Use(f"css.properties.{name}", line)
    for token in _all_in(declaration.value):
        if token.type == "function" and not OF_ONE_ENGINE.match(token.lower_name):
            yield Use(f"css.functions.{token.lower_name}", token.source_line)
        if token.type == "ident" and not is_ones_own:
            yield Use(f"css.properties.{name}.{token.lower_value}", token.source_line)


def _selectors(prelude: Sequence[Node], line: int) -> Iterator[Use]:
    tokens = list(_all_in(prelude))
    for colon, name in pairwise(tokens):
        if (
            colon.type != "literal"
            or colon.value != ":"
            or name.type not in ("ident", "function")
        ):
            continue
        called = name.lower_value if name.type == "ident" else name.lower_name
        if not OF_ONE_ENGINE.match(called):
            yield Use(f"css.selectors.{called}", line)


def _all_in(tokens: Sequence[Node]) -> Iterator[Node]:
    """Yield these tokens and those within them."""
    for token in tokens:
        yield token
        if token.type == "function":
            yield from _all_in(token.arguments)
        elif token.type.endswith("block"):
            yield from _all_in(token.content)
