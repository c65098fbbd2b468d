"""The games and tests that `docs/writing-a-game.md`, `docs/testing-a-game.md` and
`docs/recipes.md` show: whole, and right.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from referee import (
    GERMAN_THIRTY_TWO,
    Field,
    Ruling,
    WrongFieldsError,
    flag_field,
    say,
)
from referee.plugin import hookspecs
from referee.plugin.discovery import beside
from referee.plugin.field_values import read_fields
from referee.plugin.loose_games import loose_points
from referee.testing.all_checks import CHECKS, find_flaws
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.find_games import find_games
from referee.testing.played_match import PlayedMatch
from referee.testing.playthrough import play_through

GUIDE = Path(__file__).parents[2] / "docs" / "writing-a-game.md"
TESTING = GUIDE.with_name("testing-a-game.md")
RECIPES = GUIDE.with_name("recipes.md")
SEATS = ("Ana", "Ben", "Cy", "Dee")
PEER_DEALS = 20
"""Where the dependency group `peers` is installed, so many deals are held against one.
"""


def files(*pages: Path) -> dict[str, str]:
    """What the guide, and then the recipes, have their readers save, by the names of
    the files.
    """
    saved = r"`([\w/]+\.)(py|toml)`[^`\n]*:\n\n```(py|toml)\w*\n(.*?)```"
    text = "".join(
        page.read_text("utf-8") for page in pages or (GUIDE, TESTING, RECIPES)
    )
    found = re.findall(saved, text, re.DOTALL)
    return {name + kind: code for name, kind, marked, code in found if kind == marked}


def recipe(word: str) -> dict[str, Any]:
    """The names that the recipe with this word makes."""
    blocks = re.findall(r"```python\n(.*?)```", RECIPES.read_text("utf-8"), re.DOTALL)
    [block] = [block for block in blocks if word in block]
    names: dict[str, Any] = {}
    exec(block, names)
    return names


@pytest.mark.parametrize("page", [TESTING, RECIPES], ids=lambda page: page.stem)
def test_a_project_of_files_installs_each_that_it_names(page: Path) -> None:
    project = tomllib.loads(files(page).get("pyproject.toml") or last_project(page))
    groups = project["project"]["entry-points"].values()
    modules = [module for group in groups for module in group.values()]
    assert project["tool"]["setuptools"]["py-modules"] == modules


def last_project(page: Path) -> str:
    """The last `pyproject.toml` of a page that names no file for it."""
    blocks = re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    return [block for block in blocks if block.startswith("[project]")][-1]


def test_what_a_revoke_costs_is_said_beside_its_proof() -> None:
    whist = ModuleType("costly_whist")
    cost = RECIPES.read_text("utf-8").partition("def state_cost")[2].partition("```")[0]
    cited = code().replace(
        "RULES.cite)\n    if", "RULES.cite, offences=OFFENCES)\n    if"
    )
    imported = "from referee import OffenceRules, Reason\n"
    exec(f"{imported}{cited}\ndef state_cost{cost}", whist.__dict__)
    match = PlayedMatch.begun(whist, SEATS, dealer="Dee")
    trick(match, "9H KC TH 2H")
    _, revoke = trick(match, "4H 3H 5H 6H")
    assert [str(reason.text) for reason in revoke.because][1:] == [
        "The revoke costs Ben three points."
    ]


def test_a_default_stands_for_an_option_and_begins_a_form() -> None:
    fields = recipe("TARGET = number_field")
    match = whist_to(fields["TARGET"])
    assert match.setting.chosen.number("target") == 50
    with pytest.raises(WrongFieldsError, match="Tricks bid"):
        read_fields((fields["BID"],), {})
    assert read_fields((fields["EXTRA"],), {}).number("extra", 0) == 0
    flag = flag_field("open", say("Open"))
    assert not read_fields((flag,), {}).flag("open")


def whist_to(target: Field) -> PlayedMatch:
    """A match of Spade Whist with this option."""
    whist = ModuleType("whist_to_a_target")
    option = 'source="Made up for this page", options=(TARGET,)'
    text = code().replace('source="Made up for this page"', option)
    text = text.replace("last=4", 'target=setting.chosen.number("target")')
    vars(whist)["TARGET"] = target
    exec(text, whist.__dict__)
    return PlayedMatch.begun(whist, SEATS, dealer="Dee")


def test_german_suits_have_names_of_their_own() -> None:
    names = recipe("GERMAN_SUITS = ")["GERMAN_SUITS"]
    for card in GERMAN_THIRTY_TWO:
        assert card.printed_suit is not None
        assert str(names[card.suit]) == card.printed_suit.name


def code() -> str:
    return files()["spade_whist.py"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The project as it is after the last step, whose games are there."""
    folder = tmp_path_factory.mktemp("spade-games")
    for name, text in files().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    with beside(*loose_points(folder)):
        yield folder


