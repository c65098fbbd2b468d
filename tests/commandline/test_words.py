"""`referee words`: what a game says stands in its catalogues, and nothing that was
translated is lost.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from click.testing import CliRunner, Result

from referee.commandline import main
from referee.plugin.languages import read_catalogue as words_of_catalogue
from referee.testing.catalogues import read_catalogue

pytestmark = pytest.mark.slow

NAME = "robber-whist"
MODULE = "robber_whist"
ALONE = Path(__file__).parents[1] / "toy_games/highest_card.py"


def run(*words: str) -> Result:
    """What a command says, which finds the game as it stands now, as in a process of
    its own.
    """
    for name in [
        name for name in sys.modules if name.partition(".")[0] in (MODULE, ALONE.stem)
    ]:
        del sys.modules[name]
    return CliRunner().invoke(main, words)


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a new game; what is imported from it is imported for one test
    only.
    """
    modules = dict(sys.modules)
    path = [*sys.path]
    monkeypatch.chdir(tmp_path)
    assert run("new", NAME).exit_code == 0
    yield tmp_path / NAME / MODULE
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]
    sys.path[:] = path


def gathered(*languages: str, name: str = NAME) -> list[str]:
    ran = run("words", name, *languages)
    assert ran.exit_code == 0, ran.output
    return ran.output.splitlines()


def catalogue(package: Path, code: str = "de") -> Catalog:
    with (package / "locale" / f"{code}.po").open("rb") as file:
        return read_po(file)


def change(path: Path, *words: tuple[str, str]) -> None:
    text = path.read_text("utf-8")
    for before, after in words:
        assert before in text
        text = text.replace(before, after)
    path.write_text(text, "utf-8")


OLD = "A revoke costs three points."
NEW = "A revoke costs all."
COSTS = "Whoever can follow suit must. "
NOTHING_ALIKE = "Every card wins."


def change_the_rule(package: Path) -> None:
    change(package / "rules.toml", (OLD, NEW))


def test_a_new_game_has_all_its_words(package: Path) -> None:
    before = {path: path.read_bytes() for path in package.glob("locale/*")}
    assert gathered() == [
        f"{NAME}/{MODULE}/locale/{code}.po: nothing to translate"
        for code in ("de", "es")
    ]
    assert {path: path.read_bytes() for path in package.glob("locale/*")} == before


def test_a_section_that_changed_a_little_keeps_its_translation_with_what_it_was(
    package: Path,
) -> None:
    before = {
        message.id: message.string for message in catalogue(package) if message.id
    }
    change_the_rule(package)
    assert gathered("de") == [
        f"{NAME}/{MODULE}/locale/de.po: 1 to translate, 1 of them changed"
    ]
    after = catalogue(package)
    assert {message.id: message.string for message in after if message.id} == {
        **{text: words for text, words in before.items() if text != COSTS + OLD},
        COSTS + NEW: before[COSTS + OLD],
    }
    assert after.get(COSTS + NEW).fuzzy
    assert not after.obsolete
    path = package / "locale/de.po"
    assert (
        f'#: {MODULE}/rules.toml\n#, fuzzy\n#| msgid "{COSTS}{OLD}"\n'
        f'msgid "{COSTS}{NEW}"\nmsgstr "{before[COSTS + OLD]}"\n'
    ) in path.read_text("utf-8")

    written = path.read_bytes()
    assert gathered("de") == [
        f"{NAME}/{MODULE}/locale/de.po: 1 to translate, 1 of them changed"
    ]
    assert path.read_bytes() == written


def test_a_changed_section_reads_english_until_a_translator_takes_the_mark_away(
    package: Path,
) -> None:
    change_the_rule(package)
    gathered("de")
    path = package / "locale/de.po"
    assert COSTS + NEW not in words_of_catalogue(path.read_bytes()).one
    assert (
        f"Not translated: '{COSTS}{NEW}'."
        in run("check", NAME, "--entries", "20").output
    )
    change(path, ("#, fuzzy\n", ""), ("drei Punkte", "alles"))
    assert gathered("de") == [f"{NAME}/{MODULE}/locale/de.po: nothing to translate"]
    assert "alles" in words_of_catalogue(path.read_bytes()).one[COSTS + NEW]
    assert "#|" not in path.read_text("utf-8")


