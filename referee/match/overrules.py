"""Overruling: the table's own verdict put in the place of a ruling, so that the game
goes on from it.

A game asks for its verdicts through `ask`, and a ruling's origin tells which call it
came of. The entry is taken again, and that call answered as the table decided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.cards.card import Card, by_code
from referee.match.position import Overrule, Step
from referee.plugin.field_values import why_beyond_reach
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import FieldError, WrongFieldsError
from referee.vocabulary.fields.field_type import Misread, ReadingContext, parts_in
from referee.vocabulary.game import Ask, Game, Refused
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, side_of, whole

NONE = say("none")

SUIT_PARTS = ("suit", "suit_led", "trump", "strain")
"""Parts of verdicts that name a suit."""

NO_SINGLE_SUIT = ("trumps", "NT")
"""What stands there for several suits, or for none."""

LONGEST_WORD = 100
"""Letters of a word in a verdict, at most."""


TableVerdict = Step | Refused

Decide = Callable[[Ask], TableVerdict]
"""What an entry comes to, where the game's questions are answered like this."""

Stands = tuple[tuple[Ruling, Ruling], ...]
"""Rulings that were overruled, each with what the table decided instead."""


def decide_overruled(
    rulebook: Rulebook,
    context: ReadingContext,
    decide: Decide,
    overrules: Iterable[Overrule],
    stands: Stands = (),
) -> tuple[TableVerdict, tuple[Overrule, ...]]:
    """Return what an entry comes to under these overrules, and which of them are in
    force.

    One whose ruling is not there any more, or with whose verdict the game cannot go on,
    is left out. What was overruled stands wherever the same is ruled again; so does
    what `stands` since earlier entries.
    """
    answers: dict[int, Ruling] = {}
    in_force: list[Overrule] = []
    marks: list[tuple[int | None, Ruling, Mapping[str, object]]] = []
    outcome, asked = _decide_with(rulebook, decide, answers, stands)
    for overrule in overrules:
        before = _ruling_at(outcome, overrule.ruling)
        if before is None:
            continue
        try:
            after, tried = (
                apply_overrule(before, overrule, context, rulebook.game),
                answers,
            )
            stand = (*stands, (before, after)) if overrule.ruling is None else stands
            if overrule.verdict:
                call = [answer.origin for answer in asked].index(before.origin)
                tried = {
                    **answers,
                    call: apply_overrule(asked[call], overrule, context, rulebook.game),
                }
            outcome, asked = _decide_with(rulebook, decide, tried, stand)
            if isinstance(outcome, Step):
                rulebook.scene(outcome.after.state, context.seats)
        except (  # noqa: S112
            Exception
        ):  # a game may fail in any way on a verdict that it did not give
            continue
        answers, stands = tried, stand
        marks.append(
            (
                overrule.ruling,
                after,
                type_verdict(before.verdict, overrule.verdict, context),
            )
        )
        in_force.append(replace(overrule, before=before))
    places = [_place_of_verdict(outcome, *mark) for mark in marks]
    added = tuple(
        after
        for (_, after, _), place in zip(marks, places, strict=True)
        if place is None
    )
    marked = _mark_overruled(
        outcome, [place for place in places if place is not None], added
    )
    in_force = [
        replace(overrule, added=place is None)
        for overrule, place in zip(in_force, places, strict=True)
    ]
    return marked, tuple(in_force)


def stands_after(
    in_force: Iterable[Overrule], context: ReadingContext, game: Game
) -> Stands:
    """Return what stands against an entry that was refused and entered after all, for
    when the same is ruled again.
    """
    refusals = [
        (overrule.before, overrule)
        for overrule in in_force
        if overrule.ruling is None and overrule.before is not None
    ]
    return tuple(
        (before, apply_overrule(before, overrule, context, game))
        for before, overrule in refusals
    )


def apply_overrule(
    ruling: Ruling, overrule: Overrule, context: ReadingContext, game: Game
) -> Ruling:
    """Return the ruling as the table decided it; WrongFieldsError for a verdict of
    another shape.
    """
    verdict = {
        **ruling.verdict,
        **type_verdict(ruling.verdict, overrule.verdict, context),
    }
    why = (
        say("Overruled by the table: {why}", why=overrule.why)
        if overrule.why
        else say("Overruled by the table.")
    )
    because = tuple(
        Reason(first.rule, "house-rule", why) for first in ruling.because[:1]
    )
    # The table has decided: none of the cards, and not what the referee had added up.
    shown = tuple(replace(cards, deciding=()) for cards in ruling.shown)
    summary = _summary(
        ruling,
        [(game.part_of_verdict(name), verdict[name]) for name in overrule.verdict],
    )
    return replace(
        ruling,
        verdict=verdict,
        summary=summary,
        because=because,
        shown=shown,
        reckoning=None,
        contest=None,
    )


