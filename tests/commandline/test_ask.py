"""`referee ask`: how fields are filled in, what is printed, and the exit codes."""

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
import referee_faj
from click.testing import CliRunner, Result

from referee import hookimpl
from referee.cards.card import CARDS
from referee.commandline import WrongUsage, main
from referee.commandline.ask import option_of, read_options
from referee.plugin import discovery
from referee.plugin.game_faults import GameFaultError, GameFlaw
from referee.vocabulary.prompt import Field
from referee.vocabulary.text import say

TRICK = ["ask", "faj", "trick", "--board", "3c 4s", "--plays", "Ana=JS Ben=XB"]


def ask(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def field(name: str, kind: str, **more: object) -> Field:
    return Field(name, kind, say(name), **more)  # type: ignore[arg-type]  # bounds and choices as a test wants them


PILES = field("piles", "cards_by_seat")
LAST_WINNER = field("last_winner", "seat")
AGAIN = field("again", "flag", optional=True)
ORDER = field("order", "order")
SEATS = field("seats", "seats")


def test_a_ruling_is_a_sentence_and_its_reasons() -> None:
    told = ask(*TRICK)
    assert told.exit_code == 0
    first, *reasons = told.stdout.splitlines()
    assert first == "Ana wins the trick with the jack of spades"
    assert reasons
    assert all(line.startswith("  ") and "(faj#" in line for line in reasons)


def test_a_ruling_as_json_is_the_ruling() -> None:
    told = ask(*TRICK, "--json")
    ruling = json.loads(told.stdout)
    assert told.exit_code == 0
    assert ruling.keys() == {
        "verdict",
        "summary",
        "because",
        "about",
        "laid",
        "contest",
    }
    assert ruling["laid"][1] == {
        "seat": "Ana",
        "cards": ["JS"],
        "deciding": ["JS"],
        "name": "",
    }
    assert ruling["verdict"] == {
        "winner": "Ana",
        "card": "JS",
        "trump": "S",
        "reason": "suited-jack",
    }
    assert {reason["basis"] for reason in ruling["because"]} <= {
        "rules",
        "reading",
        "house-rule",
    }


def test_the_order_of_options_is_free() -> None:
    shuffled = [
        "ask",
        "--json",
        "faj",
        "trick",
        "--plays=Ana=JS Ben=XB",
        "--board=3c 4s",
    ]
    assert ask(*shuffled).stdout == ask(*TRICK, "--json").stdout


def test_readings_and_house_rules_are_marked() -> None:
    cards = [
        "ask",
        "faj",
        "trick",
        "--board",
        "2c 9s",
        "--plays",
        "Ana=JS Ben=JC Cy=XB",
    ]
    plainly = ask(*cards)
    agreed = ask(*cards, "--house-rule", "suit-order-jacks")
    assert plainly.exit_code == agreed.exit_code == 0
    assert ", a house rule)" in agreed.stdout
    assert ", a reading)" in plainly.stdout
    assert ", a house rule)" not in plainly.stdout


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["fja"], "No game is called 'fja': did you mean faj?"),
        (
            ["faj", "trick"],
            '--board: Still missing: “Trick cards on the board”. Write --board "" for no '
            "cards. "
            "--plays: Still missing: “Each player’s card”.\n",
        ),
        (
            ["faj", "trick", "--board", "3c 99s", "--plays", "Ana=JS"],
            "--board: “99s” is not a card.",
        ),
        (
            ["faj", "trick", "--bord", "3c 4s"],
            "no option --bord here; there are --board, --plays.",
        ),
        (
            ["faj", "trick", "--board", "3c", "4s"],
            "'4s' belongs to no option: put quotes round",
        ),
        (
            ["faj", "trick", "--board", "3c 4s", "--plays", "JS XB"],
            "--plays wants each seat’s name",
        ),
        (
            ["faj", "trick", "--house-rule", "none-such"],
            "faj has no house rule 'none-such'",
        ),
    ],
)
def test_wrong_use_is_told_in_one_line_and_exits_with_two(
    words: list[str], complaint: str
) -> None:
    told = ask("ask", *words)
    assert told.exit_code == 2
    assert told.stdout == ""
    assert complaint in told.stderr
    assert told.stderr.count("\n") == 1


