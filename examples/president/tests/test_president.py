"""The rules of President, section by section. The playthroughs beside this file are
tests too.
"""

import pytest

from referee import WrongFieldsError

SEATS = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def match(play):
    """Dee deals, so that Ana leads."""
    return play("president", SEATS, dealer="Dee")


def lay(match, cards):
    return match.enter("lay", match.scene.to_act[0], cards=cards)


def refused(match, cards):
    return str(match.refuses("lay", match.scene.to_act[0], cards=cards).because[0].text)


@pytest.mark.parametrize(
    ("lying", "cards", "legal"),
    [
        ("KH", "AS", True),
        ("AH", "2S", True),
        ("2H", "2S", False),
        ("9H", "3S", False),
        ("9H 9S", "TH TS", True),
        ("9H 9S", "TH", False),
        ("9H", "TH TS", False),
        ("", "TH JS", False),
        ("", "3H 3S 3C", True),
    ],
)
def test_as_many_of_a_higher_rank_beat_what_lies(ask, lying, cards, legal):
    verdict = ask("president", "beat", lying=lying, cards=cards).verdict
    assert verdict["legal"] is legal


def test_what_is_not_higher_is_refused_with_the_reason(match):
    lay(match, "9H 9S")
    assert refused(match, "TH") == "As many as lie: 2."
    assert refused(match, "8H 8S") == "They are not higher."


def test_a_card_is_played_once(match):
    lay(match, "9H")
    with pytest.raises(WrongFieldsError, match="nine of hearts"):
        match.tried("lay", match.scene.to_act[0], cards="9H")


def test_after_all_have_passed_whoever_laid_last_leads(match):
    lay(match, "9H")
    for seat in SEATS[1:]:
        match.enter("pass", seat)
    assert match.scene.to_act == ("Ana",)
    assert [prompt.kind for prompt in match.prompts] == ["lay"]


def test_how_many_cards_each_has(play):
    match = play("president", SEATS[:3], dealer="Ana")
    assert [match.zone("hand", seat).count for seat in SEATS[:3]] == [17, 18, 17]
    lay(match, "4H 4S")
    assert match.zone("hand", "Ben").count == 16


def lead_alone(match, *laid):
    """Whoever is in turn lays these, one after the other, and nobody beats them."""
    for cards in laid:
        lay(match, cards)
        while any(prompt.kind == "pass" for prompt in match.prompts):
            match.enter("pass", match.scene.to_act[0])


def test_the_first_two_who_are_out_score_and_the_president_leads(play):
    match = play("president", SEATS[:3], dealer="Cy")
    fours = [" ".join(rank + suit for suit in "CDHS") for rank in "345689TJ"]
    lead_alone(match, *fours[:4], "7H 7S")
    assert [(str(fact.text), fact.seat) for fact in match.scene.facts] == [("1", "Ana")]
    assert match.scene.to_act == ("Ben",)
    lead_alone(match, *fours[4:], "QH")
    assert match.scores == {"Ana": 2, "Ben": 1, "Cy": 0}
    assert match.scene.to_act == ("Ana",)


def test_nothing_is_wrong_with_it(game_check):
    game_check("president")
