"""A match played at random by its prompts alone, as somebody would who knows nothing of
the game.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from referee.cards.card import Card, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry, Viewer
from referee.match.position import Step
from referee.match.replay import History
from referee.match.tosses import draw_tosses
from referee.match.visibility import may_read_sealed
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.dealt_hands import LEADS_OUT_OF_TURN, DealtHands, asks_for_trick
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.field_type import Chance
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.view import Scene

KEY = "5e" * 32
"""The key of tosses that are left to the referee: each comes out the same whenever a
match is played again.
"""

Filled = dict[str, Any]
"""An entry's data as JSON."""


@dataclass
class RandomPlayer:
    """Plays one match by its prompts. Keeps out of its own way: a card it holds sealed
    is not named again.

    Where tricks are asked for, hands are dealt, and cards are played from them.
    """

    rng: Random
    seats: Sequence[str]
    example: Callable[[str, str], Mapping[str, Any] | None] = lambda _kind, _seat: None
    """What the game would enter to a prompt of this kind for this seat, or None: then
    the fields are filled in.
    """
    deck: tuple[Card, ...] = FIFTY_FOUR
    """The game's."""
    held: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    hands: DealtHands = field(default_factory=DealtHands)

    def choose(
        self, prompts: Sequence[Mapping[str, Any]], to_act: Sequence[str]
    ) -> tuple[str, str, Filled]:
        """One of the prompts, the seat that answers it, and its data."""
        needed = [prompt for prompt in prompts if not prompt["optional"]]
        prompt = self.rng.choice(prompts if self.rng.random() < 0.1 else needed)
        acting = [seat for seat in prompt["seats"] if seat in to_act]
        seat = self.rng.choice(acting or prompt["seats"])
        self.hands.offered = {}
        if (known := self.example(prompt["kind"], seat)) is not None:
            return prompt["kind"], seat, dict(known)
        led_by = self._led_by(prompt)
        spent = Counter(
            card
            for (_, holder), cards in self.held.items()
            if holder != seat
            for card in cards
        )
        data: Filled = {}
        for told in prompt["fields"]:
            asked = field_of(told, self.deck)
            if asked.leads is not None:
                if led_by is not None:
                    data[asked.name] = led_by
                continue
            if asked.optional and self.rng.random() < 0.5:
                continue
            chance = Chance(
                self.rng, self._seats_of(prompt, asked), self.seats, spent, self.deck
            )
            if asks_for_trick(asked) and not prompt.get("secret"):
                data[asked.name] = self.hands.play(
                    asked, chance.seats, self.rng, led_by
                )
            else:
                data[asked.name] = type_of(asked).random(asked, chance)
        return prompt["kind"], seat, data

    def _led_by(self, prompt: Mapping[str, Any]) -> str | None:
        """Who leads a trick that nobody has played to yet, where that is somebody who
        need not have to.
        """
        leaders = [
            told["choices"]
            for told in prompt["fields"]
            if told.get("leads") is not None
        ]
        if not leaders or self.hands.lying or self.rng.random() >= LEADS_OUT_OF_TURN:
            return None
        return str(self.rng.choice(leaders[0]))

    def note(
        self, kind: str, seat: str, data: Filled, rulings: Sequence[object]
    ) -> None:
        """The entry was taken: what it holds stays held until something is decided."""
        self.hands.take_offered()
        if rulings:
            self.held.clear()
        else:
            self.held[kind, seat] = tuple(_cards(data.values()))

    def _seats_of(self, prompt: Mapping[str, Any], asked: Field) -> Sequence[str]:
        """Whose a field by seat is: those who are asked, where each enters their own or
        a part will do; else all.
        """
        return seats_asked(
            asked, prompt["seats"] if prompt.get("secret") or asked.some else self.seats
        )


def field_of(told: Mapping[str, Any], deck: tuple[Card, ...] = FIFTY_FOUR) -> Field:
    """A field as it was before it was told as JSON, of a game with this deck; its texts
    are words.
    """
    asked = Field(**told)
    if not type_of(asked).of_cards:
        return asked
    return replace(
        asked, choices=tuple(by_code(deck)[code] for code in told["choices"])
    )