def test_alone_it_lists_the_games() -> None:
    told = ask("ask")
    assert told.exit_code == 0
    assert all(
        f"referee ask {game} " in told.stdout for game in discovery.installed().games
    )


def questions() -> list[tuple[str, str]]:
    games = discovery.installed().games
    return [
        (game, name) for game in games for name in discovery.rulebook(game).questions
    ]


@pytest.mark.parametrize(("game", "question"), questions())
def test_every_question_is_listed_with_an_example_that_is_ruled(
    game: str, question: str
) -> None:
    listed = ask("ask", game).stdout
    fields = discovery.rulebook(game).questions[question].fields
    assert not [option_of(each) for each in fields if option_of(each) not in listed]
    (example,) = re.findall(
        rf"For example: referee (ask {game} {question} --.+)", listed
    )
    told = ask(*shlex.split(example))
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout.count("\n") > 1


def test_a_game_that_fails_is_named_and_exits_with_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flaw = GameFlaw("resolve_trick", "scoring.py:12", "KeyError: 'a card too many'")

    def fail(*_: object) -> object:
        raise GameFaultError("Faces, Aces, & Jokers", "faj", flaw)

    monkeypatch.setattr(discovery.rulebook("faj", ()), "rule_from_json", fail)
    told = ask(*TRICK)
    assert told.exit_code == 1
    assert told.stderr == (
        "Error: Faces, Aces, & Jokers failed at this question; tell its author: "
        "GameFaultError: faj, resolve_trick (scoring.py:12): "
        "KeyError: 'a card too many'\n"
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ana=2c 3c Ben=4d", {"Ana": "2c 3c", "Ben": "4d"}),
        ("Ana Maria=2c 3c 'Ben Lee'=4d", {"Ana Maria": "2c 3c", "Ben Lee": "4d"}),
        ("Ana & Cy=2c 3c Ben & Di=4d", {"Ana & Cy": "2c 3c", "Ben & Di": "4d"}),
        ("Ana=2c;Ben=4d", {"Ana": "2c", "Ben": "4d"}),
        ("Ana = 2c, 3c  Ben = 4d", {"Ana": "2c, 3c", "Ben": "4d"}),
        ("Ana=2c O'Neil=3c", {"Ana": "2c", "O'Neil": "3c"}),
        ('{"Ana": ["2c", "3c"], "Ben": null}', {"Ana": ["2c", "3c"], "Ben": None}),
    ],
)
def test_what_is_given_by_seat(text: str, read: dict[str, object]) -> None:
    assert read_options([PILES], ["--piles", text]) == {"piles": read}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--piles", "Ana=2c Ana=3c"], "names Ana twice"),
        (["--piles", "{Ana: 2c"], "begins like JSON, but is none"),
        (["--last-winner", "Ana", "--last-winner", "Ben"], "is given twice"),
    ],
)
def test_what_cannot_be_filled_in_is_told(words: list[str], complaint: str) -> None:
    with pytest.raises(WrongUsage, match=complaint):
        read_options([PILES, LAST_WINNER], words)


@pytest.mark.parametrize("option", ["--last-winner", "--last_winner"])
def test_a_name_of_two_words_takes_a_dash_or_an_underscore(option: str) -> None:
    assert read_options([LAST_WINNER], [option, "Ana"]) == {"last_winner": "Ana"}


def test_a_flag_needs_no_value() -> None:
    assert read_options([AGAIN, LAST_WINNER], ["--again", "--last-winner", "Ana"]) == {
        "again": "yes",
        "last_winner": "Ana",
    }
    assert read_options([AGAIN], ["--again"]) == {"again": "yes"}
    assert read_options([AGAIN], ["--again", "no"]) == {"again": "no"}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Ana Ben=Cy Di", ["Ana", ["Ben", "Cy"], "Di"]),
        ("Ana Maria, Ben Lee = Cy", ["Ana Maria", ["Ben Lee", "Cy"]]),
        ("Ana", ["Ana"]),
    ],
)
def test_an_order_has_the_first_first_and_dead_heats(
    text: str, read: list[object]
) -> None:
    assert read_options([ORDER], ["--order", text]) == {"order": read}


