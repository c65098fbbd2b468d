"""Games with hooks that fail, and what they answer."""

from collections.abc import Callable
from types import ModuleType

import pytest

from referee import (
    Card,
    Reason,
    Ruling,
    Text,
    WrongFieldsError,
    card,
    hookimpl,
    say,
)
from referee.cards.card import CARDS
from referee.match.match import Match
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from tests.toy_games import highest_card

HOOKS = (
    "describe_game",
    "rule_sections",
    "questions",
    "resolve_trick",
    "begin",
    "prompts",
    "accept",
    "scene",
)


SEATS = ("Ana", "Ben")


PLAYS = {"plays": {"Ana": card("KH"), "Ben": card("3C")}}


BY_HAND = Card("TH", "T", "H", 34, CARDS["TH"].printed_rank, CARDS["TH"].printed_suit)
"""Has the face of a ten of hearts, and is none."""


WELL = (Reason("highest-card#trick", "rules", say("So it is.")),)


def game(**hooks: Callable[..., object]) -> ModuleType:
    """Highest Card with these hooks in place of its own."""
    module = ModuleType("a_strangers_game")
    for name in (*HOOKS, *hooks):
        found = hooks.get(name)
        setattr(
            module,
            name,
            hookimpl(found) if found is not None else getattr(highest_card, name),
        )
    return module


def raising(error: BaseException) -> Callable[..., object]:
    def hook() -> object:
        raise error

    return hook


def fault(use: Callable[[], object]) -> str:
    with pytest.raises(GameFaultError) as failed:
        use()
    assert failed.value.status == 500
    assert "Highest Card" in str(failed.value.message)
    return failed.value.report


def begun(rulebook: Rulebook) -> object:
    """The state in which a match of this game begins, which can be shown."""
    return Match.from_records(
        rulebook, rulebook.read_setting(SEATS, None, {}), ()
    ).history.position.state


class Deep:
    def __getattr__(self, name: str) -> object:
        return getattr(self, name)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise self


class FromNowhere(Exception):
    """It says that it was raised nowhere."""

    __traceback__ = property(lambda _self: None, lambda _self, _trace: None)  # type: ignore[assignment]  # so it says


class Other:
    pass


class Whimsical(str):
    """A word that is not shown as what it is."""

    def __str__(self) -> str:
        raise KeyError("word")


class Told(Text):
    """A text that words itself."""


class Changing(tuple[object, ...]):
    """What stands in it depends on when one looks."""


class Moody(Ruling):
    pass


class OfItsOwn(WrongFieldsError):
    @property
    def errors(self) -> object:  # type: ignore[override]  # that is the point
        raise SystemExit

    @errors.setter
    def errors(self, found: object) -> None:
        pass


def nested(depth: int) -> Text:
    """A text in a text in a text."""
    return say("{inner}", inner=nested(depth - 1)) if depth else say("So.")
