"""The documents are served too: all of them, with links that lead somewhere. A table
loads nothing for them.
"""

import html
import re
from pathlib import Path

import pytest
from flask import Flask
from referee_web.pages.docs import FOLDER, GROUPS

import referee
from referee.plugin import hookspecs, movement_hookspecs
from referee.vocabulary.fields import FIELD_TYPES

pytestmark = pytest.mark.slow

PLUGINS = Path(__file__).parents[2] / "plugins"
NAMES = tuple(name for _heading, names in GROUPS for name in names)


def shown(app: Flask, path: str) -> str:
    answer = app.test_client().get(path)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_all_are_listed_each_with_what_it_is_about(app: Flask) -> None:
    listed = re.findall(
        r'<a href="/docs/([\w-]+)">([^<]+)</a><p>([^<]+)</p>', shown(app, "/docs")
    )
    assert [name for name, _title, _about in listed] == list(NAMES)
    assert not [
        about
        for _name, title, about in listed
        if about == title or re.search(r"[*`\[\]]", about)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_a_document_has_one_title_and_its_links_lead_somewhere(
    app: Flask, name: str
) -> None:
    page = shown(app, f"/docs/{name}")
    assert len(re.findall("<h1", page)) == 1
    article = page.partition("<article")[2].partition("</article>")[0]
    for link in re.findall(r'<a href="([^"]*)"', article):
        path, _, anchor = link.partition("#")
        target = shown(app, path) if path.startswith("/docs/") else page
        assert path.startswith(("https://", "/docs/")) or not path, link
        assert not anchor or path.startswith("https:") or f'id="{anchor}"' in target, (
            link
        )


def test_every_hook_has_its_part_with_an_example_and_every_type_of_field_its_line(
    app: Flask,
) -> None:
    page = shown(app, "/docs/hooks")
    parts = {part.partition('"')[0]: part for part in page.split('<h2 id="')[1:]}
    hooks = {
        name
        for specified in (hookspecs, movement_hookspecs)
        for name, hook in vars(specified).items()
        if hasattr(hook, "referee_spec")
    }
    assert parts.keys() == hooks | {"types-of-fields", "hooks-of-movements"}
    assert not [hook for hook in hooks if "from referee import" not in parts[hook]]
    assert not [
        name for name in FIELD_TYPES if f"<td><code>{name}</code></td>" not in page
    ]


def test_every_name_that_games_import_has_its_part(app: Flask) -> None:
    page = shown(app, "/docs/names")
    named = re.findall(r'<h3 id="\w+">(\w+)</h3>', page)
    assert sorted(named) == sorted(referee.__all__)
    assert "number(name: str, otherwise: T=...)" in page
    assert "REQUIRED" not in page


def test_the_example_games_are_shown_whole(app: Flask) -> None:
    page = shown(app, "/docs/whole-games")
    for path in (FOLDER.parent / "examples").glob("*/*/__init__.py"):
        assert path.read_text("utf-8").splitlines()[-1].strip() in html.unescape(page)


def test_each_built_in_game_is_shown_whole(app: Flask) -> None:
    linked = re.findall('href="/docs/whole-([a-z-]+)"', shown(app, "/docs/whole-games"))
    assert {f"referee_{id.replace('-', '_')}" for id in linked} == {
        path.parent.name for path in PLUGINS.glob("*/rules.toml")
    }
    for id in linked:
        page = html.unescape(shown(app, f"/docs/whole-{id}"))
        for path in PLUGINS.glob(f"referee_{id.replace('-', '_')}/**/*.py"):
            assert path.read_text("utf-8").strip() in page


def test_a_games_page_lists_the_parts_of_its_verdicts(app: Flask) -> None:
    page = shown(app, "/docs/whole-doppelkopf")
    assert "<td><code>kontra</code></td>\n<td>Points of each Kontra player</td>" in page
    assert "<td><code>level</code></td>" in page


def test_what_is_written_as_code_stays_as_it_is_written(app: Flask) -> None:
    assert "def describe_game() -&gt; Game" in shown(app, "/docs/hooks")
    assert "<th>type</th>" in shown(app, "/docs/hooks")


@pytest.mark.parametrize(
    "name",
    [
        "nothing",
        "whole-nothing",
        "README",
        "..%2FREADME",
        "%2e%2e",
        "writing-a-game.md",
        "docs.css",
    ],
)
def test_nothing_else_is_a_document(app: Flask, name: str) -> None:
    assert app.test_client().get(f"/docs/{name}").status_code == 404


@pytest.mark.parametrize("from_where", ["/", "/api"])
def test_they_are_found_from_the_first_page_and_from_the_api(
    app: Flask, from_where: str
) -> None:
    assert 'href="/docs"' in shown(app, from_where)


def test_the_page_of_names_shows_how_each_is_made(app: Flask) -> None:
    names = html.unescape(shown(app, "/docs/names"))
    assert "WrongFieldsError(*errors: FieldError)" in names
    assert "FieldError(field: str, message: Text)" in names
    assert 'print(WrongFieldsError(cards, FieldError("seat", say("Who?"))))' in names