@pytest.fixture
def match(project: Path) -> PlayedMatch:
    return PlayedMatch.begun("spade-whist", SEATS, dealer="Dee")


@pytest.fixture
def lowly(project: Path) -> PlayedMatch:
    return PlayedMatch.begun(
        "spade-whist", SEATS, dealer="Dee", house_rules=["lowly-two"]
    )


@pytest.fixture
def bids(project: Path) -> PlayedMatch:
    return PlayedMatch.begun("spade-bids", SEATS, dealer="Dee")


def plays(cards: str) -> dict[str, str]:
    return dict(zip(SEATS, cards.split(), strict=True))


def trick(match: PlayedMatch, cards: str) -> tuple[Ruling, ...]:
    return tuple(match.enter("trick", plays=plays(cards)).rulings)


@pytest.mark.slow
def test_every_type_in_them_is_right(project: Path, tmp_path: Path) -> None:
    games = [
        str(path)
        for path in project.glob("*.py")
        if not path.name.startswith(("lowly", "test_"))
    ]
    checked = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--cache-dir",
        str(tmp_path),
        *games,
    ]
    ran = subprocess.run(
        checked, capture_output=True, text=True, check=False, cwd=GUIDE.parents[1]
    )
    assert ran.returncode == 0, ran.stdout


def test_the_highest_spade_wins_else_the_suit_led(match: PlayedMatch) -> None:
    (first,) = trick(match, "9H KC TH 2H")
    assert str(first.summary) == "Cy wins the trick with the ten of hearts"
    (second,) = trick(match, "AD 2S KD QD")
    assert second.verdict["winner"] == "Ben"
    assert str(second.because[0].text) == "The two of spades is the highest trump."


def test_a_correction_is_given_as_the_entry_was(match: PlayedMatch) -> None:
    match.enter("trick", plays="9h kc 10h 2h")
    match.correct(1, plays="9h kc 10h ah")
    assert match.codes("won", "Dee") == "9H KC TH AH"


def test_a_revoke_is_proven_with_both_tricks_and_costs_three(
    match: PlayedMatch,
) -> None:
    trick(match, "9H KC TH 2H")
    _, revoke = trick(match, "4H 3H 5H 6H")
    assert str(revoke.summary) == "Ben revoked in trick 1"
    assert str(revoke.because[0].text) == (
        "Ben played the king of clubs on a lead of hearts in trick 1, although they "
        "held the three of hearts, played in trick 2."
    )
    assert revoke.because[0].rule == "spade-whist#follow"


@pytest.mark.slow
def test_with_two_decks_shuffled_into_one_it_is_played_as_well() -> None:
    both = (
        code()
        .replace("import (FIFTY_TWO,", "import (THIRTY_TWO, two_of,")
        .replace("FIFTY_TWO", "two_of(THIRTY_TWO)")
    )
    whist = ModuleType("double_whist")
    exec(
        both.replace('for this page")', 'for this page", deck=two_of(THIRTY_TWO))'),
        whist.__dict__,
    )
    game = CheckedGame(whist, entries=200)
    assert [str(flaw) for flaw in find_flaws(game)] == []
    assert any(match.history.scene.finished for match in game.matches)


@pytest.mark.slow
def test_the_check_finds_nothing_wrong_with_the_project(project: Path) -> None:
    games = list(find_games(str(project), entries=60))
    checked = [game.id for game in games if isinstance(game, CheckedGame)]
    assert checked == ["spade-whist", "spade-bids", "first-slap", "laid-melds"]
    assert [
        str(flaw)
        for game in games
        if isinstance(game, CheckedGame)
        for flaw in find_flaws(game)
    ] == []