def test_a_section_that_changes_twice_stands_with_what_was_translated(
    package: Path,
) -> None:
    path = package / "locale/de.po"
    before = path.read_bytes()
    change_the_rule(package)
    gathered("de")
    change(package / "rules.toml", (NEW, "A revoke costs the whole game."))
    gathered("de")
    assert f'#| msgid "{COSTS}{OLD}"\nmsgid "{COSTS}A revoke costs the whole' in (
        path.read_text("utf-8")
    )
    change(package / "rules.toml", ("A revoke costs the whole game.", OLD))
    assert gathered("de") == [f"{NAME}/{MODULE}/locale/de.po: nothing to translate"]
    assert path.read_bytes() == before


def test_a_long_section_is_written_with_what_it_was_over_several_lines(
    package: Path,
) -> None:
    looking = "The cards are dealt one by one, and whoever looks deals again. " * 4
    path = package / "locale/de.po"
    change(package / "rules.toml", (COSTS, COSTS + looking))
    change(path, (COSTS, COSTS + looking))
    change_the_rule(package)
    gathered("de")
    gathered("de")
    assert '\n#| msgid ""\n#| "' in path.read_text("utf-8")
    [message] = [each for each in read_catalogue(path, "de") if each.fuzzy]
    assert message.id == COSTS + looking + NEW
    assert message.previous_id == [COSTS + looking + OLD]


def test_a_sentence_about_several_things_keeps_its_translations_when_it_changes(
    package: Path,
) -> None:
    code = package / "__init__.py"
    path = package / "locale/de.po"
    change(
        code,
        (
            'say("Number of rounds")',
            'say_count("{n} deal of cards", "{n} deals of cards", 4)',
        ),
        ("    begin_deals,", "    begin_deals,\n    say_count,"),
    )
    gathered("de")
    change(
        path,
        ('msgstr[0] ""', 'msgstr[0] "{n} Kartenrunde"'),
        ('msgstr[1] ""', 'msgstr[1] "{n} Kartenrunden"'),
    )
    change(code, ("deal of cards", "deal of all cards"), ("deals of", "deals of all"))
    gathered("de")
    gathered("de")
    [message] = [each for each in read_catalogue(path, "de") if each.fuzzy]
    assert message.id == ("{n} deal of all cards", "{n} deals of all cards")
    assert message.string == ("{n} Kartenrunde", "{n} Kartenrunden")
    assert message.previous_id == ["{n} deal of cards", "{n} deals of cards"]


def test_what_is_new_stands_there_untranslated_and_what_is_gone_is_marked(
    package: Path,
) -> None:
    before = {
        message.id: message.string for message in catalogue(package) if message.id
    }
    change(package / "rules.toml", (COSTS + OLD, NOTHING_ALIKE))
    assert gathered("de") == [
        f"{NAME}/{MODULE}/locale/de.po: 1 to translate, 1 no longer said"
    ]
    after = catalogue(package)
    assert {message.id: message.string for message in after if message.id} == {
        **{text: words for text, words in before.items() if text != COSTS + OLD},
        NOTHING_ALIKE: "",
    }
    assert [(message.id, message.string) for message in after.obsolete.values()] == [
        (COSTS + OLD, before[COSTS + OLD])
    ]


def test_a_language_can_be_begun_with_its_own_plurals(package: Path) -> None:
    change(
        package / "__init__.py",
        ('say("Number of rounds")', 'say_count("{n} deal", "{n} deals", 4)'),
        ("    begin_deals,", "    begin_deals,\n    say_count,"),
    )
    begun, what_next = gathered("pl")
    assert begun == f"{NAME}/{MODULE}/locale/pl.po: begun, 16 to translate"
    assert what_next.startswith(
        "Nobody reads pl here before that language is installed: `adding-a-language`"
    )
    polish = catalogue(package, "pl")
    assert polish.num_plurals == 3
    assert polish.get("{n} deal").id == ("{n} deal", "{n} deals")
    assert gathered() == [
        f"{NAME}/{MODULE}/locale/de.po: 1 to translate, 1 no longer said",
        f"{NAME}/{MODULE}/locale/es.po: 1 to translate, 1 no longer said",
        f"{NAME}/{MODULE}/locale/pl.po: 16 to translate",
    ]


