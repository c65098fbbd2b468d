"""The referee's documents as pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Response, url_for
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound

from referee.vocabulary.text import Text, say
from referee_web.pages.blueprint import blueprint, render

if TYPE_CHECKING:
    from markdown_it.token import Token

PACKAGE = Path(__file__).parents[1]
FOLDER = PACKAGE / "docs"
if not FOLDER.is_dir():
    FOLDER = PACKAGE.parents[1] / "docs"
"""The documents' folder: in the built package, or in a checkout."""

GROUPS: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (
        say("At the table"),
        ("playing", "club-night", "photos", "fair-play"),
    ),
    (
        say("For game authors"),
        (
            "writing-a-game",
            "testing-a-game",
            "writing-a-movement",
            "recipes",
            "whole-games",
            "hooks",
            "names",
            "adding-a-language",
        ),
    ),
    (
        say("For programs, and for running it"),
        ("http", "running-it-for-many"),
    ),
    (say("How it’s built"), ("glossary", "architecture")),
)
"""All documents by audience."""

WHOLE_GAME = "whole-"
"""The beginning of the names of built-in games' documents."""

LINK = re.compile(r'href="(?P<name>[\w-]+)\.md(?:#(?P<anchor>[^"]*))?"')
"""A link from one document to another."""


@dataclass(frozen=True, slots=True)
class DocumentsPage:
    """All documents."""

    groups: Sequence[tuple[Text, Sequence[tuple[str, str, str]]]]
    """By audience; each document's name, title and first sentence."""


@dataclass(frozen=True, slots=True)
class DocumentPage:
    """One document."""

    title: str
    parts: Sequence[tuple[str, str]]
    """Its main headings, each after its anchor."""
    text: Markup

    @classmethod
    def of(cls, source: str) -> DocumentPage:
        """Return the page of a document in Markdown."""
        # Imported on demand, since no table needs it.
        from markdown_it import MarkdownIt

        reader = MarkdownIt("commonmark", {"html": False}).enable("table")
        for name, rule in FRAMES.items():
            reader.add_render_rule(name, rule)
        tokens = reader.parse(source)
        headings = list(_name_headings(tokens))
        for token in tokens:
            _drop_link_to_file(token.children or ())
        parts = [(anchor, title) for level, anchor, title in headings if level == "h2"]
        after_title = tokens[3:]
        html = reader.renderer.render(after_title, reader.options, {})
        text = Markup(LINK.sub(_page_address, html))  # noqa: S704
        return cls(headings[0][2], parts, text)


@blueprint.get("/docs/")
@blueprint.get("/docs")
def docs() -> Response:
    """Show all documents, with what each is about."""
    groups = []
    for heading, names in GROUPS:
        documents = [(name, *_read_opening(name)) for name in names]
        groups.append((heading, documents))
    return render("docs/index.html", DocumentsPage(groups))


@blueprint.get("/docs/<name>")
def document(name: str) -> Response:
    """Show one document."""
    is_game = name.startswith(WHOLE_GAME)
    if not is_game and not any(name in names for _heading, names in GROUPS):
        raise NotFound
    return render("docs/document.html", DocumentPage.of(_read_source(name)))


def _read_source(name: str) -> str:
    # Imported on demand, since no table needs it.
    from referee.testing import author_reference

    if name == "hooks":
        return author_reference.write_hooks_page()
    if name == "names":
        return author_reference.write_names_page()
    if name == "whole-games":
        return author_reference.write_games_page(FOLDER.parent / "examples")
    if name.startswith(WHOLE_GAME):
        id = name.removeprefix(WHOLE_GAME)
        if id not in author_reference.built_in_games():
            raise NotFound
        return author_reference.write_game_page(id)
    return (FOLDER / f"{name}.md").read_text("utf-8")


def _read_opening(name: str) -> tuple[str, str]:
    """Return a document's title and first sentence, without markup."""
    source = _read_source(name)
    title, text = re.findall(r"^(?:# )?(\w.+)$", source, re.MULTILINE)[:2]
    plain = re.sub(r"\[([^]]+)]\([^)]+\)|[*`]", r"\1", text)
    sentence = plain.partition(". ")[0].rstrip(".")
    return title, f"{sentence}."


def _frame_code(
    _renderer: object, tokens: Sequence[Token], index: int, *_: object
) -> str:
    return Markup('<pre class="wide" tabindex="0"><code>{}</code></pre>\n').format(
        tokens[index].content
    )


FRAMES: dict[str, Callable[..., str]] = {
    "fence": _frame_code,
    "table_open": lambda *_: '<div class="wide" tabindex="0"><table>',
    "table_close": lambda *_: "</table></div>",
}
"""Elements wider than phones get a scrollable frame, for keys too."""


def _name_headings(tokens: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    """Give each heading an id for links; yield level, id and title."""
    for heading, inline in pairwise(tokens):
        if heading.type == "heading_open":
            title = "".join(token.content for token in inline.children or ())
            anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            heading.attrSet("id", anchor)
            yield heading.tag, anchor, title


def _drop_link_to_file(inline: Sequence[Token]) -> None:
    """Turn links to unserved files into plain text."""
    for token in inline:
        if token.type == "link_open":
            address = str(token.attrGet("href"))
            name = address.partition("#")[0]
            is_document = name.endswith(".md") and "/" not in name
            if name and "://" not in name and not is_document:
                token.attrs = {}


def _page_address(link: re.Match[str]) -> str:
    address = url_for("pages.document", name=link["name"], _anchor=link["anchor"])
    return f'href="{escape(address)}"'
