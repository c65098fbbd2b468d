"""“Something went wrong: what now?”: irregularities and their remedies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from json import dumps
from typing import Any, cast

from flask import Response, request

from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.plugin.discovery import rulebook
from referee.plugin.irregularities import (
    IRREGULARITY,
    Irregularities,
    Situation,
    name_in,
)
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    RefereeError,
    wrong_field,
)
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import Text, say
from referee_web.api.calls import match as calls
from referee_web.guards.services import count_request
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.entries.correct_links import correct_at, dispute_address
from referee_web.pages.entries.take_backs import TakeBack, TakeBacks, offer_take_backs
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_doors import by_form
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_form import PromptForm, single_form
from referee_web.pages.forms.prompt_forms import FormWriter
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.frame import table_left
from referee_web.pages.games import game_pages
from referee_web.pages.request_table import look


@dataclass(frozen=True, slots=True)
class Incident:
    """A question and its law; at a table its rulebook has the house rules."""

    book: Rulebook
    law: Irregularities
    situation: Situation | None
    snapshot: Snapshot | None

    @property
    def roles(self) -> dict[str, str]:
        """Return the possible offenders and their roles; empty if no table tells."""
        if self.snapshot is None or self.situation is None:
            return {}
        view = self.snapshot.view
        seats = {fact.role: fact.seat for fact in view.facts}
        seats["dealer"] = view.deals
        roles = {}
        others = []
        for role in self.situation.who:
            seat = seats.get(role)
            if seat is None:
                others.append(role)
            else:
                roles[seat] = role
        if len(others) > 1:
            return {}
        if others:
            for seat in view.seats:
                roles.setdefault(seat, others[0])
        return roles

    def neighbours_of(self, seat: str) -> dict[str, str]:
        """Return who sits `left` and `right` of a seat, and of two its `opponent`."""
        if self.snapshot is None or not seat:
            return {}
        seats = self.snapshot.view.seats
        at = seats.index(seat)
        named = {"left": seats[(at + 1) % len(seats)], "right": seats[at - 1]}
        if len(seats) == 2:
            named["opponent"] = named["left"]
        return named

    @property
    def known(self) -> dict[str, object]:
        """Return the options the law depends on, and the only possible offender."""
        snapshot = self.snapshot
        if snapshot is None:
            return {}
        known = dict[str, object]()
        options = snapshot.row.options
        for field in self.law.fields:
            value = options.get(field.name)
            if value in (field.words or (False, True)):
                known[field.name] = value
        # Where a dealer is the only one, the law says which.
        if len(self.roles) == 1 and "dealer" not in self.roles.values():
            known["seat"] = next(iter(self.roles))
        return known

    def asks(self, field: Field) -> bool:
        """Return whether to ask for a field: the law needs it, no option tells it."""
        assert self.situation is not None
        if field.name == "seat":
            return len(self.roles) > 1
        if field.name == "who":
            return len(self.situation.who) > 1 and not self.roles
        if field.name in self.known:
            return False
        return any(field.name in remedy.given for remedy in self.situation.remedies)

    @property
    def phases(self) -> list[tuple[Text, list[Situation]]]:
        """Return the situations of this moment, those asked most, and the others.

        Each stands once; within a phase those asked most come first.
        """
        law = self.law
        by_phase: dict[str, list[str]] = {phase: [] for phase in law.phases}
        for id in dict.fromkeys((*law.often, *law.situations)):
            by_phase[law.situations[id].phase].append(id)
        asked_most = (say("Asked most"), law.often)
        groups: list[tuple[Text, Sequence[str]]] = [asked_most]
        groups += [(law.phases[phase], ids) for phase, ids in by_phase.items()]
        if self.snapshot is not None:
            phase = self.snapshot.view.phase
            phase = law.now.get(phase, phase)
            if phase in by_phase:
                title = say("Now: {phase}", phase=law.phases[phase])
                groups.insert(0, (title, by_phase[phase]))

        phases = []
        left = dict(law.situations)
        for title, ids in groups:
            asked = [left.pop(id) for id in ids if id in left]
            if asked:
                phases.append((title, asked))
        return phases

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return the question's fields with the choices for this situation."""
        fields = []
        roles = self.roles
        for field in self.law.question.fields:
            if field.name == "seat" and self.snapshot is not None:
                seats = self.snapshot.view.seats
                seats = tuple(seat for seat in seats if seat in roles) or seats
                is_needed = len(set(roles.values())) > 1
                field = replace(field, choices=seats, optional=not is_needed)
            if self.situation is not None and field.name in ("who", "noticed"):
                fitting = getattr(self.situation, field.name)
                field = replace(field, choices=fitting)
            fields.append(field)
        return tuple(fields)


