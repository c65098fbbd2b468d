"""Every game has playthroughs of what is odd in its rules; each file is a test of its
own.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from referee.match.showing.score_sheet import sheet_of, timeline_of
from referee.testing import CannotPlay, Playthrough, play_through
from tests.every_playthrough import BY_GAME
from tests.games.installed import GAMES, HOUSE_RULES

AT_LEAST = 5
NEVER_RULED: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "never_ruled.toml").read_text("utf-8")
)
"""Readings by game that no ruling rests on, and why."""

every_game = pytest.mark.parametrize("game", GAMES)


@cache
def played(path: Path) -> Playthrough:
    return play_through(path)


def cited_by(game: str) -> set[str]:
    """The sections that the rulings in this game's playthroughs cite, by id."""
    return {
        rule.partition("#")[2] for path in BY_GAME[game] for rule in played(path).cited
    }


def answered_by(game: str) -> set[str]:
    """The sections on which answers rest to what is done where something went wrong."""
    law = getattr(GAMES[game], "irregularities", None)
    if law is None:
        return set()
    situations = law().situations.values()
    return {remedy.section for situation in situations for remedy in situation.remedies}


@every_game
def test_every_game_has_playthroughs(game: str) -> None:
    found = len(BY_GAME.get(game, ()))
    assert found >= AT_LEAST, f"{game} has {found} of at least {AT_LEAST}"


def test_every_playthrough_is_of_an_installed_game() -> None:
    assert set(BY_GAME) <= set(GAMES)


@every_game
def test_each_says_what_it_shows_and_its_rulings_rest_on_sections(game: str) -> None:
    for path in BY_GAME[game]:
        check_what_it_shows(path)


def check_what_it_shows(path: Path) -> None:
    written = tomllib.loads(path.read_text("utf-8"))
    assert written["shows"].endswith(".")
    assert len(written["entries"]) <= 40, "a playthrough is short"
    sections = played(path).history.rulebook.sections
    cited = {rule.partition("#")[2] for rule in played(path).cited}
    assert cited
    assert cited <= set(sections)


@every_game
def test_the_game_says_which_scores_win(game: str) -> None:
    for path in BY_GAME[game]:
        history = played(path).history
        wins = history.rulebook.game.wins_with(history.setting.options)
        shown = sheet_of(timeline_of(history)).wins
        assert shown in (None, wins), path


@every_game
def test_every_reading_that_a_ruling_can_rest_on_is_shown(game: str) -> None:
    readings = {
        section.id
        for section in GAMES[game].rule_sections()
        if section.basis == "reading"
    }
    never = set(NEVER_RULED.get(game, ()))
    assert never <= readings, "listed as never ruled on, and no reading of the game"
    assert not never & cited_by(game), (
        "listed as never ruled on, and a playthrough cites it"
    )
    shown = cited_by(game) | answered_by(game)
    assert not readings - never - shown, "no playthrough cites these readings"


@every_game
def test_every_house_rule_is_shown(game: str) -> None:
    assert {rule.id for rule in HOUSE_RULES if rule.game == game} <= cited_by(game)


@every_game
def test_a_move_that_the_rules_forbid_is_shown(game: str) -> None:
    rulings = [ruling for path in BY_GAME[game] for ruling in played(path).rulings]
    assert any(ruling.verdict.get("legal") is False for ruling in rulings)


SHORT = 'shows = "A."\nseats = ["Ana", "Ben"]\n\nentries = [\n{entries}]\n'
PLAYED_BY_TWO = next(
    game for game, module in GAMES.items() if 2 in module.describe_game().players
)


def in_file(folder: Path, text: str) -> Path:
    path = folder / PLAYED_BY_TWO / "short.toml"
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ('  { kind = "no such thing" },\n', r"entry 1 is refused, and is not marked"),
        (
            '  { kind = "x", refused = true }, { kind = "x", refused = true },\n',
            "2 entries stand on 1 lines",
        ),
        ('  { kind = "x", refused = true, cards = "3c" },\n', "what is cards?"),
        ("  { refused = true },\n", "kind must be written"),
        ('  { kind = "x",,\n', "short.toml: "),
    ],
)
def test_a_file_that_cannot_be_played_says_why(
    tmp_path: Path, entries: str, wrong: str
) -> None:
    with pytest.raises(CannotPlay, match=wrong):
        play_through(in_file(tmp_path, SHORT.replace("{entries}", entries)))


def test_a_house_rule_that_is_not_installed_is_told(tmp_path: Path) -> None:
    text = SHORT.replace("\n\n", '\nhouse_rules = ["no-such-rule"]\n\n', 1).replace(
        "{entries}", ""
    )
    with pytest.raises(CannotPlay, match="no-such-rule is not installed"):
        play_through(in_file(tmp_path, text))


def test_an_entry_marked_as_refused_that_is_taken_is_told(tmp_path: Path) -> None:
    text = (
        BY_GAME[PLAYED_BY_TWO][0]
        .read_text("utf-8")
        .replace("{ kind", "{ refused = true, kind", 1)
    )
    with pytest.raises(
        CannotPlay, match="entry 1 is marked “refused = true”, and is taken"
    ):
        play_through(in_file(tmp_path, text))


def test_what_people_wrote_is_kept_and_comments_are_written_anew(
    tmp_path: Path,
) -> None:
    entry = '  { kind = "no such thing", refused = true },'
    text = SHORT.replace("{entries}", f"{entry}\n  # said before\n")
    through = play_through(in_file(tmp_path, text)).text
    assert entry in through.splitlines()
    assert "said before" not in through
    assert "Refused: “no such thing” can’t be entered now." in through
    assert tomllib.loads(through)["entries"] == tomllib.loads(text)["entries"]
