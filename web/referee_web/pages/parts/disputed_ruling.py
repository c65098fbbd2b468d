"""A dispute on pages: entries, ruling, rules, and this viewer's options."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from referee.cards.card import Card, by_code
from referee.cards.reading import cards_alone
from referee.frozen import frozen
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import Refusal, who_decided
from referee.match.earlier_entries import prompts_answered
from referee.match.match import Match
from referee.match.resolution import may_resolve
from referee.match.visibility import DisputeLine
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game, Section
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Score, name_of, side_of, written_score
from referee.vocabulary.view import Scene
from referee_web.pages.blueprint import blueprint
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.parts.entry_words import (
    YES_OR_NO,
    EnteredValue,
    name_line,
    values_entered,
)
from referee_web.pages.parts.putting_right import NOWHERE, CorrectAt, correct_at
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import deck

NOBODY = "="
"""The form value for nobody; no name contains this sign."""


@blueprint.app_template_filter()
def verdict_value(value: object, before: object = None) -> str:
    """Return a verdict's part for people; `before` tells cards from words."""
    if value is None:
        return say_here("none")
    if isinstance(value, bool):
        return word(YES_OR_NO[value][1])
    several = _listed(value)
    if _holds_cards(before):
        cards = by_code(deck())
        several = [cards.get(str(code), code) for code in several]
    return _in_words(several)


@blueprint.app_template_filter("decided_by")
def decided_by(line: DisputeLine, seats: Sequence[str]) -> str:
    """Return who settled a dispute: the host, so many of the table, everybody."""
    assert line.resolution is not None
    upheld = line.resolution.resolved_as == "upheld"
    who = who_decided(line.votes, upheld, len(seats))
    return say_here("by {who}", who=who)


def verdict_differences(old: Ruling, new: Ruling, seen: Snapshot) -> list[Text]:
    """Return two rulings' readable differences, as `Winner: Ana → Ben`."""
    parts = []
    for name in {**old.verdict, **new.verdict}:
        was = old.verdict.get(name)
        now = new.verdict.get(name)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            for inner in {**was, **now}:
                parts.append((inner, was.get(inner), now.get(inner)))
        else:
            label = word(seen.rulebook.game.part_of_verdict(name))
            parts.append((label, was, now))

    seats = seen.view.seats
    lines = []
    for what, was, now in parts:
        if was != now and _is_for_people(was, seats) and _is_for_people(now, seats):
            old_value = _written(was)
            new_value = _written(now)
            template = "{what}: {old} → {new}"
            lines.append(say(template, what=what, old=old_value, new=new_value))
    return lines


def _is_for_people(value: object, seats: Sequence[str]) -> bool:
    """Return whether people understand a value: numbers, yes or no, seats, cards."""
    for each in _listed(value):
        is_plain = each is None or isinstance(each, (int, float))
        if not is_plain and not _is_card_or_side(each, seats):
            return False
    return True


def _written(value: object) -> object:
    """Return a verdict's part with cards as cards, to be written or spoken."""
    if _holds_cards(value):
        return say("{cards:short}", cards=value)
    return verdict_value(value)


def _listed(value: object) -> Sequence[object]:
    if isinstance(value, (list, tuple)):
        return value
    return [value]


NOT_DECIDED = ("round", "trick", "deal", "totals")
"""Verdict parts that say where the match stands, or follow from others."""

Kind = Literal["choice", "several", "number"]
Option = tuple[str, str | Text | Card]
"""An option: its form value, and a name or card."""


@frozen
class VerdictPart:
    """A verdict's part in the form: the ruled value and the options.

    `kind` is `choice` (one), `several` (any) or `number`. `whose`: the owner of this
    number, in a part with several.
    """

    name: str
    label: Text
    kind: Kind
    ruled: Sequence[str]
    options: Sequence[Option] = ()
    whose: str = ""

    @property
    def input(self) -> str:
        """Return its name in the form."""
        if self.whose:
            return f"verdict={self.name}={self.whose}"
        return f"verdict={self.name}"

    def value(self, chosen: Sequence[str]) -> Any:
        """Return the form's value as in a verdict's JSON."""
        if self.kind == "several":
            return [*chosen]
        [text] = chosen
        if self.kind == "number":
            digits = text[:12]
            return int(digits) if digits.removeprefix("-").isdecimal() else text
        if self.options == YES_OR_NO[::-1]:
            return text == YES_OR_NO[True][0]
        return None if text == NOBODY else text


