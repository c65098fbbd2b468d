"""A questioned ruling as pages show it: what was entered and ruled, the rules, and what
this viewer may do about it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from referee.cards.card import Card, by_code
from referee.cards.localized_input import in_codes
from referee.cards.reading import cards_alone
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import Refusal
from referee.match.earlier_entries import prompts_answered
from referee.match.position import Step
from referee.match.resolution import may_resolve
from referee.match.visibility import DisputeLine
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Game, Section
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import side_of
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.entry_words import EnteredValue, name_line, values_entered
from referee_web.pages.parts.putting_right import CorrectAt, correct_at
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import deck, wording

NOTHING_NAMED = ""
"""What stands in a form where a verdict names nothing."""

NOBODY = "="
"""The choice of nobody in a form: no name has this sign."""

AS_RULED = ""
"""The choice that leaves a part of a verdict as it was ruled."""


@blueprint.app_template_filter("verdict_value")
def verdict_value(value: object, before: object = None) -> str:
    """A part of a verdict as people read it; `before` is what the referee had ruled,
    which tells cards from words.
    """
    if value is None:
        return say_here("none")
    if isinstance(value, bool):
        return say_here("yes") if value else say_here("no")
    several = tuple(value) if isinstance(value, (list, tuple)) else (value,)
    return _in_words(
        tuple(by_code(deck()).get(str(code), code) for code in several)
        if _holds_cards(before)
        else several
    )


def verdict_differences(old: Ruling, new: Ruling, seen: Snapshot) -> list[Text]:
    """What two rulings decide otherwise, a line for each part that people read:
    `Winner: Ana → Ben`.
    """
    parts: list[tuple[str, object, object]] = []
    for name in {**old.verdict, **new.verdict}:
        was, now = old.verdict.get(name), new.verdict.get(name)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            parts += [
                (inner, was.get(inner), now.get(inner)) for inner in {**was, **now}
            ]
        else:
            parts.append((word(seen.rulebook.game.part_of_verdict(name)), was, now))
    return [
        say("{what}: {old} → {new}", what=what, old=_written(was), new=_written(now))
        for what, was, now in parts
        if was != now
        and _is_for_people(was, seen.view.seats)
        and _is_for_people(now, seen.view.seats)
    ]


def _is_for_people(value: object, seats: Sequence[str]) -> bool:
    """Whether it is a number, yes or no, who, or which cards; words that only programs
    know are not.
    """
    several = value if isinstance(value, (tuple, list)) else (value,)
    return all(
        one is None or isinstance(one, (int, float)) or _is_told(one, seats)
        for one in several
    )


def _written(value: object) -> object:
    """A part of a verdict, in which cards stay cards: they can be written and read
    aloud.
    """
    return (
        say("{cards:short}", cards=value)
        if _holds_cards(value)
        else verdict_value(value)
    )


@dataclass(frozen=True, slots=True)
class VerdictPart:
    """A part of a verdict that the table can decide otherwise: what stands in the form,
    and what can be chosen.

    `kind` is `choice`, `number`, `cards` or `text`; `several`: a list, separated by
    commas.
    """

    name: str
    label: Text
    kind: str
    filled: str
    options: tuple[tuple[str, str | Text], ...] = ()
    several: bool = False

    @property
    def ruled(self) -> str | Text:
        """What was ruled, as it is told among the choices."""
        return dict(self.options)[self.filled]


@dataclass(frozen=True, slots=True)
class RuledOn:
    """An entry that was ruled on: its number (None: a refused move), its name, whose it
    is, what it holds.
    """

    seq: int | None
    title: object
    seat: str | None
    values: tuple[EnteredValue, ...]
    correct: str = ""
    """Where the viewer may correct it, if it has no card in the ruling that leads
    there.
    """


@dataclass(frozen=True, slots=True)
class DisputedRuling:
    """A dispute as a page shows it: what was entered, the sections that it rests on,
    and what this viewer may do.

    `entries` are the entry of the ruling and those revealed with it, `correct_at` where
    what it shows is corrected. `now` is the ruling as it stands; `decisions` what of it
    can be decided otherwise.
    """

    line: DisputeLine
    entries: tuple[RuledOn, ...]
    sections: tuple[Section, ...]
    now: Ruling | None
    decisions: tuple[VerdictPart, ...]
    may_uphold: bool
    may_overrule: bool
    correct_at: CorrectAt


def open_disputed_ruling(seen: Snapshot) -> DisputedRuling | None:
    """The dispute that the match waits for, or None."""
    line = seen.open_dispute
    return disputed_ruling(seen, line) if line is not None else None


def disputed_ruling(seen: Snapshot, line: DisputeLine) -> DisputedRuling:
    """This dispute, for whoever asks."""
    step = seen.match.history.step(line.entry) if seen.match else None
    now = (
        line.ruled
        if line.refused
        else step.ruling_of(line.ruling)
        if step is not None
        else None
    )
    at = correct_at(seen, line.entry) if line.entry and line.resolution is None else {}
    return DisputedRuling(
        line=line,
        entries=(_of_refused(seen, line.refused),)
        if line.refused
        else tuple(_entries_of(seen, line, step, at)),
        sections=tuple(_sections(seen, line.ruled)),
        now=now,
        decisions=tuple(decisions_in(now, seen.rulebook.game, seen.view.seats))
        if now
        else (),
        may_uphold=line.resolution is None
        and may_resolve(seen.by, line.votes, "upheld", seen.view.seats),
        may_overrule=line.resolution is None
        and may_resolve(seen.by, line.votes, "overruled", seen.view.seats),
        correct_at=at,
    )


def _entries_of(
    seen: Snapshot, line: DisputeLine, step: Step | None, at: CorrectAt
) -> Iterator[RuledOn]:
    """Yield the entry of the ruling, or all that were revealed with it."""
    by_card = {
        address.partition("?")[0]
        for place, address in at.items()
        if isinstance(place, tuple)
    }
    numbers = sorted(step.together) if step is not None else [line.entry]
    rows = [
        row
        for row in map(seen.line, numbers)
        if row is not None and row.data is not None
    ]
    prompts = (
        prompts_answered(seen.match, [row.seq for row in rows]) if seen.match else {}
    )
    for row in rows:
        values, correct = (
            values_entered(prompts.get(row.seq), row.data),
            at.get(row.seq, ""),
        )
        alone = "" if correct.partition("?")[0] in by_card else correct
        yield RuledOn(row.seq, name_line(seen, row).text, row.seat, values, alone)


def _of_refused(seen: Snapshot, refused: Refusal) -> RuledOn:
    prompts = seen.match.history.prompts if seen.match else ()
    prompt = next((prompt for prompt in prompts if prompt.kind == refused.kind), None)
    fields = {field.name: field for field in prompt.fields} if prompt else {}
    entered = tuple(
        _as_sent(fields.get(name), name, value) for name, value in refused.data.items()
    )
    return RuledOn(
        None,
        prompt.title if prompt else refused.kind,
        refused.seat or refused.by,
        entered,
    )


def _as_sent(field: Field | None, name: str, value: Any) -> EnteredValue:
    """What was sent for a field, which no rule has read yet: as cards if it is nothing
    but cards.
    """
    if field is None:
        return EnteredValue(say("{name}", name=name), None, (), _as_text(value))
    type = type_of(field)
    cards = (
        cards_alone(_as_text(value), deck=deck())
        if type.of_cards and not type.by_seat
        else ()
    )
    text = "" if cards else type.label(field, _as_text(value))
    return EnteredValue(field.label, None, tuple(str(card) for card in cards), text)


def _sections(seen: Snapshot, ruling: Ruling | None) -> Iterator[Section]:
    sections = seen.rulebook.sections
    for rule in dict.fromkeys(
        reason.rule for reason in (ruling.because if ruling else ())
    ):
        section = sections.get(rule.partition("#")[2])
        if section is not None:
            yield section


def decisions_in(
    ruling: Ruling, game: Game, seats: Sequence[str]
) -> Iterator[VerdictPart]:
    """What people decide: yes or no, who, how many, which cards. Words that only
    programs know are left to them.
    """
    for name, value in ruling.verdict.items():
        part = partial(VerdictPart, name, game.part_of_verdict(name))
        if isinstance(value, bool):
            yes_or_no = (("yes", say("yes")), ("no", say("no")))
            yield part("choice", "yes" if value else "no", yes_or_no)
        elif value in seats or (value is None and name == "winner"):
            people: tuple[tuple[str, str | Text], ...] = (
                *((seat, seat) for seat in seats),
                (NOBODY, say("nobody")),
            )
            yield part("choice", str(value or NOBODY), people)
        elif isinstance(value, int):
            yield part("number", str(value))
        elif isinstance(value, (tuple, list)) and all(
            _is_told(item, seats) for item in value
        ):
            yield part(_kind(value), _in_words(tuple(value)), several=True)
        elif value is None or _is_told(value, seats):
            yield part(_kind(value), _in_words((value,) if value else ()))


def _kind(value: object) -> Literal["cards", "text"]:
    """Where nothing was named, cards may be."""
    return "cards" if not value or _holds_cards(value) else "text"


def _holds_cards(value: object) -> bool:
    return any(
        isinstance(item, Card)
        for item in (value if isinstance(value, (tuple, list)) else (value,))
    )


def _is_told(value: object, seats: Sequence[str]) -> bool:
    return isinstance(value, Card) or side_of(value, seats) is not None


def _in_words(values: tuple[object, ...]) -> str:
    """Cards as they are written, `10♥ A♠`, or names, separated by commas."""
    if _holds_cards(values):
        return word(say("{cards:short}", cards=values))
    return ", ".join(map(str, values))


def _as_text(value: Any) -> str:
    if value is None:
        return NOTHING_NAMED
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_as_text, value))
    if isinstance(value, dict):
        return "; ".join(f"{name}: {_as_text(inner)}" for name, inner in value.items())
    return str(value)


def verdict_of(
    decisions: Sequence[VerdictPart], filled: Mapping[str, str]
) -> dict[str, Any]:
    """What was decided otherwise in the form."""
    sent = {
        part.name: filled.get(f"verdict={part.name}", part.filled).strip()
        for part in decisions
    }
    untouched = {
        part.name: (part.filled, AS_RULED) if part.kind == "choice" else (part.filled,)
        for part in decisions
    }
    return {
        part.name: _value(part, sent[part.name])
        for part in decisions
        if sent[part.name] not in untouched[part.name]
    }


def _value(decision: VerdictPart, text: str) -> Any:
    if decision.kind == "number":
        return int(text[:12]) if text[:12].removeprefix("-").isdecimal() else text
    if decision.kind == "choice":
        return (
            text == "yes"
            if decision.options[0][0] == "yes"
            else None
            if text == NOBODY
            else text
        )
    codes: list[str] = []
    if decision.kind == "cards":
        told = wording()
        text_in_codes = in_codes(text, told.language.gettext, told.jokers, deck())
        codes = [card.code for card in cards_alone(text_in_codes, told.jokers, deck())]
    if decision.several:
        return codes or [part.strip() for part in text.split(",") if part.strip()]
    return codes[0] if len(codes) == 1 else text or None
