"""Random matches, played by prompts alone, without knowledge of the game."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any, cast
from uuid import UUID

from referee.cards.card import Cards, by_code
from referee.cards.decks import FIFTY_FOUR
from referee.match.entry_step import EntryStep
from referee.match.fold import RefusedMoveError
from referee.match.history import History
from referee.match.log_entry import LogEntry, Viewer
from referee.match.trying import try_entries
from referee.match.visibility import may_read_sealed
from referee.plugin.contradictions import contradictions
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.answerable import require_answerable
from referee.testing.dealt_hands import LEADS_OUT_OF_TURN, DealtHands, asks_for_trick
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.examples import Chance
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.game import ChosenOptions, Setup
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Scene

KEY = "5e" * 32
"""The key of tosses: each match has the same tosses whenever it is replayed."""

Filled = dict[str, Any]
"""An entry's data, as JSON."""


@dataclass
class RandomPlayer:
    """Plays a match by its prompts; it names no card that is in a sealed entry.

    For tricks it deals hands and plays from them.
    """

    rng: Random
    seats: Sequence[str]
    example: Callable[[str, str], Mapping[str, Any] | None] = lambda _kind, _seat: None
    """Returns the game's example for a prompt's kind and a seat, or None to fill in the
    fields.
    """
    deck: Cards = FIFTY_FOUR
    """The game's deck."""
    ventures: float = 0.1
    """How often it looks at what may be entered beside what is asked for: 0 to 1."""
    latest: tuple[str, str, Filled] = ("", "", {})
    """The last answer of `choose`: a prompt's kind, the seat, its data."""
    held: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    hands: DealtHands = field(default_factory=DealtHands)

    def choose(
        self, prompts: Sequence[Mapping[str, Any]], to_act: Sequence[str]
    ) -> tuple[str, str, Filled]:
        """Return a prompt, a seat that answers it, and its data."""
        needed = [prompt for prompt in prompts if not prompt["optional"]]
        ventures = self.rng.random() < self.ventures
        prompt = self.rng.choice(prompts if ventures else needed)
        acting = [seat for seat in prompt["seats"] if seat in to_act]
        seat = self.rng.choice(acting or prompt["seats"])
        self.hands.offered = {}
        kind = prompt["kind"]
        self.latest = kind, seat, {}
        data = self.example(kind, seat)
        if data is None or self.rng.random() < BY_FIELDS:
            data = self._fill(prompt, seat)
        self.latest = kind, seat, self._take_part(prompt, seat, data)
        return self.latest

    def _take_part(
        self, prompt: Mapping[str, Any], seat: str, data: Mapping[str, Any]
    ) -> Filled:
        """Return the data of parts that are asked still: a seat's own, as from a phone.

        Or those of all, as one person enters them. The parts of a trick are drawn with
        its cards.
        """
        fields = [field_of(shown, self.deck) for shown in prompt["fields"]]
        owns = [each for each in fields if each.own and not each.some]
        part = dict(data)
        if prompt.get("secret") or not owns:
            return part
        alone = self.rng.random() < ALONE
        for own in owns:
            asked = seats_to_name(own, own.seats or prompt["seats"])
            if alone and seat in asked:
                asked = (seat,)
            value = data.get(own.name)
            if isinstance(value, Mapping):
                named = [name for name in asked if name in value]
                part[own.name] = {name: value[name] for name in named}
            elif isinstance(value, list):
                part[own.name] = [name for name in value if name in asked]
        return part

    def _fill(self, prompt: Mapping[str, Any], seat: str) -> Filled:
        """Return data for a prompt from its fields alone."""
        led_by = self._draw_leader(prompt)
        spent: Counter[str] = Counter()
        for (_, holder), cards in self.held.items():
            if holder != seat:
                spent.update(cards)

        data: Filled = {}
        for shown in prompt["fields"]:
            field = field_of(shown, self.deck)
            if field.leads is not None:
                if led_by is not None:
                    data[field.name] = led_by
                continue
            if field.optional and self.rng.random() < 0.5:
                continue

            # The seats are those asked, if each enters alone or a part will do; else
            # all.
            is_own = prompt.get("secret") or field.some or field.own
            seats = seats_to_name(field, prompt["seats"] if is_own else self.seats)
            if asks_for_trick(field) and not prompt.get("secret"):
                data[field.name] = self.hands.play(field, seats, self.rng, led_by)
            else:
                chance = Chance(self.rng, seats, self.seats, spent, self.deck)
                data[field.name] = type_of(field).random(field, chance)
        return data

    def _draw_leader(self, prompt: Mapping[str, Any]) -> str | None:
        """Return an unexpected leader of an empty trick, or None."""
        for each in prompt["fields"]:
            if each.get("leads") is not None:
                if self.hands.lying or self.rng.random() >= LEADS_OUT_OF_TURN:
                    return None
                return str(self.rng.choice(each["choices"]))
        return None

    def part_of_trick(
        self, prompts: Sequence[Mapping[str, Any]], kind: str, data: Filled
    ) -> Filled | None:
        """Return the first phone’s data of a trick that would be taken.

        None if one person enters all of it, or nobody enters a trick.
        """
        fields = [
            field_of(shown, self.deck)
            for prompt in prompts
            if prompt["kind"] == kind and not prompt["secret"]
            for shown in prompt["fields"]
        ]
        for own in fields:
            if own.own and asks_for_trick(own) and self.rng.random() < ALONE:
                return {**data, own.name: self.hands.keep_back()}
        return None

    def note(
        self, kind: str, seat: str, data: Filled, rulings: Sequence[object]
    ) -> None:
        """Note a taken entry: its cards stay reserved until a ruling."""
        self.hands.take_offered()
        if rulings:
            self.held.clear()
        else:
            self.held[kind, seat] = tuple(_cards(data.values()))


