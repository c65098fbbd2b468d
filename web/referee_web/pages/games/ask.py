"""Asking the referee: a question's form, and the ruling on the same page. Nothing is kept."""

from __future__ import annotations

from flask import Response, request

from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Question
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Ruling
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import MOST_ROWS, FormValues
from referee_web.pages.forms.prompt_forms import PromptForm, Trouble, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.template_filters import said
from referee_web.wording import deck, wording


@blueprint.get("/ask/<game>/<question>")
def ask(game: str, question: str, error: RefereeError | None = None) -> Response:
    """The question's form."""
    book = rulebook(game)
    asked = _question(book, question)
    return _page(book, asked, _form(book, asked, Trouble.of(error, "only") if error else None))


@blueprint.post("/ask/<game>/<question>")
@redisplay(ask)
def rule(game: str, question: str) -> Response:
    """The ruling, with the form as it was filled in below it."""
    count_request("ask")
    book = rulebook(game)
    asked = _question(book, question)
    filled = FormValues(request.form)
    ruling = book.ask(
        question, form_values.read(asked.fields, form_values.name_rows(filled), told=wording(), deck=deck())
    )
    return _page(book, asked, _form(book, asked, Trouble(ruling.summary, "only", filled)), ruling)


def _question(book: Rulebook, name: str) -> Question:
    if name not in book.questions:
        raise UnknownQuestionError(name)
    return book.questions[name]


def _form(book: Rulebook, asked: Question, trouble: Trouble | None = None) -> PromptForm:
    prompt = Prompt(asked.name, (), asked.title, asked.help, asked.fields)
    by_seat = any(type_of(field).by_seat for field in asked.fields)
    rows = min(max(book.game.players), MOST_ROWS) if by_seat else 0
    few = min(book.game.players)
    names: FormValues = FormValues(
        {f"name={row}": said("Player {n}", n=row) for row in range(1, few + 1)} if rows else {}
    )
    return single_form(prompt, tuple(str(row) for row in range(1, rows + 1)), names, trouble)


def _page(book: Rulebook, asked: Question, form: PromptForm, ruling: Ruling | None = None) -> Response:
    named = tuple(form.filled.get(f"name={row}") or said("Player {n}", n=row) for row in form.by_seat)
    return page("games/ask.html", book=book, asked=asked, form=form, ruling=ruling, named=named)