@frozen
class RuledOn:
    """An entry behind a ruling: number (None: refused), name, seat, and content."""

    seq: int | None
    title: object
    seat: str | None
    values: Sequence[EnteredValue]
    correct: str = ""
    """The viewer's address to correct it, unless a card in the ruling leads there."""


@frozen
class DisputedRuling:
    """A dispute for a page: entries, cited sections, and this viewer's options."""

    line: DisputeLine
    entries: Sequence[RuledOn]
    """The entry of the ruling and those revealed with it."""
    sections: Sequence[Section]
    now: Ruling | None
    """The ruling now."""
    decisions: Sequence[VerdictPart]
    """The ruling's parts that the table can decide."""
    may_uphold: bool
    may_overrule: bool
    correct_at: CorrectAt
    """The addresses to correct what it shows."""


def open_disputed_ruling(seen: Snapshot) -> DisputedRuling | None:
    """Return the dispute that the match waits for, or None."""
    line = seen.open_dispute
    if line is None:
        return None
    return disputed_ruling(seen, line)


def disputed_ruling(seen: Snapshot, line: DisputeLine) -> DisputedRuling:
    """Return this dispute for this viewer."""
    match = seen.match
    assert match is not None
    is_open = line.resolution is None
    at = NOWHERE
    if line.entry and is_open:
        at = correct_at(seen, line.entry)
    now = line.ruled
    if line.refused:
        entries = [_of_refused(match, line.refused)]
    else:
        step = match.history.step(line.entry)
        together: Iterable[int | None] = [line.entry]
        now = None
        if step is not None:
            now = step.ruling_at(line.ruling)
            together = sorted(step.together)
        entries = [*_entries_of(seen, match, together, at)]

    seats = seen.view.seats
    decisions: list[VerdictPart] = []
    if now is not None:
        decisions += decisions_in(now, seen.rulebook.game, seats, _sides(seen))
    sections: list[Section] = []
    if line.ruled is not None:
        sections += _sections(seen, line.ruled)
    return DisputedRuling(
        line,
        entries,
        sections,
        now,
        decisions,
        is_open and may_resolve(seen.by, line.votes, "upheld", seats),
        is_open and may_resolve(seen.by, line.votes, "overruled", seats),
        at,
    )


def _entries_of(
    seen: Snapshot, match: Match, numbers: Iterable[int | None], at: CorrectAt
) -> Iterator[RuledOn]:
    """Yield the ruling's entries that this viewer may read."""
    by_card = {address.partition("?")[0] for address in at.cards.values()}
    rows = []
    for row in map(seen.line, numbers):
        if row is not None and row.data is not None:
            rows.append(row)

    prompts = prompts_answered(match, [row.seq for row in rows])
    for row in rows:
        correct = at.entries.get(row.seq, "")
        if correct.partition("?")[0] in by_card:
            correct = ""
        values = values_entered(prompts.get(row.seq), row.data)
        yield RuledOn(row.seq, name_line(seen, row).text, row.seat, values, correct)


def _of_refused(match: Match, refused: Refusal) -> RuledOn:
    title: object = refused.kind
    fields: dict[str, Field] = {}
    for prompt in match.history.prompts:
        if prompt.kind == refused.kind:
            title = prompt.title
            fields = {field.name: field for field in prompt.fields}
            break
    values = []
    for name, value in refused.data.items():
        values.append(_as_sent(fields.get(name), name, _as_text(value)))
    return RuledOn(None, title, refused.seat or refused.by, values)


def _as_sent(field: Field | None, name: str, text: str) -> EnteredValue:
    """Return an unread field as sent, as cards if it is nothing else."""
    if field is None:
        return EnteredValue(say("{name}", name=name), None, text=text)
    type = type_of(field)
    if type.of_cards and not type.by_seat:
        cards = [*map(str, cards_alone(text, deck=deck()))]
        if cards:
            return EnteredValue(field.label, None, cards)
    return EnteredValue(field.label, None, text=type.label(field, text))


def _sections(seen: Snapshot, ruling: Ruling) -> Iterator[Section]:
    for rule in dict.fromkeys(reason.rule for reason in ruling.because):
        section = seen.rulebook.sections.get(rule.partition("#")[2])
        if section is not None:
            yield section


def decisions_in(
    ruling: Ruling, game: Game, seats: Sequence[str], sides: Sequence[str] = ()
) -> Iterator[VerdictPart]:
    """Return the parts that people decide: yes or no, seats, numbers, cards."""
    names = (*seats, *sides)
    decided = {**ruling.verdict}
    for name in NOT_DECIDED:
        decided.pop(name, None)
    for name, value in decided.items():
        part = partial(VerdictPart, name, game.part_of_verdict(name))
        if isinstance(value, Mapping):
            for whose in _counted_seats(value, seats):
                yield part("number", [str(value[whose])], whose=whose)
            continue
        shape = _shape_of(name, value, names, ruling)
        if shape is not None:
            yield part(*shape)