def _cards(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _cards(value)
        elif isinstance(value, dict):
            yield from _cards(value.values())


TRIES = 200
"""How often something else is tried where what was entered is refused, before that
counts as being stuck.
"""

AS_THEY_STAND = 1
"""The seed of the match whose options all stand as they do where nobody chooses,
however long that makes it.
"""

A_LITTLE = 5
"""So much above its least the number of an option is at most."""

TOO_LARGE = 2_000_000
"""So many characters, written out, are too many for a state, or for what is told or
asked of it: each entry keeps one, and whoever looks at the table waits for it.
"""

LEFT_OUT = 0.25
"""How often an option that may be left out is."""


class TooLargeError(Exception):
    """What this hook answered is so large that nothing can be played on with it in good
    time.
    """

    def __init__(self, hook: str, size: int) -> None:
        super().__init__(f"written out, its answer has {size:,} characters")
        self.hook = hook


@dataclass(slots=True)
class RandomMatch:
    """A match as far as it was played: to its end, as many entries as were allowed, or
    until the game failed.

    `told` are the scenes as the game told them, before the first entry and after each,
    and `states` the states, written out then. `refused` are the rulings that refused
    something, `fault` is what ended it before its time, and `stuck`, where nothing was
    taken any more, what was said to the last that was tried.
    """

    history: History
    told: list[Scene] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    refused: list[Ruling] = field(default_factory=list)
    fault: GameFaultError | None = None
    stuck: str | None = None

    def look(self) -> None:
        """Keep how the match stands now; TooLargeError where that is not to be kept."""
        position, ruled = self.history.position, self.history.steps[-1:]
        self.told.append(self.history.scene_in(position))
        self.states.append(repr(position.state))
        hook = hook_that_ruled(ruled[0]) if ruled else "begin"
        rulings = repr([step.rulings for step in ruled])
        written = (
            (hook, self.states[-1]),
            (hook, rulings),
            ("scene", repr(self.told[-1])),
            ("prompts", repr(position.asked)),
        )
        for name, text in written:
            if len(text) > TOO_LARGE:
                raise TooLargeError(name, len(text))

    @property
    def made(self) -> int:
        """How many entries were taken."""
        return len(self.history.steps)

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return bool(self.told) and self.told[-1].finished

    @property
    def rulings(self) -> list[Ruling]:
        """All that was ruled, refusals last."""
        return [
            *(ruling for step in self.history.steps for ruling in step.rulings),
            *self.refused,
        ]


def drawn_options(rulebook: Rulebook, seed: int) -> Mapping[str, object]:
    """Options as a table might choose them, with small numbers: what chance alone
    reaches in good time.

    The first seed, 0, has every number at its least, so that at least one match is
    short, and every flag turned; `AS_THEY_STAND` has nothing chosen. So each flag is
    played both ways, however few matches are played.
    """
    if seed == AS_THEY_STAND:
        return {}
    rng = Random(f"options {seed}")  # nothing secret  # noqa: S311
    return {
        option.name: _drawn(option, rng, shortest=not seed)
        for option in rulebook.game.options
    }


def _drawn(option: Field, rng: Random, shortest: bool) -> object:
    drawn = option.default
    if option.type == "flag":
        drawn = not option.default if shortest else rng.random() < 0.5
    elif type_of(option).needs_choices:
        drawn = rng.choice([*type_of(option).choices(option)])
    elif option.type == "number" and option.min is not None:
        most = (
            option.min + A_LITTLE
            if option.max is None
            else min(option.max, option.min + A_LITTLE)
        )
        drawn = (
            option.min
            if shortest
            else rng.choice((option.min, rng.randint(option.min, most)))
        )
    return (
        None if option.optional and not shortest and rng.random() < LEFT_OUT else drawn
    )


def played_at_random(
    rulebook: Rulebook, players: int, seed: int, most: int
) -> RandomMatch:
    """A match of this many players, of `most` entries at most; the same seed plays the
    same match.

    Raises GameFaultError where the match cannot even begin, TooLargeError where it
    cannot go on in good time.
    """
    rng = Random(seed)  # nothing secret  # noqa: S311
    seats = [f"Player {n}" for n in range(1, players + 1)]
    setting = rulebook.setting(seats, rng.choice(seats), drawn_options(rulebook, seed))
    match = RandomMatch(History.begin(rulebook, setting))
    match.history.scene_in(match.history.position)
    player = RandomPlayer(
        rng, seats, partial(example_of, match.history, rng), rulebook.game.deck
    )
    try:
        match.look()
        while match.made < most and not match.finished and match.stuck is None:
            _enter_something(match, player)
            match.look()
    except GameFaultError as fault:
        match.fault = fault
    return match


def example_of(
    history: History, rng: Random, kind: str, seat: str
) -> Mapping[str, object] | None:
    """What the game itself would enter for this seat, if it says that."""
    prompt = next(
        one for one in history.prompts if one.kind == kind and seat in one.seats
    )
    return _example_for(history.rulebook, prompt, rng, seat, history.position.state)


def _example_for(
    rulebook: Rulebook, prompt: Prompt, rng: Random, seat: str, state: object
) -> Mapping[str, object] | None:
    others = (one for one in prompt.seats if one != seat)
    return rulebook.example(replace(prompt, seats=(seat, *others)), rng, state)


def data_for(
    prompt: Prompt,
    seat: str | None,
    history: History,
    rng: Random,
    state: object = None,
) -> dict[str, object]:
    """What might be entered to a prompt of this match, still asked or not, for this
    seat, or any for None; as JSON.

    `state` is that in which it was asked, where it is not any more. Every other time by
    the fields alone: a game's examples may all be the same.
    """

    def example(_kind: str, whose: str) -> Mapping[str, object] | None:
        if rng.random() >= 0.5:
            return None
        then = history.position.state if state is None else state
        return _example_for(history.rulebook, prompt, rng, whose, then)

    player = RandomPlayer(
        rng, history.setting.seats, example, history.rulebook.game.deck
    )
    asked = replace(
        prompt, optional=False, seats=prompt.seats if seat is None else (seat,)
    )
    return player.choose([jsonable(asked)], [])[2]


def entry_that_fits(
    history: History,
    player: RandomPlayer,
    viewer: Viewer | None = None,
    first: int = 0,
    refused: Callable[[RefereeError], None] = lambda _error: None,
) -> tuple[LogEntry, Step] | None:
    """What this player enters now and the referee takes, and what it does; None where
    nothing is, though tried often.

    The entry is as it was sent, with its tosses left to the referee. A host sends it:
    this `viewer`, or the seat itself. Their numbers begin at `first`; `refused` is told
    of each that was not taken. Raises GameFaultError.
    """
    prompts = jsonable(history.prompts)
    knows = partial(may_read_sealed, viewer) if viewer is not None else None
    for number in range(
        first,
        first + (TRIES if any(not prompt["optional"] for prompt in prompts) else 0),
    ):
        kind, seat, data = player.choose(prompts, history.scene.to_act)
        by = viewer.seat if viewer is not None else seat
        entry = LogEntry(
            len(history.steps) + 1,
            str(UUID(int=number)),
            kind,
            seat,
            data,
            by,
            True,
            0.0,
        )
        try:
            [taken] = draw_tosses(history, [entry], KEY, number, knows)
        except GameFaultError:
            raise
        except RefereeError as error:
            refused(error)
        else:
            return entry, taken
    return None


def _enter_something(match: RandomMatch, player: RandomPlayer) -> None:
    why = "nothing is asked for"

    def refused(error: RefereeError) -> None:
        nonlocal why
        why = str(error.message)
        match.refused += [error.ruling] if isinstance(error, RefusedMoveError) else []

    found = entry_that_fits(match.history, player, None, match.made * TRIES, refused)
    if found is None:
        match.stuck = why
        return
    entry, taken = found
    match.history.add(taken)
    player.note(entry.kind, str(entry.seat), dict(entry.data), taken.rulings)


def hook_that_ruled(step: Step) -> str:
    """The hook that rules on an entry: in secret it is made, and revealed with the
    others.
    """
    asked = (
        prompt.secret for prompt in step.before.asked if prompt.kind == step.entry.kind
    )
    return "reveal" if any(asked) else "accept"
