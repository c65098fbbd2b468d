"""Every deck: its codes, its names in each language, and how its cards are typed and
sorted.
"""

import copy
import json
import pickle
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import referee
from referee import (
    COLOURS,
    GERMAN_THIRTY_TWO,
    ITALIAN_FORTY,
    SPANISH_FORTY,
    SPANISH_FORTY_EIGHT,
    TAROT,
    Card,
    Rank,
    Suit,
    card,
    make_deck,
    say,
)
from referee.cards.card import CARDS, by_code
from referee.cards.localized_input import in_codes
from referee.cards.naming import (
    as_it_is,
    speak_card,
    speak_cards,
    speak_with_article,
    write_card,
    write_cards,
)
from referee.cards.reading import CardsMisread, lexicon_of, read_cards, typed
from referee.common_rules.tricks import best_card
from referee.plugin.languages import language, list_codes
from referee.vocabulary.fields.card_fields import read_several
from referee.vocabulary.fields.reading import Misread, ReadingContext
from referee.vocabulary.text import decoded, encoded
from tests.properties import costly
from tests.toy_games.every_deck import DECKS, ELEMENTS

Deck = tuple[Card, ...]

OF_OURS = {id: deck for id, deck in DECKS.items() if deck is not ELEMENTS}
"""The decks whose names the referee's own catalogues hold."""

every_deck = pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)


@pytest.mark.parametrize(
    ("id", "cards", "different"),
    [
        ("french-54", 54, 54),
        ("french-52", 52, 52),
        ("french-40", 40, 40),
        ("french-36", 36, 36),
        ("french-32", 32, 32),
        ("french-twice-32", 64, 32),
        ("german-36", 36, 36),
        ("german-32", 32, 32),
        ("spanish-48", 48, 48),
        ("spanish-40", 40, 40),
        ("italian-40", 40, 40),
        ("tarot", 78, 78),
        ("colours", 108, 54),
    ],
)
def test_a_deck_has_as_many_cards_as_people_count(
    id: str, cards: int, different: int
) -> None:
    assert (len(DECKS[id]), len(set(DECKS[id]))) == (cards, different)


@every_deck
def test_cards_stand_in_order_and_have_codes_of_their_own(deck: Deck) -> None:
    assert list(deck) == sorted(deck, key=lambda one: one.order)
    assert (
        len({one.code for one in deck})
        == len({one.order for one in deck})
        == len(set(deck))
    )
    assert all(card(one.code, deck) is one for one in deck)


@every_deck
def test_every_card_is_read_by_its_code_by_what_is_written_and_by_its_name(
    deck: Deck,
) -> None:
    for one in set(deck):
        for text in (
            one.code,
            one.code.lower(),
            typed(one),
            write_card(one),
            speak_card(one),
            speak_with_article(one),
        ):
            assert read_cards(text, deck=deck) == (one,), text


@every_deck
def test_every_card_is_read_by_its_name_in_every_language(deck: Deck) -> None:
    for code in list_codes():
        translate = language(code).gettext
        for one in set(deck):
            for name in (
                (speak_card, speak_with_article)
                if one.is_joker
                else (write_card, speak_card, speak_with_article)
            ):
                text = name(one, "black-red", translate)
                typed_in = in_codes(text, translate, deck=deck)
                assert read_cards(typed_in, deck=deck) == (one,), text


@every_deck
def test_no_two_cards_are_written_or_spoken_alike(deck: Deck) -> None:
    different = set(deck)
    for code in list_codes():
        translate = as_it_is if code == "en" else language(code).gettext
        names = {write_card(one, "black-red", translate) for one in different}
        assert len(names) == len(different), code
        assert not any(" " in name for name in names), code
        said = {speak_card(one, "black-red", translate) for one in different}
        assert len(said) == len(different), code


@settings(max_examples=costly(100))
@given(data=st.data())
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_several_cards_are_read_however_they_are_listed(
    deck: Deck, data: st.DataObject
) -> None:
    cards = tuple(data.draw(st.lists(st.sampled_from(deck), min_size=1, max_size=8)))
    assert read_cards(write_cards(cards), deck=deck) == cards
    assert read_cards(speak_cards(cards), deck=deck) == cards
    assert read_cards(" ".join(map(typed, cards)), deck=deck) == cards
    assert read_cards(", ".join(one.code for one in cards), deck=deck) == cards


@pytest.mark.slow
@settings(max_examples=costly(100))
@given(text=st.text(max_size=30))
@pytest.mark.parametrize("deck", DECKS.values(), ids=DECKS)
def test_any_text_is_cards_of_the_deck_or_says_what_is_wrong(
    deck: Deck, text: str
) -> None:
    try:
        found = read_cards(text, deck=deck)
    except CardsMisread as wrong:
        assert set(wrong.nearest) <= set(lexicon_of(deck).cards.values())
    else:
        assert set(found) <= set(lexicon_of(deck).cards.values())