def _shape_of(
    name: str, value: object, names: Sequence[str], ruling: Ruling
) -> tuple[Kind, Sequence[str], Sequence[Option]] | None:
    """Return a part's kind, its ruled value, and its options."""
    if isinstance(value, bool):
        return "choice", [YES_OR_NO[value][0]], YES_OR_NO[::-1]
    if isinstance(value, int):
        return "number", [str(value)], ()
    several: Kind = "several" if isinstance(value, (list, tuple)) else "choice"
    if _cards_in(value):
        return several, *_cards_to_choose(value, ruling)
    if _is_who(name, value, names):
        ruled = [NOBODY] if value is None else [*map(str, _listed(value))]
        return several, ruled, _people(names, value)
    return None


def _counted_seats(value: Mapping[str, object], seats: Sequence[str]) -> list[str]:
    """Return the seats and sides with numbers."""
    counted = []
    for whose, number in value.items():
        if type(number) is int and side_of(whose, seats) is not None:
            counted.append(whose)
    return counted


def _is_who(name: str, value: object, names: Iterable[str]) -> bool:
    if value is None:
        return name == "winner"
    known, named = [*names], _listed(value)
    return bool(named) and all(each in known for each in named)


def _cards_to_choose(
    value: object, ruling: Ruling
) -> tuple[Sequence[str], Sequence[Option]]:
    """Return the ruled codes, and the options: these cards, and those shown."""
    cards = dict.fromkeys(_cards_in(value))
    for laid in ruling.shown:
        cards |= dict.fromkeys(laid.cards)
    options: list[Option] = [(card.code, card) for card in cards]
    return [card.code for card in _cards_in(value)], options


def _people(names: Iterable[str], value: object) -> list[Option]:
    people: list[Option] = [(name, name) for name in names]
    if not isinstance(value, (list, tuple)):
        people.append((NOBODY, say("nobody")))
    return people


def _sides(seen: Snapshot) -> list[str]:
    """Return the names of sides with partners."""
    return [name_of(side) for side in seen.view.sides if len(side) > 1]


def _cards_in(value: object) -> list[Card]:
    return [item for item in _listed(value) if isinstance(item, Card)]


def _holds_cards(value: object) -> bool:
    return any(isinstance(item, Card) for item in _listed(value))


def _is_card_or_side(value: object, seats: Sequence[str]) -> bool:
    return isinstance(value, Card) or side_of(value, seats) is not None


def _in_words(values: Sequence[object]) -> str:
    """Return cards as written, `10♥ A♠`, or names with commas."""
    if _holds_cards(values):
        return word(say("{cards:short}", cards=values))
    return ", ".join(map(str, values))


def _as_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return YES_OR_NO[value][0]
    if isinstance(value, list):
        return ", ".join(map(_as_text, value))
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_as_text(inner)}" for name, inner in value.items())
    return str(value)


def verdict_of(decisions: Iterable[VerdictPart], filled: FormValues) -> dict[str, Any]:
    """Return the form's changes to the verdict; `asked` names parts that may be
    empty.
    """
    verdict: dict[str, Any] = {}
    for part in decisions:
        chosen = [value for value in filled.getlist(part.input) if value.strip()]
        is_on_form = part.kind == "several" and part.input in filled.getlist("asked")
        if not chosen and not is_on_form:
            continue
        if set(chosen) == set(part.ruled):
            continue
        if part.whose:
            by_name = verdict.setdefault(part.name, {})
            by_name[part.whose] = part.value(chosen)
        else:
            verdict[part.name] = part.value(chosen)
    return verdict


def changes_of(before: Match, after: Match) -> list[Text]:
    """Return the score changes of another ruling: `Ben: 7 → 5`."""
    scores, lines = scores_in(before), []
    for seat, score in scores_in(after).items():
        was = scores.get(seat, score)
        if was != score:
            old, new = written_score(was), written_score(score)
            lines.append(say("{seat}: {old} → {new}", seat=seat, old=old, new=new))
    return lines


def scores_in(match: Match) -> dict[str, Score]:
    """Return a match's scores by seat."""
    return scores_of(match.history.scene_in(match.history.position))


def scores_of(scene: Scene) -> dict[str, Score]:
    """Return the scores in a scene by seat."""
    return {standing.seat: standing.score for standing in scene.standings}
