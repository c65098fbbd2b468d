"""The checks of random play and random questions, and of all rulings."""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random

from referee.plugin.game_faults import GameFaultError
from referee.testing.answerable import (
    UnanswerablePromptError,
    find_few_choices,
    why_unanswerable,
)
from referee.testing.checks.game_under_check import FROZEN, PURE, TWICE, CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.random_match import RandomMatch, hook_that_ruled, name_players
from referee.testing.random_options import watch_options
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_to_name
from referee.vocabulary.game import JOKER_WORDING
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import seats_in_side, side_of
from referee.vocabulary.view import Scene

LONG = 500
"""The entries after which an unfinished match, or an unused prompt, is reported."""

OFTEN = 50
"""How often a prompt is asked first, after which no answer is a flaw."""

ASKS = {"Prompt", "ask_seat"}
"""Functions whose first argument is a kind of entry."""

NOT_LEGAL = (
    "Write `Refused(rule_illegal(say(…), reason))`: it puts `legal` into the verdict. "
    "Of a question about a value, as `counted = ask(…)`, it takes the reasons: "
    "`Refused(rule_illegal(say(…), *counted.because))`."
)

BY_PROMPTS = (
    "Pages and programs know nothing but prompts and scenes: with others nobody can go "
    "on."
)


def flaws_of_play(game: CheckedGame) -> Flaws:
    """Yield the flaws of play, in order; after a changed state only that one."""
    matches = game.matches
    yield from _check_frozen(game)
    for match in matches:
        changed = _find_changed_state(game, match)
        if changed is not None:
            game.given_up = changed
            yield changed
            return
    for match in matches:
        yield from _check_course(game, match)
        if len({scene.sides for scene in match.scenes}) > 1:
            what = "The sides change during the match."
            why = (
                "The score sheet has a column a side, from the first round to the last."
            )
            instead = (
                "Name the same sides in every scene; where partners change, name "
                "none, and give each seat its score."
            )
            yield game.flaw_at("scene", what, why, instead, "sides")
        yield from _check_end(game, match)
        yield from _check_scenes_asked_again(game, match)
    has_failed = any(match.stuck or match.fault for match in matches)
    if has_failed or game.entries_taken < LONG:
        return
    yield from _never_entered(game)
    yield from _never_read(game)
    if not any(match.finished for match in matches):
        yield _never_over(game)


def _check_frozen(game: CheckedGame) -> Flaws:
    """Yield the flaw of a state whose dataclass is not frozen."""
    kind = type(game.matches[0].history.positions[0].state)
    declared = getattr(kind, "__dataclass_params__", None)
    if declared is None or declared.frozen:
        return
    what = f"The state `{kind.__name__}` is not frozen."
    why = "Whoever changes a state by mistake changes the past with it."
    instead = "Write `@dataclass(frozen=True)` above it."
    yield game.flaw_at("begin", what, why, instead, grave=False)


def _never_entered(game: CheckedGame) -> Flaws:
    """Yield each kind of prompt that was answered in no match, maybe by chance."""
    entered = set[str]()
    refused = dict[str, str]()
    times_open = Counter[str]()
    main = Counter[str]()
    for match in game.matches:
        entered.update(step.entry.kind for step in match.history.steps)
        refused |= match.refused_kinds
        for position in match.history.positions:
            prompts = position.prompts
            times_open.update({prompt.kind for prompt in prompts})
            main.update(prompt.kind for prompt in prompts[:1] if not prompt.optional)

    why = "What it does was not looked at."
    for kind, times in times_open.items():
        if kind in entered:
            continue
        what = f"Nobody ever entered {kind!r}: it was asked for {times:,} times"
        if kind in refused:
            what += f", and refused: {refused[kind].rstrip('.')}"
        what += "."
        for error in _short_of_choices(game, kind):
            what += f" {error}"
        instead = (
            "Say in the fields what can be meant, have the hook `example` enter what "
            "is taken there, or let `--entries` make more."
        )
        grave = main[kind] >= OFTEN
        yield game.flaw_at("prompts", what, why, instead, kind, grave=grave)

    for kind in _kinds_in_code(game):
        if kind not in times_open:
            what = f"Nobody was ever asked for {kind!r} in a random match."
            instead = (
                "Have the hook `example` enter what leads there, or let `--entries` "
                "make more; if nothing leads there, take it away."
            )
            yield game.flaw_at("prompts", what, why, instead, kind, grave=False)