@every_deck
def test_a_stored_sentence_names_the_card_again_as_the_very_same(deck: Deck) -> None:
    for one in set(deck):
        again = decoded(json.loads(json.dumps(encoded(say("{card}", card=one)))))
        assert again.values["card"] is one


@pytest.mark.parametrize(
    ("deck", "text", "code"),
    [
        (GERMAN_THIRTY_TWO, "10e", "TE"),
        (GERMAN_THIRTY_TWO, "eo", "OE"),
        (GERMAN_THIRTY_TWO, "ober of acorns", "OE"),
        (GERMAN_THIRTY_TWO, "ace of leaves", "AL"),
        (GERMAN_THIRTY_TWO, "under hearts", "UH"),
        (SPANISH_FORTY, "10o", "JO"),
        (SPANISH_FORTY, "1 of swords", "AS"),
        (SPANISH_FORTY, "king of clubs", "KB"),
        (SPANISH_FORTY_EIGHT, "horse of cups", "NC"),
        (ITALIAN_FORTY, "10 coins", "KO"),
        (ITALIAN_FORTY, "8 coins", "JO"),
        (TAROT, "21 of trumps", "21T"),
        (TAROT, "t1", "1T"),
        (TAROT, "10t", "TT"),
        (TAROT, "10h", "TH"),
        (TAROT, "knight of spades", "NS"),
        (TAROT, "the fool", "F"),
        (COLOURS, "red 5", "5R"),
        (COLOURS, "the green skip", "SG"),
        (COLOURS, "reverse blue", "TB"),
        (COLOURS, "plus-two yellow", "PY"),
        (COLOURS, "plus-four", "WF"),
        (COLOURS, "r0", "0R"),
        (ELEMENTS, "four of fire", "4F"),
        (ELEMENTS, "4△", "4F"),
        (ELEMENTS, "void", "V"),
    ],
)
def test_cards_are_typed_as_people_say_them(deck: Deck, text: str, code: str) -> None:
    assert [one.code for one in read_cards(text, deck=deck)] == [code]


@pytest.mark.parametrize(
    ("code", "deck", "text", "card"),
    [
        ("de", GERMAN_THIRTY_TWO, "Eichel Ober", "OE"),
        ("de", GERMAN_THIRTY_TWO, "Schellen-Daus", "AS"),
        ("de", GERMAN_THIRTY_TWO, "Laub Unter", "UL"),
        ("de", GERMAN_THIRTY_TWO, "ED", "AE"),
        ("de", TAROT, "Trumpf 21", "21T"),
        ("de", TAROT, "Herz-Ritter", "NH"),
        ("de", TAROT, "Narr", "F"),
        ("de", COLOURS, "rote Fünf", "5R"),
        ("de", COLOURS, "Aussetzen gelb", "SY"),
        ("de", COLOURS, "Farbwahl", "W"),
        ("es", SPANISH_FORTY, "sota de oros", "JO"),
        ("es", SPANISH_FORTY, "el as de bastos", "AB"),
        ("es", SPANISH_FORTY, "caballo de copas y rey de espadas", "NC KS"),
        ("es", COLOURS, "el cinco rojo", "5R"),
        ("es", TAROT, "el 21 de triunfos", "21T"),
        ("es", TAROT, "el loco", "F"),
    ],
)
def test_cards_are_typed_as_people_say_them_in_their_language(
    code: str, deck: Deck, text: str, card: str
) -> None:
    assert (
        " ".join(
            map(
                str,
                read_cards(
                    in_codes(text, language(code).gettext, deck=deck), deck=deck
                ),
            )
        )
        == card
    )


def test_a_code_belongs_to_its_deck() -> None:
    assert card("7H", GERMAN_THIRTY_TWO) is not card("7H")
    assert speak_card(card("AS", SPANISH_FORTY)) == "ace of swords"
    assert speak_card(card("AS")) == "ace of spades"


def test_what_a_deck_lacks_is_misread_with_cards_of_the_deck() -> None:
    with pytest.raises(CardsMisread) as wrong:
        read_cards("obber of acorns", deck=GERMAN_THIRTY_TWO)
    assert wrong.value.nearest == (card("OE", GERMAN_THIRTY_TWO),)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("acorns", r"suit without a rank.* such as 10e"),
        ("xyzzy", r"is not a card.* like 10s"),
    ],
)
def test_an_example_is_of_the_deck(text: str, words: str) -> None:
    with pytest.raises(Misread, match=words):
        read_several(text, ReadingContext(deck=GERMAN_THIRTY_TWO))


