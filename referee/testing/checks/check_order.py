"""The check of turns: who is first in each round, seen from its dealer."""

from itertools import groupby
from operator import attrgetter

from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaws

NO_CHANCE = 200
"""What is as unlikely as one in this many is no chance, as four rounds of four seats.
"""

WHY = "People go by who is asked: the wrong seat would bid or lead."

WHOSE_ROUND = (
    "Go by the round's dealer, `rounds.dealer`, not by the first one, "
    "`setting.dealer`, nor by the order of the seats: `rounds.first` is next to it."
)


def flaws(game: CheckedGame) -> Flaws:
    """Yield who is asked first, or leads, otherwise than the game states.

    Where it states nothing, yield a seat that is first whoever deals, and if the one
    next to the dealer never is. First rounds count only for what is stated.
    """
    stated = game.rulebook.game.first_from_dealer
    distances = set[int]()
    chances = 1
    has_moved = False
    opening = ""
    for match in game.matches:
        before = ""
        for number, scenes in groupby(match.scenes, attrgetter("round")):
            scene = next(scenes)
            asked = scene.to_act
            if len(asked) > 1 and scene.trick is not None:
                asked = scene.trick.order[:1]
            if scene.dealer is None or len(asked) != 1:
                continue
            [first] = asked
            in_turn = match.history.setting.clockwise_from(scene.dealer)
            distance = in_turn.index(first)
            opening = f"{scene.dealer} deals round {number}, and {first} is first"
            if stated is not None and distance != stated % len(in_turn):
                what = f"{opening}, while its `first_from_dealer` is {stated}."
                instead = "Ask first who sits there, or state another number, or none."
                yield game.flaw_at("prompts", what, WHY, instead)
            if before:
                distances.add(distance)
                chances *= len(in_turn)
                has_moved |= first != before
            before = first

    if stated is not None or chances < NO_CHANCE:
        return
    if len(distances) > 1 and not has_moved:
        what = f"Whoever deals, the same seat is first in every round: {opening}."
        yield game.flaw_at("prompts", what, WHY, WHOSE_ROUND)
    if len(distances) == 1 and 1 not in distances:
        what = f"In no later round the seat next to the dealer is first: {opening}."
        instead = (
            f"{WHOSE_ROUND} Or state it: `Game(first_from_dealer={min(distances)})`."
        )
        yield game.flaw_at("prompts", what, WHY, instead, grave=False)