def _summary(ruling: Ruling, decided_otherwise: Sequence[tuple[Text, object]]) -> Text:
    if not decided_otherwise:
        return say(
            "Overruled by the table. The referee had ruled: {before}",
            before=ruling.summary,
        )
    decided = tuple(
        say("{what}: {value}", what=part, value=_worded(value))
        for part, value in decided_otherwise
    )
    return say(
        "Overruled by the table. {decided:;}. The referee had ruled: {before}",
        decided=decided,
        before=ruling.summary,
    )


def _worded(value: object) -> object:
    """Return a part of a verdict as people read it: cards by their names, in a list by
    their signs.
    """
    if isinstance(value, Mapping):
        return (
            tuple(
                say("{what}: {value}", what=name, value=_worded(inner))
                for name, inner in value.items()
            )
            or NONE
        )
    if isinstance(value, (tuple, list, frozenset)):
        several = tuple(value)
        if several and all(isinstance(inner, Card) for inner in several):
            return say("{cards:short}", cards=several)
        return tuple(map(_worded, several)) or NONE
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return NONE if value is None else value if isinstance(value, Card) else str(value)


def _decide_with(
    rulebook: Rulebook, decide: Decide, answers: Mapping[int, Ruling], stands: Stands
) -> tuple[TableVerdict, list[Ruling]]:
    """Return what the entry comes to, and what the game was answered meanwhile, where
    these answers stand by number of call.

    What `stands` is answered wherever the same is ruled.
    """
    asked: list[Ruling] = []

    def ask(question: str | Ruling, /, **given: object) -> Ruling:
        answer = answers.get(len(asked)) or rulebook.put(question, **given)
        answer = next(
            (
                replace(after, origin=answer.origin)
                for before, after in stands
                if before == answer
            ),
            answer,
        )
        asked.append(answer)
        return answer

    return decide(ask), asked


def _ruling_at(outcome: TableVerdict, place: int | None) -> Ruling | None:
    if isinstance(outcome, Refused):
        return outcome.ruling if place is None else None
    return (
        outcome.rulings[place]
        if place is not None and place < len(outcome.rulings)
        else None
    )


def _place_of_verdict(
    outcome: TableVerdict,
    place: int | None,
    after: Ruling,
    decided: Mapping[str, object],
) -> tuple[int, Ruling] | None:
    """Find the ruling that now carries the table's verdict: its place and its text.

    Return None if the game's rulings do not state the verdict; the caller then appends
    the table's own. A ruling that is only marked keeps its place, and a refusal that
    the table let pass takes the first ruling's, if that agrees.
    """
    if isinstance(outcome, Refused):
        return 0, after
    for at, ruling in enumerate(outcome.rulings):
        its_own = ruling.origin is after.origin or (place is None and at == 0)
        says_so = {**ruling.verdict, **decided} == ruling.verdict
        if its_own and says_so if decided else at == place:
            return at, replace(after, verdict=ruling.verdict)
    return None


def _mark_overruled(
    outcome: TableVerdict,
    places: Iterable[tuple[int, Ruling]],
    added: tuple[Ruling, ...],
) -> TableVerdict:
    """Return the outcome with the overruled rulings in it; `added` follow its own."""
    if isinstance(outcome, Refused):
        return Refused(next((ruling for _, ruling in places), outcome.ruling))
    rulings = list(outcome.rulings)
    for at, ruling in places:
        rulings[at] = ruling
    return replace(outcome, rulings=(*rulings, *added))


# The shape of a verdict


