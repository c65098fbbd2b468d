"""Matches played at random by the prompts alone, questions put at random, and what
holds for every ruling.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from random import Random

from referee.match.position import Position
from referee.plugin.game_faults import GameFaultError
from referee.testing.checks.checked_game import PURE, TWICE, CheckedGame
from referee.testing.flaw import Flaw
from referee.testing.random_match import RandomMatch, RandomPlayer, hook_that_ruled
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.fields.plain_fields import seats_asked
from referee.vocabulary.game import Question
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import parts_of, side_of
from referee.vocabulary.view import Scene

LONG = 500
"""Where so many entries have led no match to its end, or have left something out, that
is worth a look.
"""

BY_PROMPTS = (
    "Pages and programs know nothing but prompts and scenes: with others nobody can go "
    "on."
)


def flaws_of_play(game: CheckedGame) -> Iterator[Flaw]:
    """What goes wrong on the way, in the order in which it does; a changed state alone,
    of which all else follows.
    """
    for match in game.matches:
        if (changed := _changed(game, match)) is not None:
            game.given_up = changed
            yield changed
            return
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
    """The kinds of prompts that were there and were answered in no match, which may be
    by chance.
    """
    entered = {
        step.entry.kind for match in game.matches for step in match.history.steps
    }
    positions = [
        position for match in game.matches for position in match.history.positions
    ]
    asked = Counter(
        kind
        for position in positions
        for kind in {prompt.kind for prompt in position.prompts}
    )
    if never := [kind for kind in asked if kind not in entered]:
        times = ", ".join(
            f"{kind!r} (asked for {asked[kind]:,} times)" for kind in never
        )
        what = f"At random nothing was entered that answers {times}."
        instead = (
            "Say in the fields what can be meant, have the hook `example` enter what "
            "is taken there, or let "
            "`--entries` make more."
        )
        where = game.place_of_hook("prompts", *never)
        yield Flaw(where, what, "What it does was not looked at.", instead, grave=False)


def _never_over(game: CheckedGame) -> Flaw:
    what = (
        f"No match is over: {_made(game):,} entries were made at random, in "
        f"{len(game.matches)} matches."
    )
    why = "What happens at the end was not looked at, and some way has to lead there."
    instead = (
        "Have the hook `example` enter what leads there, give an option that makes a "
        "match short a low `min`, or let "
        "`--entries` make more."
    )
    where = game.place_of_hook("scene", game.matches[0].told[-1].phase)
    return Flaw(where, what, why, instead, grave=False)


def _on_the_way(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    seats = match.history.setting.seats
    for position, scene in zip(match.history.positions, match.told, strict=False):
        yield from _of_position(game, position, position.with_awaited(scene))
    for step in match.history.steps:
        for ruling in step.rulings:
            yield from flaws_of_ruling(game, hook_that_ruled(step), ruling, seats)
    for ruling in match.refused:
        yield from flaws_of_ruling(game, "accept", ruling, seats)
        if ruling.verdict.get("legal") is not False:
            where = game.place_of_hook("accept", ruling.summary.template)
            what = f"The refusal “{ruling.summary}” does not say that it is one."
            why = "The table overrules a refusal by saying that it is legal after all."
            instead = (
                'Write `{"legal": False}` into its verdict, with whatever else it says.'
            )
            yield Flaw(where, what, why, instead)


def _of_position(game: CheckedGame, position: Position, scene: Scene) -> Iterator[Flaw]:
    """What is wrong between two entries: with what is asked for, and with whose turn it
    is said to be.
    """
    asked: set[str] = set()
    for prompt in position.prompts:
        if not prompt.optional:
            asked.update(prompt.seats)
    phase = f"in the phase {scene.phase!r}"
    if scene.finished and position.prompts:
        where = game.place_of_hook("prompts", position.prompts[0].kind)
        what = (
            f"The match is finished, and {position.prompts[0].kind!r} is still asked "
            "for."
        )
        yield Flaw(
            where,
            what,
            "Nothing can be entered to a finished match.",
            "Return `()` once it is over.",
        )
    elif not scene.finished and not asked:
        what = (
            f"{phase.capitalize()} the match is not finished, and nothing has to be "
            "entered."
        )
        instead = (
            "Ask for something that is not `optional`, or say in the scene that it is "
            "`finished`."
        )
        yield Flaw(
            game.place_of_hook("prompts", scene.phase), what, BY_PROMPTS, instead
        )
    if not scene.finished and not scene.to_act and asked:
        what = f"{phase.capitalize()} nobody is to act, and the match goes on."
        yield Flaw(
            game.place_of_hook("scene", scene.phase),
            what,
            BY_PROMPTS,
            "Name in `to_act` who has to enter.",
        )
    elif not set(scene.to_act) <= asked:
        idle = ", ".join(seat for seat in scene.to_act if seat not in asked)
        what = f"{phase.capitalize()} {idle} is to act, and is asked for nothing."
        instead = "Name in `to_act` seats of a prompt that is not `optional`."
        yield Flaw(game.place_of_hook("scene", scene.phase), what, BY_PROMPTS, instead)
    yield from _of_prompts(game, position.prompts)
    yield from _of_others(
        game, position.prompts, [standing.seat for standing in scene.standings]
    )
    yield from _of_standings(game, scene)


def _of_prompts(game: CheckedGame, prompts: Sequence[Prompt]) -> Iterator[Flaw]:
    """What cannot be entered as it is asked for."""
    for prompt in prompts:
        is_raced = any(type_of(field).raced for field in prompt.fields)
        if prompt.race is not None and not is_raced:
            where = game.place_of_hook("prompts", prompt.kind)
            what = f"{prompt.kind!r} has a race, and no field of the type 'order'."
            why = "Nobody could enter who was first."
            yield Flaw(where, what, why, "Give it one, or leave `race` out.")
    for prompt, other in combinations(prompts, 2):
        both = [seat for seat in prompt.seats if seat in other.seats]
        if prompt.kind == other.kind and both:
            where = game.place_of_hook("prompts", prompt.kind)
            what = f"{both[0]} is asked for {prompt.kind!r} twice."
            why = (
                "An entry says its kind alone: nobody could answer the second of them."
            )
            yield Flaw(where, what, why, "Give each a kind of its own.")


def _of_others(
    game: CheckedGame, prompts: Sequence[Prompt], seats: Sequence[str]
) -> Iterator[Flaw]:
    """What several seats are asked for, and cannot be entered without something of a
    seat that is not asked.
    """
    for prompt in prompts:
        if len(prompt.seats) < 2:
            continue
        for field in prompt.fields:
            is_own = prompt.secret or field.some or field.partners
            if is_own or not type_of(field).by_seat:
                continue
            wanted = seats_asked(field, seats)
            others = [seat for seat in wanted if seat not in prompt.seats]
            if others:
                where = game.place_of_hook("prompts", prompt.kind)
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
                yield Flaw(where, what, why, instead, grave=False)


def _of_sides(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    told = {scene.sides for scene in match.told}
    if len(told) > 1:
        why = "The score sheet has a column a side, from the first round to the last."
        instead = (
            "Name the same sides in every scene; where partners change, name none, and "
            "give each seat its score."
        )
        yield Flaw(
            game.place_of_hook("scene", "sides"),
            "The sides change during the match.",
            why,
            instead,
        )


def _of_standings(game: CheckedGame, scene: Scene) -> Iterator[Flaw]:
    if scene.winners and not scene.finished:
        what = f"{', '.join(scene.winners)} has won, and the match is not finished."
        why = "Winners are shown at the end, and kept with the match."
        yield Flaw(
            game.place_of_hook("scene", scene.phase),
            what,
            why,
            "Leave `winners` empty until it is over.",
        )
    if min(standing.place for standing in scene.standings) != 1:
        why, instead = (
            "The standings are shown by place.",
            "Let places begin with 1; `rank_seats` counts them.",
        )
        yield Flaw(
            game.place_of_hook("scene", scene.phase),
            "Nobody has the first place.",
            why,
            instead,
        )


def _at_the_end(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    if match.fault is not None:
        yield game.flaw_of(match.fault)
    elif match.stuck is not None and match.history.prompts:
        kinds = [prompt.kind for prompt in match.history.prompts if not prompt.optional]
        asked = ", ".join(map(repr, kinds))
        what = (
            f"Nothing that was tried at random is taken as an answer to {asked}: "
            f"{match.stuck}"
        )
        instead = (
            "Say in the fields what can be meant: `choices`, bounds, `total`, and no "
            "`suggests`; where fields depend "
            "on each other, in the hook `example`."
        )
        where = game.place_of_hook("prompts", *kinds)
        yield Flaw(
            where,
            what,
            "Whoever does not know the game goes by the fields alone.",
            instead,
        )


def _changed(game: CheckedGame, match: RandomMatch) -> Flaw | None:
    """The first state that is not any more what it was when it was new."""
    for step, before in zip(match.history.steps, match.states, strict=False):
        if repr(step.before.state) != before:
            hook = hook_that_ruled(step)
            what = (
                f"`{hook}` changes the state that it is given: that before "
                f"{step.entry.kind!r} is not what it was."
            )
            instead = (
                "Make the state a frozen dataclass of tuples, and another one of it "
                "with `dataclasses.replace`."
            )
            return Flaw(game.place_of_hook(hook), what, TWICE, instead)
    return None


def _folded(game: CheckedGame, match: RandomMatch) -> Iterator[Flaw]:
    """Scenes that are others when they are asked for again."""
    fresh = game.fresh()  # which remembers no scene
    for told, step in zip(match.told[1:], match.history.steps, strict=False):
        if jsonable(fresh.scene(step.after.state)) != jsonable(told):
            what = (
                f"Asked again about the state after {step.entry.kind!r}, `scene` "
                "answers something else."
            )
            yield Flaw(game.place_of_hook("scene"), what, TWICE, PURE)
            return


# Questions


QUESTIONS_PUT = 60
ASKERS = ("Ana", "Ben")


def flaws_of_questions(game: CheckedGame) -> Iterator[Flaw]:
    """What goes wrong where anybody may put any position."""
    for question in game.rulebook.questions.values():
        yield from _of_question(game, question)


def _of_question(game: CheckedGame, question: Question) -> Iterator[Flaw]:
    player = RandomPlayer(
        Random(question.name),  # noqa: S311
        ASKERS,
        deck=game.rulebook.game.deck,
    )  # nothing secret
    answered = False
    prompt = {
        "kind": question.name,
        "seats": ASKERS,
        "optional": False,
        "fields": jsonable(question)["fields"],
    }
    why = ""
    for _ in range(QUESTIONS_PUT):
        _, _, data = player.choose([prompt], ASKERS)
        try:
            ruling = game.rulebook.ask(question.name, data)
        except WrongFieldsError as wrong:
            why = str(wrong.errors[0].message)
            continue
        except GameFaultError as fault:
            yield game.flaw_of(fault)
            return
        answered = True
        yield from flaws_of_ruling(game, question.hook, ruling, None)
    if not answered:
        where = game.place_of_hook("questions", question.name)
        what = (
            f"Of {QUESTIONS_PUT} positions put at random the question "
            f"{question.name!r} answers none: {why}"
        )
        instead = (
            "Say in the fields what can be meant: `choices`, `min`, `max`, `total`."
        )
        yield Flaw(
            where, what, "People fill in what the fields offer.", instead, grave=False
        )


# Rulings


def flaws_of_ruling(
    game: CheckedGame, hook: str, ruling: Ruling, seats: Collection[str] | None
) -> Iterator[Flaw]:
    """What is wrong with a ruling of this hook, among these seats; None: any name is a
    seat.
    """
    said = ruling.summary.template
    if not str(ruling.summary).strip():
        instead = "Write one sentence for people."
        yield Flaw(
            game.place_of_hook(hook),
            "A ruling says nothing.",
            "People read it aloud.",
            instead,
        )
    if not ruling.because:
        what = f"The ruling “{ruling.summary}” has no reasons."
        instead = "Give it a `Reason`: `SECTIONS.cite(…)` makes one."
        yield Flaw(
            game.place_of_hook(hook, said), what, "Nobody could check it.", instead
        )
    for reason in ruling.because:
        basis = game.rulebook.sections[reason.rule.partition("#")[2]].basis
        if reason.basis != basis:
            what = (
                f"A reason says that {reason.rule!r} is of the basis {reason.basis!r}; "
                f"the section is {basis!r}."
            )
            why = "The table is shown whose word a ruling is."
            yield Flaw(
                game.place_of_hook(hook, reason.rule),
                what,
                why,
                f"Write {basis!r}; `cite` does.",
            )
    for what, instead in () if seats is None else _of_winners(ruling, tuple(seats)):
        why = "Pages, totals and the closest ruling go by them."
        yield Flaw(game.place_of_hook(hook, said), what, why, instead)
    for what, instead in _of_cards(ruling, seats):
        why = (
            "Pages show the cards of a ruling beside their owner's name, and mark "
            "those that decided."
        )
        yield Flaw(game.place_of_hook(hook, said), what, why, instead)


def _of_winners(ruling: Ruling, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with those of whom a ruling says that they won, or could have, and
    what to write instead.
    """
    instead = "Name a seat, or a side by `name_of(side)`; None for nobody."
    winner, winners = ruling.verdict.get("winner"), ruling.verdict.get("winners")
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


def _of_cards(
    ruling: Ruling, seats: Collection[str] | None
) -> Iterator[tuple[str, str]]:
    """What is wrong with the cards that a ruling shows, and what to write instead."""
    for shown in ruling.shown:
        is_stranger = (
            seats is not None
            and shown.seat is not None
            and not set(parts_of(shown.seat)) <= set(seats)
        )
        if is_stranger:
            what = (
                f"The ruling “{ruling.summary}” shows cards of {shown.seat!r}, who "
                "does not sit here."
            )
            yield (
                what,
                "Name a seat, or a side by both names; None for the table's cards.",
            )
        if Counter(shown.deciding) - Counter(shown.cards):
            what = (
                f"The ruling “{ruling.summary}” is decided by cards that are not among "
                "those it shows."
            )
            yield (
                what,
                "Give `ShownCards` all the cards, and as `deciding` some of them.",
            )
