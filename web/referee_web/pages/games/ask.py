"""Asking the referee: a question's form, and the ruling on the same page. Nothing is kept."""

from collections.abc import Mapping

from flask import Response, request

from referee.plugin.discovery import rulebook
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import FieldError, RefereeError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import Question
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import count
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import MOST_ROWS, FormValues
from referee_web.pages.forms.prompt_forms import PromptForm, Trouble, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.template_filters import say_here
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
    players = form_values.players_in(filled)
    given = form_values.read(asked.fields, filled, told=wording(), deck=deck(), players=players)
    ruling = book.ask(question, given)
    # Only now: what cannot be read is told first.
    _must_be_several(book, asked, given)
    return _page(book, asked, _form(book, asked, Trouble(ruling.summary, "only", filled)), ruling)


@blueprint.app_template_filter("fewest_asked")
def fewest_asked(field: Field, book: Rulebook) -> int:
    """How many players at least must have something in this field of a question: as many as can play, where each has
    one card; 0 where players may have none, as whoever passes.
    """
    each_has_one = type_of(field).by_seat and type_of(field).one_card
    return min(book.game.players) if each_has_one and not field.optional else 0


def _must_be_several(book: Rulebook, asked: Question, given: Mapping[str, object]) -> None:
    """WrongFieldsError where fewer players have a card than can play: somebody tapped too early."""
    for field in asked.fields:
        fewest, cards = fewest_asked(field, book), given.get(field.name)
        if isinstance(cards, Mapping) and len(cards) < fewest:
            message = count("Name the card of at least {n} player.", "Name the cards of at least {n} players.", fewest)
            raise WrongFieldsError(FieldError(field.name, message))


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
        {f"name={row}": say_here("Player {n}", n=row) for row in range(1, few + 1)} if rows else {}
    )
    return single_form(prompt, tuple(str(row) for row in range(1, rows + 1)), names, trouble)


def _page(book: Rulebook, asked: Question, form: PromptForm, ruling: Ruling | None = None) -> Response:
    named = tuple(form.filled.get(f"name={row}") or say_here("Player {n}", n=row) for row in form.by_seat)
    return page("games/ask.html", book=book, asked=asked, form=form, ruling=ruling, named=named)