def field_of(shown: Mapping[str, Any], deck: Cards = FIFTY_FOUR) -> Field:
    """Return a field of a game with this deck from its JSON; its texts are worded."""
    field = Field(**shown)
    if not type_of(field).of_cards:
        return field
    cards = by_code(deck)
    return replace(field, choices=tuple(cards[code] for code in shown["choices"]))


def _cards(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from _cards(value)
        elif isinstance(value, dict):
            yield from _cards(value.values())


TRIES = 200
"""The tries after a refusal before play counts as stuck."""

AS_THEY_STAND = 1
"""The seed of the match with default options, however long it takes."""

A_LITTLE = 5
"""The most by which a number option exceeds its minimum."""

LONGEST_STATE = 2_000
"""The most characters of a state that a flaw shows."""

TOO_LARGE = 2_000_000
"""The most characters of a written state, or of answers about it: each entry keeps one,
and viewers wait for it.
"""

BY_FIELDS = 0.2
"""The probability of what the fields allow where the game has an example."""

ALONE = 0.5
"""The probability that a seat enters only its own part of what all know."""

LEFT_OUT = 0.25
"""The probability of leaving an optional option out."""


STRAY = 0.2
"""The probability that somebody also names cards which a field does not suggest."""

LATELY = 20
"""The latest entries of which such a one may be said again."""


class OversizedAnswerError(Exception):
    """An answer of this hook is too large to play on."""

    def __init__(self, hook: str, size: int) -> None:
        super().__init__(f"written out, its answer has {size:,} characters")
        self.hook = hook


@dataclass(slots=True)
class RandomMatch:
    """A random match: finished, of maximal length, or ended by a fault."""

    history: History
    scenes: list[Scene] = field(default_factory=list)
    """What the game shows, at the start and after each entry."""
    seed: int = 0
    read: set[str] = field(default_factory=set)
    """The options that the game has read."""
    states: list[str] = field(default_factory=list)
    """The game's states at the same moments, written at that time."""
    refused: list[Ruling] = field(default_factory=list)
    """The refusals."""
    fault: GameFaultError | None = None
    """The fault that ended it."""
    when: str = ""
    """What was entered in which state when it failed."""
    stuck: str | None = None
    """The last refusal, if no further entry was found."""

    def look(self) -> None:
        """Record the current position.

        Raise OversizedAnswerError if it is too large, UnanswerablePromptError if nobody
        could answer it.
        """
        position = self.history.position
        require_answerable(position.game_prompts)
        scene = self.history.scene_in(position)
        state = repr(position.state)
        self.scenes.append(scene)
        self.states.append(state)

        hook = "begin"
        rulings: Sequence[Ruling] = ()
        for step in self.history.steps[-1:]:
            hook = hook_that_ruled(step)
            rulings = step.rulings
        answers = (
            (hook, state),
            (hook, repr(rulings)),
            ("scene", repr(scene)),
            ("prompts", repr(position.game_prompts)),
        )
        for name, answer in answers:
            if len(answer) > TOO_LARGE:
                raise OversizedAnswerError(name, len(answer))

    @property
    def entries_taken(self) -> int:
        """Return the number of entries taken."""
        return len(self.history.steps)

    @property
    def finished(self) -> bool:
        """Return whether the match was played to its end."""
        return bool(self.scenes) and self.scenes[-1].finished

    @property
    def rulings(self) -> list[Ruling]:
        """Return all rulings, refusals last."""
        rulings: list[Ruling] = []
        for step in self.history.steps:
            rulings += step.rulings
        return rulings + self.refused


class WatchedOptions(ChosenOptions):
    """Chosen options that note in `read` which of them a game has looked at."""

    def __init__(self, options: ChosenOptions, read: set[str]) -> None:
        super().__init__(options, options.types)
        self.read = read

    def __getitem__(self, name: str) -> object:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, otherwise: object = None, /) -> object:
        """Return this option; `otherwise` without it."""
        self.read.add(name)
        return super().get(name, otherwise)

    def __iter__(self) -> Iterator[str]:
        self.read.update(self.types)
        return super().__iter__()


