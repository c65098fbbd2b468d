"""Rows of people: leaving some out, and cutting a row into tables."""

from collections.abc import Container, Iterable, Sequence

from referee import Meeting


def leave_out(people: Iterable[str], others: Container[str]) -> list[str]:
    """Return these people without `others`, in order."""
    return [each for each in people if each not in others]


def cut_into_fours(people: Sequence[str]) -> list[list[str]]:
    """Return tables of four, from the first to the last."""
    return [list(people[start : start + 4]) for start in range(0, len(people), 4)]


def tables_played(meeting: Meeting) -> list[tuple[str, ...]]:
    """Return the tables of all earlier rounds."""
    tables: list[tuple[str, ...]] = []
    for played in meeting.rounds:
        tables += played.tables
    return tables
