"""Overrules: the table's verdict replaces a ruling, and the game goes on from there.

A game asks for verdicts through `ask`. A ruling's origin says which call of `ask` gave
it. The referee takes the entry again, and answers that call as the table decided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards.card import Card
from referee.match.taking.entry_reading import RulesOfMatch
from referee.match.taking.entry_step import EntryStep, Overrule, OverruleInForce
from referee.match.taking.position import Decisions
from referee.match.taking.verdict_reading import Verdict, follow_up, read_verdict
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields.reading import ReadingContext
from referee.vocabulary.game import Ask, Game, Refused
from referee.vocabulary.ruling import OVERRULED, Reason, Ruling, cost_of
from referee.vocabulary.text import Text, say

NONE = say("none")

EntryOutcome = EntryStep | Refused
"""The outcome of an entry: its step, or its refusal."""

EntryAttempt = Callable[[Ask], EntryOutcome]
"""Takes an entry and returns the outcome; `ask` answers the game's questions."""

CANNOT_GO_ON = (RefereeError, LookupError)
"""The errors that a game raises if it cannot go on with the table's verdict."""


def decide_overruled(
    rules: RulesOfMatch,
    attempt: EntryAttempt,
    overrules: Iterable[Overrule],
    decisions: Iterable[tuple[Ruling, Ruling]],
) -> tuple[EntryOutcome, tuple[OverruleInForce, ...]]:
    """Return an entry's outcome under these overrules, and those in force.

    An overrule is dropped if its ruling no longer occurs, or if the game cannot go on
    with the table's verdict. `decisions` are those of earlier entries: each replaces a
    ruling wherever the game gives the same one again.
    """
    rulebook = rules.rulebook
    retake = _Retake(rulebook, rulebook.context(rules.setting), attempt)
    taken = retake.take({}, tuple(decisions))
    in_force = []
    for overrule in overrules:
        before = taken.ruling_at(overrule.index)
        if before is None:
            continue
        try:
            after = apply_overrule(before, overrule, retake.context, rulebook.game)
            decision = OverruleInForce(overrule, before, after)
            taken = retake.take_again(taken, decision)
        except CANNOT_GO_ON:
            continue
        in_force.append(decision)
    return _add_decisions(in_force, taken.outcome)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """An entry taken with these answers to the game's questions.

    `decided` holds the table's answers by number of the call, `answers` all answers.
    """

    decided: Mapping[int, Ruling]
    decisions: Decisions
    outcome: EntryOutcome
    answers: Sequence[Ruling]

    def ruling_at(self, index: int | None) -> Ruling | None:
        if isinstance(self.outcome, Refused):
            return self.outcome.ruling if index is None else None
        rulings = self.outcome.rulings
        if index is None or index >= len(rulings):
            return None
        return rulings[index]

    def call_of(self, ruling: Ruling) -> int:
        """Return the number of the call that gave a ruling.

        Raise LookupError if there is none.
        """
        for call, answer in enumerate(self.answers):
            if answer.origin == ruling.origin:
                return call
        raise LookupError(ruling)


@dataclass(frozen=True, slots=True)
class _Retake:
    """Takes an entry again, with the table's answers to the game's questions."""

    rulebook: Rulebook
    context: ReadingContext
    attempt: EntryAttempt

    def take(self, decided: Mapping[int, Ruling], decisions: Decisions) -> _Attempt:
        """Take the entry with the table's answers, by number of the call.

        `decisions` replace each ruling that the game gives again.
        """
        answers: list[Ruling] = []

        def ask(question: str | Ruling, /, **given: object) -> Ruling:
            answer = decided.get(len(answers)) or self.rulebook.rule(question, **given)
            for before, after in decisions:
                if before == answer:
                    answer = replace(after, origin=answer.origin)
                    break
            answers.append(answer)
            return answer

        return _Attempt(decided, decisions, self.attempt(ask), answers)

    def take_again(self, taken: _Attempt, decision: OverruleInForce) -> _Attempt:
        """Take the entry once more, with this decision besides the earlier ones.

        Raise an error of CANNOT_GO_ON if the game cannot go on with the decision.
        """
        decided = taken.decided
        overrule = decision.overrule
        if overrule.verdict:
            call = taken.call_of(decision.before)
            answer = taken.answers[call]
            game = self.rulebook.game
            overruled = apply_overrule(answer, overrule, self.context, game)
            decided = {**decided, call: overruled}

        again = self.take(
            decided, (*taken.decisions, *decisions_on_refusals([decision]))
        )
        if isinstance(again.outcome, EntryStep):
            self.rulebook.scene(again.outcome.after.state, self.context.seats)
        return again


