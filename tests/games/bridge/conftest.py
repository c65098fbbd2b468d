"""Tables of bridge, and deals as people write them: `Ana 4Hx 10`."""

from typing import Any

import pytest

from referee.testing import PlayedMatch

SEATS = ("Ana", "Ben", "Cy", "Dee")
DOUBLED = {"": "no", "x": "doubled", "xx": "redoubled"}


def contract_of(words: str) -> dict[str, Any]:
    """The fields of a contract as people write it, `Ana 4Hx`; or of a deal, with the
    tricks behind it.
    """
    declarer, contract, *tricks = words.split()
    level = contract[0]
    strain = contract[1:].rstrip("x")
    told = {
        "declarer": declarer,
        "level": level,
        "strain": strain,
        "doubled": DOUBLED[contract[1 + len(strain) :]],
    }
    return {**told, "tricks": int(tricks[0])} if tricks else told


class Table(PlayedMatch):
    """A match of bridge in which Ana deals first."""

    def deal(self, words: str, **others: Any) -> None:
        self.enter("deal", by="Ana", **contract_of(words), **others)

    def play(self, tricks: str, leader: str) -> None:
        """Tricks in lines, each with the cards in the order in which they are played;
        who led is Ana's business.
        """
        for line in tricks.strip().splitlines():
            first = SEATS.index(leader)
            order = SEATS[first:] + SEATS[:first]
            self.enter(
                "trick", by="Ana", plays=dict(zip(order, line.split(), strict=True))
            )
            leader = str(self.history.steps[-1].rulings[0].verdict["winner"])

    @property
    def totals(self) -> tuple[float, float]:
        """Of Ana and Cy, and of Ben and Dee."""
        return tuple(one.score for one in self.scene.standings if one.seat in SEATS[:2])  # type: ignore[return-value]

    @property
    def facts(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for fact in self.scene.facts:
            found.setdefault(str(fact.label), []).append(
                " ".join(filter(None, (fact.seat, str(fact.text))))
            )
        return found


@pytest.fixture
def table() -> Any:
    def begin(**given: Any) -> Table:
        return Table.begun("bridge", SEATS, dealer="Ana", **given)

    return begin
