"""Matches of Slapjack as real stacks play them: every card entered, and every card of
the stage slapped at once.
"""

from random import Random

from benchmarks.deals import Body, new_id
from referee.cards.card import CARDS, Card
from referee.match.log_entry import Record

GAME = "slapjack"
SEATS = ("Ana", "Ben", "Cy", "Di")

_STAGES = "JQK"
_IN_A_STAGE = 4


def matches(random: Random, plays: int) -> list[list[Record]]:
    """Return the logs of matches, played until somebody is out of cards or all is won,
    with so many plays at least.
    """
    logs: list[list[Record]] = []
    while sum(record.body["kind"] == "play" for log in logs for record in log) < plays:
        bodies = _match(random)
        logs.append(
            [
                Record(seq, "entry", new_id(random), None, 1e9, body)
                for seq, body in enumerate(bodies, 1)
            ]
        )
    return logs


def _match(random: Random) -> list[Body]:
    deck = random.sample(list(CARDS.values()), len(CARDS))
    # The first seat deals, to its left neighbour first.
    stacks = [
        deck[(place - 1) % len(SEATS) :: len(SEATS)] for place in range(len(SEATS))
    ]
    made: list[Body] = []
    pile: list[Card] = []
    turn = 1
    won = 0
    while all(stacks) and won < len(_STAGES) * _IN_A_STAGE:
        pile.append(stacks[turn].pop(0))
        made.append(_entry("play", SEATS[turn], {"card": pile[-1].code}))
        if pile[-1].rank == _STAGES[won // _IN_A_STAGE]:
            first = random.randrange(len(SEATS))
            made.append(_entry("slap", None, {"order": [SEATS[first]]}))
            stacks[first] += random.sample(pile[:-1], len(pile) - 1)
            pile.clear()
            won += 1
        turn = (turn + 1) % len(SEATS)
    return made


def _entry(kind: str, seat: str | None, data: dict[str, object]) -> Body:
    return {"kind": kind, "seat": seat, "data": data, "host": True}
