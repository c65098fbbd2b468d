"""Matches played at random, by the prompts alone: each leads on to its end, and says the same when it is folded."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from referee.match.log_entry import SPECTATOR
from referee.match.match import Match
from referee.match.position import Position, Step
from referee.match.replay import replay
from referee.match.visibility import view_of
from referee.testing.checks.check_rulings import flaws_of_ruling
from referee.testing.checks.checked_game import PURE, TWICE, CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_match import RandomMatch, hook_that_ruled
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.view import Scene

NAME = "play"

LONG = 500
"""Where so many entries have led no match to its end, or have left something out, that is worth a look."""

BY_PROMPTS = "Pages and programs know nothing but prompts and scenes: with others nobody can go on."


def flaws(game: CheckedGame) -> Iterator[Flaw]:
    """What goes wrong on the way, in the order in which it does."""
    for match in game.matches:
        yield from _on_the_way(game, match)
        yield from _of_sides(game, match)
        yield from _at_the_end(game, match)
        yield from _folded(game, match)
    if _made(game) < LONG or any(match.stuck or match.fault for match in game.matches):
        return
    yield from _never_entered(game)
    if not any(match.finished for match in game.matches):
        yield _never_over(game)


def _made(game: CheckedGame) -> int:
    return sum(match.made for match in game.matches)


def _never_entered(game: CheckedGame) -> Iterator[Flaw]:
    """The kinds of prompts that were there and were answered in no match, which may be by chance."""
    entered = {step.entry.kind for match in game.matches for step in match.history.steps}
    positions = [position for match in game.matches for position in match.history.positions]
    asked = Counter(kind for position in positions for kind in {prompt.kind for prompt in position.prompts})
    if never := [kind for kind in asked if kind not in entered]:
        times = ", ".join(f"{kind!r} (asked for {asked[kind]:,} times)" for kind in never)
        what = f"At random nothing was entered that answers {times}."
        instead = (
            "Say in the fields what can be meant, have the hook `example` enter what is taken there, or let "
            "`--entries` make more."
        )
        where = game.place_of_hook("prompts", *never)
        yield Flaw(NAME, where, what, "What it does was not looked at.", instead, grave=False)


def _never_over(game: CheckedGame) -> Flaw:
    what = f"No match is over: {_made(game):,} entries were made at random, in {len(game.matches)} matches."
    why = "What happens at the end was not looked at, and some way has to lead there."
    instead = (
        "Have the hook `example` enter what leads there, give an option that makes a match short a low `min`, or let "
        "`--entries` make more."
    )
    where = game.place_of_hook("scene", game.matches[0].told[-1].phase)
    return Flaw(NAME, where, what, why, instead, grave=False)


def _on_the_way(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    seats = match.history.setting.seats
    for position, scene in zip(match.history.positions, match.told, strict=False):
        yield from _of_position(game, position, position.with_awaited(scene))
    for step in match.history.steps:
        for ruling in step.rulings:
            yield from flaws_of_ruling(game, NAME, hook_that_ruled(step), ruling, seats)
    for ruling in match.refused:
        yield from flaws_of_ruling(game, NAME, "accept", ruling, seats)
        if ruling.verdict.get("legal") is not False:
            where = game.place_of_hook("accept", ruling.summary.template)
            what = f"The refusal “{ruling.summary}” does not say that it is one."
            why = "The table overrules a refusal by saying that it is legal after all."
            yield Flaw(NAME, where, what, why, 'Write `{"legal": False}` into its verdict, with whatever else it says.')


def _of_position(game: CheckedGame, position: Position, scene: Scene) -> Iterator[Flaw]:
    """What is wrong between two entries: with what is asked for, and with whose turn it is said to be."""
    asked = {seat for prompt in position.prompts if not prompt.optional for seat in prompt.seats}
    phase = f"in the phase {scene.phase!r}"
    if scene.finished and position.prompts:
        where = game.place_of_hook("prompts", position.prompts[0].kind)
        what = f"The match is finished, and {position.prompts[0].kind!r} is still asked for."
        yield Flaw(NAME, where, what, "Nothing can be entered to a finished match.", "Return `()` once it is over.")
    elif not scene.finished and not asked:
        what = f"{phase.capitalize()} the match is not finished, and nothing has to be entered."
        instead = "Ask for something that is not `optional`, or say in the scene that it is `finished`."
        yield Flaw(NAME, game.place_of_hook("prompts", scene.phase), what, BY_PROMPTS, instead)
    if not scene.finished and not scene.to_act and asked:
        what = f"{phase.capitalize()} nobody is to act, and the match goes on."
        yield Flaw(
            NAME, game.place_of_hook("scene", scene.phase), what, BY_PROMPTS, "Name in `to_act` who has to enter."
        )
    elif not set(scene.to_act) <= asked:
        idle = ", ".join(seat for seat in scene.to_act if seat not in asked)
        what = f"{phase.capitalize()} {idle} is to act, and is asked for nothing."
        instead = "Name in `to_act` seats of a prompt that is not `optional`."
        yield Flaw(NAME, game.place_of_hook("scene", scene.phase), what, BY_PROMPTS, instead)
    yield from _of_prompts(game, position.prompts)
    yield from _of_others(game, position.prompts, [standing.seat for standing in scene.standings])
    yield from _of_standings(game, scene)


def _of_prompts(game: CheckedGame, prompts: Sequence[Prompt]) -> Iterator[Flaw]:
    """What cannot be entered as it is asked for."""
    for prompt in prompts:
        if prompt.race is not None and not any(type_of(one).raced for one in prompt.fields):
            what = f"{prompt.kind!r} has a race, and no field of the type 'order'."
            why = "Nobody could enter who was first."
            yield Flaw(NAME, game.place_of_hook("prompts", prompt.kind), what, why, "Give it one, or leave `race` out.")
    for one, other in combinations(prompts, 2):
        both = [seat for seat in one.seats if seat in other.seats]
        if one.kind == other.kind and both:
            what = f"{both[0]} is asked for {one.kind!r} twice."
            why = "An entry says its kind alone: nobody could answer the second of them."
            yield Flaw(NAME, game.place_of_hook("prompts", one.kind), what, why, "Give each a kind of its own.")


def _of_others(game: CheckedGame, prompts: Sequence[Prompt], seats: Sequence[str]) -> Iterator[Flaw]:
    """What several seats are asked for, and cannot be entered without something of a seat that is not asked."""
    for prompt in prompts:
        for one in prompt.fields:
            wanted = seats_asked(one, seats) if type_of(one).by_seat and not (prompt.secret or one.some) else ()
            others = [seat for seat in wanted if seat not in prompt.seats]
            if others and len(prompt.seats) > 1 and not one.partners:
                what = f"{prompt.kind!r} is for {', '.join(prompt.seats)}, and {one.name!r} wants {others[0]} too."
                why = "It cannot be entered without them: where they sit out, nobody can go on."
                instead = "Name in the `seats` of the field (for numbers in its `choices`) those that it asks about."
                yield Flaw(NAME, game.place_of_hook("prompts", prompt.kind), what, why, instead, grave=False)


def _of_sides(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    told = {scene.sides for scene in match.told}
    if len(told) > 1:
        why = "The score sheet has a column a side, from the first round to the last."
        instead = "Name the same sides in every scene; where partners change, name none, and give each seat its score."
        yield Flaw(NAME, game.place_of_hook("scene", "sides"), "The sides change during the match.", why, instead)


def _of_standings(game: CheckedGame, scene: Scene) -> Iterator[Flaw]:
    if scene.winners and not scene.finished:
        what = f"{', '.join(scene.winners)} has won, and the match is not finished."
        why = "Winners are shown at the end, and kept with the match."
        yield Flaw(NAME, game.place_of_hook("scene", scene.phase), what, why, "Leave `winners` empty until it is over.")
    if min(standing.place for standing in scene.standings) != 1:
        why, instead = "The standings are shown by place.", "Let places begin with 1; `rank_seats` counts them."
        yield Flaw(NAME, game.place_of_hook("scene", scene.phase), "Nobody has the first place.", why, instead)


def _at_the_end(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    if match.fault is not None:
        yield game.flaw_of(NAME, match.fault)
    elif match.stuck is not None and match.history.prompts:
        kinds = [prompt.kind for prompt in match.history.prompts if not prompt.optional]
        asked = ", ".join(map(repr, kinds))
        what = f"Nothing that was tried at random is taken as an answer to {asked}: {match.stuck}"
        instead = (
            "Say in the fields what can be meant: `choices`, bounds, `total`, and no `suggests`; where fields depend "
            "on each other, in the hook `example`."
        )
        where = game.place_of_hook("prompts", *kinds)
        yield Flaw(NAME, where, what, "Whoever does not know the game goes by the fields alone.", instead)


def _folded(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """What is not the same when the log is folded again, and when what stood then is looked at now."""
    history = match.history
    fresh = game.fresh()  # which remembers no scene
    for told, before, step in zip(match.told[1:], match.states[1:], history.steps, strict=False):
        if repr(step.after.state) != before:
            what = f"After a later entry, the state after {step.entry.kind!r} is not what it was."
            instead = "Make the state a frozen dataclass of tuples, and another one of it with `dataclasses.replace`."
            yield Flaw(NAME, game.place_of_hook(hook_that_ruled(step)), what, TWICE, instead)
            return
        if jsonable(fresh.scene(step.after.state)) != jsonable(told):
            what = f"Asked again about the state after {step.entry.kind!r}, `scene` answers something else."
            yield Flaw(NAME, game.place_of_hook("scene"), what, TWICE, PURE)
            return
    entries = [step.entry for step in history.steps]
    again, unfit = replay(fresh, history.setting, entries)
    if unfit:
        what = f"Folded again, {unfit[0].entry.kind!r} is not taken any more: {unfit[0].why}"
        yield Flaw(NAME, game.place_of_hook("accept"), what, TWICE, PURE)
        return
    yield from _differences(game, history.steps, again.steps)
    if not match.fault and _seen(Match(again)) != _seen(Match(history)):
        what = "Folded again, the match looks different at its end."
        yield Flaw(NAME, game.place_of_hook("scene"), what, TWICE, PURE)


def _differences(game: CheckedGame, steps: Sequence[Step], again: Sequence[Step]) -> Iterator[Flaw]:
    for one, other in zip(steps, again, strict=True):
        differs = [] if jsonable(one.rulings) == jsonable(other.rulings) else [hook_that_ruled(one)]
        differs += [] if jsonable(one.after.asked) == jsonable(other.after.asked) else ["prompts"]
        for hook in differs[:1]:
            what = f"Folded again, `{hook}` answers something else about {one.entry.kind!r}."
            yield Flaw(NAME, game.place_of_hook(hook), what, TWICE, PURE)
            return


def _seen(match: Match) -> Any:
    return jsonable(view_of(match, SPECTATOR, ""))