def decisions_on_refusals(in_force: Iterable[OverruleInForce]) -> Decisions:
    """Return the decisions on refusals: each ruling before and after.

    They replace the same ruling if the game gives it again for a later entry.
    """
    decisions = []
    for decision in in_force:
        if decision.overrule.is_of_refusal:
            decisions.append((decision.before, decision.after))
    return tuple(decisions)


def _add_decisions(
    in_force: Sequence[OverruleInForce], outcome: EntryOutcome
) -> tuple[EntryOutcome, tuple[OverruleInForce, ...]]:
    """Return the outcome with the table's rulings, and the overrules in force.

    If no ruling of the game states a decision, the decision follows after them all.
    """
    if isinstance(outcome, Refused):
        if in_force:
            outcome = Refused(in_force[0].after)
        return outcome, tuple(in_force)

    own = outcome.rulings
    rulings = [*own]
    shown = []
    for decision in in_force:
        after = decision.after
        index = _find_own_index(own, decision)
        if index is None or index >= len(own):
            rulings.append(after)
            decision = replace(decision, added=True)
        else:
            rulings[index] = replace(after, verdict=own[index].verdict)
        shown.append(decision)
    return replace(outcome, rulings=tuple(rulings)), tuple(shown)


def _find_own_index(rulings: Sequence[Ruling], decision: OverruleInForce) -> int | None:
    """Return the index of the game's ruling that now states the table's decision.

    A ruling that was only flagged keeps its index. A refusal that the table let pass
    may be stated by the first ruling. Return None if no ruling states the decision.
    """
    overrule = decision.overrule
    after = decision.after
    if not overrule.verdict:
        return overrule.index
    decided = {name: after.verdict[name] for name in overrule.verdict}
    for index, ruling in enumerate(rulings):
        is_its_own = ruling.origin is after.origin
        is_let_pass = overrule.is_of_refusal and index == 0
        says_it = {**ruling.verdict, **decided} == ruling.verdict
        if says_it and (is_its_own or is_let_pass):
            return index
    return None


def apply_overrule(
    ruling: Ruling, overrule: Overrule, context: ReadingContext, game: Game
) -> Ruling:
    """Return the ruling as the table decided it.

    Raise WrongFieldsError if the overrule's verdict does not fit the ruling.
    """
    decided = read_verdict(ruling.verdict, overrule.verdict, context)
    if decided and all(ruling.verdict.get(name) == decided[name] for name in decided):
        # A later verdict has turned an earlier one back.
        text = say("Counts again, by {who}.", who=overrule.who)
        again = Reason(ruling.because[0].rule, "house-rule", text)
        return replace(ruling, because=(again, *ruling.because))
    because = _cite_table(ruling, overrule)
    then = overrule.then or ruling.summary
    if not decided and str(then) != str(ruling.summary):
        summary = _say_corrected_since(ruling.summary, overrule.by, then)
        return replace(ruling, summary=summary, because=(*because, *ruling.because))
    # The table gave other reasons than these cards and sums.
    shown = [replace(cards, deciding=()) for cards in ruling.shown]
    return replace(
        ruling,
        verdict={**ruling.verdict, **decided, **follow_up(ruling, decided, game)},
        summary=_summarize(then, decided, ruling.verdict, game),
        because=because,
        shown=tuple(shown),
        reckoning=None,
        contest=None,
        rare=OVERRULED,
    )