def watch_options(setting: Setup, read: set[str]) -> Setup:
    """Return the set-up with options that note in `read` which of them were read."""
    options = cast(ChosenOptions, setting.options)
    return replace(setting, options=WatchedOptions(options, read))


def draw_options(rulebook: Rulebook, seed: int, players: int) -> Mapping[str, object]:
    """Return random options with small numbers, so that matches end soon.

    Those that contradict the others, or the number of players, keep their defaults.
    Seed 0 has all numbers at their minimum, for at least one short match, and all flags
    flipped; `AS_THEY_STAND` has the defaults. So each flag is played both ways in any
    number of matches.
    """
    if seed == AS_THEY_STAND:
        return _fit(rulebook, {}, players)
    rng = Random(f"options {seed}")  # nothing secret  # noqa: S311
    options = {}
    for option in rulebook.game.options:
        value = _draw_value(option, rng, shortest=not seed)
        if option.optional and seed and rng.random() < LEFT_OUT:
            value = None
        options[option.name] = value
    return _fit(rulebook, options, players)


def _fit(
    rulebook: Rulebook, options: dict[str, object], players: int
) -> Mapping[str, object]:
    """Return these options without contradictions, with what the house rules need."""
    needs = [rule.needs for rule in rulebook.house_rules]
    fields = {option.name: option for option in rulebook.game.options}
    while needs:
        for name, values in needs.pop().items():
            if name in fields:
                options[name] = values[0]
                needs.append(fields[name].needs or {})

    while unfit := _unfit(rulebook, options, players):
        for name in unfit:
            del options[name]
    return options


def _unfit(rulebook: Rulebook, options: Mapping[str, object], players: int) -> set[str]:
    """Return which of these options contradict the rest, or bound one that does."""
    fields = {option.name: option for option in rulebook.game.options}
    chosen = {**rulebook.read_options(options), "players": players}
    unfit = set()
    for error in contradictions(rulebook.game, rulebook.house_rules, chosen):
        if error.field in fields:
            unfit |= {error.field, fields[error.field].at_most or ""}
    return unfit & options.keys()


