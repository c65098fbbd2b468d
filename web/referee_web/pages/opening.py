"""Opening a table: who plays, what the rules leave to the table, and its house rules."""

from __future__ import annotations

from flask import Response, render_template, request

from referee.plugin.installed import house_rules_of, rulebook
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.game import HouseRule
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import NOTHING, Text, say
from referee_web import bearer, forms, guard
from referee_web.bearer import room
from referee_web.forms import Filled
from referee_web.pages.frame import blueprint, go_to
from referee_web.pages.prompts import Trouble, single_form


@blueprint.get("/new/<game>")
def new(game: str) -> Response:
    """The form for a new table, filled with what the game takes where nothing is chosen."""
    options = rulebook(game).game.options
    defaults = {option.name: option.default for option in options}
    return _new(game, forms.written(options, defaults), {})


@blueprint.post("/new/<game>")
def open_table(game: str) -> Response:
    """Open the table, and make this phone its host."""
    guard.count("open")
    filled = Filled(request.form)
    names = [name for name in filled.getlist("seats") if name.strip()]
    options = forms.read(rulebook(game).game.options, filled)
    try:
        opened = room().open_table(game, names, options, filled.getlist("house_rules"))
    except WrongFieldsError as wrong:
        errors = {"seats" if error.field == "name" else error.field: error.message for error in wrong.errors}
        return _new(game, filled, errors, 422)
    response = go_to("table", code=opened.code)
    bearer.keep_host(response, opened.code, opened.host_token)
    return response


def _new(game: str, filled: Filled, errors: dict[str, Text], status: int = 200) -> Response:
    book = rulebook(game)
    prompt = Prompt("new", (), say("{title}", title=book.game.title), fields=book.game.options)
    form = single_form(prompt, (), filled, Trouble(NOTHING, "only", filled, errors) if errors else None)
    return Response(render_template("new.html", book=book, form=form, house_rules=house_rules(game)), status)


def house_rules(game: str) -> list[HouseRule]:
    """The house rules that a table of this game may agree on, by title."""
    found: list[HouseRule] = [module.describe_house_rule() for module in house_rules_of(game).values()]
    return sorted(found, key=lambda rule: rule.title)