KINDS: list[Field] = [
    field("card", "card"),
    field("cards", "cards", min=5),
    field("chosen", "cards", choices=(CARDS["KH"], CARDS["QH"], CARDS["JH"])),
    field("sets", "card_groups"),
    field("plays", "card_by_seat"),
    PILES,
    field("number", "number", min=3),
    field("stacks", "numbers_by_seat"),
    LAST_WINNER,
    SEATS,
    ORDER,
    field("stage", "choice", choices=("J", "Q")),
    AGAIN,
]


@pytest.fixture
def broken() -> Iterator[str]:
    """The name of a game that is installed and cannot be imported."""
    with discovery.beside(EntryPoint("old-maid", "no_such_module", discovery.GAMES)):
        yield "old-maid"


def test_a_broken_game_is_named_beside_those_that_work(broken: str) -> None:
    told = ask("games")
    assert told.exit_code == 0
    assert "four-aces" in told.stdout
    assert broken not in told.stdout
    assert f"it is broken: {broken} (ModuleNotFoundError: " in told.stderr


def test_asking_a_broken_game_exits_with_one(broken: str) -> None:
    told = ask("ask", broken)
    assert told.exit_code == 1
    assert told.stderr.startswith(
        f"Error: The game {broken} is installed but broken: ModuleNotFoundError"
    )


def test_asking_one_game_imports_no_other(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from referee.commandline import main\n"
        "main(sys.argv[1:], standalone_mode=False)\n"
        "print(*(name for name in sys.modules if name.startswith('referee_')))"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, *TRICK],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    imported = told.stdout.splitlines()[-1].split()
    assert {name.partition(".")[0] for name in imported} == {"referee_faj"}
    assert not any(name.startswith("referee_faj.house_rules") for name in imported)


def test_a_game_is_asked_though_something_broken_has_its_name() -> None:
    points = [
        *discovery.plugins_in(discovery.GAMES),
        EntryPoint("four-aces", "no_such_module", discovery.GAMES),
    ]
    with discovery.finding(lambda group: points if group == discovery.GAMES else []):
        assert "four-aces" in discovery.installed().broken
        assert ask("ask", "four-aces").stdout.startswith("Four Aces\n")


@pytest.mark.parametrize("words", [["games", "--json"], [*TRICK, "--json"]])
def test_what_a_game_prints_is_no_part_of_what_programs_read(
    monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    def loudly() -> Any:
        print("Asked.")
        return sections()

    sections = referee_faj.rule_sections
    monkeypatch.setattr(referee_faj, "rule_sections", hookimpl(loudly))
    discovery.look_again()
    told = ask(*words)
    discovery.look_again()
    assert json.loads(told.stdout)
    assert "Asked." in told.stderr


def test_ctrl_c_while_a_game_rules_ends_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def wait_for_ctrl_c(given: object) -> None:
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(referee_faj, "resolve_trick", hookimpl(wait_for_ctrl_c))
    discovery.look_again()
    # Where tests run in a shell's background, the signal is ignored from the start.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    stopped = ask(*TRICK)
    signal.signal(signal.SIGINT, before)
    discovery.look_again()
    assert stopped.exit_code == 1
    assert stopped.stderr.strip() == "Aborted!"


def test_games_are_listed_with_their_house_rules() -> None:
    told = ask("games")
    assert (told.exit_code, told.stderr) == (0, "")
    assert "four-aces      Four Aces, for 3, 4, 5, rulings version 1\n" in told.stdout
    listed = json.loads(ask("games", "--json").stdout)
    assert [game["id"] for game in listed] == list(discovery.installed().games)
    assert all(game["title"] in told.stdout for game in listed)


def test_what_authors_look_up_is_printed_whole_and_in_part() -> None:
    names = ask("docs", "names").stdout
    part = ask("docs", "names", "Rounds").stdout
    assert part.strip() in names
    assert part.startswith("### Rounds")
    assert "with_scores" in part
    assert ask("docs", "hooks", "accept").stdout.startswith("## accept")
    assert ask("docs", "hearts").stdout.startswith("# Hearts")
    assert ask("docs", "nmes").exit_code == WrongUsage.exit_code
    assert ask("docs", "names", "Roundz").exit_code == WrongUsage.exit_code
