"""What the scripts say in languages other than English: a script for each, which a
browser keeps for good.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256

from flask import Blueprint, Response, abort, request, url_for

from referee.plugin import languages
from referee.vocabulary.text import ENGLISH, Language
from referee_web.assets import ONE_YEAR, STATIC
from referee_web.wording import language, spoken

_STRING = r'"((?:[^"\\]|\\.)*)"'
SAID = re.compile(rf"\b(say|count)\(\s*{_STRING}(?:,\s*{_STRING})?")
"""A call in a script that says something, with its template, and that for many things.
"""

WATCHING = "watch"
"""The folder of the scripts that only the watching device has: its page has words of
its own too.
"""

# Enough numbers for every plural form that a language has.
_NUMBERS = range(120)

blueprint = Blueprint("script_words", __name__)


def address() -> str:
    """Where the words in the language of this request are; empty for English, which the
    scripts speak themselves.
    """
    code, page = (
        language().code,
        "watching" if request.endpoint == "pages.watch" else "pages",
    )
    if code == ENGLISH.code:
        return ""
    return url_for(
        "script_words.words",
        page=page,
        code=code,
        v=fingerprint(code, page == "watching"),
    )


@cache
def fingerprint(code: str, watching: bool = False) -> str:
    """A digest that changes when the words of this language do."""
    return sha256(script(code, watching).encode()).hexdigest()[:12]


@cache
def script(code: str, watching: bool = False) -> str:
    """The words of a language as a script, with those of the watching device where they
    are for it.
    """
    found = dict(_words(spoken(code), watching))
    return (
        "globalThis.refereeWords = "
        f"{json.dumps(found, ensure_ascii=False, separators=(',', ':'))};\n"
    )


def _words(
    said_in: Language, watching: bool
) -> Iterator[tuple[str, str | dict[str, str]]]:
    """Each template of the scripts with its translation, or its translations by the
    names of plural forms.
    """
    for how, one, many in templates(watching):
        if how == "say":
            yield one, said_in.gettext(one)
        else:
            yield one, _forms(said_in, one, many)


def _forms(said_in: Language, one: str, many: str) -> dict[str, str]:
    locale = languages.locale_of(said_in.code)
    if locale is None:
        return {
            "one": said_in.ngettext(one, many, 1),
            "other": said_in.ngettext(one, many, 2),
        }
    form_of = locale.plural_form
    return {form_of(n): said_in.ngettext(one, many, n) for n in reversed(_NUMBERS)}


@cache
def templates(watching: bool = True) -> tuple[tuple[str, str, str], ...]:
    """All that the scripts say: `say` or `count`, the template, and that for many
    things where there is one.
    """
    paths = [
        path
        for path in sorted(STATIC.rglob("*.js"))
        if watching or path.parent.name != WATCHING
    ]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    found = [match for source in sources for match in SAID.findall(source)]
    return tuple(
        dict.fromkeys(
            (how, json.loads(f'"{one}"'), json.loads(f'"{many}"'))
            for how, one, many in found
        )
    )


@blueprint.get("/words/<any(pages, watching):page>/<code>.js")
def words(page: str, code: str) -> Response:
    """The words of a language, for all pages or for that of the watching device."""
    if code not in languages.codes() or code == ENGLISH.code:
        abort(404)
    watching = page == "watching"
    response = Response(script(code, watching), mimetype="text/javascript")
    good = request.args.get("v") == fingerprint(code, watching)
    response.headers["Cache-Control"] = (
        f"public, max-age={ONE_YEAR}, immutable" if good else "no-cache"
    )
    return response
