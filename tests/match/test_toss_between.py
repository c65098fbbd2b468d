"""What an entry leaves to the referee to toss: between whom, when, and that it stands
in the log.
"""

from types import ModuleType
from typing import Any

import pytest

from referee.match.history import History, replay
from referee.match.log_entry import LogEntry
from referee.match.taking.entry_step import EntryStep
from referee.match.trying.new_entries import try_entries
from referee.plugin.field_values import tosses_due
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import Accepted
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.prompt import Entry, Field, Prompt
from referee.vocabulary.text import say
from referee.vocabulary.values import Values
from referee.vocabulary.view import Scene, Standing
from tests.toy_games import highest_card

ORDER = Field("order", "order", say("Who was first"))
AMONG_THE_FIRST = Field(
    "toss",
    "toss",
    say("Toss"),
    optional=True,
    choices=("Ana", "Ben", "Cy"),
    among="order",
)
COIN = Field("coin", "toss", say("Coin"), choices=("Ana", "Ben"))


class Racing(ModuleType):
    """A game in which every entry is a race with a coin tossed besides; its state is
    what was entered last.
    """

    def __init__(self) -> None:
        super().__init__("racing")
        for name in ("describe_game", "rule_sections", "questions", "resolve_trick"):
            setattr(self, name, getattr(highest_card, name))
        for hook in (begin, prompts, accept, scene):
            setattr(self, hook.__name__, hookimpl(hook))


def begin(setting: object) -> object:
    return {}


def prompts(state: object) -> tuple[Prompt, ...]:
    return (
        Prompt(
            "race",
            ("Ana", "Ben", "Cy"),
            say("Race"),
            fields=(ORDER, AMONG_THE_FIRST, COIN),
        ),
    )


def accept(state: object, entry: Entry) -> Accepted:
    return Accepted(entry.given.values)


def scene(state: object) -> Scene:
    return Scene(
        "race", 1, (), tuple(Standing(seat, 0, 1) for seat in ("Ana", "Ben", "Cy"))
    )


@pytest.fixture
def history() -> History:
    rulebook = Rulebook(Racing())
    return History.begin(
        rulebook, rulebook.read_setting(["Ana", "Ben", "Cy"], None, {})
    )


def race(order: list[Any], **more: str) -> LogEntry:
    return LogEntry(
        1, "id-1", "race", None, {"order": order, **more}, "Ana", False, 0.0
    )


KEY = "ab" * 32


def draw(history: History, entry: LogEntry) -> EntryStep:
    [taken] = try_entries(history, [entry], KEY, 1)
    return taken


def test_a_dead_heat_for_first_is_tossed_between_those_in_it(history: History) -> None:
    taken = draw(history, race([["Ana", "Ben"], "Cy"]))
    assert {one.field: one.choices for one in taken.entry.tosses} == {
        "toss": ("Ana", "Ben"),
        "coin": ("Ana", "Ben"),
    }
    outcomes = {one.field: one.outcome for one in taken.entry.tosses}
    assert taken.entry.data == {"order": [["Ana", "Ben"], "Cy"], **outcomes}
    assert taken.after.state == {"order": (("Ana", "Ben"), ("Cy",)), **outcomes}


@pytest.mark.parametrize("order", [["Ana", "Ben"], ["Ana", ["Ben", "Cy"]], []])
def test_without_one_nothing_is_tossed(history: History, order: list[Any]) -> None:
    taken = draw(history, race(order))
    assert [one.field for one in taken.entry.tosses] == ["coin"]
    assert "toss" not in taken.entry.data


def test_what_was_tossed_at_the_table_stands(history: History) -> None:
    taken = draw(history, race([["Ana", "Ben"]], toss="Ana", coin="Ana"))
    assert taken.entry.data == {"order": [["Ana", "Ben"]], "toss": "Ana", "coin": "Ana"}


def test_folding_again_tosses_nothing_anew(history: History) -> None:
    taken = draw(history, race([["Ana", "Ben"]]))
    again, unfit = replay(history.rulebook, history.setting, [taken.entry])
    assert not unfit
    assert again.steps[0].entry == taken.entry


def test_a_toss_between_fewer_than_two_is_none() -> None:
    alone = Field("coin", "toss", say("Coin"), choices=("Ana",))
    assert tosses_due([alone, Field("any", "toss", say("Toss"))], Values({})) == {}


def test_a_toss_can_only_fall_on_what_is_offered(history: History) -> None:
    with pytest.raises(WrongFieldsError, match="Choose one of Ana and Ben"):
        draw(history, race(["Ana"], coin="Cy"))
