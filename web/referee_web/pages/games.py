"""A game's pages: its rules, questions to the referee, and opening a table."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Response, request
from markupsafe import Markup, escape

from referee.hosting.tables.seats import Seated, join
from referee.plugin.discovery import house_rules_of, rulebook
from referee.plugin.rulebook import Rulebook, UnknownQuestionError
from referee.vocabulary.errors import FieldError, RefereeError, WrongFieldsError
from referee.vocabulary.fields import type_of
from referee.vocabulary.game import HouseRule, Question
from referee.vocabulary.prompt import Field, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import count, say
from referee_web.guards import auth
from referee_web.guards.services import count_request, room, sender
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import MOST_ROWS, FormValues
from referee_web.pages.forms.prompt_form import PromptForm, single_form
from referee_web.pages.forms.redisplay import redisplay
from referee_web.pages.forms.trouble import Trouble
from referee_web.pages.parts.entry_words import worded_value
from referee_web.pages.parts.played_before import (
    LastMatch,
    known_names,
    last_matches,
    own_matches,
    own_name,
)
from referee_web.pages.parts.set_up_guide import partners
from referee_web.pages.template_filters import say_here, word
from referee_web.wording import deck, translated, wording

MOST_CHIPS = 12


@blueprint.get("/new/<game>")
def new(game: str, error: RefereeError | None = None) -> Response:
    """The form for a new table, filled in as at this phone's last match of the game, or
    with the game's defaults.
    """
    book, matches = rulebook(game), own_matches()
    last = last_matches(matches)
    company = last.get(game) or next(iter(last.values()), None)
    agreeing = form_for_table(
        book, last.get(game), error, company.names if company else ()
    )
    known = known_names(matches)
    seats = [name for name in agreeing["form"].filled.getlist("seats") if name.strip()]
    here = [name for name in seats if name in known]
    others = [name for name in known if name not in here]
    return page(
        "games/new_table.html",
        **agreeing,
        seats=here,
        chips=[*here, *others][: max(MOST_CHIPS, len(here))],
        typed=[name for name in seats if name not in here],
        known=known,
        sides_by_count=[
            (count, sides)
            for count in book.game.players
            if (sides := partners(book, count, {}))
        ],
    )


def form_for_table(
    book: Rulebook,
    last: LastMatch | None,
    error: RefereeError | None,
    seats: Sequence[str] = (),
) -> dict[str, Any]:
    """What pages show of a table's form: as it was agreed on at the `last` match, or as
    it was sent where that is refused with this error.
    """
    options, trouble = book.game.options, None
    if error is not None:
        trouble = Trouble.of(error, "only")
        # All names are typed in one input.
        errors = {
            name.partition(".")[0]: message for name, message in trouble.errors.items()
        }
        trouble = replace(trouble, errors=errors)
    prompt = Prompt("new", (), say("{title}", title=book.game.title), fields=options)
    chosen, house = agreed_last(book, last)
    filled = form_values.written(options, chosen)
    filled.setlist("house_rules", list(house))
    filled.setlist("seats", list(seats[: max(book.game.players)]))
    form, agreed = (
        single_form(prompt, (), filled, trouble),
        differing(book, chosen, house),
    )
    return {
        "book": book,
        "form": form,
        "house_rules": house_rules(book.game.id),
        "agreed": agreed,
    }


def agreed_last(
    book: Rulebook, last: LastMatch | None
) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """The options and the house rules of that match, as far as they can be chosen now;
    else as in the rules.
    """
    row = room().store.table(last.code) if last is not None else None
    if row is not None:
        with suppress(WrongFieldsError):
            there = {option.name for option in book.game.options}
            options = book.options(
                {name: value for name, value in row.options.items() if name in there}
            )
            return options, tuple(
                id for id in row.house_rules if id in house_rules_of(book.game.id)
            )
    return {option.name: option.default for option in book.game.options}, ()


def differing(
    book: Rulebook, chosen: Mapping[str, object], house: Sequence[str]
) -> str:
    """What of it is not as in the rules, in words; empty where nothing is."""
    others = [
        field for field in book.game.options if chosen.get(field.name) != field.default
    ]
    options = [
        f"{word(field.label)}: {word(worded_value(chosen[field.name], field))}"
        for field in others
    ]
    rules = house_rules_of(book.game.id)
    return " · ".join([*options, *(translated(rules[id].title) for id in house)])


@blueprint.post("/new/<game>")
@redisplay(new)
def open_table(game: str) -> Response:
    """Open the table, and make this phone its host, at the seat under whose name it
    played last.
    """
    count_request("open")
    # A form for no game is not read.
    asked = rulebook(game).game.options
    filled = FormValues(request.form)
    names = [name for name in filled.getlist("seats") if name.strip()]
    options = form_values.read(asked, filled)
    opened = room().open_table(game, names, options, filled.getlist("house_rules"))
    response = go_to("table", code=opened.code)
    auth.keep(response, opened.code, opened.host_token, "host")
    if (own := own_name()) in names:
        host = room().viewer(opened.code, [opened.host_token])
        with room().changing(opened.code, host) as held:
            seated = join(held, own, sender())
        assert isinstance(seated, Seated)  # nobody else has heard of this table yet
        auth.keep(response, opened.code, seated.seat_token)
    return response


def house_rules(game: str) -> list[HouseRule]:
    """The house rules that a table of this game may agree on, by title."""
    return sorted(house_rules_of(game).values(), key=lambda rule: rule.title)


LONGEST_SEARCH = 100


@blueprint.get("/games/<game>")
def rules(game: str) -> Response:
    """The sections of the rules, what the rules leave to the table, the house rules,
    and the questions.

    With `?q=` only the sections that hold all of these words.
    """
    book, agreeable = rulebook(game), house_rules(game)
    asked = request.args.get("q", "").strip()[:LONGEST_SEARCH]
    wanted = asked.casefold().split()
    texts = {
        section.id: (section.title, section.text) for section in book.sections.values()
    }
    texts |= {rule.id: (rule.title, rule.text) for rule in agreeable}
    found = {id for id, read in texts.items() if _holds(*read, wanted)}
    told = {"asked": asked, "words": wanted, "found": found}
    return page("games/rules.html", book=book, house_rules=agreeable, **told)


def _holds(title: str, text: str, wanted: Sequence[str]) -> bool:
    """Whether a section, as this viewer reads it, holds all these words."""
    read = f"{translated(title)} {translated(text)}".casefold()
    return all(word in read for word in wanted)


@blueprint.app_template_filter("marking")
def marking(text: str, words: Sequence[str]) -> Markup:
    """This text with the words that were searched for marked."""
    if not words:
        return escape(text)
    parts = re.split(f"({'|'.join(map(re.escape, words))})", text, flags=re.IGNORECASE)
    # Every second part is a match.
    return Markup("").join(
        Markup("<mark>{}</mark>").format(part) if place % 2 else escape(part)
        for place, part in enumerate(parts)
    )


@blueprint.get("/ask/<game>/<question>")
def ask(game: str, question: str, error: RefereeError | None = None) -> Response:
    """The question's form."""
    book = rulebook(game)
    asked = _question(book, question)
    return _page(
        book, asked, _form(book, asked, Trouble.of(error, "only") if error else None)
    )