def _kinds_in_code(game: CheckedGame) -> Iterator[str]:
    """Yield the kinds of prompts that the game's files name, each once."""
    kinds = dict[str, None]()
    for source in game.sources:
        for call in source.calls():
            name = ast.unparse(call.func).rpartition(".")[2]
            if name not in ASKS or not call.args:
                continue
            kind = call.args[0]
            kind = source.constants.get(ast.unparse(kind), kind)
            if isinstance(kind, ast.Constant):
                kinds[str(kind.value)] = None
    yield from kinds


def _short_of_choices(
    game: CheckedGame, kind: str
) -> Sequence[UnanswerablePromptError]:
    """Return an error if this kind last had fewer choices than it needs."""
    short: Sequence[UnanswerablePromptError] = ()
    for match in game.matches:
        for position in match.history.positions:
            for prompt in position.prompts:
                if prompt.kind == kind:
                    short = find_few_choices(prompt)
    return short


def _never_read(game: CheckedGame) -> Flaws:
    """Yield the options that the game has read in no match."""
    described = game.rulebook.game
    read = {JOKER_WORDING.name}
    read.update(described.named_by)
    for match in game.matches:
        read |= match.read
    # An option may only be there for getting the table ready.
    game.rulebook.prepare_table(watch_options(game.matches[0].history.setting, read))
    for option in described.options:
        if option.name not in read:
            what = f"In no match the option {option.name!r} was read."
            why = "A table chooses it, and it changes nothing."
            instead = "Go by it, as `setting.chosen` gives it, or leave it out."
            hook = "describe_game"
            yield game.flaw_at(hook, what, why, instead, option.name, grave=False)


def _never_over(game: CheckedGame) -> Flaw:
    matches = game.matches
    what = (
        f"No match is over: {game.entries_taken:,} entries were made at random, in "
        f"{len(matches)} matches."
    )
    why = "What happens at the end was not looked at, and some way has to lead there."
    instead = (
        "Have the hook `example` enter what leads there, give an option that makes a "
        "match short a low `min`, or let `--entries` make more."
    )
    phase = matches[0].scenes[-1].phase
    return game.flaw_at("scene", what, why, instead, phase, grave=False)


def _check_course(game: CheckedGame, match: RandomMatch) -> Flaws:
    history = match.history
    seats = history.setting.seats
    for position, scene in zip(history.positions, match.scenes, strict=False):
        yield from _check_position(game, position.prompts, position.with_awaited(scene))
    for step in history.steps:
        hook = hook_that_ruled(step)
        origins = set[object]()
        for ruling in step.rulings:
            yield from flaws_of_ruling(game, hook, ruling, seats)
            parts = ruling.origin.parts if ruling.origin else ()
            is_first = ruling.origin not in origins
            origins.add(ruling.origin)
            if parts and is_first and ruling.verdict.keys().isdisjoint(parts):
                what = (
                    "A ruling rests on an answer of `ask` that is not returned: no "
                    f"table can decide its `{parts[0]}` otherwise."
                )
                why = "A table may question every ruling, and goes on as it decides."
                instead = "Return that one too: `Accepted(after, (counted, ruling))`."
                yield game.flaw_at(hook, what, why, instead, grave=False)
    for ruling in match.refused:
        yield from flaws_of_ruling(game, "accept", ruling, seats)
        if ruling.verdict.get("legal") is not False:
            what = f"The refusal “{ruling.summary}” does not say that it is one."
            why = "The table overrules a refusal by saying that it is legal after all."
            where = _locate_refusal(game, ruling.summary.template)
            yield Flaw(where, what, why, NOT_LEGAL)


