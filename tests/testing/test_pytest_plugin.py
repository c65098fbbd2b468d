"""What pytest has where Referee is installed: authors write tests of their games with
it, in any folder.
"""

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]

GAME_TESTS = """
def test_a_trick(play):
    match = play("faj", "Ana Ben", dealer="Ben")
    assert match.next
    match.enter("board", cards="2c")
    assert match.refuses("play", "Ana", plays={"Ana": "4S"}).verdict["legal"] is False
    match.enter("play", "Ana", plays={"Ana": "AC"})
    match.enter("play", "Ben", plays={"Ben": "KC"})
    assert match.ruling.verdict["winner"] == "Ana"
    assert (match.scores["Ana"], match.places["Ana"], match.zone("won", "Ana").count) == (1, 1, 1)


def test_a_question(ask):
    assert ask("faj", "hand", cards="2C 2D").verdict["category"] == "pair"


def test_over_http(phones):
    table, other = phones("faj", "Ana Ben"), phones("faj", ["Cy", "Di"], house_rules=["suit-order-jacks"])
    table.enter(None, "board", cards="2c").said(201)
    table.enter("Ana", "play", plays={"Ana": "AC"}).said(201)
    assert table.look("Ben")["to_act"] == ["Ben"]
    assert table.enter("Ben", "play", plays={"Ben": "4S"}).status == 422
    assert table["Ben"].look(table.code)["seq"] == 2
    assert other.look()["seats"] == ["Cy", "Di"]
    assert "du bist dran" in table.page("Ben", language="de")


def test_all_checks(game_check):
    game_check("faj", entries=20)
"""
PLAYTHROUGH = """shows = "A board is laid."
seats = ["Ana", "Ben"]

entries = [
  { kind = "board", data = { cards = "2c" } },
]
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with tests of a game and a playthrough, as an author has them."""
    pytester.makepyfile(test_game=GAME_TESTS)
    folder = pytester.mkdir("playthroughs")
    (folder / "faj").mkdir()
    (folder / "faj" / "short.toml").write_text(PLAYTHROUGH, "utf-8")
    return pytester


def run(project: pytest.Pytester, *words: str) -> pytest.RunResult:
    return project.runpytest_subprocess("-q", "-p", "no:cacheprovider", *words)


def test_matches_phones_and_checks_are_there_without_importing_anything(
    project: pytest.Pytester,
) -> None:
    ran = run(project, "test_game.py")
    assert set(ran.parseoutcomes()) == {"passed"}


def test_a_playthrough_is_a_test_that_an_option_writes_again(
    project: pytest.Pytester,
) -> None:
    written = project.path / "playthroughs" / "faj" / "short.toml"
    ran = run(project, "playthroughs")
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["*+  # *to act: *", "*pytest --rewrite-playthroughs*"])
    run(project, "playthroughs", "--rewrite-playthroughs").assert_outcomes(passed=1)
    assert "# → draft, round 1; to act: Ana\n" in written.read_text("utf-8")
    run(project, "playthroughs").assert_outcomes(passed=1)


def test_a_playthrough_that_cannot_be_played_says_why(project: pytest.Pytester) -> None:
    written = project.path / "playthroughs" / "faj" / "short.toml"
    written.write_text(PLAYTHROUGH.replace("2c", "AS"), "utf-8")
    ran = run(project, "playthroughs", "--rewrite-playthroughs")
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["*short.toml: entry 1 is refused, and is not marked*"])


def test_a_broken_game_fails_with_file_and_line(pytester: pytest.Pytester) -> None:
    broken = Path(__file__).parent / "broken" / "wrong_basis.py"
    pytester.makepyfile(
        test_game=f"""
        from pathlib import Path
        from referee.plugin.loose_games import import_loose

        def test_all_checks(game_check):
            game_check(import_loose(Path({str(broken)!r})))
        """
    )
    pytester.syspathinsert(ROOT)
    ran = pytester.runpytest_subprocess("-q", "-k", "questions")
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        ["*wrong_basis.py:*of the basis 'rules'; the section is 'reading'*"]
    )


@pytest.mark.parametrize("words", [(), ("playthroughs",)])
def test_the_games_of_a_project_are_there_without_being_installed(
    pytester: pytest.Pytester, words: tuple[str, ...]
) -> None:
    game = (ROOT / "tests/toy_games/highest_card.py").read_text("utf-8")
    pytester.makepyfile(lowest_card=game.replace("highest-card", "lowest-card"))
    pytester.makepyprojecttoml(
        '[project.entry-points.referee]\nlowest-card = "lowest_card"\n'
    )
    short = pytester.mkdir("playthroughs") / "short.toml"
    lays = '{ kind = "lay", by = "Ana", data = { card = "9s" } },'
    heading = 'game = "lowest-card"\nshows = "A card."\nseats = ["Ana", "Ben"]\n'
    short.write_text(f"{heading}\nentries = [\n  {lays}\n]\n", "utf-8")
    run(pytester, *words, "--rewrite-playthroughs").assert_outcomes(passed=1)
    run(pytester, *words).assert_outcomes(passed=1)


@pytest.fixture
def elsewhere(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> str:
    """A project of a game of which another copy is installed: the text of the game."""
    game = (
        (ROOT / "tests/toy_games/highest_card.py")
        .read_text("utf-8")
        .replace("highest-card", "lowest-card")
    )
    installed = pytester.mkdir("installed")
    (installed / "lowest_card.py").write_text(game, "utf-8")
    told = installed / "lowest_card-1.0.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Name: lowest-card\nVersion: 1.0\n", "utf-8")
    names = "[project.entry-points.referee]\nlowest-card = 'lowest_card'\n"
    (told / "entry_points.txt").write_text(
        "[referee]\nlowest-card = lowest_card\n", "utf-8"
    )
    pytester.makepyprojecttoml(names)
    pytester.mkdir("src")
    monkeypatch.setenv("PYTHONPATH", str(installed))
    pytester.makepyfile(
        "def test_it(play): assert play('lowest-card', 'Ana Ben').rulebook.game.title "
        "== 'Ours'"
    )
    return game


def test_a_game_is_tested_as_it_stands_in_the_folder_where_another_copy_is_installed(
    pytester: pytest.Pytester, elsewhere: str
) -> None:
    run(pytester).assert_outcomes(failed=1)
    (pytester.path / "src" / "lowest_card.py").write_text(
        elsewhere.replace("Highest Card", "Ours"), "utf-8"
    )
    run(pytester).assert_outcomes(passed=1)


def test_where_it_cannot_be_imported_the_installed_copy_is_not_tested_in_its_place(
    pytester: pytest.Pytester, elsewhere: str
) -> None:
    (pytester.path / "src" / "lowest_card.py").write_text("1 / 0\n", "utf-8")
    ran = run(pytester)
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(
        ["*lowest_card.py:1: lowest_card cannot be imported: ZeroDivisionError*"]
    )


TELLS = """
def test_it(play):
    match = play("faj", "Ana Ben")
    match.enter("board", cards="2c")
    match.enter("play", "Ana", plays={"Ana": "4S"})
"""


def test_a_move_that_is_refused_is_told_with_its_reason_and_no_steps_within_the_referee(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(TELLS)
    ran = run(pytester)
    ran.assert_outcomes(failed=1)
    assert "(faj#" in ran.stdout.str()
    assert "referee/match/" not in ran.stdout.str()


def test_what_is_no_project_of_games_has_tests_as_ever(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile("def test_it(): pass")
    for text in ("[project]\nname = 'other'\n", "[tool.other]\n"):
        pytester.makepyprojecttoml(text)
        run(pytester).assert_outcomes(passed=1)