def _draw_value(option: Field, rng: Random, shortest: bool) -> object:
    if option.type == "flag":
        return not option.default if shortest else rng.random() < 0.5
    if type_of(option).needs_choices:
        return rng.choice([*type_of(option).choices(option)])
    least = option.min
    if option.type != "number" or least is None:
        return option.default
    if shortest:
        return least
    most = least + A_LITTLE
    if option.max is not None:
        most = max(least, min(option.max, most))
    return rng.choice((least, rng.randint(least, most)))


def name_players(players: int) -> Seats:
    """Return seats for a random match."""
    return tuple(f"Player {n}" for n in range(1, players + 1))


def played_at_random(
    rulebook: Rulebook, players: int, seed: int, most: int
) -> RandomMatch:
    """Play a match of this many players with up to `most` entries, as the seed has it.

    Raise GameFaultError if it cannot begin, OversizedAnswerError and
    UnanswerablePromptError as `RandomMatch.look`.
    """
    rng = Random(seed)  # nothing secret  # noqa: S311
    seats = name_players(players)
    options = draw_options(rulebook, seed, players)
    setting = rulebook.read_setting(seats, rng.choice(seats), options)
    read = set[str]()
    setting = watch_options(setting, read)
    match = RandomMatch(History.begin(rulebook, setting), seed=seed, read=read)
    match.history.scene_in(match.history.position)
    deck = rulebook.game.deck
    player = RandomPlayer(rng, seats, partial(example_of, match.history, rng), deck)
    # With chances of its own, since what it enters never stays.
    careless = Random(f"stray {seed}")  # nothing secret  # noqa: S311
    try:
        match.look()
        while match.entries_taken < most and not match.finished and match.stuck is None:
            if careless.random() < STRAY:
                _try_stray_cards(match, player, careless)
            _enter_something(match, player)
            match.look()
    except GameFaultError as fault:
        match.fault = fault
        match.when = _describe_moment(match, player)
    return match


def _try_stray_cards(match: RandomMatch, player: RandomPlayer, rng: Random) -> None:
    """Try cards that a field does not suggest: the game has to rule on them.

    Half of the time they are those of a recent entry, as if somebody entered it twice.
    They are not entered.
    """
    history = match.history
    deck = player.deck
    prompts = [*_beyond_choices(history.prompts, deck)]
    if not prompts:
        return
    careless = RandomPlayer(rng, player.seats, deck=deck)
    kind, seat, data = careless.choose(jsonable(prompts), history.scene.to_act)
    recent = []
    for step in history.steps[-LATELY:]:
        if step.entry.kind == kind:
            recent.append(dict(step.entry.data))
    if recent and rng.random() < 0.5:
        data = rng.choice(recent)

    player.latest = kind, seat, data
    number = match.entries_taken * TRIES
    seq = len(history.steps) + 1
    entry = LogEntry(
        seq=seq,
        id=str(UUID(int=number)),
        kind=kind,
        seat=seat,
        data=data,
        by=seat,
        host=True,
        at=0.0,
    )
    try:
        try_entries(history, [entry], KEY, number)
    except GameFaultError:
        raise
    except RefusedMoveError as refused:
        match.refused.append(refused.ruling)
    except RefereeError:
        return


def _beyond_choices(prompts: Iterable[Prompt], deck: Cards) -> Iterator[Prompt]:
    """Yield the prompts that suggest cards, with all other cards as their choices."""
    for prompt in prompts:
        fields = tuple(_beyond(asked, deck) for asked in prompt.fields)
        if fields != prompt.fields:
            yield replace(prompt, fields=fields, optional=False)


def _beyond(asked: Field, deck: Cards) -> Field:
    others = tuple(card for card in deck if card not in asked.choices)
    if asked.suggests and asked.cards and others:
        return replace(asked, choices=others)
    return asked


def _describe_moment(match: RandomMatch, player: RandomPlayer) -> str:
    """Return the latest entry, the state and the options, and how to repeat them."""
    kind, seat, data = player.latest
    state = repr(match.history.position.state)
    if len(state) > LONGEST_STATE:
        state = f"{state[:LONGEST_STATE]} …"
    entered = json.dumps(data, ensure_ascii=False)
    options = {**match.history.setting.options}
    chosen = f", with the options {options}" if options else ""
    return (
        f"{seat} entered {kind!r} {entered}{chosen}; the state was {state}. "
        f"`--seed {match.seed}` plays it again."
    )