def _locate_refusal(game: CheckedGame, template: str) -> str:
    """Return `file:line` of the `Refused(…)` that shows a ruling with this template.

    It holds the template, or what `ask` returned for a question.
    """
    where = game.locate_hook("accept", template)
    asked = where
    for source in game.sources:
        answers = source.targets_of("ask")
        for call in source.calls():
            if ast.unparse(call.func) != "Refused":
                continue
            lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
            if where in [game.locate(f"{source.path}:{line}") for line in lines]:
                return where
            if {*map(ast.unparse, call.args)} & answers:
                asked = game.locate(f"{source.path}:{call.lineno}")
    return asked


def _check_position(
    game: CheckedGame, prompts: Sequence[Prompt], scene: Scene
) -> Flaws:
    """Yield the flaws of a position: its prompts, and whose turn it is."""
    due = set[str]()
    for prompt in prompts:
        if not prompt.optional:
            due.update(prompt.seats)
    phase = f"In the phase {scene.phase!r}"
    if scene.finished and prompts:
        kind = prompts[0].kind
        what = f"The match is finished, and {kind!r} is still asked for."
        why = "Nothing can be entered to a finished match."
        instead = "Return `()` once it is over."
        yield game.flaw_at("prompts", what, why, instead, kind)
    elif not scene.finished and not due:
        what = f"{phase} the match is not finished, and nothing has to be entered."
        instead = (
            "Ask for something that is not `optional`, or say in the scene that it is "
            "`finished`."
        )
        yield game.flaw_at("prompts", what, BY_PROMPTS, instead, scene.phase)

    idle = [seat for seat in scene.to_act if seat not in due]
    if idle and due:
        what = f"{phase} who is to act is asked for nothing: {', '.join(idle)}."
        instead = "Name in `to_act` seats of a prompt that is not `optional`."
        yield game.flaw_at("scene", what, BY_PROMPTS, instead, scene.phase)
    elif due and not scene.finished and not scene.to_act:
        what = f"{phase} nobody is to act, and the match goes on."
        instead = "Name in `to_act` who has to enter."
        yield game.flaw_at("scene", what, BY_PROMPTS, instead, scene.phase)
    yield from _check_prompts(game, prompts)
    yield from _check_others(game, prompts, scene)
    yield from _check_standings(game, scene)


def _check_prompts(game: CheckedGame, prompts: Sequence[Prompt]) -> Flaws:
    """Yield prompts that cannot be answered as asked."""
    for prompt in prompts:
        is_raced = any(type_of(field).raced for field in prompt.fields)
        if prompt.race is not None and not is_raced:
            what = f"{prompt.kind!r} has a race, and no field of the type 'order'."
            why = "Nobody could enter who was first."
            instead = "Give it one, or leave `race` out."
            yield game.flaw_at("prompts", what, why, instead, prompt.kind)

    for prompt, other in combinations(prompts, 2):
        both = [seat for seat in prompt.seats if seat in other.seats]
        if prompt.kind == other.kind and both:
            what = f"{both[0]} is asked for {prompt.kind!r} twice."
            why = (
                "An entry says its kind alone: nobody could answer the second of them."
            )
            instead = "Give each a kind of its own."
            yield game.flaw_at("prompts", what, why, instead, prompt.kind)


