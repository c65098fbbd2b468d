"""Random matches, played by prompts alone, without knowledge of the game."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from referee.cards.card import Card, Cards
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.secrecy import may_read_sealed
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.new_entries import try_entries
from referee.match.viewer import Viewer
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.testing.answerable import require_answerable
from referee.testing.random_options import draw_options, watch_options
from referee.testing.random_player import Filled, RandomPlayer
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Seats
from referee.vocabulary.view import Scene

KEY = "5e" * 32
"""The key of tosses: each match has the same tosses whenever it is replayed."""

TRIES = 200
"""The tries after a refusal before play counts as stuck."""

MOST_FIELDS = 40
"""The most fields of a state that a flaw shows."""

SHOWN_AT_EACH_END = 100
"""The characters that a flaw shows of a field's begin and end."""

TOO_LARGE = 2_000_000
"""The most characters of a written state, or of answers about it: each entry keeps one,
and viewers wait for it.
"""

STRAY = 0.2
"""The probability that somebody also names cards which a field does not suggest."""

LATELY = 20
"""How many of the latest entries a stray one may repeat."""


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
    """The scenes at the start and after each entry."""
    seed: int = 0
    read: set[str] = field(default_factory=set)
    """The options that the game has read."""
    states: list[str] = field(default_factory=list)
    """The game's states at the start and after each entry, written at that time."""
    refused: list[Ruling] = field(default_factory=list)
    """The refusals of entries."""
    refused_kinds: dict[str, str] = field(default_factory=dict)
    """Why an entry of a kind was last refused."""
    fault: GameFaultError | None = None
    """The fault that ended the match."""
    when: str = ""
    """The entry and the state at which the match failed."""
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


def name_players(players: int) -> Seats:
    """Return seats for a random match."""
    return tuple(f"Player {n}" for n in range(1, players + 1))


def play_at_random(
    rulebook: Rulebook, players: int, seed: int, most: int
) -> RandomMatch:
    """Play a match of this many players with up to `most` entries by this seed.

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

    Half of the time the cards are those of a recent entry, as if somebody entered it
    twice. None of these entries is made.
    """
    history = match.history
    deck = player.deck
    prompts = [*_offer_other_cards(history.prompts, deck)]
    if not prompts:
        return
    careless = RandomPlayer(rng, player.seats, deck=deck)
    kind, seat, data = careless.choose(prompts, history.scene.to_act)
    recent = []
    for step in history.steps[-LATELY:]:
        if step.entry.kind == kind:
            recent.append(dict(step.entry.data))
    if recent and rng.random() < 0.5:
        data = rng.choice(recent)

    player.latest = kind, seat, data
    number = match.entries_taken * TRIES
    entry = _new_entry(history, number, player.latest, by=seat)
    try:
        try_entries(history, [entry], KEY, number)
    except GameFaultError:
        raise
    except RefusedMoveError as refused:
        match.refused.append(refused.ruling)
    except RefereeError:
        return


def _new_entry(
    history: History, number: int, answer: tuple[str, str, Filled], by: str | None
) -> LogEntry:
    """Return the next entry of a match, with this number as its id, sent by a host."""
    kind, seat, data = answer
    return LogEntry(
        seq=len(history.steps) + 1,
        id=str(UUID(int=number)),
        kind=kind,
        seat=seat,
        data=data,
        by=by,
        host=True,
        at=0.0,
    )


def _offer_other_cards(prompts: Iterable[Prompt], deck: Cards) -> Iterator[Prompt]:
    """Yield the prompts that suggest cards, with all other cards as their choices."""
    for prompt in prompts:
        fields = []
        for asked in prompt.fields:
            others = tuple(card for card in deck if card not in asked.choices)
            if asked.suggests and asked.cards and others:
                asked = replace(asked, choices=others)
            fields.append(asked)
        if tuple(fields) != prompt.fields:
            yield replace(prompt, fields=tuple(fields), optional=False)


def _describe_moment(match: RandomMatch, player: RandomPlayer) -> str:
    """Return the latest entry, the state and the options, and how to repeat them."""
    kind, seat, data = player.latest
    entered = json.dumps(data, ensure_ascii=False)
    options = {**match.history.setting.options}
    chosen = f", with the options {options}" if options else ""
    state = [*_list_fields("state", match.history.position.state)]
    return "\n".join(
        (
            f"{seat} entered {kind!r} {entered}{chosen}. "
            f"`--seed {match.seed}` plays it again. The state was",
            *state[:MOST_FIELDS],
            *["…"] * (len(state) > MOST_FIELDS),
        )
    )


def _list_fields(path: str, value: Any) -> Iterator[str]:
    """Yield a line for each field of a state that is not at its default."""
    if is_dataclass(value) and not isinstance(value, Card):
        for member in fields(value):
            inner = getattr(value, member.name)
            if inner is not member.default:
                yield from _list_fields(f"{path}.{member.name}", inner)
        return
    written = repr(value)
    if len(written) > 2 * SHOWN_AT_EACH_END:
        begin = written[:SHOWN_AT_EACH_END]
        written = f"{begin} … {written[-SHOWN_AT_EACH_END:]}"
    yield f"{path} = {written}"


def example_of(
    history: History, rng: Random, prompt: Prompt, seat: str, state: object = None
) -> Mapping[str, object] | None:
    """Return the game's example of a prompt for this seat, if any.

    `state` is the state of an earlier prompt.
    """
    if state is None:
        state = history.position.state
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

    def example(asked: Prompt, whose: str) -> Mapping[str, object] | None:
        if rng.random() >= 0.5:
            return None
        return example_of(history, rng, asked, whose, state)

    deck = history.rulebook.game.deck
    player = RandomPlayer(rng, history.setting.seats, example, deck)
    needed = replace(prompt, optional=False)
    return player.choose([needed], [seat] if seat is not None else [])[2]


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
    prompts = history.prompts
    if all(prompt.optional for prompt in prompts):
        return None
    knows = partial(may_read_sealed, viewer) if viewer is not None else None
    for number in range(first, first + TRIES):
        answer = player.choose(prompts, history.scene.to_act)
        kind, seat, data = answer
        by = viewer.seat if viewer is not None else seat
        entry = _new_entry(history, number, answer, by)
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
    stuck = "nothing is asked for"

    def note(error: RefereeError) -> None:
        nonlocal stuck
        stuck = str(error.message)
        match.refused_kinds[player.latest[0]] = stuck
        if isinstance(error, RefusedMoveError):
            match.refused.append(error.ruling)

    first = match.entries_taken * TRIES
    fitting = entry_that_fits(match.history, player, first=first, refused=note)
    if fitting is None:
        match.stuck = stuck
        return
    entry, step = fitting
    match.history.add(step)
    player.note(entry.kind, str(entry.seat), dict(entry.data), step.rulings)


def hook_that_ruled(step: EntryStep) -> str:
    """Return the hook that rules on an entry: `reveal` for a secret one."""
    for prompt in step.before.game_prompts:
        if prompt.kind == step.entry.kind and prompt.secret:
            return "reveal"
    return "accept"