def test_what_translators_wrote_besides_stays(package: Path) -> None:
    path = package / "locale/de.po"
    change(
        path,
        ('"Language: de', '"Last-Translator: Ana\\n"\n"Language: de'),
        ('msgid "The trick"', '# as in Whist\n#, fuzzy\nmsgid "The trick"'),
    )
    assert gathered("de") == [f"{NAME}/{MODULE}/locale/de.po: 1 to translate"]
    text = path.read_text("utf-8")
    assert '"Last-Translator: Ana\\n"' in text
    assert (
        '# as in Whist\n#: robber_whist/rules.toml\n#, fuzzy\nmsgid "The '
        'trick"\nmsgstr "Der Stich"'
    ) in text


def test_a_template_that_nobody_could_translate_is_told(package: Path) -> None:
    change(
        package / "__init__.py",
        ('say("Number of rounds")', 'say("Number of " + "rounds")'),
    )
    *_, told = gathered()
    [line] = [
        number
        for number, text in enumerate(
            (package / "__init__.py").read_text("utf-8").splitlines(), 1
        )
        if '"Number of " + "rounds"' in text
    ]
    assert told == (
        f"{NAME}/{MODULE}/__init__.py:{line}: what `'Number of ' + 'rounds'` says does "
        "not show in the"
        " code: write one plain string."
    )


def test_the_check_tells_what_is_missing_and_what_stands_there_in_vain(
    package: Path,
) -> None:
    change(package / "rules.toml", (COSTS + OLD, NOTHING_ALIKE))
    ran = run("check", NAME, "--entries", "20")
    assert ran.exit_code == 0
    told = [
        line.partition(":1: ")[2]
        for line in ran.output.splitlines()
        if "locale/de.po" in line
    ]
    assert told == [
        f"Not translated: '{NOTHING_ALIKE}'.",
        f"No longer said: '{COSTS}{OLD}'.",
    ]
    gathered()
    assert "No longer said" not in run("check", NAME, "--entries", "20").output


def refused(*words: str) -> str:
    ran = run("words", *words)
    assert ran.exit_code != 0
    assert isinstance(ran.exception, SystemExit), ran.exception
    return ran.output


def test_what_has_no_catalogues_is_refused(package: Path) -> None:
    assert "No installed game is called 'whist'" in refused("whist")
    assert "No language has the code 'german'" in refused(NAME, "german")
    assert "English needs no catalogue" in refused(NAME, "en")
    assert "highest_card.py is a file by itself" in refused(str(ALONE))


@pytest.mark.parametrize(
    "wrong",
    [
        b"msgid 5\n",
        b'msgid "a"\nmsgstr "\xff"\n',
        b'msgid ""\nmsgstr "Content-Type: text; charset=rot13\\n"\n',
    ],
)
def test_a_catalogue_that_cannot_be_read_whole_is_left_as_it_is(
    package: Path, wrong: bytes
) -> None:
    path = package / "locale/de.po"
    path.write_bytes(path.read_bytes() + wrong)
    before = path.read_bytes()
    change_the_rule(package)
    assert f"{NAME}/{MODULE}/locale/de.po is left as it is: " in refused(NAME, "de")
    assert path.read_bytes() == before


def test_a_game_that_fails_is_told_where(package: Path) -> None:
    code = package / "__init__.py"
    change(code, ('    summary = "Five', '    summary = 1 / 0, "Five'))
    assert "division by zero" in refused(NAME)
    change(code, ("HAND = 5", "HAND = five"))
    assert (
        f"{NAME}/{MODULE}/__init__.py:{code.read_text('utf-8').splitlines().index('HAND = five') + 1}: "
        in refused(NAME)
    )
