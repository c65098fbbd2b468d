"""Four Aces, whole matches: rounds sealed and opened, scores, ties, calls, and the
checks on a round.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from hypothesis import given, strategies as st
from referee_four_aces.hand import Hands
from referee_four_aces.validation import ANY_ROBBERY, find_miscounts

from referee import FIFTY_FOUR, Ruling, card
from tests.games.four_aces.real_game import differing, reachable

if TYPE_CHECKING:
    from referee.testing import EntryStep
    from tests.games.four_aces.conftest import Seated, Table

Hand: TypeAlias = tuple[list[str], list[str]]

# What a round scores: hidden and exposed cards, without a locked one.
TWENTY = ("2S 3S 4S 5S 6S", "2H 3H 4H 5H")
ANOTHER_TWENTY = ("2C 3C 4C 5C 6C", "2D 3D 4D 5D")
TWELVE = ("2S 3S 4S 5S 6S", "2D 4D")
SIXTEEN = ("7H 8H 9H TH JH", "KC QC JC")
ELEVEN = ("7D 8D 9D TD JD", "6D 9C")
ZERO = ("7C 9C QC", "7H 9H QH")
MINUS_SIX = ("TS KH", "JS 8C")
MINUS_FIVE = ("TC KC", "QS 9D")

SIX_EACH = {
    "Ana": ("2C 3C 4C", "6H 8S JD"),
    "Ben": ("2D 3D 4D", "7C 9C TS"),
    "Cy": ("2H 3H 4H", "7D 8C QS"),
}


ONLY_JOKERS = "A joker is the only way to make a hand of more than three cards."


@pytest.fixture
def three(seated: Seated) -> Table:
    return seated("Ana", "Ben", "Cy")


def cautions(ruling: Ruling) -> Any:
    return ruling.verdict["cautions"]


def words(ruling: Ruling) -> list[str]:
    return [str(ruling.summary), *(str(reason.text) for reason in ruling.because)]


def is_sealed(taken: EntryStep) -> bool:
    return (taken.rulings, taken.opens) == ((), ())


class TestARound:
    def test_says_who_deals_and_who_acts_first(self, seated: Seated) -> None:
        said = str(seated("Ana", "Ben", "Cy", dealer="Cy").scene.next)
        assert said == (
            "Cy deals three down, three up. Then Ana, Ben and Cy play, Ana first, and "
            "enter their hands."
        )

    def test_asks_the_missing_first_and_lets_a_call_be_made(self, three: Table) -> None:
        first, call = three.prompts
        assert (first.kind, first.seats, first.optional, first.secret, first.own) == (
            "round",
            ("Ana", "Ben", "Cy"),
            False,
            True,
            True,
        )
        assert (call.kind, call.seats, call.optional, call.secret, call.own) == (
            "four_aces",
            ("Ana", "Ben", "Cy"),
            True,
            False,
            True,
        )
        assert [field.name for field in first.fields] == ["hidden", "exposed", "locked"]
        assert [
            (field.min, field.max, field.choices) for field in first.fields[:2]
        ] == [(0, 3, FIFTY_FOUR)] * 2

    def test_who_has_entered_may_still_change_it(self, three: Table) -> None:
        three.hands("Ben", *TWENTY)
        missing, change, _call = three.prompts
        assert (missing.seats, missing.optional) == (("Ana", "Cy"), False)
        assert (change.kind, change.seats, change.optional, change.secret) == (
            "round",
            ("Ben",),
            True,
            True,
        )
        assert three.next.startswith("Waiting for Ana and Cy. ")
        three.hands("Ben", *MINUS_SIX)
        assert three.play(Ana=ZERO, Cy=TWENTY)[1].verdict["total"] == -6

    def test_the_last_hands_open_and_score_all(self, three: Table) -> None:
        three.hands("Cy", *SIX_EACH["Cy"])
        three.hands("Ana", *SIX_EACH["Ana"])
        outcome = three.hands("Ben", *SIX_EACH["Ben"])
        assert outcome.opens == (1, 2, 3)
        assert [ruling.verdict.get("seat") for ruling in outcome.rulings] == [
            "Ana",
            "Ben",
            "Cy",
            None,
        ]
        ana = outcome.rulings[0]
        assert set(ana.verdict) == {
            "seat",
            "hidden",
            "exposed",
            "total",
            "four_aces",
            "wins",
            "cautions",
        }
        assert str(ana.summary) == (
            "Ana: \N{MINUS SIGN}1 (hidden 2, exposed \N{MINUS SIGN}3)."
        )

    def test_the_rules_example_in_a_match(self, three: Table) -> None:
        rulings = three.play(
            Ana=("AS 2S 3S", "2C 3H 4D", "AH"),
            Ben=("5C 6C 6H", "9D JD"),
            Cy=("7S 8H TD", "QC QD KD"),
        )
        assert [ruling.verdict["total"] for ruling in rulings[:3]] == [7, -3, -3]
        assert not any(cautions(ruling) for ruling in rulings[:3])
        assert words(rulings[-1]) == [
            "Ana gets 7, Ben \N{MINUS SIGN}3 and Cy \N{MINUS SIGN}3",
            "Ana, hidden: a three-card straight flush, A♠ 2♠ 3♠: 2 points; "
            "two aces: 2 more",
            "Ana, exposed: a four-card straight, A♥ 2♣ 3♥ 4♦: 2 points; "
            "one ace: 1 more",
            "Ben, hidden: one pair, 6♥ 6♣: minus 1 point",
            "Ben, exposed: a two-card flush, J♦ 9♦: minus 2 points",
            "Cy, hidden: a two-card straight, 7♠ 8♥: minus 2 points",
            "Cy, exposed: one pair, Q♦ Q♣: minus 1 point",
            "Ana leads with 7 points",
            "Nobody has 20 points yet: deal again.",
        ]
        sections = [reason.rule.partition("#")[2] for reason in rulings[-1].because]
        assert sections == [
            "straight-flush",
            "flush-or-straight",
            "pairs",
            "flush-or-straight",
            "flush-or-straight",
            "pairs",
            "adding-up",
            "target",
        ]

    def test_the_deal_passes_to_the_left(self, three: Table) -> None:
        three.play(**SIX_EACH)
        assert "Ben gathers all cards and deals" in three.next
        three.play(**SIX_EACH)
        three.play(**SIX_EACH)
        assert "Ana gathers all cards and deals" in three.next
        assert three.scene.round == 4


class TestAddingUp:
    def test_scores_add_up_and_may_be_negative(self, three: Table) -> None:
        rulings = three.play(Ana=TWELVE, Ben=MINUS_SIX, Cy=ZERO)
        assert rulings[-1].verdict["scores"] == {"Ana": 12, "Ben": -6, "Cy": 0}
        rulings = three.play(Ana=MINUS_SIX, Ben=ZERO, Cy=MINUS_FIVE)
        assert rulings[-1].verdict == {
            "round": 2,
            "scores": {"Ana": -6, "Ben": 0, "Cy": -5},
            "totals": {"Ana": 6, "Ben": -6, "Cy": -5},
            "winners": (),
            "playoff": (),
        }
        assert "Ana leads with 6 points" in words(rulings[-1])
        assert three.places == {"Ana": 1, "Ben": 3, "Cy": 2}

    def test_equal_totals_share_a_place(self, three: Table) -> None:
        rulings = three.play(Ana=ZERO, Ben=MINUS_SIX, Cy=("7S 9S QS", "7D 9D QD"))
        assert three.places == {"Ana": 1, "Ben": 3, "Cy": 1}
        assert "Ana and Cy lead with 0 points each" in words(rulings[-1])


class TestTwentyPoints:
    def test_twenty_points_win(self, three: Table) -> None:
        rulings = three.play(Ana=MINUS_SIX, Ben=TWENTY, Cy=ZERO)
        assert str(rulings[-1].summary) == "Ben wins the game with 20 points"
        assert rulings[-1].because[0].rule == "four-aces#target"
        scene = three.scene
        assert (scene.phase, scene.finished, scene.winners, scene.to_act) == (
            "finished",
            True,
            ("Ben",),
            (),
        )
        assert str(scene.next) == "Game over: Ben won."
        assert three.places == {"Ana": 3, "Ben": 1, "Cy": 2}
        assert three.prompts == ()

    def test_nineteen_do_not(self, three: Table) -> None:
        rulings = three.play(Ana=("2S 3S 4S 5S 6S", "AC AD AH"), Ben=MINUS_SIX, Cy=ZERO)
        assert three.scores["Ana"] == 19
        assert not three.scene.finished
        assert "Nobody has 20 points yet: deal again." in words(rulings[-1])
        three.play(Ana=("2S 3S 4S", "5C 5D 5H"), Ben=MINUS_SIX, Cy=ZERO)
        assert three.scores["Ana"] == 23
        assert three.scene.winners == ("Ana",)

    def test_the_highest_of_several_wins(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", "Cy", target=10)
        rulings = table.play(Ana=TWELVE, Ben=SIXTEEN, Cy=ELEVEN)
        assert rulings[-1].verdict["totals"] == {"Ana": 12, "Ben": 16, "Cy": 11}
        assert table.scene.winners == ("Ben",)
        reason = rulings[-1].because[0]
        assert (reason.rule, reason.basis) == ("four-aces#several-reach-it", "reading")
        assert str(reason.text) == "Ana and Cy reached it too; the highest total wins."
        assert table.places == {"Ana": 2, "Ben": 1, "Cy": 3}


class TestAPlayoff:
    @pytest.fixture
    def tied(self, seated: Seated) -> Table:
        """Di and Ben are tied with 20; Ana and Cy are not."""
        table = seated("Ana", "Ben", "Cy", "Di")
        self.rulings = table.play(
            Ana=MINUS_SIX, Ben=TWENTY, Cy=("7C 9H", "7H 8S"), Di=ANOTHER_TWENTY
        )
        return table

    def test_is_played_by_the_tied_only(self, tied: Table) -> None:
        assert (
            str(self.rulings[-1].summary)
            == "Ben and Di are tied at 20 points and play a playoff"
        )
        assert self.rulings[-1].verdict["playoff"] == ("Ben", "Di")
        assert self.rulings[-1].because[0].rule == "four-aces#playoff"
        assert (tied.scene.phase, tied.scene.round, tied.scene.to_act) == (
            "playoff",
            2,
            ("Ben", "Di"),
        )
        assert all(set(prompt.seats) <= {"Ben", "Di"} for prompt in tied.prompts)
        assert not tied.scene.finished

    def test_is_dealt_by_the_next_who_plays_it(self, tied: Table) -> None:
        said = tied.next
        assert said.startswith(
            "Only Ben and Di play this playoff. Ben gathers all cards"
        )
        assert "Then Ben and Di play, Di first" in said

    def test_totals_are_kept_and_who_leads_wins(self, tied: Table) -> None:
        rulings = tied.play(Ben=MINUS_SIX, Di=MINUS_FIVE)
        assert tied.scores == {"Ana": -6, "Ben": 14, "Cy": -5, "Di": 15}
        assert tied.scene.winners == ("Di",)
        assert str(rulings[-1].summary) == "Di wins the game with 15 points"
        reason = rulings[-1].because[0]
        assert (reason.rule, reason.basis) == ("four-aces#playoff-rounds", "reading")

    def test_goes_on_while_they_are_tied(self, tied: Table) -> None:
        rulings = tied.play(Ben=ZERO, Di=("7S 9S QS", "7D 9D QD"))
        assert rulings[-1].verdict["playoff"] == ("Ben", "Di")
        assert rulings[-1].because[0].rule == "four-aces#playoff-rounds"
        assert (tied.scene.phase, tied.scene.round, tied.scene.to_act) == (
            "playoff",
            3,
            ("Ben", "Di"),
        )
        assert "Di gathers all cards" in tied.next
        tied.play(Ben=ZERO, Di=MINUS_FIVE)
        assert tied.scene.winners == ("Ben",)

    def test_who_was_tied_stands_before_who_was_not_whatever_the_totals(
        self, seated: Seated
    ) -> None:
        table = seated("Ana", "Ben", "Cy")
        table.play(Ana=("7S 8S 9S TS JS", "AC AD AH"), Ben=TWENTY, Cy=ANOTHER_TWENTY)
        table.play(Ben=MINUS_SIX, Cy=MINUS_FIVE)
        assert table.scores == {"Ana": 19, "Ben": 14, "Cy": 15}
        assert table.scene.winners == ("Cy",)
        assert table.places == {"Ana": 3, "Ben": 2, "Cy": 1}
        ranked_by = [str(standing.ranked_by) for standing in table.scene.standings]
        assert ranked_by == ["None", "by the playoff", "by the playoff"]


class TestFourAces:
    def test_a_call_ends_the_game_at_once(self, three: Table) -> None:
        three.play(Ana=TWELVE, Ben=MINUS_SIX, Cy=ZERO)
        outcome = three.call("Ben", "hidden", "AC AD AH AS")
        assert outcome.rulings[0].verdict["winners"] == ("Ben",)
        assert (
            str(outcome.rulings[0].summary) == "Ben calls four aces and wins the game."
        )
        assert [str(standing.ranked_by) for standing in three.scene.standings] == [
            "None",
            "four aces",
            "None",
        ]
        assert (
            words(outcome.rulings[0])[1]
            == "A♣ A♦ A♥ A♠ in the hidden hand: the call ends the game at once."
        )
        assert three.scene.finished
        assert three.scene.winners == ("Ben",)
        assert three.scores == {"Ana": 12, "Ben": -6, "Cy": 0}
        assert three.places == {"Ana": 2, "Ben": 1, "Cy": 3}
        assert three.prompts == ()

    def test_a_call_reveals_the_hands_that_are_already_entered(
        self, three: Table
    ) -> None:
        three.hands("Ana", *ZERO)
        three.hands("Cy", *MINUS_SIX)
        outcome = three.call("Cy", "exposed", "AC AD AH AS 9S")
        assert outcome.opens == (1, 2, 3)
        assert [str(ruling.summary) for ruling in outcome.rulings] == [
            "Cy calls four aces and wins the game."
        ]
        assert three.scene.winners == ("Cy",)

    def test_the_check_of_a_call_names_those_who_entered_one_of_its_aces(
        self, three: Table
    ) -> None:
        three.hands("Ana", "AS 2C 3C", "6H 8S JD")
        three.hands("Cy", "2H 3H 4H", "7D 8C", "AD")
        _, check = three.call("Ben", "hidden", "AC AD AH AS").rulings
        assert (check.verdict["check"], check.verdict["seats"]) == (
            "four-aces",
            ("Ana", "Cy"),
        )
        assert (
            str(check.summary)
            == "Check the call of Ben: Ana has entered A♠ and Cy has entered A♦."
        )
        assert check.because[0].rule == "four-aces#one-place"
        assert check.reckoning is not None
        assert [
            (row.seat, bool(row.check.template)) for row in check.reckoning.rows
        ] == [
            ("Ben", False),
            ("Ana", True),
            ("Cy", True),
        ]
        assert three.scene.winners == ("Ben",)

    def test_a_clash_that_is_not_settled_yet_is_checked_too(self, three: Table) -> None:
        three.hands("Ana", "AS 2C 3C", "6H 8S JD")
        three.hands("Ben", "AS 2D 3D", "6C 8D JH")
        three.hands("Cy", "AD 2H 3H", "7D 8C QS")
        three.hands("Ben", "5D 2D 3D", "6C 8D JH")
        _, check = three.call("Ben", "hidden", "AC AD AH AS").rulings
        assert check.verdict["aces"] == {"Ana": (card("AS"),), "Cy": (card("AD"),)}

    def test_a_call_in_the_middle_of_a_turn_may_name_eight_cards(
        self, three: Table
    ) -> None:
        """Five of one's own, two locked ones, and the one just drawn; the field states
        no fewer.
        """
        assert three.prompts[1].fields[1].max is None
        refused = three.refuse_call("Ana", "hidden", "AC AD AH 2C 3C 4C 5C 6C")
        assert refused.because[0].rule == "four-aces#four-aces"
        three.call("Ana", "hidden", "AC AD AH AS 2C 3C 4C 5C")
        assert three.scene.winners == ("Ana",)

    @pytest.mark.parametrize(
        ("cards", "missing"),
        [
            ("AC AD AH", "the ace of spades"),
            ("AC AD XB XR", "the ace of hearts and the ace of spades"),
        ],
    )
    def test_a_call_with_fewer_is_refused(
        self, three: Table, cards: str, missing: str
    ) -> None:
        before = three.copied()
        refused = three.refuse_call("Ana", "hidden", cards)
        assert refused.because[0].rule == "four-aces#four-aces"
        assert str(refused.summary).startswith(f"These cards lack {missing}:")
        assert three == before

    def test_a_call_with_a_card_twice_is_refused(self, three: Table) -> None:
        refused = three.refuse_call("Ana", "hidden", "AC AD AH AS AS")
        assert refused.because[0].rule == "four-aces#one-place"

    def test_found_when_the_round_is_scored_they_win(self, three: Table) -> None:
        rulings = three.play(Ana=TWENTY, Ben=("AC AD AH", "9S", "AS"), Cy=MINUS_SIX)
        assert three.scene.winners == ("Ben",)
        assert str(rulings[1].summary) == (
            "Ben: All four aces are in the hidden hand and win the whole game. "
            "Check the cards. The exposed hand: 1 entered, 3 to 4 expected, not counting "
            "locked cards."
        )
        assert str(rulings[-1].summary) == "Four aces: Ben won the game"
        assert rulings[-1].because[0].rule == "four-aces#four-aces"
        assert three.scores["Ana"] == 20
        assert three.places["Ben"] == 1


class TestChecksWithinAnEntry:
    @pytest.mark.parametrize(
        ("hidden", "exposed", "locked", "section"),
        [
            ("7C 7C", "", "", "one-place"),
            ("7C", "7C", "", "one-place"),
            ("7C", "", "7C", "one-place"),
            ("XB", "XB", "", "one-place"),
            ("", "", "7C 8C 9C", "two-jokers"),
            ("XB", "", "7C 8C", "two-jokers"),
            ("XB", "XR", "7C", "two-jokers"),
            ("", "", "XB 7C", "two-jokers"),
            ("2C 3C 4C 5C 6C 7C 8C 9C", "", "", "card-count"),
            ("", "2C 3C 4C 5C 6C 7C 8C 9C", "", "card-count"),
        ],
    )
    def test_refused_at_once(
        self, three: Table, hidden: str, exposed: str, locked: str, section: str
    ) -> None:
        before = three.copied()
        refused = three.refuse_hands("Ana", hidden, exposed, locked)
        assert refused.verdict["seats"] == ("Ana",)
        assert [reason.rule for reason in refused.because] == [f"four-aces#{section}"]
        assert three == before

    def test_the_card_is_named(self, three: Table) -> None:
        refused = three.refuse_hands("Ana", "7C", "9D", "7C")
        assert str(refused.summary) == (
            "Ana can’t have the seven of clubs twice. Enter a locked card once, as "
            "locked."
        )


class TestChecksBetweenEntries:
    def test_a_card_in_two_hands_of_one_sender_is_refused_at_once(
        self, three: Table
    ) -> None:
        three.hands("Ana", "7C 8D", "9H", by=None)
        refused = three.refuse_hands("Ben", "2C", "7C", by=None)
        assert refused.verdict == {
            "legal": False,
            "clash": (card("7C"),),
            "seats": ("Ana", "Ben"),
        }
        assert str(refused.summary) == "Ana and Ben each entered the seven of clubs"
        [because] = refused.because
        assert str(because.text).startswith(
            "Compare the entries with the cards on the table"
        )

    def test_of_two_senders_only_when_all_are_shown_and_the_third_is_not_asked_again(
        self, three: Table
    ) -> None:
        three.hands("Ana", "7C 8D", "9H")
        assert is_sealed(three.hands("Ben", "2C", "7C"))
        [ruling] = three.hands("Cy", "KC", "QD").rulings
        assert ruling.verdict == {
            "legal": False,
            "clash": (card("7C"),),
            "seats": ("Ana", "Ben"),
        }
        assert three.scene.to_act == ("Ana", "Ben")

    def test_there_is_a_ruling_for_each_card_with_all_its_seats(
        self, three: Table
    ) -> None:
        three.hands("Ana", "7C 8D", "9H")
        three.hands("Ben", "2C", "7C KC")
        rulings = three.hands("Cy", "KC", "7C").rulings
        assert [(one.verdict["clash"], one.verdict["seats"]) for one in rulings] == [
            ((card("7C"),), ("Ana", "Ben", "Cy")),
            ((card("KC"),), ("Ben", "Cy")),
        ]

    def test_more_than_two_jokers_of_one_sender_are_refused_at_once(
        self, three: Table
    ) -> None:
        three.hands("Ana", "2C", "", "7C 8C", by=None)
        refused = three.refuse_hands("Ben", "XB", "9D", by=None)
        assert refused.verdict == {"legal": False, "clash": (), "seats": ("Ana", "Ben")}
        assert refused.because[0].rule == "four-aces#two-jokers"

    def test_of_two_senders_those_with_jokers_are_asked_again_when_all_are_shown(
        self, three: Table
    ) -> None:
        three.hands("Ana", "2C", "", "7C 8C")
        assert is_sealed(three.hands("Ben", "3D", "", "9D"))
        [ruling] = three.hands("Cy", "KC", "QD").rulings
        assert ruling.verdict == {"legal": False, "clash": (), "seats": ("Ana", "Ben")}
        assert three.scene.to_act == ("Ana", "Ben")

    def test_who_changed_an_entry_is_its_sender(self, three: Table) -> None:
        three.hands("Ana", "2C", "9H", by=None)
        three.hands("Ana", "7C 8D", "9H")
        assert is_sealed(three.hands("Ben", "2D", "7C", by=None))


class TestCardCounts:
    def test_a_hand_that_does_not_fit_is_cautioned_and_scored(
        self, three: Table
    ) -> None:
        rulings = three.play(**(SIX_EACH | {"Cy": ("2H 3H 4H", "7D 8C")}))
        assert cautions(rulings[2]) == (
            {
                "check": "card-count",
                "seat": "Cy",
                "hand": "exposed",
                "expected": (3,),
                "entered": 2,
            },
        )
        assert [
            (reason.rule, str(reason.text)) for reason in rulings[2].because[:2]
        ] == [
            (
                "four-aces#card-count",
                (
                    "Caution: the exposed hand of Cy should have 3 besides locked "
                    "cards; "
                    "entered: 2."
                ),
            ),
            ("four-aces#joker", ONLY_JOKERS),
        ]
        assert rulings[2].verdict["total"] == 0
        assert three.scene.round == 2

    @pytest.mark.parametrize(
        ("hidden", "exposed", "differing"),
        [
            ("2H 3H 4H 7D 8C QS", "", ["hidden", "exposed"]),
            ("2H 3H 4H 7D", "8C QS", ["hidden", "exposed"]),
            ("2H 3H", "4H 7D 8C QS", ["hidden", "exposed"]),
            ("2H 3H 4H", "7D 8C QS KD", ["exposed"]),
            ("2H 3H 4H KD", "7D 8C QS", ["hidden"]),
            ("2H 3H 4H", "7D", ["exposed"]),
        ],
    )
    def test_the_sum_alone_does_not_do(
        self, three: Table, hidden: str, exposed: str, differing: list[str]
    ) -> None:
        *_, cy, on_round = three.play(**(SIX_EACH | {"Cy": (hidden, exposed)}))
        assert [one["hand"] for one in cautions(cy)] == differing
        assert ONLY_JOKERS in words(cy)
        checks = (
            {row.seat: str(row.check) for row in on_round.reckoning.rows}
            if on_round.reckoning
            else {}
        )
        assert {seat for seat, check in checks.items() if check} == {"Cy"}
        assert all(
            f"The {hand} hand: " in checks["Cy"] and "3 expected" in checks["Cy"]
            for hand in differing
        )

    def test_the_caution_names_who_took_the_cards(self, three: Table) -> None:
        rulings = three.play(**(SIX_EACH | {"Cy": ("2H 3H 4H", "7D 8C QS", "KD")}))
        assert cautions(rulings[0]) == (
            {
                "check": "card-count",
                "seat": "Ana",
                "hand": "exposed",
                "expected": (2,),
                "entered": 3,
            },
        )
        assert str(rulings[0].because[0].text) == (
            "Caution: the exposed hand of Ana should have 2 besides locked cards, "
            "because Cy locked 1; entered: 3."
        )

    def test_four_aces_may_have_a_card_that_was_not_discarded(
        self, three: Table
    ) -> None:
        rulings = three.play(**(SIX_EACH | {"Cy": ("AC AD AH AS", "7D 8C QS")}))
        assert cautions(rulings[2]) == ()

    def test_exactly_what_turns_can_come_to_is_silent(self) -> None:
        """Every number of cards, with every number of jokers of one's own and of the
        right neighbour's.
        """
        for hidden, exposed, own in product(range(7), range(7), range(3)):
            plain_ones = [each for each in FIFTY_FOUR if each.suit and each.rank != "A"]
            hands = Hands(
                *(
                    tuple(plain_ones.pop() for _ in range(n))
                    for n in (hidden, exposed, own)
                )
            )
            for robbed in range(3 - own):
                found = [
                    (one.hand, one.entered) for one in find_miscounts(hands, (robbed,))
                ]
                assert found == differing(hidden, exposed, own, robbed)
            explained = any(
                (hidden, exposed) in reachable(own, robbed) for robbed in range(3)
            )
            assert (not find_miscounts(hands, ANY_ROBBERY)) is explained

    def test_in_a_playoff_the_neighbours_are_those_who_play_it(
        self, seated: Seated
    ) -> None:
        table = seated("Ana", "Ben", "Cy")
        table.play(Ana=TWENTY, Ben=MINUS_SIX, Cy=ANOTHER_TWENTY)
        rulings = table.play(
            Ana=("2C 3C 4C", "6H 8S JD", "7C"), Cy=("2D 3D 4D", "9C TS")
        )
        assert [cautions(ruling) for ruling in rulings[:2]] == [(), ()]


class TestSealedHands:
    hands = st.permutations(FIFTY_FOUR[:52]).map(
        lambda cards: ([c.code for c in cards[:3]], [c.code for c in cards[3:6]])
    )

    @given(hands, hands, hands)
    def test_show_in_nothing_but_who_is_still_to_act(
        self, seated: Seated, one: Hand, other: Hand, of_ben: Hand
    ) -> None:
        tables = seated("Ana", "Ben", "Cy"), seated("Ana", "Ben", "Cy")
        answers = []
        for table, hand in zip(tables, (one, other), strict=True):
            before = table.scene
            sealed = table.hands("Ana", *hand)
            assert is_sealed(sealed)
            assert table.scene.to_act == ("Ben", "Cy")
            assert (table.scene.standings, table.scene.phase, table.scene.zones) == (
                before.standings,
                "round",
                (),
            )
            answer = table.hands("Ben", *of_ben)
            answers.append((answer.rulings, answer.opens, table.scene, table.prompts))
        assert answers[0] == answers[1]
