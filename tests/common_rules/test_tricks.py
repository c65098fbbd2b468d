"""Tricks: who wins them, whose cards they are, where a card was seen, and what proves a
revoke.
"""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from referee import (
    FIFTY_TWO,
    RANKS,
    THIRTY_TWO,
    Card,
    Cards,
    CardsSeen,
    OffenceRules,
    Reason,
    Refused,
    Ruling,
    Section,
    TakenTrick,
    TricksPlayed,
    Values,
    card,
    follow_suit,
    rule_trick,
    say,
    sections_of,
    two_of,
)
from referee.common_rules.proofs import revokes_in
from referee.common_rules.tricks import best_card

SEATS = ("Ana", "Ben", "Cy", "Dee")
WHY = Reason("whist#once", "rules", say("It lies there."))


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(card, codes.split()))


RULES = sections_of(
    "whist", Section("once", "Once", "Each card is played as often as it is there.")
)


def trick(codes: str, winner: str = "Ana") -> TakenTrick:
    return TakenTrick(dict(zip(SEATS, cards(codes), strict=True)), winner)


@pytest.mark.parametrize(
    ("played", "trump", "wins"),
    [
        ("9H KC TH 2H", None, "TH"),
        ("9H KC TH 2C", "C", "KC"),
        ("9H KD TH 2D", "S", "TH"),
        ("2S AS AH AD", "S", "AS"),
        ("9H KC QC JC", None, "9H"),
    ],
)
def test_trump_wins_else_the_suit_led(
    played: str, trump: str | None, wins: str
) -> None:
    assert best_card(cards(played), trump=trump) is card(wins)


BOWERS = (*cards("9H TH QH KH AH"), card("JD"), card("JH"))
"""The trumps of Euchre, where hearts are."""


@pytest.mark.parametrize(
    ("played", "wins"),
    [
        ("AH JD KH AS", "JD"),
        ("JD JH AH 9H", "JH"),
        ("AS 9H KS AD", "9H"),
        ("TD AD JS QD", "AD"),
        ("JD AD KD 9H", "JD"),
    ],
)
def test_trumps_need_not_be_a_suit(played: str, wins: str) -> None:
    assert best_card(cards(played), trump=BOWERS) is card(wins)


def test_a_ruling_says_that_trumps_were_led_and_which_is_highest() -> None:
    ruling = rule_trick(trick("JD AD KD 9H").plays, RULES.cite, "once", trump=BOWERS)
    assert (ruling.verdict["winner"], ruling.verdict["suit_led"]) == ("Ana", "trumps")
    assert str(ruling.because[0].text) == "The jack of diamonds is the highest trump."


def test_trumps_that_are_no_suit_are_followed_as_one() -> None:
    """The jack of diamonds is no diamond here: Dee had it when trumps were led, and
    played another card.
    """
    deal = replace(TricksPlayed(SEATS, FIFTY_TWO, "Ana"), trumps=BOWERS)
    for plays in ("9D AS AC TD", "AH 9H KH AD", "KD 9S 9C JD"):
        deal = deal.with_trick(trick(plays).plays, "Ana")
    (revoke,) = deal.revokes()
    assert (revoke.seat, revoke.trick, revoke.held) == ("Dee", 2, card("JD"))
    assert deal.revokes_of == {"Ana": 0, "Ben": 0, "Cy": 0, "Dee": 1}


def test_ranks_can_stand_in_another_order() -> None:
    # As in briscola: ace, three, king …
    assert best_card(cards("KH 3H AH 7H"), ranks="24567JQK3A") is card("AH")
    assert best_card(cards("KH 3H 7H"), ranks="24567JQK3A") is card("3H")


@given(st.permutations(FIFTY_TWO), st.sampled_from(["C", "D", "H", "S", None]))
def test_nothing_beats_the_best_card(deck: list[Card], trump: str | None) -> None:
    played = deck[:4]
    best = best_card(played, trump=trump)
    for other in played:
        if other is not best:
            same = other.suit == best.suit
            assert (
                RANKS.index(other.rank) < RANKS.index(best.rank)
                if same
                else other.suit != trump
            )
    assert best.suit in (trump, played[0].suit)


