"""Wrong text: the part that is wrong is named, with the nearest right cards."""

import pytest
from hypothesis import example, given, strategies as st

from referee.cards.card import CARDS, card
from referee.cards.decks import FIFTY_FOUR
from referee.cards.naming import JOKER_NAMES, JokerWording, speak_card
from referee.cards.reading import LONGEST, CardsMisread, cards_alone, read_cards
from referee.vocabulary.fields.card_fields import read_several
from referee.vocabulary.fields.reading import Misread, ReadingContext
from referee.vocabulary.text import Wording

pytestmark = pytest.mark.slow

EITHER_WORDING = st.sampled_from([None, *JOKER_NAMES])
BITS_OF_CARDS = """
a k q j t x 10 1 0 2 h c s d ♥ ♠️ ★ 🃏 🂡 🂬 of the and joker jokr black grey big hearts hart ten kng xb
, . - ( é
"""
BLANKS_AND_ODD_LETTERS = ["", " ", "\n", "\u200b", "İ", "ſ", "ß", "\ud800"]
CARDLIKE = st.lists(
    st.sampled_from([*BITS_OF_CARDS.split(), *BLANKS_AND_ODD_LETTERS]), max_size=12
).map("".join)


def misread(text: str, jokers: JokerWording | None = None) -> CardsMisread:
    with pytest.raises(CardsMisread) as caught:
        read_cards(text, jokers)
    assert caught.value.part in text
    return caught.value


def message(text: str, jokers: JokerWording | None = None) -> str:
    """What people read: in the words of the table, which `jokers` is."""
    with pytest.raises(Misread) as caught:
        read_several(text, ReadingContext(jokers=jokers))
    return caught.value.message.word(Wording(jokers=jokers or "black-red"))


def codes(wrong: CardsMisread) -> str:
    return " ".join(c.code for c in wrong.nearest)


class TestTheNearestRightCard:
    @pytest.mark.parametrize(
        ("text", "nearest"),
        [
            ("1h", "AH"),
            ("0d", "TD"),
            ("11s", "JS"),
            ("12s", "QS"),
            ("13c", "KC"),
            ("14♥", "AH"),
            ("one of hearts", "AH"),
            ("eleven of clubs", "JC"),
            ("1 0c", "TC"),
            ("lOh", "TH"),
            ("10-h", "TH"),
            ("(ks)", "KS"),
            ("ten-of-hearts", "TH"),
            ("hearst of ten", "TH"),
            ("tne of harts", "TH"),
            ("king of hart", "KH"),
            ("kng hearts", "KH"),
            ("jak of spades", "JS"),
            ("diamnds 4", "4D"),
            ("asx", "AS"),
            ("qq", "QC QD QH QS"),
            ("15h", "5H"),
            ("blak joker", "XB"),
            ("joker gry", "XR"),
            ("jokr", "XB XR"),
            ("red", "XR"),
            ("4x", "4C 4D 4H 4S"),
        ],
    )
    def test_of_a_slip(self, text: str, nearest: str) -> None:
        wrong = misread(text)
        assert wrong.part == text
        assert codes(wrong) == nearest
        assert f"({wrong.nearest[0].code})" in message(text)

    @pytest.mark.parametrize("text", ["zz", "of", "?", "🂠", "é", "foo bar baz"])
    def test_nothing_is_near_to_nonsense(self, text: str) -> None:
        wrong = misread(text)
        assert wrong.part == text
        assert wrong.nearest == ()
        assert message(text).startswith(f"“{text}” is not a card. Write cards like 10h")

    def test_nothing_is_near_to_a_long_text(self) -> None:
        assert codes(misread("-" * 38 + "1h")) == "AH"
        assert codes(misread("-" * 39 + "1h")) == ""

    def test_the_message_names_the_part_and_the_card(self) -> None:
        assert (
            message("3c 1h")
            == "“1h” is not a card. Did you mean the ace of hearts (AH)?"
        )


class TestHalfACard:
    def test_a_rank_without_a_suit(self) -> None:
        wrong = misread("3c j")
        assert (wrong.part, codes(wrong)) == ("j", "JC JD JH JS")
        assert message("3c j").startswith(
            "“j” is a rank without a suit. Did you mean the jack of clubs (JC), "
        )

    def test_a_suit_without_a_rank(self) -> None:
        assert (
            message("♥")
            == "“♥” is a suit without a rank. Write the rank too, such as 10h."
        )

    @pytest.mark.parametrize(
        ("text", "part"),
        [("ace", "ace"), ("king of", "king of"), ("a, s", "a"), ("jacks", "jacks")],
    )
    def test_a_card_does_not_reach_across_a_comma_or_the_end(
        self, text: str, part: str
    ) -> None:
        assert misread(text).part == part

    @pytest.mark.parametrize(
        ("text", "part"),
        [("c 3h 4s 5", "c"), ("10♥3 ♠", "3"), ("ah10", "10"), ("3 4", "3")],
    )
    def test_halves_are_not_joined_where_that_would_split_a_card(
        self, text: str, part: str
    ) -> None:
        assert misread(text).part == part


