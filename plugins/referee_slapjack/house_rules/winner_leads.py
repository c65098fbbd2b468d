"""House rule: whoever has won the pile also plays the first card of the next one."""

from collections.abc import Generator
from dataclasses import replace

from referee import Accepted, Entry, HouseRule, Refused, Ruling, by_house_rule, hookimpl, with_house_rule

from ..rules import GAME
from ..state import State, next_with_cards

_RULE = HouseRule(
    id="winner-leads",
    game=GAME.id,
    title="The winner of the pile leads",
    text=(
        "Whoever has won a pile plays the first card of the next one, and the others follow clockwise from there. A"
        " winner who has no cards even then is passed over."
    ),
)


@hookimpl
def describe_house_rule() -> HouseRule:
    """The rule that the winner of the pile leads."""
    return _RULE


@hookimpl(wrapper=True)
def accept(entry: Entry) -> Generator[None, Accepted | Refused, Accepted | Refused]:
    """Gives the turn after a good slap to its winner, as long as the round goes on."""
    outcome = yield
    if entry.kind != "slap" or isinstance(outcome, Refused) or not outcome.rulings[0].verdict["good"]:
        return outcome
    after = outcome.state
    assert isinstance(after, State)
    return outcome if after.turn is None else _led_by_winner(after, outcome)


def _led_by_winner(after: State, outcome: Accepted) -> Accepted:
    slap, *others = outcome.rulings
    winner = after.place(slap.decided.seat("winner"))
    # The rotation goes on as if the right neighbour had played: the pile is empty, so nobody's card lies there.
    last = (winner - 1) % len(after.stacks)
    turn = next_with_cards(after.stacks, last)
    assert turn is not None  # the round goes on, so somebody has cards
    state = replace(after, last=last, turn=turn)
    return replace(outcome, state=state, rulings=(_ruled(slap, after.setting.seats[turn]), *others))


def _ruled(slap: Ruling, leads: str) -> Ruling:
    why = by_house_rule(_RULE, "The winner of a pile leads to the next: {seat} plays.", seat=leads)
    return with_house_rule(replace(slap, verdict={**slap.verdict, "next": leads}), why, "next-after-slap")
