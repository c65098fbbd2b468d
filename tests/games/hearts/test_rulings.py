"""The rules of Hearts, section by section. The playthroughs beside this file are tests too."""

import pytest

SEATS = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def match(play):
    return play("hearts", SEATS, dealer="Dee")


def trick(cards):
    """A card of each, from Ana on."""
    return dict(zip(SEATS, cards.split(), strict=True))


def enter(match, *tricks):
    """These tricks, one after the other: the rulings on the last of them."""
    for cards in tricks:
        match.enter("trick", plays=trick(cards))
    return match.rulings


def test_the_two_of_clubs_leads_whoever_has_it(match):
    [ruling] = enter(match, "AD 5C 2C KC")
    assert (ruling.verdict["suit_led"], ruling.verdict["winner"]) == ("C", "Dee")


def test_the_first_trick_has_the_two_of_clubs(match):
    assert match.refuses("trick", plays=trick("AC KC 3C 4C")).because[0].rule == "hearts#lead"


def test_no_points_are_played_to_the_first_trick(match):
    assert match.refuses("trick", plays=trick("AC 2C QS 4C")).because[0].rule == "hearts#lead"
    assert match.refuses("trick", plays=trick("AC 2C 5H 4C")).because[0].rule == "hearts#lead"


def test_a_card_is_played_once(match):
    enter(match, "AC 2C 3C 4C")
    assert match.refuses("trick", plays=trick("AC 5C 6C 7C")).because[0].rule == "hearts#once"


def test_cards_go_left_right_across_and_every_fourth_deal_nowhere(match):
    passed = []
    for _ in range(5):
        [fact] = match.scene.facts
        passed.append(str(fact.text))
        match.put(type(match.state)(match.state.deals.scored({"Ana": 1})))
    assert passed == ["to the left", "to the right", "across", "to nobody", "to the left"]


def test_a_revoke_is_proven_by_a_later_card(match):
    *_, revoke = enter(match, "AC 2C 3C 4D", "KC 5C 6C 7C")
    assert (revoke.verdict["seat"], revoke.verdict["trick"], revoke.because[0].rule) == ("Dee", 1, "hearts#follow")


def test_hearts_led_too_early_are_proven_by_another_card_that_could_have_been_led(match):
    enter(match, "AC 2C 3C 4C", "AH 2H 3H 4H")
    *_, early = enter(match, "KH 5H 6H 7H", "KC 5C 6C 7C")
    assert str(early.summary) == "Ana led hearts too early"
    assert str(early.because[0].text) == "In trick 2 Ana led the first heart, and had the king of clubs."
    assert len(enter(match, "QC 8C 9C TC")) == 1


def test_hearts_may_be_led_once_one_was_played(match):
    enter(match, "AC 2C 3C 4C", "KC 5C 6C 4H")
    enter(match, "AH 2H 3H 5H")
    assert len(enter(match, "QC 8C 9C 6H")) == 1


def test_whether_hearts_are_broken_stands_on_every_phone(match):
    enter(match, "AC 2C 3C 4C")
    assert str(match.scene.facts[0].text) == "not yet"
    enter(match, "KC 5C 6C 4H")
    assert str(match.scene.facts[0].text) == "allowed"


def test_an_offence_costs_twenty_six_points_and_nobody_else_has_any(match):
    enter(match, "AC 2C 3C 4D", "KC 5C 6C 7C", *rest_of_deal("AC 2C 3C 4D KC 5C 6C 7C"))
    assert match.scores == {"Ana": 0, "Ben": 0, "Cy": 0, "Dee": 26}


def rest_of_deal(played):
    """The tricks of all other cards, suit by suit as far as they go."""
    left = [rank + suit for suit in "CDSH" for rank in "AKQJT98765432" if rank + suit not in played.split()]
    return [" ".join(left[n : n + 4]) for n in range(0, len(left), 4)]


def points(match, **taken):
    """The ruling on what these cards count, those of who is not named being none."""
    return match.rulebook.ask("points", {"taken": dict.fromkeys(SEATS, ()) | taken})


def test_a_heart_counts_one_and_the_queen_of_spades_thirteen(match):
    ruling = points(match, Ana="AH 2H KS AD", Ben="QS 3H")
    assert ruling.verdict["points"] == {"Ana": 2, "Ben": 14, "Cy": 0, "Dee": 0}


HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


def test_whoever_takes_all_points_gives_them_to_the_others(match):
    ruling = points(match, Cy=f"{HEARTS} QS AD")
    assert ruling.verdict["points"] == {"Ana": 26, "Ben": 26, "Cy": 0, "Dee": 26}
    assert ruling.because[0].rule == "hearts#moon"


def test_all_hearts_without_the_queen_are_no_moon(match):
    assert points(match, Cy=HEARTS, Dee="QS").verdict["points"] == {"Ana": 0, "Ben": 0, "Cy": 13, "Dee": 13}


def test_nobody_has_won_before_a_hundred(match):
    assert not match.state.deals.scored({"Ana": 99, "Ben": 99}).rounds.winners


def test_at_a_hundred_whoever_has_fewest_wins_and_equals_share_it(match):
    deals = match.state.deals.scored({"Ana": 100, "Ben": 20, "Cy": 20, "Dee": 30})
    assert deals.rounds.winners == ("Ben", "Cy")


def test_the_jack_of_diamonds_takes_ten_points_off(play):
    match = play("hearts", SEATS, house_rules=["jack-of-diamonds"])
    ruling = points(match, Ana="JD 2H", Ben="QS", Dee="3H")
    assert ruling.verdict["points"] == {"Ana": -9, "Ben": 13, "Cy": 0, "Dee": 1}
    assert ruling.because[0].basis == "house-rule"


def test_nothing_is_wrong_with_it(game_check):
    game_check("hearts")
