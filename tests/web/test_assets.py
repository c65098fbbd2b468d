"""Static files: under addresses that change with them, packed, kept for good, and never
mixed old with new.
"""

import gzip
import posixpath
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from referee_web import assets
from referee_web.joined_scripts import (
    JOINED,
    STATIC,
    file_of,
    files,
    parts_of,
    read,
)
from referee_web.preferences import COOKIE
from werkzeug.test import TestResponse

from tests.web.plain_pages import open_table


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser."""
    return app.test_client()


def static_files(client: FlaskClient) -> set[str]:
    page = client.get(f"/t/{open_table(client)}").get_data(as_text=True)
    return set(re.findall(r'/static/[^"]+', page))


def kept(client: FlaskClient, name: str, **headers: str) -> TestResponse:
    return client.get(f"/static/{assets.fingerprint()}/{name}", headers=headers)


def test_every_static_file_of_a_page_is_there_and_kept_for_good(
    client: FlaskClient,
) -> None:
    files = static_files(client)
    assert {file.rsplit("/", 1)[1] for file in files} >= {
        "style.css",
        "page.js",
        "icon.svg",
    }
    for file in files:
        answer = client.get(file)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]


def test_whatever_a_script_imports_is_kept_too_and_named_first(
    client: FlaskClient,
) -> None:
    page = client.get(f"/t/{open_table(client)}").get_data(as_text=True)
    named = re.findall(r'<script type="module" src="/static/\w+/([^"]+)"', page)
    early = re.findall(r'<link rel="modulepreload" href="/static/\w+/([^"]+)"', page)
    assert {"shared.js", "live.js", "page.js", "cards.js", "heard.js"} <= {
        *named,
        *early,
    }
    for name in (*named, *early):
        for imported in re.findall(
            r'\b(?:from|import)"([^"]+)"', kept(client, name).get_data(as_text=True)
        ):
            assert imported.startswith("."), name
            assert posixpath.normpath(
                posixpath.join(posixpath.dirname(name), imported)
            ) in {*named, *early}, name


def test_a_sheet_comes_with_those_that_it_imports(client: FlaskClient) -> None:
    sheet = kept(client, "style.css").get_data(as_text=True)
    assert "@import" not in sheet
    assert sheet.startswith(":root{color-scheme:light;")
    assert "@media (prefers-color-scheme:dark){:root{color-scheme:dark;" in sheet


@pytest.mark.parametrize(
    ("theme", "name"),
    [
        ("auto", "style.css"),
        ("light", "style_light.css"),
        ("dark", "style_dark.css"),
    ],
)
def test_the_chosen_theme_has_a_sheet_of_its_own(
    client: FlaskClient, theme: str, name: str
) -> None:
    client.set_cookie(COOKIE, f"theme={theme}")
    assert f"/static/{assets.fingerprint()}/{name}" in static_files(client)


def test_an_old_pages_file_is_answered_as_it_is_now_and_not_kept(
    client: FlaskClient,
) -> None:
    for address in ("/static/0123456789ab/style.css", "/static/style.css"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize(
    "name", ["nothing.css", "..", "%2e%2e%2fapp.py", "../assets.py", "app.py"]
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    for address in (f"/static/{name}", f"/static/{assets.fingerprint()}/{name}"):
        assert client.get(address).status_code in (404, 308)


def test_whoever_reads_gzip_gets_it_packed(client: FlaskClient) -> None:
    plain = kept(client, "style.css")
    packed = kept(client, "style.css", **{"Accept-Encoding": "gzip, deflate"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) < len(plain.data) / 3
    assert packed.headers["ETag"] != plain.headers["ETag"]
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    refused = kept(client, "style.css", **{"Accept-Encoding": "gzip;q=0"})
    assert "Content-Encoding" not in refused.headers


def test_a_file_comes_as_what_it_is(client: FlaskClient) -> None:
    assert kept(client, "live/table_page.js").mimetype == "text/javascript"
    assert kept(client, "referee.webmanifest").mimetype == "application/manifest+json"


def test_a_video_is_given_in_parts(client: FlaskClient) -> None:
    """Safari asks for two bytes first, and plays nothing that it does not get so."""
    part = kept(client, "live/wake_lock.mp4", Range="bytes=0-1")
    assert (part.status_code, len(part.data)) == (206, 2)
    whole = kept(client, "live/wake_lock.mp4", **{"Accept-Encoding": "gzip"})
    assert part.headers["Content-Range"] == f"bytes 0-1/{len(whole.data)}"
    assert "Content-Encoding" not in whole.headers


def test_what_is_loaded_on_demand_is_there_and_not_loaded_before(app: Flask) -> None:
    """What templates and scripts name is a script, and no page that has `on_demand.js`
    loads it at once.
    """
    templates = (STATIC.parent / "templates").rglob("*.html")
    written = {path.name: path.read_text("utf-8") for path in templates}
    named = {
        name
        for text in written.values()
        for name in re.findall(r'data-needs="([^"]+)"', text)
    }
    assert len(named) > 3
    for script in STATIC.rglob("*.js"):
        named.update(re.findall(r'\bload\("([^"]+)"\)', script.read_text("utf-8")))
    assert "cards/moving.js" in named
    assert all(assets.find_asset(name) for name in named)
    for text in written.values():
        for tags in re.findall(r"scripts\((.*?)\)", text):
            begun = tuple(re.findall(r'"([^"]+)"', tags))
            if "on_demand.js" in begun:
                assert named.isdisjoint(files(begun))


LOOKED_FOR = re.compile(
    r"""\b(?:querySelector(?:All)?|closest|matches|all)\(\s*["'`]([^"'`]*)["'`]"""
)
CLASS = re.compile(r"(?:^|[\s>+~,(\w\])])\.[a-z]")


def test_scripts_find_nothing_by_a_class() -> None:
    """Classes are for styles; templates mark what scripts look for with data."""
    found = {
        f"{path.relative_to(STATIC)}: {selector}"
        for path in STATIC.rglob("*.js")
        for selector in LOOKED_FOR.findall(path.read_text("utf-8"))
        if CLASS.search(selector)
    }
    assert found == set()


FLOORS = (
    {"entries", "table", "camera/watch"},
    {"camera/photo", "forms"},
    {"cards"},
    {"live"},
)
"""The folders of scripts, highest first, as docs/architecture.md draws them."""

SHARED = {"dom.js", "events.js", "messages.js", "on_demand.js", "vibrating.js"}
"""What every script may import."""

ALONE: dict[str, set[str]] = {
    "event.js": {"live"},
    "event_counts.js": set(),
    "printing.js": set(),
    "search.js": set(),
    "story.js": set(),
    "score_sharing.js": set(),
}
"""Scripts of whole pages, each with the folders on which it stands."""


def test_scripts_export_what_others_import_of_them() -> None:
    named = re.compile(r"""^import \{([^}]*)\} from "(\.[^"]+)";""", re.MULTILINE)
    lacking = []
    for script in STATIC.rglob("*.js"):
        for names, path in named.findall(script.read_text("utf-8")):
            imported = (script.parent / path).read_text("utf-8")
            exports = " ".join(re.findall(r"^export ([^=({]*|.*?\])", imported, re.M))
            for name in names.replace("\n", " ").strip(", ").split(","):
                if not re.search(rf"\b{name.split()[0]}\b", exports):
                    lacking.append(f"{script.name}: {name.strip()} of {path}")
    assert not lacking


def test_scripts_import_only_from_floors_below() -> None:
    paths = {path.parent for path in STATIC.rglob("*.js")} - {STATIC}
    folders = {path.relative_to(STATIC).as_posix() for path in paths}
    assert folders == set().union(*FLOORS)
    for folder in folders:
        scripts = [f"{folder}/{path.name}" for path in (STATIC / folder).glob("*.js")]
        [height] = [at for at, floor in enumerate(FLOORS) if folder in floor]
        below = set().union(*FLOORS[height + 1 :])
        for script in scripts:
            for imported in read(script).imports():
                where, _, _ = imported.rpartition("/")
                assert where in {folder, *below} or imported in SHARED, script


def test_scripts_of_whole_pages_import_only_what_they_stand_on() -> None:
    here = {path.name for path in STATIC.glob("*.js")}
    assert here == {*SHARED, *ALONE, *JOINED}
    for script in here:
        for imported in read(script).imports():
            where, _, _ = imported.rpartition("/")
            is_shared = imported in SHARED
            assert is_shared or where in ALONE.get(script, ()), (script, imported)


def test_parts_of_a_joined_script_fit_together() -> None:
    """Each stands below those that it imports, and none defines what another does, or
    what another takes from elsewhere.
    """
    defines = re.compile(
        r"^(?:export )?(?:const|let|function|async function|class) (\w+)", re.MULTILINE
    )
    for joined in JOINED:
        parts = parts_of(joined)
        assert len(parts) > 1
        defined: set[str] = set()
        taken: set[str] = set()
        for at, part in enumerate(map(read, parts)):
            assert {*part.imports()} & {*parts} <= {*parts[:at]}, part.name
            names = defines.findall(part.text)
            assert defined.isdisjoint(names), part.name
            defined.update(names)
            for file, imported in part.imported_names():
                if file != joined:
                    taken.update(imported)
        assert defined.isdisjoint(taken), joined


def test_no_script_of_a_page_runs_twice(client: FlaskClient) -> None:
    """What is a part of a joined script is imported from nowhere else."""
    for path in STATIC.rglob("*.js"):
        name = path.relative_to(STATIC).as_posix()
        text = kept(client, name).get_data(as_text=True)
        for imported in re.findall(r'\b(?:from|import)"([^"]+)"', text):
            script = posixpath.normpath(
                posixpath.join(posixpath.dirname(name), imported)
            )
            assert file_of(script) == script, (name, imported)


# How much there is to fetch


def on_the_wire(client: FlaskClient, path: str) -> int:
    return len(client.get(path, headers={"Accept-Encoding": "gzip"}).data)


def test_a_phone_that_comes_first_fetches_little(client: FlaskClient) -> None:
    for path in ("/", f"/t/{open_table(client)}"):
        page = client.get(path).get_data(as_text=True)
        # The picture of a link's preview is fetched by messengers, not by phones that
        # open the page.
        files = set(
            re.findall(r'/static/[^"]+', re.sub(r"<meta property=[^>]*>", "", page))
        )
        assert (
            on_the_wire(client, path) + sum(on_the_wire(client, file) for file in files)
            < 60_000
        ), path