@blueprint.post("/ask/<game>/<question>")
@redisplay(ask)
def rule(game: str, question: str) -> Response:
    """The ruling, with the form as it was filled in below it."""
    count_request("ask")
    book = rulebook(game)
    asked = _question(book, question)
    filled = FormValues(request.form)
    players = form_values.players_in(filled)
    given = form_values.read(
        asked.fields, filled, told=wording(), deck=deck(), players=players
    )
    ruling = book.ask(question, given)
    # Only now: what cannot be read is told first.
    _must_be_several(book, asked, given)
    return _page(
        book, asked, _form(book, asked, Trouble(ruling.summary, "only", filled)), ruling
    )


@blueprint.app_template_filter("fewest_asked")
def fewest_asked(field: Field, book: Rulebook) -> int:
    """How many players at least must have something in this field of a question: as
    many as can play, where each has one card; 0 where players may have none, as whoever
    passes.
    """
    each_has_one = type_of(field).by_seat and type_of(field).one_card
    return min(book.game.players) if each_has_one and not field.optional else 0


def _must_be_several(
    book: Rulebook, asked: Question, given: Mapping[str, object]
) -> None:
    """WrongFieldsError where fewer players have a card than can play: somebody tapped
    too early.
    """
    for field in asked.fields:
        fewest, cards = fewest_asked(field, book), given.get(field.name)
        if isinstance(cards, Mapping) and len(cards) < fewest:
            message = count(
                "Name the card of at least {n} player.",
                "Name the cards of at least {n} players.",
                fewest,
            )
            raise WrongFieldsError(FieldError(field.name, message))


def _question(book: Rulebook, name: str) -> Question:
    if name not in book.questions:
        raise UnknownQuestionError(name)
    return book.questions[name]


def _form(
    book: Rulebook, asked: Question, trouble: Trouble | None = None
) -> PromptForm:
    prompt = Prompt(asked.name, (), asked.title, asked.help, asked.fields)
    by_seat = any(type_of(field).by_seat for field in asked.fields)
    rows = min(max(book.game.players), MOST_ROWS) if by_seat else 0
    few = min(book.game.players)
    names: FormValues = FormValues(
        {f"name={row}": say_here("Player {n}", n=row) for row in range(1, few + 1)}
        if rows
        else {}
    )
    return single_form(
        prompt, tuple(str(row) for row in range(1, rows + 1)), names, trouble
    )


def _page(
    book: Rulebook, asked: Question, form: PromptForm, ruling: Ruling | None = None
) -> Response:
    named = tuple(
        form.filled.get(f"name={row}") or say_here("Player {n}", n=row)
        for row in form.by_seat
    )
    return page(
        "games/ask.html", book=book, asked=asked, form=form, ruling=ruling, named=named
    )
