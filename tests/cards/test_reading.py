"""Reading what people type: every form of a card, and every way to part several."""

import pytest
from hypothesis import given, strategies as st

from referee.cards.card import Card, card
from referee.cards.decks import FIFTY_FOUR, FIFTY_TWO, ONLY_JOKER, TWENTY_FOUR
from referee.cards.naming import (
    JOKER_NAMES,
    JokerWording,
    speak_card,
    speak_cards,
    write_card,
)
from referee.cards.reading import lexicon_of, read_cards

SOME_CARDS = st.lists(st.sampled_from(FIFTY_FOUR), max_size=12)
WORDINGS = st.sampled_from([*JOKER_NAMES])


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


def forms(listed: str) -> list[str]:
    return [form.strip() for form in listed.split("|")]


class TestOneCard:
    def test_every_form_of_the_ten_of_hearts(self) -> None:
        listed = """
            TH | th | Th | tH | 10h | 10H | H10 | hT | 10♥ | ♥10 | 10♥️ | ♥️10 | T♥ | 10♡ | ♡10
            | 10❤ | 10❤️ | 10 h | 10 ♥ | h 10 | ten of hearts | Ten of Hearts | TEN OF HEARTS
            | 10 of hearts | ten hearts | ten heart | ten of h | tens of hearts | ten♥ | 10hearts
            | hearts 10 | hearts of ten | the ten of hearts | Ten of hearts. | 10h | １０h | Ｔｈ | 🂺
            | ten   of  hearts | ten of\nhearts | 10\u200dh
        """
        for text in forms(listed):
            assert read_cards(text) == (card("TH"),), text

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("2c", "2C"),
            ("as", "AS"),
            ("AS", "AS"),
            ("ace of spades", "AS"),
            ("Ace spades", "AS"),
            ("ac", "AC"),
            ("jc", "JC"),
            ("jack clubs", "JC"),
            ("knave of clubs", "JC"),
            ("king hearts", "KH"),
            ("deuce of diamonds", "2D"),
            ("trey of spades", "3S"),
            ("sixes of clubs", "6C"),
            ("ad", "AD"),
            ("A♤", "AS"),
            ("♧5", "5C"),
            ("Q♢", "QD"),
        ],
    )
    def test_forms_that_look_like_something_else(self, text: str, code: str) -> None:
        assert read_cards(text) == (card(code),)

    def test_every_rank_and_suit_by_name(self) -> None:
        for one in FIFTY_TWO:
            assert one.printed_suit is not None
            rank = one.printed_rank.name
            suit = one.printed_suit.name
            for text in (
                f"{rank} of {suit}",
                f"{rank} {suit}",
                f"{rank.title()} of {suit[:-1]}",
                f"{suit} {rank}",
            ):
                assert read_cards(text) == (one,), text


class TestUnicodePlayingCards:
    @pytest.mark.parametrize(
        ("suit", "first"),
        [("S", 0x1F0A1), ("H", 0x1F0B1), ("D", 0x1F0C1), ("C", 0x1F0D1)],
    )
    def test_a_suit_runs_from_ace_to_king_and_leaves_the_knight_out(
        self, suit: str, first: int
    ) -> None:
        ranks = "A23456789TJ-QK"
        for place, rank in enumerate(ranks):
            if rank != "-":
                assert read_cards(chr(first + place)) == (card(rank + suit),)

    def test_they_stand_side_by_side(self) -> None:
        assert read_cards("🂡🂾🃑") == cards("AS KH AC")

    def test_jokers_are_read(self) -> None:
        assert read_cards("🃏🂿🃟") == cards("XB XR XR")
        assert read_cards("🃏\ufe0f 🃟", "black-red") == cards("XB XR")
        assert read_cards("🃟", "colour-grey") == cards("XR")


