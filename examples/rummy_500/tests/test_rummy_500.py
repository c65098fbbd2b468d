"""The rules of Rummy 500, section by section. The playthroughs beside this file are
tests too.
"""

import pytest

SEATS = ("Ana", "Ben", "Cy")


@pytest.fixture
def match(play):
    """Cy deals and turns up the nine of hearts; Ana is in turn."""
    match = play("rummy-500", SEATS, dealer="Cy")
    match.enter("turn-up", card="9H")
    return match


def refused(match, kind, **values):
    return str(match.refuses(kind, match.scene.to_act[0], **values).because[0].text)


def turn(match, discard, *melds):
    """Whoever is in turn draws from the stock, lays these melds, and discards."""
    seat = match.scene.to_act[0]
    match.enter("draw", seat)
    for cards in melds:
        match.enter("meld", seat, cards=cards)
    match.enter("discard", seat, card=discard)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("9H 9C 9S", 27),
        ("AH 2H 3H", 6),
        ("QH KH AH", 35),
        ("AH AC AS", 45),
        ("KH AH 2H", None),
        ("9H 9C", None),
        ("9H TC JH", None),
    ],
)
def test_what_a_meld_is_and_counts(ask, cards, points):
    verdict = ask("rummy-500", "meld", cards=cards).verdict
    assert verdict["legal"] is (points is not None)
    assert verdict.get("points") == points


def test_whoever_lays_off_scores_it(match):
    turn(match, "2C", "9C 9S 9D")
    match.enter("take", "Ben", card="9H", laid="9H")
    assert match.rulings[-1].verdict["points"] == 9
    assert refused(match, "lay-off", cards="TC") == "No meld on the table goes on so."


@pytest.mark.parametrize(
    ("cards", "meld", "points"),
    [("AH", "2H 3H 4H", 1), ("AH", "QH KH JH", 15), ("AH", "AC AS AD", 15)],
)
def test_an_ace_laid_off_counts_one_only_below_the_two(ask, cards, meld, points):
    verdict = ask("rummy-500", "lay-off", cards=cards, melds=[meld]).verdict
    assert verdict["points"] == points


def test_more_than_the_top_card_is_taken_only_to_lay_the_lowest(match):
    turn(match, "2C")
    assert refused(match, "take", card="9H") == "More than the top card is taken: 2."
    match.enter("take", "Ben", card="9H", laid="9H 9C 9S")
    assert match.zone("taken", "Ben").cards[0].code == "2C"
    assert match.zone("hand", "Ben").count == 7 + 2 - 3


def test_a_card_is_played_once(match):
    turn(match, "2C")
    match.enter("take", "Ben", card="2C")
    match.enter("discard", "Ben", card="4D")
    match.enter("draw", "Cy")
    assert refused(match, "meld", cards="2C 2D 2H") == (
        "Ben took it from the pile and hasn’t discarded it since."
    )
    assert refused(match, "discard", card="4D") == "It’s in the discard pile."


def test_whoever_is_out_ends_the_deal_and_what_is_held_counts_against(match):
    match.enter("draw", "Ana")
    for cards in ("9C 9S 9D", "JC JS JD JH"):
        match.enter("meld", "Ana", cards=cards)
    match.enter("discard", "Ana", card="2C")
    assert [prompt.kind for prompt in match.prompts] == ["deal"]
    match.enter("deal", held={"Ben": 40, "Cy": 12})
    assert match.scores == {"Ana": 67, "Ben": -40, "Cy": -12}


def test_nothing_is_wrong_with_it(game_check):
    game_check("rummy-500")