def example_of(
    history: History, rng: Random, kind: str, seat: str
) -> Mapping[str, object] | None:
    """Return the game's example for this seat, if any."""
    for prompt in history.prompts:
        if prompt.kind == kind and seat in prompt.seats:
            return _example_for(history, prompt, rng, seat, history.position.state)
    raise LookupError(f"{seat} is not asked for {kind!r}")


def _example_for(
    history: History, prompt: Prompt, rng: Random, seat: str, state: object
) -> Mapping[str, object] | None:
    others = (other for other in prompt.seats if other != seat)
    prompt = replace(prompt, seats=(seat, *others))
    return history.rulebook.example(prompt, rng, state)


def data_for(
    prompt: Prompt,
    seat: str | None,
    history: History,
    rng: Random,
    state: object = None,
) -> dict[str, object]:
    """Return data, as JSON, for a prompt of this match, for this seat (None: any).

    `state` is that of an earlier prompt. Every other time the fields alone decide,
    since a game's examples may be all equal.
    """
    if state is None:
        state = history.position.state
    needed = replace(prompt, optional=False)
    if seat is not None:
        needed = replace(needed, seats=(seat,))

    def example(_kind: str, whose: str) -> Mapping[str, object] | None:
        if rng.random() >= 0.5:
            return None
        return _example_for(history, prompt, rng, whose, state)

    deck = history.rulebook.game.deck
    player = RandomPlayer(rng, history.setting.seats, example, deck)
    return player.choose([jsonable(needed)], [])[2]


def entry_that_fits(
    history: History,
    player: RandomPlayer,
    viewer: Viewer | None = None,
    first: int = 0,
    refused: Callable[[RefereeError], None] = lambda _error: None,
) -> tuple[LogEntry, EntryStep] | None:
    """Return an entry by this player that is taken, and its step.

    Return None after many tries. The entry's tosses are left open. A host sends it:
    this `viewer`, or the seat itself. Numbers begin at `first`; `refused` is called
    with each refusal. Raise GameFaultError if the game fails.
    """
    prompts = jsonable(history.prompts)
    if all(prompt["optional"] for prompt in prompts):
        return None
    knows = partial(may_read_sealed, viewer) if viewer is not None else None
    seq = len(history.steps) + 1
    for number in range(first, first + TRIES):
        kind, seat, data = player.choose(prompts, history.scene.to_act)
        by = viewer.seat if viewer is not None else seat
        id = str(UUID(int=number))
        entry = LogEntry(
            seq=seq, id=id, kind=kind, seat=seat, data=data, by=by, host=True, at=0.0
        )
        try:
            [step] = try_entries(history, [entry], KEY, number, knows)
        except GameFaultError:
            raise
        except RefereeError as error:
            refused(error)
        else:
            part = player.part_of_trick(prompts, kind, dict(data))
            if part is not None:
                entry = replace(entry, data=part)
                [step] = try_entries(history, [entry], KEY, number, knows)
            return entry, step
    return None


def _enter_something(match: RandomMatch, player: RandomPlayer) -> None:
    why = "nothing is asked for"

    def refused(error: RefereeError) -> None:
        nonlocal why
        why = str(error.message)
        if isinstance(error, RefusedMoveError):
            match.refused.append(error.ruling)

    fitting = entry_that_fits(
        match.history, player, None, match.entries_taken * TRIES, refused
    )
    if fitting is None:
        match.stuck = why
        return
    entry, step = fitting
    match.history.add(step)
    player.note(entry.kind, str(entry.seat), dict(entry.data), step.rulings)


def hook_that_ruled(step: EntryStep) -> str:
    """Return the hook that rules on an entry: for a secret one that of the reveal."""
    for prompt in step.before.game_prompts:
        if prompt.kind == step.entry.kind and prompt.secret:
            return "reveal"
    return "accept"
