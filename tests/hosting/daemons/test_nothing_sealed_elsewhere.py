"""Of two matches that differ only in what Ana sealed through one daemon, another one
tells everybody else the same.
"""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.room import CardRoom
from referee.hosting.tables.correcting import correct
from referee.hosting.tables.disputing import dispute_ruling
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.seats import Seated, join, start
from referee.match.changes import Edit
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.jsonable import jsonable
from tests.at_table import change


class Match:
    """A match at one daemon, and what another one says of it."""

    def __init__(self, room: CardRoom, other: CardRoom) -> None:
        self.room = room
        self.other = other
        opened = room.open_table("highest-card", options={"target": 9})
        self.code = opened.code
        self.numbers = iter(range(1, 100))
        self.host = room.viewer(self.code, [opened.host_token])
        self.ana = self._sit("Ana")
        self.ben = self._sit("Ben")
        change(room, self.code, self.host, start)

    def _sit(self, name: str) -> Viewer:
        joined = change(self.room, self.code, SPECTATOR, join, name)
        assert isinstance(joined, Seated)
        return self.room.viewer(self.code, [joined.seat_token])

    def draft(self, kind: str, seat: str | None, **data: object) -> SentEntry:
        return SentEntry(str(UUID(int=next(self.numbers))), kind, seat, data)

    def told(self) -> Iterator[str]:
        """All that the other daemon tells everybody but Ana."""
        for viewer in (self.ben, self.host, SPECTATOR):
            seen = self.other.snapshot(self.code, viewer, scores=True)
            whole = [seen.view, seen.log(), json.loads(match_document(seen, viewer))]
            yield self.plain(whole)
            yield self.plain(match_csv(seen))
        yield str(self.other.seq(self.code))

    def tried(self, viewer: Viewer, do: Any, *given: Any) -> str:
        """What the other daemon answers to this."""
        try:
            return self.plain(change(self.other, self.code, viewer, do, *given))
        except RefereeError as refused:
            return f"{type(refused).__name__} {refused.detail}"

    def plain(self, value: object) -> str:
        """Without what no two matches have in common: the table's code, moments, the
        hashes of tosses.
        """

        def clean(one: Any) -> Any:
            if isinstance(one, dict):
                return {
                    name: clean(part)
                    for name, part in one.items()
                    if name not in ("at", "hash", "commitment")
                }
            return [clean(part) for part in one] if isinstance(one, list) else one

        told = json.dumps(clean(jsonable(value))).replace(self.code, "CODE")
        told = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", told)
        return re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", "MOMENT", told)


@pytest.mark.parametrize("cards", [("KH", "3C"), ("4D", "AS")])
def test_another_daemon_tells_the_same_whatever_was_sealed(
    room: CardRoom, other: CardRoom, cards: tuple[str, str]
) -> None:
    matches = [Match(room, other) for _ in cards]
    for match, card in zip(matches, cards, strict=True):
        assert match.other.snapshot(match.code, match.ben).view.seq == 0
        change(
            room, match.code, match.ana, enter, [match.draft("lay", "Ana", card=card)]
        )
    one, two = matches
    assert list(one.told()) == list(two.told())
    for card in cards:
        assert one.tried(one.ben, correct, [Edit(1, {"card": card})]) == two.tried(
            two.ben, correct, [Edit(1, {"card": card})]
        )
    assert one.tried(one.ben, dispute_ruling, 1) == two.tried(
        two.ben, dispute_ruling, 1
    )
    assert one.tried(one.host, enter, [one.draft("gather", None)]) == two.tried(
        two.host, enter, [two.draft("gather", None)]
    )
    assert list(one.told()) == list(two.told())


def test_nor_does_it_once_the_match_was_ended_and_goes_on(
    room: CardRoom, other: CardRoom
) -> None:
    matches = [Match(room, other) for _ in range(2)]
    for match, card in zip(matches, ("KH", "3C"), strict=True):
        change(
            room, match.code, match.ana, enter, [match.draft("lay", "Ana", card=card)]
        )
        change(room, match.code, match.host, enter, [match.draft("stop", None)])
    one, two = matches
    assert list(one.told()) == list(two.told())
    assert one.tried(one.host, correct, [Edit(1, {"card": "4C"})]) == two.tried(
        two.host, correct, [Edit(1, {"card": "4C"})]
    )
    for match in matches:
        change(other, match.code, match.host, correct, [Edit(2, None)])
        change(
            other, match.code, match.ben, enter, [match.draft("lay", "Ben", card="5C")]
        )
    assert list(one.told()) == list(two.told())


def test_two_matches_that_differ_in_something_open_are_told_apart(
    room: CardRoom, other: CardRoom
) -> None:
    """Or the comparison would prove nothing."""
    one = Match(room, other)
    two = Match(room, other)
    for match, card in ((one, "KH"), (two, "3C")):
        change(
            room, match.code, match.ana, enter, [match.draft("lay", "Ana", card=card)]
        )
        change(
            room, match.code, match.ben, enter, [match.draft("lay", "Ben", card="5C")]
        )
    assert list(one.told()) != list(two.told())