def test_a_revoke_is_proven_by_the_card_held_back() -> None:
    (revoke,) = revokes_in(
        (trick("9H KC TH 2H"), trick("4D 5D 6D 7D"), trick("4H 3H 5H 6H"))
    )
    assert (revoke.seat, revoke.trick, revoke.shown_in) == ("Ben", 1, 3)
    assert (revoke.played, revoke.held) == (card("KC"), card("3H"))


def test_whoever_had_none_has_not_revoked() -> None:
    assert revokes_in((trick("9H KC TH 2H"), trick("4H QC 5H 6H"))) == ()


def test_each_trick_not_followed_counts_once() -> None:
    deal = TricksPlayed(SEATS, FIFTY_TWO, "Ana")
    for plays in ("9H KC TH 2H", "4H 3H 5H 6H", "7H 8H JH QH"):
        deal = deal.with_trick(trick(plays).plays, "Ana")
    assert len(revokes_in(deal.tricks)) == 1
    assert deal.revokes_of == {"Ana": 0, "Ben": 1, "Cy": 0, "Dee": 0}


def overtake(lying: TakenTrick, hand: Cards, trumps: Cards) -> Cards:
    """Belote's duties: follow, else trump, and play over the trumps that lie there."""
    may = follow_suit(lying, hand)
    hearts = tuple(one for one in hand if one.suit == "H")
    if lying.led is None or (lying.led != "H" and may != hand):
        return may
    highest = max(
        (one.order for one in lying.plays.values() if one.suit == "H"), default=-1
    )
    return tuple(one for one in hearts if one.order > highest) or hearts or hand


def test_what_may_be_played_is_the_games_to_say_and_later_cards_prove_it() -> None:
    """Clubs are led: Ben has none and a heart to trump with; Cy could have played a
    higher heart; Dee has a club after all.
    """
    tricks = (
        trick("9C 7D 8H QD"),
        trick("4D 5H TH KC"),
        trick("5D 6S 2S 3S"),
    )
    proven = revokes_in(tricks, may_play=overtake)
    assert [(one.seat, one.trick, one.held) for one in proven] == [
        ("Ben", 1, card("5H")),
        ("Dee", 1, card("KC")),
    ]
    assert [one.seat for one in revokes_in(tricks)] == ["Dee"]

    under = (trick("9C 5H 4H 2C"), trick("4D TD 6H KD"))
    [proof] = revokes_in(under, may_play=overtake)
    assert (proof.seat, proof.played, proof.held) == ("Cy", card("4H"), card("6H"))


def test_a_match_rules_on_the_duties_that_its_game_names() -> None:
    rules = sections_of("belote", Section("follow", "Duties", "Follow, else trump."))

    def ask(question: str | Ruling, /, **given: object) -> Ruling:
        if isinstance(question, Ruling):
            return question
        plays = Values(given).card_by_seat("plays")
        return rule_trick(plays, rules.cite, "follow", trump="H")

    deal = TricksPlayed(SEATS, FIFTY_TWO, "Ana")
    for plays in ("9C 7D 8H QD", "4D 5H TH KD"):
        offences = OffenceRules(may_play=overtake)
        played = deal.play(trick(plays).plays, ask, rules.cite, offences=offences)
        assert not isinstance(played, Refused)
        deal, rulings = played
    assert [str(ruling.summary) for ruling in rulings[1:]] == ["Ben revoked in trick 1"]
    assert deal.offenders == ("Ben",)


