"""No choice of a table silently does nothing. Alone, and beside others that chance draws,
it changes what is asked, shown or ruled in a match played at random; else it is refused.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, product
from random import Random
from uuid import UUID

import pytest

from referee import Field, Setting, WrongFieldsError
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.trying.new_entries import try_entries
from referee.plugin import discovery
from referee.plugin.rulebook import Rulebook
from referee.testing.random_match import (
    KEY,
    TRIES,
    entry_that_fits,
    example_of,
    name_players,
)
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import JOKER_WORDING
from referee.vocabulary.prompt import Needs
from tests.games.installed import GAMES

pytestmark = pytest.mark.slow

Options = Mapping[str, object]

NOT_LOOKED_AT = {
    "by_play",
    "called-only",
    "chip",
    "crib-flush-of-four",
    "equal-hands-share",
    "kept",
    "level-hands-toss",
    "missed",
    "not-below-zero",
    "odd-chips-together",
    "on-for-places",
    "playoff",
    "rebuys",
    "setting",
    "single",
    "tie",
    "under",
}
"""What chance brings once in thousands of matches, and a test of its game or a
playthrough shows.
"""

OPENINGS: Mapping[str, tuple[str, Options]] = {
    "wedding": ("game", {"game": "wedding", "re": ["Player 1"]})
}
"""What begins each match, by name of the choice that it is about: chance would bring it
too seldom.
"""

MOST_BESIDE = 1
"""Beside how many others each choice is played: all pairs would take hours."""

VENTURES = (0.1, 0.5)
"""How often a player enters what nobody asks for, by turns: matches either get on, or
see weddings, claims and misdeals.
"""

MOST_ENTRIES = 60
MOST_MATCHES = 20


@dataclass(frozen=True)
class Choice:
    """A value of an option, or a house rule; and the values that it needs of others."""

    name: str
    value: object = None
    needs: Needs = field(default_factory=dict, hash=False)

    def may_stand_beside(self, other: "Choice") -> bool:
        """Whether a pair is played: numbers, which only end matches sooner, are not
        held against what they might cut short.
        """
        return self.name != other.name and type(self.value) is not int

    def __str__(self) -> str:
        return self.name if self.value is None else f"{self.name}={self.value}"


def choices_of(game: str) -> list[Choice]:
    """All choices but how deals are entered, which a table may change between them, and
    what only names things.
    """
    described = discovery.rulebook(game).game
    no_choice = {"depth", JOKER_WORDING.name}
    choices = []
    for option in described.options:
        if option.name in no_choice or option.type == "text":
            continue
        for value in other_values(option):
            choices.append(Choice(option.name, value, option.needs or {}))
    for id, module in discovery.house_rules_of(game).items():
        choices.append(Choice(id, needs=module.needs))
    return choices


def other_values(option: Field) -> list[object]:
    """The values of an option but its default: a number near the least, since at the
    least itself a match may be over before anything else matters.
    """
    if option.type == "flag":
        return [not option.default]
    if option.type == "number":
        assert option.min is not None
        return [option.min + (1 if option.min + 1 != option.default else 2)]
    return [word for word in option.words if word != option.default]


Choices = tuple[Choice, ...]


@dataclass(frozen=True)
class Table:
    """What is played with some choices."""

    rulebook: Rulebook
    setting: Setting

    @classmethod
    def of(cls, game: str, choices: Choices, options: Options, players: int) -> "Table":
        """WrongFieldsError where the choices contradict each other."""
        rules = tuple(each.name for each in choices if each.value is None)
        rulebook = discovery.rulebook(game, rules)
        values = {each.name: each.value for each in choices if each.value is not None}
        chosen = rulebook.check_new_options({**options, **values})
        setting = rulebook.check_new_setting(name_players(players), None, chosen)
        return cls(rulebook, setting)


@dataclass(frozen=True)
class Attempt:
    """A match at random, entered at two tables: by how many, how, and from which."""

    players: int
    depth: str | None
    seed: int
    from_other: bool


def attempts(game: str) -> Iterator[Attempt]:
    described = discovery.rulebook(game).game
    depths: list[str | None] = [None]
    for option in described.options:
        if option.name == "depth":
            depths = [*option.words]
    counts = sorted({*described.players[:3], described.players[-1]})
    for seed in range(MOST_MATCHES):
        for players, depth, other in product(counts, depths, (False, True)):
            yield Attempt(players, depth, seed, other)


def tell_apart(table: Table, other: Table, seed: int, about: str = "") -> bool:
    """Whether something differs in a match at one table that is entered at both."""
    history = History.begin(table.rulebook, table.setting)
    mirror = History.begin(other.rulebook, other.setting)
    if about in OPENINGS:
        for each in (history, mirror):
            enter_opening(each, *OPENINGS[about])
    rng = Random(seed)
    example = partial(example_of, history, rng)
    deck = table.rulebook.game.deck
    ventures = VENTURES[seed % len(VENTURES)]
    player = RandomPlayer(rng, table.setting.seats, example, deck, ventures)
    for number in range(MOST_ENTRIES):
        if look(history) != look(mirror):
            return True
        fitting = entry_that_fits(history, player, first=number * TRIES)
        if fitting is None:
            return False
        entry, step = fitting
        try:
            [same] = try_entries(mirror, [entry], KEY, number * TRIES)
        except RefereeError:
            return True
        if step.rulings != same.rulings:
            return True
        history.add(step)
        mirror.add(same)
        player.note(entry.kind, str(entry.seat), dict(entry.data), step.rulings)
    return False


def enter_opening(history: History, kind: str, data: Options) -> None:
    """Enter this first, unless nothing of the kind is asked for by so many, or so."""
    seat = history.setting.seats[0]
    id = str(UUID(int=MOST_ENTRIES * TRIES))
    entry = LogEntry(1, id, kind, seat, data, seat, True, 0.0)
    with suppress(RefereeError):
        [step] = try_entries(history, [entry], KEY, 0)
        history.add(step)


def look(history: History) -> object:
    return history.scene_in(history.position), history.prompts


def needed(game: str, choices: Choices, depth: str | None) -> Options:
    """The other options that these choices need, where their defaults will not do."""
    values: dict[str, object] = {} if depth is None else {"depth": depth}
    chosen = {choice.name for choice in choices}
    for option in discovery.rulebook(game).game.options:
        for choice in choices:
            fitting = choice.needs.get(option.name, (option.default,))
            if option.name not in chosen and option.default not in fitting:
                values[option.name] = fitting[0]
    return values


def tells(game: str, choice: Choice, beside: Choices, attempt: Attempt) -> bool | None:
    """Whether a match tells that a choice is made beside others; None: it is refused."""
    options = needed(game, (*beside, choice), attempt.depth)
    try:
        without = Table.of(game, beside, options, attempt.players)
        table = Table.of(game, (*beside, choice), options, attempt.players)
    except WrongFieldsError:
        return None
    if attempt.from_other:
        table, without = without, table
    return tell_apart(table, without, attempt.seed, choice.name)


def find_difference(
    game: str, choice: Choice, beside: Choices = (), first: Iterable[Attempt] = ()
) -> Attempt | None:
    """The first match that tells that a choice is made, `first` those of others; None
    if it does nothing. AllRefusedError where it is always refused.
    """
    is_refused = True
    for attempt in chain(first, attempts(game)):
        told = tells(game, choice, beside, attempt)
        if told:
            return attempt
        is_refused &= told is None
        if is_refused and attempt.seed > 0:
            raise AllRefusedError
    return None


class AllRefusedError(Exception):
    """These choices contradict each other, by whatever number."""


@pytest.mark.parametrize("game", GAMES)
def test_every_choice_does_something_beside_others(game: str) -> None:
    choices = choices_of(game)
    idle = []
    for choice in choices:
        if choice.name in NOT_LOOKED_AT:
            continue
        known: list[Attempt] = []
        others = [(each,) for each in choices if each.may_stand_beside(choice)]
        rng = Random(f"{game} {choice}")
        drawn = rng.sample(others, min(MOST_BESIDE, len(others)))
        for beside in [(), *drawn]:
            with suppress(AllRefusedError):
                found = find_difference(game, choice, beside, known)
                if found is None:
                    idle.append(f"{choice} beside {', '.join(map(str, beside))}")
                elif found not in known:
                    known.insert(0, found)
    assert not idle


def test_a_choice_that_changes_no_ruling_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """How jokers are called, since it only names cards."""
    monkeypatch.setattr(f"{__name__}.MOST_MATCHES", 1)
    named = Choice("jokers", "black-red", {"high": ("jokers",)})
    assert find_difference("spades", named) is None
    assert find_difference("spades", Choice("ten", True), (named,)) is not None