def type_verdict(
    verdict: Mapping[str, object], changes: Mapping[str, Any], context: ReadingContext
) -> dict[str, object]:
    """Return these changes to a verdict, with the types that it has, at a table with
    these seats and this deck.

    WrongFieldsError names every one that does not fit it.
    """
    found: dict[str, object] = {}
    errors: list[FieldError] = []
    for name, value in changes.items():
        try:
            if name not in verdict:
                raise Misread(
                    say(
                        "The ruling decides {names}, nothing else.",
                        names=tuple(verdict),
                    )
                )
            if name in SUIT_PARTS and isinstance(value, str):
                found[name] = _suit(value, context)
                continue
            found[name] = _like(verdict[name], value, context, name == "winner")
        except Misread as wrong:
            errors.append(FieldError(f"verdict.{name}", wrong.message))
    if errors:
        raise WrongFieldsError(*errors)
    return found


def _suit(value: str, context: ReadingContext) -> str:
    """Return the suit, or what stands for one. A seat may be called like it, as N, E
    and S are at many tables.
    """
    suits = tuple(dict.fromkeys(card.suit for card in context.deck if card.suit))
    if value not in (*suits, *NO_SINGLE_SUIT):
        raise Misread(say("Name a suit here: {suits:or}.", suits=suits))
    return value


def check_verdict_reach(decided: Mapping[str, object]) -> None:
    """WrongFieldsError for every part of a new verdict that holds a number too large to
    be entered.
    """
    errors = []
    for name, value in decided.items():
        numbers = [part for part in parts_in(value) if isinstance(part, (int, float))]
        errors += [
            FieldError(f"verdict.{name}", message)
            for message in map(why_beyond_reach, numbers)
            if message
        ]
    if errors:
        raise WrongFieldsError(*errors)


def differs(verdict: Mapping[str, object], changes: Mapping[str, Any]) -> bool:
    """Return whether these changes decide anything otherwise."""
    return any(jsonable(verdict.get(name)) != value for name, value in changes.items())


def _like(old: object, new: Any, context: ReadingContext, seat: bool = False) -> object:
    """Return the new value as the type of the old one. `seat`: where the old one is
    null, it could have been a seat.
    """
    if isinstance(old, bool):
        return _of(bool, new, say("Say true or false here."))
    if isinstance(old, int):
        if isinstance(new, bool):
            raise Misread(say("Give a whole number here."))
        return _of(int, new, say("Give a whole number here."))
    if isinstance(old, float):
        return _score(new)
    if isinstance(old, Mapping):
        return _mapping_like(old, new, context)
    if isinstance(old, (tuple, list, frozenset)):
        found = [
            _like(_sample(old), inner, context)
            for inner in _of(list, new, say("Give a list here."))
        ]
        return frozenset(found) if isinstance(old, frozenset) else tuple(found)
    return None if new is None else _word_like(old, new, context, seat)


def _score(new: Any) -> Score:
    is_whole = isinstance(new, int) and not isinstance(new, bool)
    has_half = isinstance(new, float) and new % 0.5 == 0
    if not is_whole and not has_half:
        raise Misread(say("Give a whole number here, or one with a half, like 2.5."))
    return new if is_whole else whole(new)


def _of(kind: type[Any], value: Any, message: Text) -> Any:
    if not isinstance(value, kind):
        raise Misread(message)
    return value


def _sample(several: Iterable[object]) -> object:
    """Return what the others in a list are like; None where it is empty."""
    return next(iter(several), None)


def _mapping_like(
    old: Mapping[str, object], new: Any, context: ReadingContext
) -> dict[str, object]:
    given = _of(dict, new, say("Give an object here."))
    if given.keys() - old.keys():
        raise Misread(
            say("There are {names} here, nothing else.", names=tuple(map(str, old)))
        )
    return {
        name: _like(inner, given[name], context) if name in given else inner
        for name, inner in old.items()
    }


def _word_like(old: object, new: Any, context: ReadingContext, seat: bool) -> object:
    seats, cards = context.seats or (), by_code(context.deck)
    if isinstance(old, Card):
        if not isinstance(new, str) or new not in cards:
            raise Misread(
                say("Give a card's code here, like {example}.", example=old.code)
            )
        return cards[new]
    if not isinstance(new, str) or not 0 < len(new) <= LONGEST_WORD:
        raise Misread(say("Give a word here, or null."))
    if old is None and not seat and new in cards and new not in seats:
        return cards[
            new
        ]  # the ruling named nothing there, so what was decided tells what it is
    if (seat or side_of(old, seats)) and not side_of(new, seats):
        raise Misread(say("Name somebody who sits here: {seats}.", seats=tuple(seats)))
    return new
