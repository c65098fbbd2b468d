"""What a template uses: elements and their attributes."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from .features import Use

EXPRESSION = re.compile(r"\{\{.*?\}\}", re.DOTALL)
STATEMENT = re.compile(r"\{#.*?#\}|\{%.*?%\}", re.DOTALL)


def uses_in(template: str) -> Iterator[Use]:
    """Yield what stands in the markup of this template, whatever its conditions are."""
    reader = _Reader()
    # As in <h{{ level }}>.
    written = EXPRESSION.sub("1", template)
    reader.feed(STATEMENT.sub(lambda found: "\n" * found[0].count("\n"), written))
    yield from reader.uses


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.uses: list[Use] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(f"html.elements.{tag}")
        for name, _ in attrs:
            self._note(f"html.elements.{tag}.{name}")
            self._note(f"html.global_attributes.{name}")

    def _note(self, feature: str) -> None:
        self.uses.append(Use(feature, self.getpos()[0]))