def _check_others(game: CheckedGame, prompts: Sequence[Prompt], scene: Scene) -> Flaws:
    """Yield prompts for several seats that need an entry of another seat."""
    seats = [standing.seat for standing in scene.standings]
    for prompt in prompts:
        if len(prompt.seats) < 2:
            continue
        for field in prompt.fields:
            is_own = prompt.secret or field.some or field.own or field.partners
            if is_own or not type_of(field).by_seat:
                continue
            wanted = seats_to_name(field, seats)
            others = [seat for seat in wanted if seat not in prompt.seats]
            if others:
                what = (
                    f"{prompt.kind!r} is for {', '.join(prompt.seats)}, and "
                    f"{field.name!r} wants {others[0]} too."
                )
                why = (
                    "It cannot be entered without them: where they sit out, nobody can "
                    "go on."
                )
                instead = (
                    "Name in the `seats` of the field (for numbers in its `choices`) "
                    "those that it asks about."
                )
                kind = prompt.kind
                yield game.flaw_at("prompts", what, why, instead, kind, grave=False)


def _check_standings(game: CheckedGame, scene: Scene) -> Flaws:
    if scene.winners and not scene.finished:
        what = f"{', '.join(scene.winners)} has won, and the match is not finished."
        why = "Winners are shown at the end, and kept with the match."
        instead = "Leave `winners` empty until it is over."
        yield game.flaw_at("scene", what, why, instead, scene.phase)
    if min(standing.place for standing in scene.standings) != 1:
        what = "Nobody has the first place."
        why = "The standings are shown by place."
        instead = "Let places begin with 1; `rank_seats` counts them."
        yield game.flaw_at("scene", what, why, instead, scene.phase)


def _check_end(game: CheckedGame, match: RandomMatch) -> Flaws:
    prompts = match.history.prompts
    kinds = [prompt.kind for prompt in prompts if not prompt.optional]
    if match.fault is not None:
        yield replace(game.flaw_of(match.fault), when=match.when)
    elif match.stuck is not None and kinds:
        needed = ", ".join(map(repr, kinds))
        what = (
            f"Nothing that was tried at random is taken as an answer to {needed}: "
            f"{match.stuck}"
        )
        why = "Whoever does not know the game goes by the fields alone."
        instead = (
            "Say in the fields what can be meant: `choices`, bounds, `total`, and no "
            "`suggests`; where fields depend on each other, in the hook `example`."
        )
        yield game.flaw_at("prompts", what, why, instead, *kinds)


def _find_changed_state(game: CheckedGame, match: RandomMatch) -> Flaw | None:
    """Return the flaw of the first state that changed after it was returned."""
    for step, before in zip(match.history.steps, match.states, strict=False):
        if repr(step.before.state) != before:
            hook = hook_that_ruled(step)
            what = (
                f"`{hook}` changes the state that it is given: that before "
                f"{step.entry.kind!r} is not what it was."
            )
            return game.flaw_at(hook, what, TWICE, FROZEN)
    return None


def _check_scenes_asked_again(game: CheckedGame, match: RandomMatch) -> Flaws:
    """Yield the first scene that differs at a second call."""
    fresh = game.fresh()  # whose cache is empty
    for scene, step in zip(match.scenes[1:], match.history.steps, strict=False):
        if fresh.scene(step.after.state) != scene:
            what = (
                f"Asked again about the state after {step.entry.kind!r}, `scene` "
                "answers something else."
            )
            yield game.flaw_at("scene", what, TWICE, PURE)
            return


# Questions


QUESTIONS_PUT = 60


def flaws_of_questions(game: CheckedGame) -> Flaws:
    """Yield failures at arbitrary positions in questions."""
    rulebook = game.rulebook
    askers = name_players(max(rulebook.game.players))
    for name, question in rulebook.questions.items():
        if any(map(why_unanswerable, question.fields)):
            continue  # a flaw already
        rng = Random(name)  # nothing secret  # noqa: S311
        player = RandomPlayer(rng, askers, deck=rulebook.game.deck)
        prompt = Prompt(name, askers, question.title, fields=question.fields)
        is_answered = False
        refusal = ""
        for _ in range(QUESTIONS_PUT):
            _, _, data = player.choose([prompt], askers)
            try:
                ruling = rulebook.rule_from_json(name, data)
            except WrongFieldsError as wrong:
                refusal = str(wrong.errors[0].message)
                continue
            except GameFaultError as fault:
                yield game.flaw_of(fault)
                is_answered = True
                break
            is_answered = True
            yield from flaws_of_ruling(game, question.hook, ruling, None)
        if not is_answered:
            what = (
                f"Of {QUESTIONS_PUT} positions put at random the question {name!r} "
                f"answers none: {refusal}"
            )
            why = "People fill in what the fields offer."
            instead = (
                "Say in the fields what can be meant: `choices`, `min`, `max`, `total`."
            )
            yield game.flaw_at("questions", what, why, instead, name, grave=False)


