"""Overrules: the table's verdict replaces a ruling, and the game goes on from it.

A game asks for verdicts through `ask`, and a ruling's origin identifies the call. The
entry is taken again, with the table's answer to that call.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.cards.card import Card, by_code
from referee.lazy_dataclass import frozen
from referee.match.entry_reading import RulesOfMatch
from referee.match.log_entry import Stored
from referee.match.position import EntryStep, InForce, Overrule, Stands
from referee.plugin.field_values import why_beyond_reach
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    FieldError,
    RefereeError,
    WrongFieldsError,
    wrong_field,
)
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
"""The words there for several suits, or none."""

LONGEST_WORD = 100
"""The most letters of a word in a verdict."""


TableVerdict = EntryStep | Refused

EntryAttempt = Callable[[Ask], TableVerdict]
"""Takes an entry and returns the outcome; `ask` answers the game's questions."""

Verdict = Mapping[str, object]
"""A ruling's verdict: values by part."""


CANNOT_GO_ON = (RefereeError, LookupError)
"""The errors of a game that cannot go on with a verdict not its own."""


def decide_overruled(
    rules: RulesOfMatch,
    attempt: EntryAttempt,
    overrules: Iterable[Overrule],
    stands: Iterable[tuple[Ruling, Ruling]],
) -> tuple[TableVerdict, tuple[InForce, ...]]:
    """Return an entry's outcome under these overrules, and those in force.

    An overrule is dropped if its ruling no longer occurs, or if the game cannot go on
    with its verdict. It applies wherever the same ruling recurs; so does what `stands`
    since earlier entries.
    """
    rulebook = rules.rulebook
    table = _Table(rulebook, rulebook.context(rules.setting), attempt)
    taken = table.take({}, tuple(stands))
    in_force = []
    for overrule in overrules:
        before = taken.ruling_at(overrule.ruling)
        if before is None:
            continue
        try:
            after = apply_overrule(before, overrule, table.context, rulebook.game)
            decision = InForce(overrule, before, after)
            taken = table.take_again(taken, decision)
        except CANNOT_GO_ON:
            continue
        in_force.append(decision)
    return _show(in_force, taken.outcome)


@frozen
class _Taken:
    """An entry taken with these answers to the game's questions.

    `answers` are the table's, by the number of the call; `asked` are all answers given.
    """

    answers: Mapping[int, Ruling]
    stands: Stands
    outcome: TableVerdict
    asked: Sequence[Ruling]

    def ruling_at(self, place: int | None) -> Ruling | None:
        if isinstance(self.outcome, Refused):
            return self.outcome.ruling if place is None else None
        rulings = self.outcome.rulings
        if place is None or place >= len(rulings):
            return None
        return rulings[place]

    def call_of(self, ruling: Ruling) -> int:
        """Return the number of the call that gave a ruling; LookupError without one."""
        for call, answer in enumerate(self.asked):
            if answer.origin == ruling.origin:
                return call
        raise LookupError(ruling)


@frozen
class _Table:
    """A table that decides parts of an entry differently from the game."""

    rulebook: Rulebook
    context: ReadingContext
    attempt: EntryAttempt

    def take(self, answers: Mapping[int, Ruling], stands: Stands) -> _Taken:
        """Take the entry with these answers, and what `stands` wherever it recurs."""
        asked: list[Ruling] = []

        def ask(question: str | Ruling, /, **given: object) -> Ruling:
            answer = answers.get(len(asked)) or self.rulebook.put(question, **given)
            for before, after in stands:
                if before == answer:
                    answer = replace(after, origin=answer.origin)
                    break
            asked.append(answer)
            return answer

        return _Taken(answers, stands, self.attempt(ask), asked)

    def take_again(self, taken: _Taken, decision: InForce) -> _Taken:
        """Take the entry with this decision too; CANNOT_GO_ON if the game cannot."""
        answers, overrule = taken.answers, decision.overrule
        if overrule.verdict:
            call = taken.call_of(decision.before)
            asked, game = taken.asked[call], self.rulebook.game
            answer = apply_overrule(asked, overrule, self.context, game)
            answers = {**answers, call: answer}

        again = self.take(answers, (*taken.stands, *stands_after([decision])))
        if isinstance(again.outcome, EntryStep):
            self.rulebook.scene(again.outcome.after.state, self.context.seats)
        return again


def stands_after(in_force: Iterable[InForce]) -> Stands:
    """Return the decisions after an entry was refused and entered after all.

    They apply when the same ruling recurs.
    """
    stands = []
    for decision in in_force:
        if decision.overrule.is_of_refusal:
            stands.append((decision.before, decision.after))
    return tuple(stands)


