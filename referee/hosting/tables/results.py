"""How a match ended: what the store keeps of it, and how it follows from the log."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence, Set

from referee.hosting.store import Placing, ResultRow
from referee.vocabulary.view import Scene


def folded(name: str) -> str:
    """A name as it is compared: who is called the same, in any case and form of letters, is one player."""
    clean = " ".join(name.split())
    # Folding may undo the normal form, so it is made twice.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean).casefold())


def result_of(
    code: str,
    seats: Sequence[str],
    scene: Scene,
    ended_at: float,
    nameless: Set[str] = frozenset(),
) -> ResultRow | None:
    """How a match that stands like this ended; None where it goes on. Seats with forgotten names are no player's."""
    if not scene.finished:
        return None
    stands = {standing.seat: standing for standing in scene.standings}
    placings = tuple(
        Placing(
            seat,
            None if seat in nameless else folded(seat),
            stands[seat].score,
            stands[seat].place,
            seat in scene.winners,
        )
        for seat in seats
        if seat in stands
    )
    return ResultRow(code, ended_at, placings)
