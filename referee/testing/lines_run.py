"""The lines of a game that ran while it was checked, and those that never did."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from types import FrameType
from typing import Any

from referee.testing.flaw import relative_to_here
from referee.testing.sources import Source

Span = tuple[int, int]
"""The first and the last line of a statement, or of a compound statement's head."""


class LinesRun:
    """The lines of these sources that ran in hooks which it `traced`."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._ran: dict[str, set[int]] = {str(each.path): set() for each in sources}

    def traced(self, hook: Callable[..., Any]) -> Callable[..., Any]:
        """Return this hook, noting lines as they run.

        Tracing hooks alone takes a third of the time of tracing all.
        """

        def call(**given: object) -> Any:
            if sys.gettrace() is not None:
                return hook(**given)
            sys.settrace(self._note_call)
            try:
                return hook(**given)
            finally:
                sys.settrace(None)

        return call

    def _note_call(self, frame: FrameType, event: str, argument: Any) -> Any:
        ran = self._ran.get(frame.f_code.co_filename)
        if ran is None:
            return None

        def note(frame: FrameType, event: str, argument: Any) -> Any:
            ran.add(frame.f_lineno)
            return note

        return note

    def describe_missing(self) -> Iterator[str]:
        """Yield a sentence for each file with lines that never ran."""
        for source in self._sources:
            spans = set[Span]()
            for function in ast.walk(source.tree):
                if isinstance(function, ast.FunctionDef):
                    for node in function.body:
                        spans.update(_spans_of(node))
            never = _stretches(sorted(spans), self._ran[str(source.path)])
            if never:
                file, _, _ = relative_to_here(f"{source.path}:1").rpartition(":")
                yield f"Lines of {file} that never ran: {', '.join(never)}."


def _stretches(spans: Sequence[Span], ran: set[int]) -> list[str]:
    """Return the lines of statements in a row that never ran: `12` or `14 to 17`."""
    never = []
    is_run = [not ran.isdisjoint(range(first, last + 1)) for first, last in spans]
    for has_run, stretch in groupby(
        zip(is_run, spans, strict=True), lambda each: each[0]
    ):
        if has_run:
            continue
        together = [span for _, span in stretch]
        first = together[0][0]
        last = together[-1][1]
        never.append(str(first) if first == last else f"{first} to {last}")
    return never


def _spans_of(statement: ast.stmt) -> Iterator[Span]:
    for node in ast.walk(statement):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_text or not isinstance(node, ast.stmt):
            continue
        last = node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if body:
            last = max(node.lineno, body[0].lineno - 1)
        yield node.lineno, last
