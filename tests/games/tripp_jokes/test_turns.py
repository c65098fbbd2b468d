"""Tripp Jokes, matches: setting up, turns and draws, the end of the stock, and winning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee import Ruling, WrongFieldsError
from referee.testing import jsonable

if TYPE_CHECKING:
    from tests.games.tripp_jokes.conftest import Position, Seated, Table


def words(rulings: tuple[Ruling, ...]) -> str:
    return " ".join(
        str(text)
        for ruling in rulings
        for text in (ruling.summary, *(r.text for r in ruling.because))
    )


@pytest.fixture
def two(seated: Seated) -> Table:
    """Ana is to play on a seven."""
    table = seated("Ana", "Ben", dealer="Ben")
    table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC")
    return table


class TestSettingUp:
    def test_nine_cards_each(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", "Cy")
        assert table.count("stock") == 54 - 27
        assert [
            table.count(name, "Ben") for name in ("hand", "penultimate", "final")
        ] == [6, 0, 3]
        assert table.scene.phase == "setting up"
        assert table.scene.to_act == ("Ana", "Ben", "Cy")
        assert table.next.startswith("Ana deals nine each")
        assert (
            "Then Ana, Ben and Cy each lay three of their nine cards face down, "
            "unseen, and three"
        ) in table.next

    @pytest.mark.parametrize(
        ("players", "cards"), [(2, 54), (3, 54), (4, 108), (5, 108), (6, 108)]
    )
    def test_one_pack_for_three_two_for_more(
        self, seated: Seated, players: int, cards: int
    ) -> None:
        assert seated(*"ABCDEF"[:players]).count("stock") == cards - 9 * players

    def test_the_flip_starts_the_pile(self, seated: Seated) -> None:
        table = seated("Ana", "Ben")
        (ruling,) = table.enter("flip", card="9H").rulings
        assert jsonable(ruling.verdict["ranks"]) == list("239TJQKAX")
        assert table.count("stock") == 54 - 18 - 1
        assert jsonable(table.pile) == ["9H"]
        assert table.next == "Still to lay PENULTIMATE cards: Ana and Ben."

    def test_penultimate_cards_lie_open(self, seated: Seated) -> None:
        table = seated("Ana", "Ben")
        table.enter("lay", "Ben", cards="AS KS QS")
        assert [
            table.count(name, "Ben") for name in ("hand", "penultimate", "final")
        ] == [3, 3, 3]
        assert jsonable(table.zone("penultimate", "Ben").cards) == ["AS", "KS", "QS"]
        assert table.zone("penultimate", "Ben").seen_by == "everybody"
        assert table.prompt("lay").seats == ("Ana",)
        table.enter("lay", "Ana", cards="AC KC QC")
        assert table.kinds == ["flip"]
        assert table.scene.to_act == ("Ana",)
        assert (
            table.next
            == "Ana turns over the top card of the stock, and anybody may enter it."
        )

    @pytest.mark.parametrize(
        "dealer, first", [("Ana", "Cy"), ("Ben", "Ana"), ("Cy", "Ben")]
    )
    def test_the_dealers_right_begins(
        self, seated: Seated, dealer: str, first: str
    ) -> None:
        table = seated("Ana", "Ben", "Cy", dealer=dealer)
        table.set_up("9H", Ana="AS KS QS", Ben="AC KC QC", Cy="AD KD QD")
        assert table.turn == first
        assert table.next.startswith(
            f"{first} plays 9s or higher, or 2s, 3s, 10s and jokers"
        )

    def test_three_cards_are_laid(self, seated: Seated) -> None:
        refused = seated("Ana", "Ben").refuses("lay", "Ana", cards="AS KS")
        assert str(refused.summary) == "Ana lays three PENULTIMATE cards, not 2."

    def test_a_card_lies_in_one_place(self, seated: Seated) -> None:
        table = seated("Ana", "Ben")
        table.enter("flip", card="9H")
        refused = table.refuses("lay", "Ana", cards="9H KS QS")
        assert "The nine of hearts is in the pile." in words((refused,))
        table.enter("lay", "Ana", cards="AS KS QS")
        refused = table.refuses("lay", "Ben", cards="AS KC QC")
        assert "is open among Ana’s PENULTIMATE cards" in words((refused,))
        assert "AS" not in jsonable(table.prompt("lay").fields[0].choices)

    def test_a_card_cannot_be_laid_twice(self, seated: Seated) -> None:
        refused = seated("Ana", "Ben").refuses("lay", "Ana", cards="AS AS QS")
        assert str(refused.summary) == "The ace of spades can’t be there 2 times."

    @pytest.mark.parametrize("flipped", ["2S", "3S", "XB"])
    def test_a_flipped_special_does_nothing(self, seated: Seated, flipped: str) -> None:
        table = seated("Ana", "Ben", dealer="Ben")
        table.set_up(flipped, Ana="AS KS QS", Ben="AC KC QC")
        assert table.turn == "Ana"
        assert table.count("hand", "Ana") == 3
        assert "of any rank" in table.next
        table.play("4S")


class TestTurns:
    def test_a_play_a_draw_and_the_next_player(self, two: Table) -> None:
        stock = two.count("stock")
        (ruling,) = two.play("8H 8S")
        assert ruling.verdict["legal"]
        assert two.turn == "Ben"
        assert (two.count("hand", "Ana"), two.count("stock")) == (3, stock - 2)
        assert two.next.startswith("Ana draws 2 cards. Ben plays 8s or higher,")
        assert two.scene.round == 1
        two.play("9S")
        assert (two.turn, two.scene.round) == ("Ana", 2)

    def test_a_play_that_does_not_beat_is_refused(self, two: Table) -> None:
        assert "6♠ neither equals nor beats 7♥" in words((two.refuse_play("6S"),))
        assert two.prompt("play").fields[0].choices
        assert all(
            jsonable(card)[0] in "23789TJQKAX"
            for card in two.prompt("play").fields[0].choices
        )

    def test_nothing_named_is_no_play(self, two: Table) -> None:
        assert (
            str(two.refuse_play().summary)
            == "No cards entered. Enter the cards Ana plays."
        )

    def test_taking_the_pile(self, two: Table) -> None:
        two.play("9H")
        ruling = two.pick_up()
        assert jsonable(ruling.verdict) == {
            "legal": True,
            "seat": "Ben",
            "picked_up": ["7H", "9H"],
            "proven": False,
        }
        assert "the referee can’t know" in words((ruling,))
        assert (two.turn, two.count("pile"), two.count("hand", "Ben")) == ("Ana", 0, 5)
        assert (
            two.next
            == "Ben takes the pile into hand. Ana plays hand cards of any rank."
        )
        assert "pickup" not in two.kinds

    def test_a_2_is_covered(self, two: Table) -> None:
        assert str(two.prompt("play").title) == "Play from the hand"
        two.play("2S")
        assert (two.turn, two.scene.phase, two.kinds) == (
            "Ana",
            "cover",
            ["play", "leave", "recount"],
        )
        assert str(two.prompt("play").title) == "Cover the 2 from the hand"
        assert (
            two.next == "Ana may cover the 2 with hand cards of any rank, or leave it."
        )
        two.play("4S")
        assert (two.turn, two.count("hand", "Ana")) == ("Ben", 3)

    def test_a_2_is_left(self, two: Table) -> None:
        two.play("2S")
        two.leave()
        assert two.turn == "Ben"
        assert two.count("hand", "Ana") == 3
        two.play("4H")

    def test_the_last_hand_card_a_2_draws_first(self, two: Table) -> None:
        two.play("TS TH")
        two.play("2S")
        assert two.scene.phase == "cover"
        assert two.count("hand", "Ana") == 3
        assert two.next.startswith("Ana draws 3 cards. Ana may cover the 2")

    def test_a_10_clears_and_its_player_plays_again(self, two: Table) -> None:
        two.play("TS")
        assert (two.turn, two.scene.phase, two.kinds) == (
            "Ana",
            "play again",
            ["play", "recount"],
        )
        assert jsonable(two.zone("discard").cards) == ["7H", "TS"]
        assert two.count("hand", "Ana") == 2
        assert (
            two.next
            == "The pile goes to the discards. Ana plays again: hand cards of any rank."
        )

    def test_a_joker(self, two: Table) -> None:
        two.play("8S")
        two.play("XB")
        assert two.turn == "Ana"
        assert jsonable(two.pile) == ["XB"]
        assert two.count("hand", "Ben") == 2 + 2
        assert two.next.startswith(
            "Ben takes 2 cards from under the joker into hand. Ana plays"
        )
        assert "Ben draws" not in two.next


class TestTheEnd:
    def test_the_last_hand_cards_are_joined(self, late: Position) -> None:
        table = late("1 / / 8S 9S / 3", "1 / / / 3", pile="7H", unseen="8H")
        table.play(hand="8H", penultimate="8S")
        assert jsonable(table.pile) == ["7H", "8H", "8S"]
        assert [
            table.count(name, "Ana") for name in ("hand", "penultimate", "final")
        ] == [0, 1, 3]
        assert table.turn == "Ben"

    def test_only_cards_that_lie_there(self, late: Position) -> None:
        table = late("0 / / 8S 4S / 3", "1 / / / 3", pile="7H")
        refused = table.refuse_play(penultimate="9S")
        assert str(refused.because[0].text) == "They are 8♠ 4♠."
        assert "isn’t among" in str(table.refuse_play(penultimate="8S 8S").summary)

    @pytest.mark.parametrize("special", ["2S", "TS"])
    def test_a_hand_emptied_by_a_special_goes_on(
        self, late: Position, special: str
    ) -> None:
        table = late("1 / / 4S 9S / 3", "1 / / / 3", pile="7H", unseen=special)
        table.play(hand=special)
        assert table.turn == "Ana"
        assert "PENULTIMATE" in table.next
        table.play(penultimate="4S")
        assert table.turn == "Ben"

    @pytest.mark.parametrize("special", ["2S", "TS"])
    def test_penultimate_emptied_by_a_special_goes_on_with_final(
        self, late: Position, special: str
    ) -> None:
        table = late(f"0 / / {special} / 3", "1 / / / 3", pile="7H", unseen="4S")
        table.play(penultimate=special)
        assert table.turn == "Ana"
        table.play(final="4S")
        assert (table.turn, table.count("final", "Ana")) == ("Ben", 2)

    def test_a_final_card_that_cannot_be_played_goes_into_hand_with_the_pile(
        self, late: Position
    ) -> None:
        table = late("0 / / / 2", "1 / / / 3", pile="7H 8H", unseen="4S")
        play, taking = table.play(final="4S")
        assert play.verdict["legal"] is False
        assert jsonable(play.verdict["pile"]) == ["7H", "8H"]
        assert jsonable(taking.verdict["picked_up"]) == ["7H", "8H", "4S"]
        assert {reason.basis for reason in taking.because} == {"rules", "reading"}
        assert (table.turn, table.count("pile"), table.count("final", "Ana")) == (
            "Ben",
            0,
            1,
        )
        assert jsonable(table.zone("hand", "Ana").cards) == ["7H", "8H", "4S"]

    @pytest.mark.parametrize(
        ("final", "margin", "told"),
        [
            ("8S", 1, "Ana turns the eight of spades, which beats the seven of hearts"),
            (
                "7S",
                0,
                "Ana turns the seven of spades, which equals the seven of hearts",
            ),
            (
                "6S",
                1,
                "Ana turns the six of spades, which doesn’t beat the seven of hearts",
            ),
        ],
    )
    def test_how_narrowly_a_final_card_could_be_played_is_told(
        self, late: Position, final: str, margin: int, told: str
    ) -> None:
        table = late("0 / / / 2", "1 / / / 3", pile="7H", unseen=final)
        contest = table.play(final=final)[0].contest
        assert contest is not None
        assert (contest.winner, contest.against, contest.margin, str(contest.text)) == (
            "Ana",
            None,
            margin,
            told,
        )

    def test_a_chosen_card_a_special_and_a_clear_case_are_no_contest(
        self, late: Position
    ) -> None:
        assert (
            late("0 / / 8S / 3", "1 / / / 3", pile="7H")
            .play(penultimate="8S")[0]
            .contest
            is None
        )
        for clear in ("2S", "9S", "5S"):
            table = late("0 / / / 2", "1 / / / 3", pile="7H", unseen=clear)
            assert table.play(final=clear)[0].contest is None

    def test_final_cards_come_last_and_alone(self, late: Position) -> None:
        table = late("0 / / 8S / 3", "1 / / / 3", pile="7H")
        assert "PENULTIMATE cards to play first: 8♠" in str(
            table.refuse_play(final="9S").summary
        )
        table = late("0 / / / 3", "1 / / / 3", pile="7H")
        assert (
            str(table.refuse_play(final="9S 9H").summary)
            == "One FINAL card is shown at a time, and alone."
        )

    def test_the_last_card_wins(self, late: Position) -> None:
        table = late("0 / / / 1", "2 / / 4S / 3", pile="7H", unseen="8S")
        *_, end = table.play(final="8S")
        assert jsonable(end.verdict) == {
            "winner": "Ana",
            "places": {"Ana": 1, "Ben": 2},
            "left": {"Ana": 0, "Ben": 6},
        }
        scene = table.scene
        assert (scene.finished, scene.winners, scene.to_act, table.prompts) == (
            True,
            ("Ana",),
            (),
            (),
        )
        assert table.next == "Game over: Ana wins."

    @pytest.mark.parametrize("last", ["2S", "TS"])
    def test_also_a_2_or_a_10(self, late: Position, last: str) -> None:
        table = late("1 / / / 0", "2 / / 4S / 3", pile="7H", unseen=last)
        table.play(hand=last)
        assert table.scene.winners == ("Ana",)

    def test_a_last_joker_takes_the_pile_first(self, late: Position) -> None:
        table = late("1 / / / 0", "2 / / 4S / 3", pile="7H")
        table.play(hand="XB")
        assert not table.scene.finished
        assert table.count("hand", "Ana") == 1
        table = late("1 / / / 0", "2 / / 4S / 3", pile="")
        table.play(hand="XB")
        assert table.scene.winners == ("Ana",)

    def test_the_others_are_placed_by_their_cards(self, seated: Seated) -> None:
        table = seated("Ana", "Ben", "Cy", dealer="Ben")
        table.set_up("7H", Ana="AS KS QS", Ben="AC KC QC", Cy="AD KD QD")
        assert {standing.place for standing in table.scene.standings} == {1}
        table.play("9S")
        table.pick_up()
        places = {
            standing.seat: (standing.score, standing.place)
            for standing in table.scene.standings
        }
        assert places == {"Ana": (9, 1), "Ben": (11, 3), "Cy": (9, 1)}


class TestWhatIsAskedFor:
    @pytest.mark.parametrize(
        ("ana", "stock", "due"),
        [
            ("2 / / 4S 5S / 3", 9, "hand"),
            ("2 / / / 1", 0, "hand"),
            ("0 / / 4S / 3", 0, "penultimate"),
            ("0 / / / 3", 0, "final"),
        ],
    )
    def test_where_the_cards_have_to_come_from(
        self, late: Position, ana: str, stock: int, due: str
    ) -> None:
        fields = late(ana, "1 / / / 3", pile="3H", stock=stock).prompt("play").fields
        assert [(field.name, field.optional) for field in fields if field.max] == [
            (due, False)
        ]

    def test_the_last_hand_cards_and_what_joins_them(self, late: Position) -> None:
        fields = (
            late("1 / / 8S 9S 4H / 3", "1 / / / 3", pile="7H", unseen="8H")
            .prompt("play")
            .fields
        )
        assert [(field.name, field.optional) for field in fields if field.max] == [
            ("hand", False),
            ("penultimate", True),
        ]
        assert jsonable(fields[1].choices) == ["8S", "9S"]

    def test_a_card_that_can_be_there_twice_can_be_meant_twice(
        self, seated: Seated
    ) -> None:
        table = seated(*"ABCD", dealer="B")
        table.set_up("4H", A="QS QS QH", B="KH QD QD", C="QC QC KS", D="KH KD KC")
        choices = jsonable(table.prompt("play").fields[0].choices)
        assert [choices.count(code) for code in ("QS", "QH", "KH", "AS")] == [
            0,
            1,
            0,
            2,
        ]


class TestWhatIsSeen:
    def test_a_hand_shows_its_cards_only_when_all_are_known(
        self, late: Position
    ) -> None:
        table = late("1 / 8H / / 3", "0 / 9H TH / / 3", pile="7H")
        assert table.zone("hand", "Ana").cards is None
        assert jsonable(table.zone("hand", "Ben").cards) == ["9H", "TH"]
        assert table.zone("final", "Ana").cards is None
        assert table.zone("stock").cards is None

    def test_a_joker_is_named_as_the_table_calls_it(self, two: Table) -> None:
        with pytest.raises(WrongFieldsError, match="black joker"):
            two.play("colour joker")


class TestWhatAPromptSays:
    def test_whose_card_is_turned_over_and_who_may_enter_it(
        self, seated: Seated
    ) -> None:
        flip = seated("Ana", "Ben").prompt("flip")
        assert (str(flip.title), str(flip.fields[0].label)) == (
            "Turn over a card",
            "Card turned over by Ana",
        )
        assert str(flip.help).endswith("Anybody may enter it.")

    def test_a_2_and_its_cover_are_entered_one_after_the_other(
        self, two: Table
    ) -> None:
        assert "Enter a 2 first" in str(two.prompt("play").help)
        refused = two.refuses("play", two.turn, hand="2S 5H")
        assert "Enter the 2 alone first" in str(refused.because[0].text)
