"""Parts of an open question: each seat's own, in any order, alone or together."""

from itertools import permutations

import pytest

from referee.match.taking.entry_reading import NotOpenError
from referee.testing import PlayedMatch
from referee.vocabulary.errors import WrongFieldsError

SEATS = "Ana Ben Cy"
BIDS = {"Ana": 1, "Ben": 0, "Cy": 1}


def bidding(depth: str = "deals") -> PlayedMatch:
    """A match of Oh Hell, whose first question is everybody's bid for three tricks."""
    return PlayedMatch.begun(
        "oh-hell", SEATS, dealer="Cy", depth=depth, course="down", highest=3
    )


def still_asked(match: PlayedMatch) -> tuple[object, ...]:
    """The seats whose bids are asked for."""
    [bids] = [field for field in match.prompt("bids").fields if field.own]
    return bids.choices


@pytest.mark.parametrize("order", [*permutations(BIDS)])
def test_parts_in_any_order_make_the_same_match_as_one_entry(
    order: tuple[str, ...],
) -> None:
    whole = bidding()
    whole.enter("bids", bids=BIDS)
    match = bidding()
    for seat in order:
        match.enter("bids", seat, bids={seat: BIDS[seat]})
    assert match.state == whole.state
    assert match.rulings == whole.rulings
    assert match.prompts == whole.prompts


def test_until_the_last_part_is_in_nothing_is_ruled_and_the_rest_is_asked() -> None:
    match = bidding()
    match.enter("bids", bids={"Ben": 0})
    assert match.rulings == ()
    assert still_asked(match) == ("Ana", "Cy")
    assert match.scene.to_act == ("Ana", "Cy")
    assert str(match.scene.steps[0].text) == "Waiting for Ana and Cy."
    [fact] = [fact for fact in match.scene.facts if fact.seat == "Ben"]
    assert str(fact.text) == "0"


def test_a_part_that_is_in_is_not_taken_again() -> None:
    match = bidding()
    match.enter("bids", bids={"Ben": 0})
    for bids in ({"Ben": 1}, {"Ana": 1, "Ben": 1}):
        with pytest.raises(NotOpenError):
            match.enter("bids", bids=bids)


def test_the_last_part_is_refused_if_all_together_cannot_be() -> None:
    """Whoever deals must not make it even: their bid was the first, and is named."""
    match = bidding()
    match.enter("bids", bids={"Cy": 2})
    match.enter("bids", bids={"Ana": 1})
    refusal = match.refuses("bids", bids={"Ben": 0})
    assert str(refusal.summary) == "Cy can’t bid 2"
    match.enter("bids", bids={"Ben": 1})
    assert dict(match.state.bids) == {"Ana": 1, "Ben": 1, "Cy": 2}


def test_a_card_of_nobody_comes_with_any_part_and_once() -> None:
    match = bidding("tricks")
    match.enter("bids", bids={"Ana": 1})
    with pytest.raises(WrongFieldsError):
        match.enter("bids", bids={"Ben": 0, "Cy": 0})
    match.enter("bids", bids={"Ben": 0}, turned="2H")
    with pytest.raises(NotOpenError):
        match.enter("bids", bids={"Cy": 0}, turned="3H")
    match.enter("bids", bids={"Cy": 0})
    assert match.kinds[0] == "trick"


def test_what_all_parts_decide_is_ruled_on_each_of_them() -> None:
    match = bidding()
    first = match.enter("bids", bids={"Ben": 0})
    match.enter("misdeal")
    ana = match.enter("bids", bids={"Ana": 1}).entry.seq
    last = match.enter("bids", bids={"Ben": 0, "Cy": 1})
    assert last.together == {ana, last.entry.seq}
    steps = match.history.steps_to_decide(ana)
    assert [step.entry.seq for step in steps] == [ana, last.entry.seq]
    assert len(match.history.steps_to_decide(first.entry.seq)) == 2


def test_a_misdeal_drops_parts_that_wait() -> None:
    match = bidding()
    match.enter("bids", bids={"Ben": 0})
    match.enter("misdeal")
    assert still_asked(match) == ("Ana", "Ben", "Cy")


def test_a_part_is_corrected_and_taken_back_like_any_entry() -> None:
    match = bidding()
    ben = match.enter("bids", bids={"Ben": 0}).entry.seq
    match.enter("bids", bids={"Ana": 1})
    match.correct(ben, bids={"Ben": 1})
    match.enter("bids", bids={"Cy": 2})
    assert dict(match.state.bids) == {"Ana": 1, "Ben": 1, "Cy": 2}
    match.strike(ben)
    assert still_asked(match) == ("Ben",)


@pytest.mark.parametrize(
    ("then", "stays"),
    [
        ("others", True),
        ("take back", True),
        ("own", False),
        ("claim", False),
        ("misdeal", False),
    ],
)
def test_a_question_of_a_seat_is_the_same_while_it_and_its_deal_are(
    then: str, stays: bool
) -> None:
    """What is picked for it stays just as long."""
    match = PlayedMatch.begun("hearts", "Ana Ben Cy Di", dealer="Di", depth="tricks")
    match.enter("trick", plays={"Ana": "2C", "Ben": "3C", "Cy": "4C"})
    di = match.enter("trick", plays={"Di": "5C"}).entry.seq

    def question() -> tuple[object, ...]:
        return match.history.question(match.prompt("trick"), "Ben")

    before = question()
    if then == "others":
        match.enter("trick", plays={"Di": "6C"})
        match.enter("trick", plays={"Ana": "7C"})
    elif then == "take back":
        match.strike(di)
        match.enter("trick", plays={"Di": "5D"})
    elif then == "own":
        match.enter("trick", plays={"Ben": "6C"})
    elif then == "claim":
        match.enter("claim", seat="Ana")
    else:
        match.enter("misdeal")
    assert (question() == before) is stays