def _read_incident(game: str) -> Incident | None:
    """Return the incident that this request asks about; None without such a law."""
    book = rulebook(game)
    snapshot = None
    code = table_left()
    if code:
        with suppress(RefereeError):
            there = look(code)
            if there.view.game == game and there.match is not None:
                book = there.rulebook
                snapshot = there
    law = book.irregularities
    if law is None:
        return None
    named = request.args.get("situation") or request.form.get("pick=situation", "")
    return Incident(book, law, law.situations.get(named), snapshot)


@blueprint.get("/ask/<game>/irregularity")
def irregularity(game: str, error: RefereeError | None = None) -> Response:
    """Show all situations, or the questions on the chosen one."""
    incident = _read_incident(game)
    if incident is None:
        return game_pages.ask(game, IRREGULARITY, error)
    form = _form(incident, Trouble.of(error, "only"))
    return render("games/irregularity.html", IrregularityPage(incident, form))


@blueprint.post("/ask/<game>/irregularity")
@redisplay(irregularity)
def rule_irregularity(game: str) -> Response:
    """Rule on the remedy."""
    incident = _read_incident(game)
    if incident is None:
        return game_pages.rule(game=game, question=IRREGULARITY)
    count_request("ask")
    filled = FormValues(request.form)
    given = form_values.read(incident.fields, filled)
    seat = given.get("seat")
    if incident.snapshot is not None and seat is not None:
        seats = incident.snapshot.view.seats
        if seat not in seats:
            message = say("Choose one of {choices}.", choices=seats)
            raise wrong_field("seat", message)
    role = incident.roles.get(str(seat))
    if role is not None:
        given["who"] = role
    ruling = incident.book.rule_from_json(IRREGULARITY, given)
    form = _form(incident, Trouble(ruling.summary, "only", filled))
    shown = IrregularityPage(incident, form, ruling, given)
    return render("games/irregularity.html", shown)


def _show_again(code: str, error: RefereeError | None = None) -> Response:
    """Show the situations of this table's game again, and why it was refused."""
    return irregularity(look(code).view.game, error)


by_form(calls.show_answer, "/t/<code>/answer", _show_again)


def _form(incident: Incident, trouble: Trouble | None) -> PromptForm:
    question = incident.law.question
    fields = incident.fields
    data = dict[str, object]()
    for field in fields:
        if field.words and not field.optional and field.name != "seat":
            data[field.name] = field.words[0]
        if field.default is not None:
            data[field.name] = field.default
    data.update(incident.known)
    prompt = Prompt(question.name, (), question.title, fields=fields)
    return single_form(prompt, (), form_values.written(fields, data), trouble)


@dataclass(frozen=True, slots=True)
class RemedyLine:
    """A remedy as it is told: what the line before says already is left out."""

    who: Text | None
    what: Text
    cost: Text | None
    reason: Reason | None
    law: Text | None
    form: PromptForm | None
    """What enters it at the table, filled in."""
    take_backs: Sequence[TakeBack]
    """The offender's entries that are undone by it."""


def _forms_at(snapshot: Snapshot | None, seat: str) -> dict[str, PromptForm]:
    """Return the viewer's forms at the table by kind, the first for this seat."""
    if snapshot is None or snapshot.match is None or snapshot.current_dispute:
        return {}
    forms = dict[str, PromptForm]()
    for form in FormWriter.at(snapshot).forms(None):
        is_theirs = not seat or form.seat in (None, seat)
        if is_theirs and not form.parts:
            forms.setdefault(form.prompt.kind, form)
    return forms