class TestTheWrongPart:
    @pytest.mark.parametrize(
        ("text", "part"),
        [
            ("3c 1h 4s", "1h"),
            ("3c, 4s and 11d", "11d"),
            ("3c4x", "4x"),
            ("10hs", "s"),
            ("3c4x of hearts", "4x"),
            ("3c11s4d", "11s"),
            ("1hkd", "1h"),
            ("ten of hearts, king of hart, 3c", "king of hart"),
            ("foo 3c", "foo"),
            ("10h of", "of"),
            ("  QQ\n", "QQ"),
            ("İ 3c", "İ"),
            ("İİ3c 1H", "İİ"),
        ],
    )
    def test_is_the_first_and_no_more(self, text: str, part: str) -> None:
        assert misread(text).part == part

    def test_a_long_part_is_shortened_in_the_message_only(self) -> None:
        wrong = misread("z" * 500)
        assert wrong.part == "z" * 500
        assert f"“{'z' * 40}…”" in message("z" * 500)

    def test_what_cannot_be_shown_is_not_repeated(self) -> None:
        assert "“z�z”" in message("z\x00z")
        assert message("z\ud800").encode()


class TestJokersOfTheTable:
    def test_a_bare_joker_does_not_say_which(self) -> None:
        wrong = misread("joker 3c")
        assert (wrong.part, codes(wrong)) == ("joker", "XB XR")
        expected = (
            "“joker” does not say which joker. Did you mean the black joker (XB) or "
            "the red joker (XR)?"
        )
        assert message("joker 3c") == expected

    def test_a_bare_joker_is_asked_about_in_the_words_of_the_table(self) -> None:
        assert "the colour joker (XC) or the grey joker (XG)?" in message(
            "★", "colour-grey"
        )

    @pytest.mark.parametrize(
        "text",
        [
            "black joker",
            "joker red",
            "★Black",
            "redjoker",
            "🃏",
            "🂿",
            "red",
            "joker of black",
        ],
    )
    def test_a_table_with_a_colour_and_a_grey_joker_has_no_black_or_red_one(
        self, text: str
    ) -> None:
        wrong = misread(text, "colour-grey")
        assert (wrong.part, codes(wrong)) == (text, "XB XR")
        assert message(text, "colour-grey") == (
            "This table’s jokers are the colour joker and the grey joker; "
            f"“{text}” is neither."
        )

    @pytest.mark.parametrize(
        "text", ["colour joker", "color joker", "joker greyscale", "★Grey", "gray"]
    )
    def test_a_table_with_a_black_and_a_red_joker_has_no_colour_or_grey_one(
        self, text: str
    ) -> None:
        wrong = misread(text, "black-red")
        assert (wrong.part, codes(wrong)) == (text, "XB XR")
        assert message(text, "black-red") == (
            f"This table’s jokers are the black joker and the red joker; “{text}” "
            "is neither."
        )

    def test_a_slip_of_another_tables_joker_is_near_to_both(self) -> None:
        assert codes(misread("blak joker", "colour-grey")) == "XB XR"


class TestAnyText:
    @given(text=st.one_of(st.text(max_size=60), CARDLIKE), jokers=EITHER_WORDING)
    @example(text="\ud800", jokers=None)
    @example(text="İh", jokers="black-red")
    @example(text="♥️\ufe0f\ufe0f10", jokers=None)
    def test_reads_or_names_a_part_of_itself(
        self, text: str, jokers: JokerWording | None
    ) -> None:
        try:
            found = read_cards(text, jokers)
        except CardsMisread as wrong:
            assert wrong.part
            assert wrong.part in text
            assert len(wrong.nearest) <= 4
            assert set(wrong.nearest) <= set(FIFTY_FOUR)
            assert message(text, jokers).encode()
        else:
            assert all(CARDS[c.code] is c for c in found)

    @given(text=CARDLIKE, jokers=EITHER_WORDING)
    def test_cards_alone_are_those_of_right_text_and_none_of_wrong(
        self, text: str, jokers: JokerWording | None
    ) -> None:
        try:
            found = read_cards(text, jokers)
        except CardsMisread:
            found = ()
        assert cards_alone(text, jokers) == found

    @given(text=CARDLIKE, jokers=EITHER_WORDING)
    def test_what_is_offered_can_be_typed(
        self, text: str, jokers: JokerWording | None
    ) -> None:
        try:
            offered = read_cards(text, jokers)
        except CardsMisread as wrong:
            offered = wrong.nearest
        for one in offered:
            assert (
                read_cards(one.code, jokers)
                == read_cards(speak_card(one, jokers or "black-red"), jokers)
                == (one,)
            )

    def test_too_long_text_is_refused_with_its_length(self) -> None:
        assert read_cards("as" * (LONGEST // 2)) == (card("AS"),) * (LONGEST // 2)
        told = "That’s 8,000 characters. Enter at most 4,000 at a time."
        assert message("as" * LONGEST) == told

    @pytest.mark.parametrize(
        "piece",
        [
            "a",
            "1h",
            "z",
            "of ",
            "a ",
            "z ",
            "★",
            "🃏\ufe0f",
            "e\u0301",
            "\ufdfa",
            "h3a",
            "z1",
        ],
    )
    def test_hostile_text_is_read_to_its_end(self, piece: str) -> None:
        text = (piece * LONGEST)[: LONGEST - 2] + "1z"
        assert misread(text).part in text
