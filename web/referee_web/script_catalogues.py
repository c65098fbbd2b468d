"""Translations of the scripts' sentences: permanent files for each language."""

import json
import re
from functools import cache
from hashlib import sha256

from flask import Blueprint, Response, abort, request, url_for

from referee.plugin import languages
from referee.vocabulary.text import ENGLISH, Language
from referee_web.assets import ONE_YEAR
from referee_web.joined_scripts import STATIC
from referee_web.wording import spoken, wording

_STRING = r'"((?:[^"\\]|\\.)*)"'
SAID = re.compile(rf"\b(say|count)\(\s*{_STRING}(?:,\s*{_STRING})?")
"""A call in a script with its template, and maybe its plural."""

PAGES = "pages"
PHOTO = "photo"
WATCHING = "watching"
"""The files: of all pages; of what reads photos, fetched with its scripts; and of the
watching device, which gets all.
"""

FOLDERS = {"photo": PHOTO, "watch": WATCHING}
"""The folders whose scripts' sentences other pages do without."""

# Enough numbers for every plural form of a language.
_NUMBERS = range(120)

blueprint = Blueprint("script_words", __name__)


def address(page: str = PAGES) -> str:
    """Return the address of translations for this request; empty for English."""
    code = wording().language.code
    if code == ENGLISH.code:
        return ""
    if request.endpoint == "pages.watch":
        page = WATCHING
    version = fingerprint(code, page)
    return url_for("script_words.words", page=page, code=code, v=version)


def fingerprint(code: str, page: str = PAGES) -> str:
    """Return a digest that changes with this language's translations."""
    return sha256(script(code, page).encode()).hexdigest()[:12]


# Without it each page in German takes 39 ms more, with it none.
@cache
def script(code: str, page: str = PAGES) -> str:
    """Return a language's translations as a script, of these files."""
    language = spoken(code)
    words: dict[str, str | dict[str, str]] = {}
    for function, singular, plural in templates(page):
        if function == "say":
            words[singular] = language.gettext(singular)
        else:
            words[singular] = _plural_forms(language, singular, plural)
    catalogue = json.dumps(words, ensure_ascii=False, separators=(",", ":"))
    if page == PHOTO:
        return f"Object.assign(globalThis.refereeWords ??= {{}}, {catalogue});\n"
    return f"globalThis.refereeWords = {catalogue};\n"


def _plural_forms(language: Language, singular: str, plural: str) -> dict[str, str]:
    """Return translations by browsers' names of plural forms."""
    locale = languages.locale_of(language.code)
    if locale is None:
        return {
            "one": language.ngettext(singular, plural, 1),
            "other": language.ngettext(singular, plural, 2),
        }
    forms = {}
    for n in reversed(_NUMBERS):
        form = locale.plural_form(n)
        forms[form] = language.ngettext(singular, plural, n)
    return forms


def templates(page: str = WATCHING) -> tuple[tuple[str, str, str], ...]:
    """Return the scripts' templates: `say` or `count`, singular, plural."""
    ordered: dict[tuple[str, str, str], None] = {}
    for path in sorted(STATIC.rglob("*.js")):
        if page not in (WATCHING, FOLDERS.get(path.parent.name, PAGES)):
            continue
        source = path.read_text(encoding="utf-8")
        for function, *strings in SAID.findall(source):
            singular, plural = (json.loads(f'"{string}"') for string in strings)
            ordered[function, singular, plural] = None
    return tuple(ordered)


@blueprint.get("/words/<any(pages, photo, watching):page>/<code>.js")
def words(page: str, code: str) -> Response:
    """Return a language's translations for these scripts."""
    if code not in languages.list_codes() or code == ENGLISH.code:
        abort(404)
    response = Response(script(code, page), mimetype="text/javascript")
    caching = "no-cache"
    if request.args.get("v") == fingerprint(code, page):
        caching = f"public, max-age={ONE_YEAR}, immutable"
    response.headers["Cache-Control"] = caching
    return response
