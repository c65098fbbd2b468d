"""Catalogues beside packages: read as they are, each package its own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import card
from referee.plugin import languages
from referee.vocabulary.text import ENGLISH, Wording, say, say_count

POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "Ann wins"
msgstr "Ann wygrywa"

#, fuzzy
msgid "Ann loses"
msgstr "Ann tańczy"

msgid "nobody"
msgstr ""

msgid "{seat} wins with the {card}"
msgstr "{miejsce} wygrywa"

msgid "{seat} waits"
msgstr "{seat} czeka na {card}"

msgid "{seat} leads"
msgstr "Prowadzi"

msgid "{seat} deals"
msgstr "{seat rozdaje"

msgid "{seat} leaves"
msgstr "Odchodzi {seat}"

msgid "{n} point for {seat}"
msgid_plural "{n} points for {seat}"
msgstr[0] "punkt dla {seat}"
msgstr[1] "{n} punkty dla {seat}"
msgstr[2] "{n} punktów"

msgid "{n} trick for {seat}"
msgid_plural "{n} tricks for {seat}"
msgstr[0] "lewa dla {seat}"
msgstr[1] "{n} lewy dla {seat}"
msgstr[2] "{n} lew dla {seat}"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
"""


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Wording]:
    """A stranger's package that speaks Polish."""
    folder = tmp_path / "strangers_words" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "pl.po").write_text(POLISH, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield Wording(language=languages.language("pl", ("strangers_words",)))
    languages.language.cache_clear()
    languages.read_words.cache_clear()
    sys.modules.pop("strangers_words", None)


def test_a_package_brings_its_own_words(polish: Wording) -> None:
    assert say("Ann wins").word(polish) == "Ann wygrywa"


def test_what_is_not_translated_or_only_guessed_stays_english(polish: Wording) -> None:
    said = [
        say(template).word(polish) for template in ("nobody", "Ann loses", "somebody")
    ]
    assert said == ["nobody", "Ann loses", "somebody"]
    assert say_count("{n} day", "{n} days", 2).word(polish) == "2 days"


def test_a_translation_with_other_names_in_braces_than_its_template_is_not_used(
    polish: Wording,
) -> None:
    values = {"seat": "Ana", "card": card("KH")}
    templates = (
        "{seat} wins with the {card}",
        "{seat} waits",
        "{seat} leads",
        "{seat} deals",
        "{seat} leaves",
    )
    assert [say(template, **values).word(polish) for template in templates] == [
        "Ana wins with the king of hearts",
        "Ana waits",
        "Ana leads",
        "Ana deals",
        "Odchodzi Ana",
    ]


def test_of_a_number_of_things_each_form_has_the_names_of_its_template_but_for_the_number(
    polish: Wording,
) -> None:
    points = [
        say_count("{n} point for {seat}", "{n} points for {seat}", n, seat="Ana").word(
            polish
        )
        for n in (1, 2)
    ]
    assert points == ["1 point for Ana", "2 points for Ana"]
    tricks = [
        say_count("{n} trick for {seat}", "{n} tricks for {seat}", n, seat="Ana").word(
            polish
        )
        for n in (1, 2)
    ]
    assert tricks == ["lewa dla Ana", "2 lewy dla Ana"]


def test_a_number_of_things_takes_the_form_that_its_language_has(
    polish: Wording,
) -> None:
    said = [say_count("{n} card", "{n} cards", n).word(polish) for n in (1, 2, 5, 22)]
    assert said == ["1 karta", "2 karty", "5 kart", "22 karty"]


@pytest.mark.parametrize(
    "wrong",
    [
        b"\xff\xfe",
        POLISH.replace("charset=utf-8", "charset=rot13").encode(),
        POLISH.replace("nplurals=3", "nplurals=x").encode(),
        POLISH.replace("plural=(", "plural=n%0+(").encode(),
        POLISH.replace("plural=(", "plural=5+(").encode(),
    ],
)
@pytest.mark.usefixtures("polish")
def test_a_catalogue_that_cannot_be_read_stays_english_and_the_others_are_spoken_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    wrong: bytes,
) -> None:
    monkeypatch.delitem(sys.modules, "wrong_words", raising=False)
    (tmp_path / "wrong_words" / "locale").mkdir(parents=True)
    (tmp_path / "wrong_words" / "__init__.py").write_text("")
    (tmp_path / "wrong_words" / "locale" / "pl.po").write_bytes(wrong)
    assert languages.read_words("wrong_words", "pl") == languages.Words()
    assert (
        languages.language("pl", ("wrong_words", "strangers_words")).gettext("Ann wins")
        == "Ann wygrywa"
    )
    [told] = caplog.records
    assert told.getMessage() == "a catalogue cannot be read"


def test_english_needs_no_catalogue() -> None:
    assert languages.language("en") is ENGLISH


def test_a_game_that_is_one_module_has_no_catalogue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one_module_game.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert languages.read_words("one_module_game", "de") == languages.Words()