@given(st.permutations(FIFTY_TWO))
def test_players_who_always_follow_never_revoke(deck: list[Card]) -> None:
    hands = {seat: set(deck[place::4]) for place, seat in enumerate(SEATS)}
    deal = TricksPlayed(SEATS, FIFTY_TWO, "Ana")
    while not deal.over:
        plays: dict[str, Card] = {}
        for seat in deal.in_order(dict.fromkeys(SEATS, deck[0])):
            led = next(iter(plays.values())).suit if plays else None
            hand = sorted(hands[seat], key=lambda one: one.order)
            choice = [one for one in hand if one.suit == led] or hand
            plays[seat] = choice[len(deal.tricks) % len(choice)]
            hands[seat].remove(plays[seat])
        best = best_card(plays.values())
        deal = deal.with_trick(
            plays, next(seat for seat, one in plays.items() if one is best)
        )
    assert revokes_in(deal.tricks) == ()
    assert deal.left == ()
    assert sum(deal.tricks_of.values()) == 13


def test_whoever_takes_a_trick_leads_the_next_and_has_its_cards() -> None:
    deal = TricksPlayed(SEATS, FIFTY_TWO, "Ana").with_trick(
        trick("9H KC TH 2H").plays, "Cy"
    )
    assert deal.leader == "Cy"
    assert list(deal.in_order(dict.fromkeys(SEATS, card("AD")))) == [
        "Cy",
        "Dee",
        "Ana",
        "Ben",
    ]
    assert deal.cards_of["Cy"] == cards("9H KC TH 2H")
    assert len(deal.left) == 48


def test_a_deal_of_fewer_cards_is_over_earlier() -> None:
    deal = TricksPlayed(SEATS, FIFTY_TWO, "Ana", hand=1)
    assert not deal.over
    assert deal.with_trick(trick("9H KC TH 2H").plays, "Cy").over


@pytest.mark.parametrize(
    ("played", "now", "why"),
    [
        ("", "9H KC TH 2C", ["It isn’t in the deck."]),
        (
            "",
            "9H 9H 9H KC",
            ["It was entered more often than there are copies left."],
        ),
        (
            "9H KC TH 7C",
            "9H 9H TH 8C",
            ["It was entered more often than there are copies left."],
        ),
        (
            "9H KC 9H 7C",
            "TH 9H KC 8C",
            ["Ana played it in trick 1.", "Cy played it in trick 1."],
        ),
        ("9H KC TH 7C", "9H KC TH 7C", []),
        ("", "9H 9H TH TH", []),
    ],
)
def test_a_card_is_played_as_often_as_the_deck_has_it(
    played: str, now: str, why: list[str]
) -> None:
    deal = TricksPlayed(SEATS, two_of(THIRTY_TWO), "Ana")
    if played:
        deal = deal.with_trick(trick(played).plays, "Ana")
    refused = deal.refuse(trick(now).plays, RULES.cite, "once")
    assert [str(reason.text) for reason in (refused.because if refused else ())] == why
    assert len(deal.left) == 64 - len(played.split())


@pytest.mark.parametrize(
    ("now", "why"),
    [
        ("9H KC TH 7C", "Ana played it in trick 1."),
        ("KS AD AD KC", "It was entered twice, and there’s only one."),
        ("KS AS AD AS", "It was entered more often than there are copies left."),
    ],
)
def test_of_a_card_that_there_is_once_it_is_said_where_it_was_played_though_others_are_there_twice(
    now: str, why: str
) -> None:
    deck = (*FIFTY_TWO, *cards("AS"))
    deal = TricksPlayed(SEATS, deck, "Ana").with_trick(
        trick("9H AS TH 2H").plays, "Ana"
    )
    refused = deal.refuse(trick(now).plays, RULES.cite, "once")
    assert refused is not None
    assert [str(reason.text) for reason in refused.because] == [why]


def test_of_two_copies_the_second_can_still_turn_up() -> None:
    once = CardsSeen(copies=2).with_cards(cards("9H"), WHY)
    assert once.refuse(cards("9H"), lambda one: say("{card}", card=one)) is None
    refused = once.refuse(cards("9H 9H"), lambda one: say("Not {card}", card=one))
    assert refused is not None
    assert refused.because == (WHY,)
    assert refused.verdict["card"] is card("9H")
    twice = once.with_cards(cards("9H"), WHY)
    assert twice.left(cards("9H 9H 3C")) == cards("3C")