def _fill(form: PromptForm, data: Mapping[str, object]) -> PromptForm:
    """Return a form filled in with what a remedy enters."""
    filled = form.filled.copy()
    values = form_values.written(form.prompt.fields, data)
    for name, inputs in values.lists():
        filled.setlist(name, inputs)
    return replace(form, initial=replace(form.initial, filled=filled))


@dataclass(frozen=True, slots=True)
class WaysToMend:
    """Other ways to put things right: undo, correct, or dispute the latest ruling.

    The address of a way that the viewer may not go is empty.
    """

    undoing: TakeBacks
    correct: str
    dispute: str

    @classmethod
    def at(cls, snapshot: Snapshot) -> WaysToMend:
        """Return the ways open to this viewer."""
        seq = snapshot.latest_seq
        dispute = dispute_address(snapshot, seq) if snapshot.view.rulings else ""
        correct = correct_at(snapshot, seq, with_cards=False).first_entry
        return cls(offer_take_backs(snapshot), correct, dispute)

    def __bool__(self) -> bool:
        """Return whether there is any such way."""
        return bool(self.undoing.take_backs or self.correct or self.dispute)


@dataclass(frozen=True, slots=True)
class IrregularityPage:
    """The page of an incident: its question, or the law's answer."""

    incident: Incident
    form: PromptForm
    ruling: Ruling | None = None
    given: Mapping[str, object] | None = None
    """The answers that were ruled on."""

    def lines(self, take_backs: Sequence[TakeBack]) -> list[RemedyLine]:
        """Return all remedies in order, each form once, and so the take-backs.

        A remedy comes with its law if the next one rests on another.
        """
        ruling = self.ruling
        if ruling is None or self.given is None:
            return []
        incident = self.incident
        seat = str(self.given.get("seat") or "")
        remedies = cast("Sequence[Mapping[str, Any]]", ruling.verdict["remedies"])
        grounds = []
        for remedy, reason in zip(remedies, ruling.because, strict=True):
            grounds.append((str(remedy["law"]), reason.rule, reason.basis))

        forms = _forms_at(incident.snapshot, seat)
        neighbours = incident.neighbours_of(seat)
        lines = []
        whose = ""
        for index, remedy in enumerate(remedies):
            is_last = index + 1 == len(remedies)
            is_last_of_its_law = is_last or grounds[index] != grounds[index + 1]
            who: Text | None = remedy["who"]
            what = remedy["what"]
            for part, name in neighbours.items():
                what = name_in(what, part, name)
                if who == incident.law.people.get(part):
                    who = say("{seat}", seat=name)
            if str(remedy["who"]) == whose:
                who = None
            whose = str(remedy["who"])
            form = None
            if remedy["enter"] is not None:
                form = forms.pop(remedy["enter"]["kind"], None)
            if form is not None:
                form = _fill(form, remedy["enter"]["data"])
            undone: Sequence[TakeBack] = ()
            if remedy["back"]:
                undone, take_backs = take_backs, ()
            lines.append(
                RemedyLine(
                    who=who,
                    what=what,
                    cost=remedy["cost"],
                    reason=ruling.because[index] if is_last_of_its_law else None,
                    law=remedy["law"] if is_last_of_its_law else None,
                    form=form,
                    take_backs=undone,
                )
            )
        return lines

    @property
    def ways(self) -> WaysToMend | None:
        """Return other ways to put things right; None away from a table."""
        snapshot = self.incident.snapshot
        return None if snapshot is None else WaysToMend.at(snapshot)

    @property
    def may_show(self) -> bool:
        """Return whether the viewer may show the answer to everybody at the table."""
        snapshot = self.incident.snapshot
        if snapshot is None or snapshot.viewer == SPECTATOR:
            return False
        return not snapshot.view.finished and snapshot.current_dispute is None

    def of_offender(self, ways: WaysToMend | None) -> list[TakeBack]:
        """Return the offender's entries that could be undone."""
        snapshot = self.incident.snapshot
        seat = (self.given or {}).get("seat")
        if snapshot is None or ways is None or seat is None:
            return []
        own = snapshot.viewer.seat
        take_backs = ways.undoing.take_backs
        return [each for each in take_backs if (each.whose or own) == seat]

    @property
    def asked(self) -> str:
        """Return the answers as JSON."""
        return dumps(jsonable(self.given))
