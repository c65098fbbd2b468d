"""Public hands, many with a big-blind ante, entered again bet by bet: every chip is
where it was at the end.
"""

import tomllib
from functools import reduce
from math import gcd
from pathlib import Path
from typing import Any

import pytest

from referee.testing import PlayedMatch

HANDS = tomllib.loads(
    (Path(__file__).parent / "recorded_hands.toml").read_text("utf-8")
)["hand"]
PLAYED = {
    "NT": {"limit": "no"},
    "FT": {"limit": "fixed"},
    "PO": {"variant": "omaha", "limit": "pot"},
    "FO/8": {"variant": "omaha-hilo", "limit": "fixed"},
}
FEW = 10
"""What all begin with; the rest of a stack is bought, by at most so much at once."""
MOST_AT_ONCE = 1_000_000


def chip_of(hand: dict[str, Any]) -> int:
    """The greatest chip of which all is made up."""
    bets = [int(act.split()[2]) for act in hand["actions"] if " cbr " in act]
    known = (*hand["antes"], *hand["blinds_or_straddles"], *hand["starting_stacks"])
    return reduce(gcd, (*known, *bets, 5000))


def begun(hand: dict[str, Any], chip: int) -> PlayedMatch:
    """The hand with its stacks, in chips of this size; the last player deals."""
    small, big, *_ = sorted(filter(None, hand["blinds_or_straddles"]))
    options: dict[str, Any] = {"small": small // chip, "big": big // chip, "chip": 1}
    ante = max(hand["antes"])
    if ante:
        options |= {"antes": "big", "ante": ante // chip}
    stacks = [stack // chip for stack in hand["starting_stacks"]]
    seats = [f"p{number}" for number in range(1, len(stacks) + 1)]
    match = PlayedMatch.begun(
        "holdem",
        seats,
        dealer=seats[-1],
        house_rules=("odd-chips-together",),
        depth="bets",
        stack=FEW,
        **options,
        **PLAYED[hand["variant"]],
    )
    for seat, stack in zip(seats, stacks, strict=True):
        left = stack - FEW
        while left:
            n = min(left, MOST_AT_ONCE)
            match.enter("buy", seat=seat, n=n)
            left -= n
    return match


def play(match: PlayedMatch, hand: dict[str, Any], chip: int) -> None:
    shown = {}
    for act in hand["actions"]:
        who, did, *rest = act.split()
        if did == "db":
            match.enter("board", cards=rest[0])
        elif did == "sm":
            shown.update({who: rest[0]} if rest else {})
        elif did == "cbr":
            bet(match, who, int(rest[0]) // chip)
        else:
            call = "call" if "call" in match.kinds else "check"
            match.enter("fold" if did == "f" else call, who)
    if "showdown" in match.kinds:
        waited = match.prompt("showdown").fields[0].seats
        match.enter("showdown", hands={seat: shown.get(seat, []) for seat in waited})


def bet(match: PlayedMatch, seat: str, to: int) -> None:
    is_all_in = to == match.state.betting.all_in and "all-in" in match.kinds
    if is_all_in:
        match.enter("all-in", seat)
    else:
        match.enter("raise", seat, to=to)


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: str(hand["number"]))
def test_every_chip_is_where_it_was(hand: dict[str, Any]) -> None:
    chip = chip_of(hand)
    match = begun(hand, chip)
    play(match, hand, chip)
    assert match.scene.round == 2 or match.scene.finished
    after = [score * chip for score in match.scores.values()]
    lost = zip(after, hand["finishing_stacks"], strict=True)
    # PokerKit divides more finely than there are chips.
    assert all(abs(ours - theirs) <= chip for ours, theirs in lost)
    assert sum(after) == sum(hand["starting_stacks"])


def test_they_have_antes_and_every_kind_of_limit() -> None:
    assert len(HANDS) > 30
    assert len([hand for hand in HANDS if max(hand["antes"])]) > 15
    assert {hand["variant"] for hand in HANDS} == set(PLAYED)