def test_by_the_house_rule_the_two_of_clubs_takes_its_trick(lowly: PlayedMatch) -> None:
    (ruling,) = trick(lowly, "9H 2C TH 2S")
    assert (ruling.verdict["winner"], ruling.because[0].basis) == ("Ben", "house-rule")
    assert lowly.state.deal.leader == "Ben"


def bid(match: PlayedMatch, *tricks: int) -> None:
    for seat, n in zip(SEATS, tricks, strict=True):
        match.enter("bid", seat, tricks=n)


def test_a_bid_is_seen_once_all_are_in(bids: PlayedMatch) -> None:
    for seat in SEATS[:3]:
        bids.enter("bid", seat, tricks=3)
        assert not bids.scene.facts
    bids.enter("bid", "Dee", tricks=4)
    assert [str(fact.text) for fact in bids.scene.facts] == ["3", "3", "3", "4"]


def test_more_than_thirteen_tricks_are_refused_with_the_reason(
    bids: PlayedMatch,
) -> None:
    refused = bids.refuses("bid", "Ana", tricks=14)
    assert (refused.because[0].rule, str(refused.because[0].text)) == (
        "spade-bids#bid",
        "There are thirteen tricks.",
    )


def one_suit_each() -> Iterator[str]:
    """A deal in which everybody has one suit, and Dee the spades: nobody else takes a
    trick.
    """
    return (f"{rank}C {rank}D {rank}H {rank}S" for rank in "23456789TJQKA")


def test_whoever_takes_just_as_many_as_they_bid_has_ten_points_and_one_a_trick(
    bids: PlayedMatch,
) -> None:
    bid(bids, 0, 1, 0, 13)
    for cards in one_suit_each():
        trick(bids, cards)
    assert bids.scores == {"Ana": 10, "Ben": 0, "Cy": 10, "Dee": 23}


def test_whoever_is_proven_to_have_revoked_scores_nothing(bids: PlayedMatch) -> None:
    bid(bids, 1, 0, 0, 12)
    for cards in (*[*one_suit_each()][:-1], "AS AD AH AC"):
        trick(bids, cards)
    assert bids.scores == {"Ana": 0, "Ben": 10, "Cy": 10, "Dee": 0}


def test_the_first_to_slap_takes_the_point_unless_it_is_a_dead_heat(
    project: Path,
) -> None:
    slaps = PlayedMatch.begun("first-slap", "Ana Ben")
    slaps.enter("slap", order=["Ben", "Ana"])
    slaps.enter("slap", order=[["Ana", "Ben"]])
    assert slaps.scores == {"Ana": 0, "Ben": 1}


def test_melds_are_of_one_rank_or_rows(project: Path) -> None:
    melds = PlayedMatch.begun("laid-melds", "Ana Ben", dealer="Ben")
    assert melds.refuses("lay", melds="7s 8s 9h").because[0].rule == "laid-melds#meld"
    melds.enter("lay", melds="7s 8s 9s / ks kh kd")
    assert melds.scores == {"Ana": 6, "Ben": 0}
    assert len(melds.zone("melds", "Ana").rows) == 2


def test_the_playthrough_says_that_the_card_was_played(project: Path) -> None:
    text = play_through(project / "playthroughs/once.toml").text
    assert "# Refused: The nine of hearts can’t be played" in text
    assert "Ana played it in trick 1." in text


def test_the_guide_names_every_hook_of_a_game() -> None:
    hooks = {
        name for name, hook in vars(hookspecs).items() if hasattr(hook, "referee_spec")
    }
    named = set(re.findall(r"^\| \[`(\w+)\(", GUIDE.read_text("utf-8"), re.MULTILINE))
    assert named == hooks - {"describe_house_rule"}


@pytest.mark.slow
def test_the_tests_and_the_playthrough_of_the_course_pass_as_they_are_saved(
    tmp_path: Path,
) -> None:
    for name, text in files(GUIDE, TESTING).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    own = 8 + len(CHECKS) + (PEER_DEALS if find_spec("pyspiel") else 0)
    for words, left in ((["--rewrite-playthroughs", "playthroughs"], 1), ([], own)):
        pytest_runs = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            *words,
        ]
        ran = subprocess.run(
            pytest_runs, capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert f"{left} passed" in ran.stdout, ran.stdout
