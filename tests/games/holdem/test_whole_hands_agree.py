"""A hand of hold'em entered as a whole gives the same chips as the same hand bet by bet:
people bet at random, within what the prompts take.
"""

from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from referee.testing import PlayedMatch
from tests.properties import costly

SEATS = ("Ana", "Ben", "Cy", "Dee")
ACTIONS = ("call", "check", "raise", "fold", "all-in")


@settings(max_examples=costly(100))
@given(
    st.integers(0, 2**32),
    st.integers(2, 4),
    st.sampled_from(["no", "pot", "fixed"]),
    st.sampled_from(["cash", "tournament"]),
    st.sampled_from([20, 200]),
)
def test_they_agree(
    seed: int, players: int, limit: str, setting: str, stack: int
) -> None:
    rng = Random(seed)
    seats = SEATS[:players]
    begun: dict[str, Any] = {"dealer": seats[-1], "stack": stack, "chip": 1}
    match = PlayedMatch.begun(
        "holdem", seats, depth="bets", limit=limit, setting=setting, **begun
    )
    cards = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    rng.shuffle(cards)
    hands = {seat: [cards.pop(), cards.pop()] for seat in seats}
    board: list[str] = []
    betting = match.state.betting
    while "showdown" not in match.kinds and match.state.rounds.number == 1:
        if "board" in match.kinds:
            turned = [cards.pop() for _ in range(1 if board else 3)]
            board += turned
            match.enter("board", cards=turned)
            continue
        betting = match.state.betting
        act = rng.choice([kind for kind in match.kinds if kind in ACTIONS])
        to = {"to": rng.randint(betting.least, betting.most)} if act == "raise" else {}
        match.enter(act, match.scene.to_act[0], **to)
        if match.state.rounds.number == 1:
            betting = match.state.betting

    whole = PlayedMatch.begun("holdem", seats, depth="deals", **begun)
    put_in = dict(betting.put_in)
    if "showdown" in match.kinds:
        shown = {seat: hands[seat] for seat in betting.inside}
        match.enter("showdown", hands=shown)
        whole.enter("showdown", board=board, hands=shown, put_in=put_in)
    else:
        [winner] = [seat for seat in betting.inside if seat != betting.seat]
        whole.enter("deal", put_in=put_in, winners=[winner])
    assert whole.scores == match.scores