def test_a_suit_named_by_a_colour_has_its_article_before_the_colour() -> None:
    assert (
        speak_cards([card("5R", COLOURS), card("WF", COLOURS)])
        == "the red five and the plus-four"
    )


def test_a_colour_deck_holds_each_card_as_often_as_its_pack() -> None:
    counted = Counter(one.code for one in COLOURS)
    assert (counted["0R"], counted["9R"], counted["PB"], counted["W"]) == (1, 2, 2, 4)


def test_a_deck_made_twice_has_the_same_cards() -> None:
    again = make_deck([Rank("1", "one")], [Suit("F", "fire")])
    assert make_deck([Rank("1", "one")], [Suit("F", "fire")]) == again
    assert by_code(again)["1F"] is again[0]


SEVEN = Rank("7", "seven")
HEARTS = Suit("H", "hearts")


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Rank("7 ", "seven"), "cannot stand in a card's code"),
        (lambda: Rank("7", "seven up"), "is not one word"),
        (lambda: Suit("h", "hearts"), "cannot stand in a card's code"),
        (lambda: Suit("H", "hearts", naming="{rank}"), "does not name a card"),
        (
            lambda: make_deck([SEVEN, Rank("7", "septet")], [HEARTS]),
            "can be read as two cards",
        ),
        (
            lambda: make_deck(
                [Rank("A", "ace"), Rank("B", "boss")],
                [Suit("A", "arms"), Suit("B", "bows")],
            ),
            "as two cards",
        ),
        (
            lambda: make_deck([SEVEN], [HEARTS], [Rank("H", "herald")]),
            "is a card, and a rank or a suit",
        ),
        (
            lambda: lexicon_of(
                make_deck([Rank("K", "king", typed="hearts")], [HEARTS])
            ),
            "is typed for K and for H",
        ),
    ],
)
def test_a_deck_that_could_not_be_read_is_not_made(made: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        made()  # type: ignore[operator]  # each makes something


def test_a_code_names_its_card() -> None:
    assert list(CARDS)[:5] == ["2C", "2D", "2H", "2S", "3C"]
    assert list(CARDS)[-2:] == [
        "XR",
        "XB",
    ]
    with pytest.raises(
        KeyError, match="'10h' is no card of this deck: their codes go from 2C to XB"
    ):
        card("10h")


@every_deck
def test_copying_and_sending_a_card_keeps_it_the_same_card(deck: Deck) -> None:
    for one in set(deck):
        assert copy.copy(one) is one
        assert copy.deepcopy([one]) == [one]
        assert pickle.loads(pickle.dumps(one)) is one


RECIPES = (Path(__file__).parents[2] / "docs" / "recipes.md").read_text("utf-8")


def test_the_recipes_list_every_deck_with_what_it_holds() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in RECIPES.splitlines()
        if line.startswith("| `")
    ]
    told = {row[0].strip("`"): row[1:] for row in rows if len(row) == 5}
    decks = {
        name: deck
        for name in referee.__all__
        if name.isupper() and _is_deck(deck := getattr(referee, name))
    }
    assert told.keys() == decks.keys() - {"JOKERS"}
    for name, (cards, _, ranks, alone) in told.items():
        deck: Deck = decks[name]
        families = dict.fromkeys(
            one.rank for one in deck if one.suit not in (None, "T")
        )
        assert int(cards) == len(deck)
        assert ranks.split("`")[1].split() == list(families)
        assert re.findall("`(\\w+)`", alone) == list(
            dict.fromkeys(one.code for one in deck if one.suit is None)
        )


def _is_deck(value: object) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Card)


def test_the_deck_that_the_recipes_make_is_typed_and_named() -> None:
    [source] = [
        block
        for block in re.findall(r"```python\n(.*?)```", RECIPES, re.DOTALL)
        if "make_deck" in block
    ]
    made: dict[str, Any] = {}
    exec(source, made)  # what a reader would type
    deck = made["GAME"].deck
    assert [
        speak_card(one)
        for one in read_cards("wyrm of iron, f1 and the phoenix", deck=deck)
    ] == [
        "dragon of iron",
        "one of fire",
        "phoenix",
    ]
    assert [write_card(one) for one in deck[-3:]] == ["DW", "D◎", "Phoenix"]


def test_a_trick_goes_by_the_order_of_the_deck_or_by_other_ranks() -> None:
    ten, king, acorn = (card(code, GERMAN_THIRTY_TWO) for code in ("TS", "KS", "7E"))
    assert best_card((ten, king, acorn)) is king
    assert best_card((ten, king, acorn), ranks="789UOKTA") is ten
    assert best_card((ten, king, acorn), trump="E") is acorn
    fool = card("F", TAROT)
    trump = card("1T", TAROT)
    assert best_card((card("KH", TAROT), fool, trump), trump="T") is trump
