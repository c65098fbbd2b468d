"""What people do by forms as programs do it by calls: one deed, two doors."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from flask import Response

from referee.hosting.tables.tokens import read_code
from referee_web.api.call import BY_ENDPOINT, CALLS, Answering
from referee_web.pages.blueprint import blueprint, go_to
from referee_web.pages.forms.redisplay import redisplay

Then = str | Callable[..., Response]


def by_form(
    call: Answering,
    rule: str,
    show: Callable[..., Response],
    then: Then = "table",
    name: str = "",
    reads: Callable[..., Mapping[str, object]] | None = None,
) -> None:
    """Let a form at this address do what a call does, which reads it by its shape.

    `show` draws the form's page again if it is refused. `then` is the page that
    follows, or makes the answer from the call's and the address's arguments, the code
    in its plain form. Templates know the form by the call's name, or this one. `reads`
    returns those fields of the body that the form has in inputs of its own.
    """
    [described] = [each for each in CALLS.values() if each.function is call]
    name = name or described.name

    @redisplay(show)
    def act(**named: str) -> Response:
        own = {key: named[key] for key in described.arguments}
        value = call(**own)
        if "code" in named:
            named["code"] = read_code(named["code"])
        if callable(then):
            return then(value, **named)
        return go_to(then, code=named["code"])

    BY_ENDPOINT[f"{blueprint.name}.{name}"] = replace(described, reads=reads)
    blueprint.add_url_rule(rule, name, act, methods=["POST"])