def _show(
    in_force: Sequence[InForce], outcome: TableVerdict
) -> tuple[TableVerdict, tuple[InForce, ...]]:
    """Return the outcome with the table's rulings, and the overrules in force.

    A decision that no ruling of the game states is added after them.
    """
    if isinstance(outcome, Refused):
        for decision in in_force[:1]:
            outcome = Refused(decision.after)
        return outcome, tuple(in_force)

    own = outcome.rulings
    rulings = [*own]
    shown = []
    for decision in in_force:
        after, place = decision.after, _place_among(own, decision)
        if place is None or place >= len(own):
            rulings.append(after)
            decision = replace(decision, added=True)
        else:
            rulings[place] = replace(after, verdict=own[place].verdict)
        shown.append(decision)
    return replace(outcome, rulings=tuple(rulings)), tuple(shown)


def _place_among(rulings: Sequence[Ruling], decision: InForce) -> int | None:
    """Return the place of the game's ruling that now states the table's decision.

    A flagged ruling keeps its place; a refusal that the table let pass has the first.
    None if no ruling states it.
    """
    overrule, after = decision.overrule, decision.after
    place = overrule.ruling
    if not overrule.verdict:
        return place
    decided = {name: after.verdict[name] for name in overrule.verdict}
    for at, ruling in enumerate(rulings):
        is_its_own = ruling.origin is after.origin
        is_let_pass = overrule.is_of_refusal and at == 0
        says_it = {**ruling.verdict, **decided} == ruling.verdict
        if says_it and (is_its_own or is_let_pass):
            return at
    return None


def apply_overrule(
    ruling: Ruling, overrule: Overrule, context: ReadingContext, game: Game
) -> Ruling:
    """Return the ruling as the table decided it; WrongFieldsError for misfits."""
    decided = type_verdict(ruling.verdict, overrule.verdict, context)
    because = _by_the_table(ruling, overrule)
    then = overrule.then or ruling.summary
    if not decided and str(then) != str(ruling.summary):
        summary = _corrected_since(ruling.summary, overrule.by, then)
        return replace(ruling, summary=summary, because=(*because, *ruling.because))
    # The table gave other reasons than these cards and sums.
    shown = [replace(cards, deciding=()) for cards in ruling.shown]
    return replace(
        ruling,
        verdict={**ruling.verdict, **decided},
        summary=_summary(then, decided, game),
        because=because,
        shown=tuple(shown),
        reckoning=None,
        contest=None,
    )


def _by_the_table(ruling: Ruling, overrule: Overrule) -> tuple[Reason, ...]:
    why = say("Overturned by {who}.", who=overrule.who)
    if overrule.why:
        why = say("Overturned by {who}: {why}", who=overrule.who, why=overrule.why)
    return tuple(Reason(first.rule, "house-rule", why) for first in ruling.because[:1])


def _corrected_since(now: Text, by: str | None, then: Text | str) -> Text:
    """Return the sentence of a flagged ruling, if a correction followed."""
    if by is None:
        return say(
            "{now} (corrected after an objection; first ruled: {then})",
            now=now,
            then=then,
        )
    return say(
        "{now} (corrected after {seat}'s objection; first ruled: {then})",
        now=now,
        seat=by,
        then=then,
    )


def _summary(before: Text | str, decided: Verdict, game: Game) -> Text:
    if not decided:
        return say("Overturned. The referee had ruled: {before}", before=before)
    parts = []
    for name, value in decided.items():
        what = game.part_of_verdict(name)
        parts.append(say("{what}: {value}", what=what, value=_worded(value)))
    return say(
        "Overturned: {decided:;}. The referee had ruled: {before}",
        decided=tuple(parts),
        before=before,
    )


