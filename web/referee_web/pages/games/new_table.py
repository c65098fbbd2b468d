"""Opening a table: who plays, what the rules leave to the table, and its house rules."""

from dataclasses import replace

from flask import Response, request

from referee.plugin.discovery import house_rules_of, rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import HouseRule
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say
from referee_web.guards import auth
from referee_web.guards.auth import room
from referee_web.guards.limits import count_request
from referee_web.pages.blueprint import blueprint, go_to, page
from referee_web.pages.forms import form_values
from referee_web.pages.forms.form_values import FormValues
from referee_web.pages.forms.prompt_forms import Trouble, single_form
from referee_web.pages.forms.redisplay import redisplay


@blueprint.get("/new/<game>")
def new(game: str, error: RefereeError | None = None) -> Response:
    """The form for a new table, filled in with the game's defaults."""
    book, trouble = rulebook(game), None
    options = book.game.options
    if error is not None:
        trouble = Trouble.of(error, "only")
        # All names are typed in one input.
        errors = {name.partition(".")[0]: message for name, message in trouble.errors.items()}
        trouble = replace(trouble, errors=errors)
    prompt = Prompt("new", (), say("{title}", title=book.game.title), fields=options)
    defaults = form_values.written(options, {option.name: option.default for option in options})
    form = single_form(prompt, (), defaults, trouble)
    return page("games/new_table.html", book=book, form=form, house_rules=house_rules(game))


@blueprint.post("/new/<game>")
@redisplay(new)
def open_table(game: str) -> Response:
    """Open the table, and make this phone its host."""
    count_request("open")
    # A form for no game is not read.
    asked = rulebook(game).game.options
    filled = FormValues(request.form)
    names = [name for name in filled.getlist("seats") if name.strip()]
    options = form_values.read(asked, filled)
    opened = room().open_table(game, names, options, filled.getlist("house_rules"))
    response = go_to("table", code=opened.code)
    auth.keep(response, opened.code, opened.host_token, "host")
    return response


def house_rules(game: str) -> list[HouseRule]:
    """The house rules that a table of this game may agree on, by title."""
    return sorted(house_rules_of(game).values(), key=lambda rule: rule.title)