def _cite_table(ruling: Ruling, overrule: Overrule) -> tuple[Reason, ...]:
    why = say("Overturned by {who}.", who=overrule.who)
    if overrule.why:
        why = say("Overturned by {who}: {why}", who=overrule.who, why=overrule.why)
    reasons = [Reason(first.rule, "house-rule", why) for first in ruling.because[:1]]
    cost = cost_of(ruling)
    if cost is not None and overrule.verdict.get("legal"):
        text = say("This no longer holds: {cost}", cost=cost.text)
        reasons.append(replace(cost, text=text))
    return tuple(reasons)


def _say_corrected_since(now: Text, by: str | None, then: Text | str) -> Text:
    """Return the sentence on a ruling that a correction changed after an objection."""
    if by is None:
        return say(
            "{now} (corrected after an objection; first ruled: {then})",
            now=now,
            then=then,
        )
    return say(
        "{now} (corrected after {seat}’s objection; first ruled: {then})",
        now=now,
        seat=by,
        then=then,
    )


def _summarize(then: Text | str, decided: Verdict, before: Verdict, game: Game) -> Text:
    if not decided:
        return say("Overturned. The referee had ruled: {before}", before=then)
    return say(
        "Overturned: {decided:;}. The referee had ruled: {before}",
        decided=say_decided(decided, before, game),
        before=then,
    )


def say_decided(decided: Verdict, ruled: Verdict, game: Game) -> tuple[Text, ...]:
    """Return the table's decision as sentences, such as `Ben gets 5, not 4`."""
    parts: list[Text] = []
    for name, value in decided.items():
        parts += _say_part(name, value, ruled, game)
    return tuple(parts)


def _say_part(name: str, value: object, ruled: Verdict, game: Game) -> list[Text]:
    """Return the sentences on one part of the verdict that the table decided."""
    before = ruled.get(name)
    if name in ("winner", "winners"):
        return [_say_winners(value)]
    if name == "legal":
        return [_say_legal(bool(value), ruled)]
    what = game.part_of_verdict(name)
    if isinstance(value, Mapping) and isinstance(before, Mapping):
        template = "{what} of {seat}: {now}, not {before}"
        if name in ("points", "scores"):
            template = "{seat} gets {now}, not {before}"
        return _say_changes(template, what, value, before)
    if _is_number(value):
        return [say("{what}: {now}, not {before}", what=what, now=value, before=before)]
    return [say("{what}: {value}", what=what, value=_word_part(value))]


def _say_legal(is_legal: bool, ruled: Verdict) -> Text:
    """Return a sentence on whether a play is allowed, or on a proven offence's cost."""
    if not is_legal:
        return say("it isn’t allowed")
    if "trick" in ruled and "seat" in ruled:
        return say("{seat} broke no rule, and pays nothing", seat=ruled["seat"])
    return say("it is allowed")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _say_changes(
    template: str, what: Text, value: Mapping[str, object], before: Mapping[str, object]
) -> list[Text]:
    changes = []
    for seat, now in value.items():
        was = before.get(seat)
        if now != was:
            words = {"now": _word_part(now), "before": _word_part(was)}
            changes.append(say(template, what=what, seat=seat, **words))
    return changes


def _say_winners(value: object) -> Text:
    seats = [value] if isinstance(value, str) else value
    if not isinstance(seats, (list, tuple)) or not seats:
        return say("nobody wins")
    if len(seats) == 1:
        return say("{seat} wins", seat=seats[0])
    return say("{seats} win", seats=tuple(seats))


def _word_part(value: object) -> object:
    """Return a part of a verdict for people: a list of values, cards by their signs."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Card) or _is_number(value):
        return value
    if isinstance(value, Mapping):
        parts = []
        for name, inner in value.items():
            parts.append(say("{what}: {value}", what=name, value=_word_part(inner)))
        return tuple(parts) or NONE
    if isinstance(value, (tuple, list, frozenset)):
        several = tuple(value)
        if several and all(isinstance(inner, Card) for inner in several):
            return say("{cards:short}", cards=several)
        return tuple(map(_word_part, several)) or NONE
    return str(value)