def _worded(value: object) -> object:
    """Return a part of a verdict for people: a list of values, cards by their signs."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Card):
        return value
    if isinstance(value, Mapping):
        parts = []
        for name, inner in value.items():
            parts.append(say("{what}: {value}", what=name, value=_worded(inner)))
        return tuple(parts) or NONE
    if isinstance(value, (tuple, list, frozenset)):
        several = tuple(value)
        if several and all(isinstance(inner, Card) for inner in several):
            return say("{cards:short}", cards=several)
        return tuple(map(_worded, several)) or NONE
    return str(value)


# The shape of a verdict


def type_verdict(
    verdict: Verdict, changes: Stored, context: ReadingContext
) -> dict[str, object]:
    """Return changes to a verdict with its types; WrongFieldsError for misfits.

    WrongFieldsError names every one that does not fit it.
    """
    typed = {}
    errors = []
    for name, value in changes.items():
        try:
            typed[name] = _type_part(verdict, name, value, context)
        except Misread as wrong:
            errors.append(FieldError(f"verdict.{name}", wrong.message))
    if errors:
        raise WrongFieldsError(*errors)
    return typed


def _type_part(
    verdict: Verdict, name: str, value: Any, context: ReadingContext
) -> object:
    if name not in verdict:
        names = tuple(verdict)
        raise Misread(say("The ruling decides {names}, nothing else.", names=names))
    if name in SUIT_PARTS and isinstance(value, str):
        return _suit(value, context)
    return _like(verdict[name], value, context, seat=name == "winner")


def _suit(value: str, context: ReadingContext) -> str:
    """Return the suit, or a word for several.

    A seat may share its name, as N, E and S do at many tables.
    """
    suits = _suits_of(context.deck)
    if value not in (*suits, *NO_SINGLE_SUIT):
        raise Misread(_name_a_suit(suits))
    return value


def _suits_of(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([card.suit for card in cards if card.suit]))


def _name_a_suit(suits: tuple[str, ...]) -> Text:
    return say("Name a suit here: {suits:or}.", suits=suits)


def check_suit_led(ruling: Ruling, decided: Verdict) -> None:
    """Raise WrongFieldsError if nobody played the suit named as led.

    Checked if the ruling shows the cards of the trick.
    """
    led = decided.get("suit_led")
    if led in (None, *NO_SINGLE_SUIT, ruling.verdict.get("suit_led")):
        return
    cards: list[Card] = []
    for played in ruling.shown:
        if played.seat is not None:
            cards += played.cards
    suits = _suits_of(cards)
    if suits and led not in suits:
        raise wrong_field("verdict.suit_led", _name_a_suit(suits))


def check_verdict_reach(decided: Verdict) -> None:
    """Raise WrongFieldsError for every part with a number too large to enter."""
    errors = []
    for name, value in decided.items():
        for number in parts_in(value):
            if isinstance(number, (int, float)):
                message = why_beyond_reach(number)
                if message:
                    errors.append(FieldError(f"verdict.{name}", message))
    if errors:
        raise WrongFieldsError(*errors)


def differs(verdict: Verdict, changes: Stored) -> bool:
    """Return whether these changes decide anything differently."""
    return any(jsonable(verdict.get(name)) != value for name, value in changes.items())


def _like(old: object, new: Any, context: ReadingContext, seat: bool = False) -> object:
    """Return the new value in the old one's type.

    `seat`: a null could have been a seat.
    """
    if isinstance(old, bool):
        return _require(bool, new, say("Say true or false here."))
    if isinstance(old, int):
        message = say("Give a whole number here.")
        if isinstance(new, bool):
            raise Misread(message)
        return _require(int, new, message)
    if isinstance(old, float):
        return _score(new)
    if isinstance(old, Mapping):
        return _mapping_like(old, new, context)
    if isinstance(old, (tuple, list, frozenset)):
        given = _require(list, new, say("Give a list here."))
        sample = next(iter(old), None)
        several = [_like(sample, inner, context) for inner in given]
        return frozenset(several) if isinstance(old, frozenset) else tuple(several)
    if new is None:
        return None
    return _word_like(old, new, context, seat)


def _require(kind: type[Any], value: Any, message: Text) -> Any:
    if not isinstance(value, kind):
        raise Misread(message)
    return value


def _score(new: Any) -> Score:
    if isinstance(new, int) and not isinstance(new, bool):
        return new
    if not isinstance(new, float) or new % 0.5:
        raise Misread(say("Give a whole number here, or one with a half, like 2.5."))
    return whole(new)


def _mapping_like(old: Verdict, new: Any, context: ReadingContext) -> dict[str, object]:
    given = _require(dict, new, say("Give an object here."))
    if given.keys() - old.keys():
        names = tuple(map(str, old))
        raise Misread(say("There are {names} here, nothing else.", names=names))
    values = {**old}
    for name, inner in old.items():
        if name in given:
            values[name] = _like(inner, given[name], context)
    return values


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
    if side_of(new, seats):
        return new
    # If the ruling named nothing, infer the type from the decision.
    if old is None and not seat and new in cards:
        return cards[new]
    if seat or side_of(old, seats):
        raise Misread(say("Name somebody who sits here: {seats}.", seats=tuple(seats)))
    return new