class TestJokers:
    def test_every_form_of_the_higher_joker(self) -> None:
        listed = """
            XB | xb | XC | xc | black joker | joker black | Joker Black | colour joker | color joker
            | joker color | coloured joker | colored joker | big joker | high joker | higher joker
            | joker big | the big joker | ★Black | ★colour | ★ black | black ★ | blackjoker
            | jokerblack | joker of black
        """
        for text in forms(listed):
            assert read_cards(text) == (card("XB"),), text

    def test_every_form_of_the_lower_joker(self) -> None:
        listed = """
            XR | xr | XG | xg | red joker | joker red | RED JOKER | grey joker | gray joker
            | greyscale joker | grayscale joker | joker grey | little joker | low joker
            | lower joker | small joker | ★Red | ★Grey | redjoker
        """
        for text in forms(listed):
            assert read_cards(text) == (card("XR"),), text

    @pytest.mark.parametrize(
        "typed",
        ["joker", "the joker", "★Joker", "XB", "XR", "black joker", "grey joker", "🃟"],
    )
    def test_whatever_it_looks_like_a_deck_of_one_has_just_one(
        self, typed: str
    ) -> None:
        deck = (*TWENTY_FOUR, ONLY_JOKER)
        assert read_cards(typed, deck=deck) == (ONLY_JOKER,)
        ace = card("AH")
        assert read_cards(f"{typed} AH", deck=deck) == (ONLY_JOKER, ace)
        assert lexicon_of(deck).is_french

    @pytest.mark.parametrize("jokers", JOKER_NAMES)
    def test_codes_and_size_are_read_at_every_table(self, jokers: JokerWording) -> None:
        assert read_cards("XB XR xc xg, big joker, little joker", jokers) == cards(
            "XB XR XB XR XB XR"
        )

    def test_words_are_read_where_the_jokers_bear_them(self) -> None:
        assert read_cards("black joker, joker red, ★Black", "black-red") == cards(
            "XB XR XB"
        )
        assert read_cards(
            "color joker, joker greyscale, ★Grey", "colour-grey"
        ) == cards("XB XR XR")

    def test_jokers_after_one_another(self) -> None:
        assert read_cards("joker black joker red black joker red joker") == cards(
            "XB XR XB XR"
        )


class TestSeveralCards:
    def test_parted_by_spaces_signs_words_or_nothing(self) -> None:
        listed = """
            3C 4S TH | 3c4s10h | 3c 4s10h | 3c,4s,10h | 3c, 4s, 10h | 3c;4s; 10h | 3c\n4s\r\n10h
            | 3c and 4s and 10h | 3c + 4s & th | ♣3♠4♥10 | 3♣4♠10♥ | 3 c 4 s 10 h
            | three of clubs four of spades ten of hearts | 3c. 4s. 10h.
            | the three of clubs, the four of spades and the ten of hearts | 3c\t4s\u00a010h
            | 3c、4s，10h | 3c ♠4 ten hearts | clubs 3, spade 4, heart ten | 3C,4♠ and 🂺 | 3cs4♥10
        """
        for text in forms(listed):
            assert read_cards(text) == cards("3C 4S TH"), text

    def test_in_the_order_named_and_as_often(self) -> None:
        assert read_cards("10h10d 10h") == cards("TH TD TH")
        assert read_cards("asadahac") == cards("AS AD AH AC")
        assert read_cards("xbthxr") == cards("XB TH XR")
        assert read_cards("★BlackQ♠★Red10♥") == cards("XB QS XR TH")

    @pytest.mark.parametrize("text", ["", " ", "\n\t", ", ;", "\u200b"])
    def test_blank_text_names_no_card(self, text: str) -> None:
        assert read_cards(text) == ()


class TestWhatIsSaidCanBeRead:
    @given(
        some=SOME_CARDS,
        jokers=WORDINGS,
        joint=st.sampled_from(["", " ", ",", ", ", ";", "\n", " and ", " + "]),
    )
    def test_cards_are_read_back_however_they_are_joined(
        self, some: list[Card], jokers: JokerWording, joint: str
    ) -> None:
        assert read_cards(joint.join(c.code for c in some), jokers) == tuple(some)
        assert read_cards(joint.join(c.code.lower() for c in some), jokers) == tuple(
            some
        )
        assert read_cards(
            joint.join(write_card(c, jokers) for c in some), jokers
        ) == tuple(some)
        if joint:
            assert read_cards(
                joint.join(speak_card(c, jokers) for c in some), jokers
            ) == tuple(some)

    @given(
        some=st.lists(st.sampled_from(FIFTY_FOUR), min_size=1, max_size=8),
        jokers=WORDINGS,
    )
    def test_a_sentence_is_read_back(
        self, some: list[Card], jokers: JokerWording
    ) -> None:
        assert read_cards(speak_cards(some, jokers), jokers) == tuple(some)
