"""A language that somebody installed: it is offered, and spoken on pages, by scripts,
in answers and in typed cards.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from flask import Flask

from referee.cards.naming import join_words
from referee.plugin import discovery, languages

pytestmark = pytest.mark.slow

POLISH = {"Accept-Language": "pl-PL,pl;q=0.9"}

CORE = {
    "five": "piątka",
    "queen": "dama",
    "hearts": "kier",
    "{rank} of {suit}": "{rank} {suit}",
    "é=e": "ą=on",
    "and": "i",
    "and ~ pattern": "oraz ~ [iI]",
}
PAGES = {"Preferences": "Ustawienia", "Take back the {card}": "Cofnij {card}"}
SEVERAL = """
msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"
"""
FAJ = {"Faces, Aces, & Jokers": "Figury, asy i jokery"}

HEADER = """msgid ""
msgstr ""
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"""


def catalogue(words: Mapping[str, str]) -> str:
    return HEADER + "".join(
        f'\nmsgid "{one}"\nmsgstr "{said}"\n' for one, said in words.items()
    )


def install(place: Path, codes: Mapping[str, str], words: Mapping[str, str]) -> None:
    """Put a package of languages where pip would: its modules, and beside them what
    tells of its entry points.
    """
    about = place / "some_words-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: some-words\nVersion: 1\n"
    )
    points = "".join(f"{code} = {module}\n" for code, module in codes.items())
    (about / "entry_points.txt").write_text(f"[referee.languages]\n{points}")
    folder = place / "some_words" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    for package, said in words.items():
        (folder / f"{package}.po").write_text(said, "utf-8")


def forget() -> None:
    discovery.look_again()
    for cached in (languages.language, languages.read_words):
        cached.cache_clear()


@pytest.fixture
def modules(tmp_path: Path) -> Iterator[Path]:
    """A folder of modules for a test to install something into.

    Python no longer looks there when all is forgotten: another thread may load the
    languages at once.
    """
    folder = tmp_path / "modules"
    folder.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield folder
    sys.modules.pop("some_words", None)
    forget()


@pytest.fixture
def polish(modules: Path) -> None:
    said = {
        "referee": catalogue(CORE),
        "referee_web": catalogue(PAGES) + SEVERAL,
        "referee_faj": catalogue(FAJ),
    }
    install(modules, {"pl": "some_words"}, said)
    forget()


@pytest.mark.usefixtures("polish")
def test_it_is_offered_by_its_own_name(app: Flask) -> None:
    phone = app.test_client()
    assert '<span lang="pl">Polski</span>' in phone.get("/preferences").text
    phone.post("/preferences", data={"language": "pl", "back": "/"})
    assert '<html lang="pl"' in phone.get("/").text


@pytest.mark.usefixtures("polish")
def test_pages_and_answers_speak_it_where_they_are_asked_for_it(app: Flask) -> None:
    page = app.test_client().get("/preferences", headers=POLISH)
    assert page.headers["Content-Language"] == "pl"
    assert "Ustawienia" in page.text
    game = app.test_client().get("/api/v1/games/faj", headers=POLISH)
    assert game.get_json()["title"] == FAJ["Faces, Aces, & Jokers"]


@pytest.mark.usefixtures("polish")
def test_scripts_speak_it_with_all_its_plurals(app: Flask) -> None:
    answer = app.test_client().get("/words/pages/pl.js")
    assert answer.status_code == 200
    assert '"Take back the {card}":"Cofnij {card}"' in answer.text
    said = json.loads(answer.text.partition(" = ")[2].removesuffix(";\n"))
    assert said["{n} card"] == {
        "one": "{n} karta",
        "few": "{n} karty",
        "many": "{n} kart",
    }


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(
    "typed",
    ["dama kier", "kier dama", "piątka kier", "piontka kier", "piatka kier", "d♥"],
)
def test_cards_are_typed_by_the_names_in_its_catalogue(app: Flask, typed: str) -> None:
    sent = {"typed=pile": typed, "typed=cards": "KH"}
    answer = app.test_client().post("/ask/tripp-jokes/play", headers=POLISH, data=sent)
    assert answer.status_code == 200
    assert app.test_client().post("/ask/tripp-jokes/play", data=sent).status_code == 422


@pytest.mark.usefixtures("polish")
def test_it_says_and_by_the_sound_that_follows() -> None:
    told = languages.language("pl").gettext
    assert join_words(["Ana", "Ben"], told) == "Ana i Ben"
    assert join_words(["Ana", "Iris"], told) == "Ana oraz Iris"


def test_without_it_nobody_is_offered_it(app: Flask) -> None:
    assert (
        app.test_client()
        .get("/preferences", headers=POLISH)
        .headers["Content-Language"]
        == "en"
    )
    assert app.test_client().get("/words/pages/pl.js").status_code == 404


@pytest.mark.parametrize("code", ["en", "Polish", "p_l", "../pl"])
def test_what_is_no_code_of_another_language_is_left_out_and_said(
    modules: Path, code: str
) -> None:
    install(modules, {code: "some_words"}, {})
    forget()
    assert code not in discovery.installed_languages()
    assert "is no code of a language" in discovery.installed().broken[code]


def test_a_language_that_nobody_knows_is_spoken_by_its_code(
    app: Flask, modules: Path
) -> None:
    two_forms = SEVERAL.replace('msgstr[2] "{n} kart"\n', "")
    words = {"referee_web": two_forms + '\nmsgid "Preferences"\nmsgstr "Zqwx"\n'}
    install(
        modules,
        {"qaa": "some_words"},
        words | {"referee": catalogue({"and ~ pattern": "i ~ ["})},
    )
    forget()
    assert '<span lang="qaa">qaa</span>' in app.test_client().get("/preferences").text
    assert (
        "Zqwx"
        in app.test_client()
        .get("/preferences", headers={"Accept-Language": "qaa"})
        .text
    )
    assert (
        '"{n} card":{"one":"{n} karta","other":"{n} karty"}'
        in app.test_client().get("/words/pages/qaa.js").text
    )
    assert (
        join_words(["Ana", "Iris"], languages.language("qaa").gettext) == "Ana and Iris"
    )
