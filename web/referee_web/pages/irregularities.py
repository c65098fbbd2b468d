"""“Something went wrong: what now?”: irregularities and their remedies."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

from flask import Response, request, url_for

from referee.frozen import frozen
from referee.hosting.tables.snapshot import Snapshot
from referee.plugin.discovery import rulebook
from referee.plugin.irregularities import IRREGULARITY, Irregularities, Situation
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import (
    RefereeError,
    wrong_field,
)
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.guards.services import count_request
from referee_web.pages import game_pages
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_form import PromptForm, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.request_table import look
from referee_web.pages.way_back import table_left


@frozen
class Incident:
    """A question and its law; at a table its rulebook has the house rules."""

    book: Rulebook
    law: Irregularities
    situation: Situation | None
    snapshot: Snapshot | None

    @property
    def known(self) -> dict[str, object]:
        """Return the table's options that the law depends on, and whose turn it is."""
        snapshot = self.snapshot
        if snapshot is None:
            return {}
        known = {}
        options = snapshot.row.options
        for field in self.law.fields:
            value = options.get(field.name)
            if value in (field.words or (False, True)):
                known[field.name] = value
        if len(snapshot.view.to_act) == 1:
            known["seat"] = snapshot.view.to_act[0]
        return known

    def asks(self, field: Field) -> bool:
        """Return whether people are asked this: the law depends on it here, and the
        table does not tell it.
        """
        assert self.situation is not None
        if field.name == "seat":
            return self.snapshot is not None
        if field.name == "who":
            return len(self.situation.who) > 1
        if field.name in self.known:
            return False
        return any(field.name in remedy.given for remedy in self.situation.remedies)

    @property
    def phases(self) -> list[tuple[Text, list[Situation]]]:
        """Return all situations by phase."""
        phases = []
        for id, title in self.law.phases.items():
            situations = self.law.situations.values()
            of_phase = [situation for situation in situations if situation.phase == id]
            phases.append((title, of_phase))
        return phases

    @property
    def fields(self) -> tuple[Field, ...]:
        """Return the question's fields with the choices for this situation."""
        fields = []
        for field in self.law.question.fields:
            if field.name == "seat" and self.snapshot is not None:
                field = replace(field, choices=self.snapshot.view.seats)
            if self.situation is not None and field.name in ("who", "noticed"):
                fitting = getattr(self.situation, field.name)
                field = replace(field, choices=fitting)
            fields.append(field)
        return tuple(fields)


def _read_incident(game: str) -> Incident | None:
    """Return what this request asks; None where the game has no such law."""
    book, snapshot = rulebook(game), None
    code = table_left()
    if code:
        with suppress(RefereeError):
            there = look(code)
            if there.view.game == game and there.match is not None:
                book, snapshot = there.rulebook, there
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
    return _page(incident, _form(incident, Trouble.of(error, "only")))


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
    _check_seat(incident, given)
    ruling = incident.book.ask(IRREGULARITY, given)
    return _page(
        incident, _form(incident, Trouble(ruling.summary, "only", filled)), ruling
    )


def _check_seat(incident: Incident, given: Mapping[str, object]) -> None:
    """Raise WrongFieldsError for somebody who is not at the table."""
    seat = given.get("seat")
    if (
        incident.snapshot is None
        or seat is None
        or seat in incident.snapshot.view.seats
    ):
        return
    message = say("Choose one of {choices}.", choices=incident.snapshot.view.seats)
    raise wrong_field("seat", message)


def _form(incident: Incident, trouble: Trouble | None) -> PromptForm:
    question = incident.law.question
    fields = incident.fields
    data = dict[str, object]()
    for field in fields:
        if field.words and not field.optional:
            data[field.name] = field.words[0]
        if field.default is not None:
            data[field.name] = field.default
    data.update(incident.known)
    prompt = Prompt(question.name, (), question.title, fields=fields)
    return single_form(prompt, (), form_values.written(fields, data), trouble)


def _page(
    incident: Incident, form: PromptForm, ruling: Ruling | None = None
) -> Response:
    return page("games/irregularity.html", incident=incident, form=form, ruling=ruling)


@blueprint.app_template_filter("went_wrong_at")
def went_wrong_at(ruling: Ruling) -> str:
    """Return the address for irregularities in this ruling's game; or ""."""
    if not ruling.because:
        return ""
    game = ruling.because[0].rule.partition("#")[0]
    if rulebook(game).irregularities is None:
        return ""
    return url_for("pages.irregularity", game=game)
