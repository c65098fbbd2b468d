"""Catalogues beside packages: read as they are, each package its own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.plugin import languages
from referee.vocabulary.text import ENGLISH, Wording, count, say

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
    languages.words.cache_clear()
    sys.modules.pop("strangers_words", None)


def test_a_package_brings_its_own_words(polish: Wording) -> None:
    assert say("Ann wins").word(polish) == "Ann wygrywa"


def test_what_is_not_translated_or_only_guessed_stays_english(polish: Wording) -> None:
    said = [say(template).word(polish) for template in ("nobody", "Ann loses", "somebody")]
    assert said == ["nobody", "Ann loses", "somebody"]
    assert count("{n} day", "{n} days", 2).word(polish) == "2 days"


def test_a_number_of_things_takes_the_form_that_its_language_has(polish: Wording) -> None:
    said = [count("{n} card", "{n} cards", n).word(polish) for n in (1, 2, 5, 22)]
    assert said == ["1 karta", "2 karty", "5 kart", "22 karty"]


def test_english_needs_no_catalogue() -> None:
    assert languages.language("en") is ENGLISH


def test_a_game_that_is_one_module_has_no_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one_module_game.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    assert languages.words("one_module_game", "de") == languages.Words()