# Rulings


def flaws_of_ruling(
    game: CheckedGame, hook: str, ruling: Ruling, seats: Collection[str] | None
) -> Flaws:
    """Yield the flaws of a hook's ruling on these seats; None: any name is a seat."""
    template = ruling.summary.template
    if not str(ruling.summary).strip():
        what = "A ruling says nothing."
        why = "People read it aloud."
        yield game.flaw_at(hook, what, why, "Write one sentence for people.")
    if not ruling.because:
        what = f"The ruling “{ruling.summary}” has no reasons."
        instead = "Give it a `Reason`: `SECTIONS.cite(…)` makes one."
        yield game.flaw_at(hook, what, "Nobody could check it.", instead, template)
    for reason in ruling.because:
        basis = game.rulebook.sections[reason.section].basis
        if reason.basis != basis:
            what = (
                f"A reason says that {reason.rule!r} is of the basis {reason.basis!r}; "
                f"the section is {basis!r}."
            )
            why = "The table is shown whose word a ruling is."
            instead = f"Write {basis!r}; `cite` does."
            yield game.flaw_at(hook, what, why, instead, reason.rule)
    if seats is not None:
        why = "Pages, totals and the closest ruling go by them."
        for what, instead in _check_winners(ruling, tuple(seats)):
            yield game.flaw_at(hook, what, why, instead, template)
    why = (
        "Pages show the cards of a ruling beside their owner's name, and mark those "
        "that decided."
    )
    for what, instead in _check_cards(ruling, seats):
        yield game.flaw_at(hook, what, why, instead, template)


def _check_winners(ruling: Ruling, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield flaws of a ruling's winners, and remedies."""
    instead = "Name a seat, or a side by `name_side(side)`; None for nobody."
    winner = ruling.verdict.get("winner")
    winners = ruling.verdict.get("winners")
    if winner is not None and side_of(winner, seats) is None:
        yield f"In a verdict `winner` is {winner!r}, who does not sit here.", instead
    are_seats = isinstance(winners, list | tuple) and set(winners) <= set(seats)
    if winners is not None and not are_seats:
        what = f"In a verdict `winners` is {winners!r}, which are not seats."
        yield what, "Name all of them in a tuple, as seats."
    if ruling.contest is None:
        return
    for party in (ruling.contest.winner, ruling.contest.against):
        if party is not None and side_of(party, seats) is None:
            yield f"A contest names {party!r}, who does not sit here.", instead


def _check_cards(
    ruling: Ruling, seats: Collection[str] | None
) -> Iterator[tuple[str, str]]:
    """Yield flaws of a ruling's cards, and remedies."""
    for shown in ruling.shown:
        owner = shown.seat
        if owner is not None and seats is not None:
            strangers = {*seats_in_side(owner)}.difference(seats)
            if strangers:
                what = (
                    f"The ruling “{ruling.summary}” shows cards of {owner!r}, who does "
                    "not sit here."
                )
                instead = (
                    "Name a seat, or a side by both names; None for the table's cards."
                )
                yield what, instead
        if Counter(shown.deciding) - Counter(shown.cards):
            what = (
                f"The ruling “{ruling.summary}” is decided by cards that are not among "
                "those it shows."
            )
            instead = "Give `ShownCards` all the cards, and as `deciding` some of them."
            yield what, instead
