"""The bytes that a phone which was never here fetches for a table's page in play, with
the styles and scripts that it needs: in every game, language and role.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from posixpath import dirname, join, normpath
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from referee_web import assets, joined_scripts

from benchmarks.report import Row, table
from referee.plugin.discovery import installed, installed_languages
from referee.testing.phone import Phone, Phones, seat_phones, serve_in
from referee.testing.random_player import RandomPlayer
from tests.told_prompts import told_prompts

MOST_KB = 62
NAMES = [
    "Ana",
    "Ben",
    "Cy",
    "Di",
    "Eva",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kim",
    "Lea",
]
TAKEN = 15
TRIED = 300
"""How far a match is looked at: so many entries are taken, of so many that are tried."""
SHEET_OF_SCRIPT = re.compile(rb"""new URL\("\./([\w-]+\.css)", ?import\.meta\.url\)""")
# The picture of a link's preview is fetched by messengers, and Apple's icon by whoever
# puts the page on their home screen: not by phones that open it.
FETCHED_BY_OTHERS = re.compile(
    r'<meta property=[^>]*>|<link rel="apple-touch-icon"[^>]*>'
)
FILE = re.compile(r'(?:href|src)="(/(?:static|words)/[^"]+)')


@dataclass(frozen=True, slots=True)
class Weight:
    """What a phone fetched, and for which page."""

    bytes: int
    page: str


def measure(quick: bool) -> str:
    """Return the table of each game's heaviest page, without other languages if quick."""
    languages = ["en"] if quick else ["en", *sorted(installed_languages())]
    rows = []
    with TemporaryDirectory() as folder, serve_in(Path(folder)) as address:
        for game in sorted(installed().games):
            heaviest = max(
                weights(address, game, languages), key=lambda each: each.bytes
            )
            name = f"{game}: {heaviest.page}"
            rows.append(Row(name, heaviest.bytes / 1000, "kB", MOST_KB))
    note = "The heaviest page of up to fifteen entries of a match with all its players."
    return table("A table's page and all that it fetches", rows, [note])


def weights(address: str, game: str, languages: list[str]) -> Iterator[Weight]:
    """Weigh the page of a match each time that something else is asked, as its host who
    plays too and as a seat, in these languages.
    """
    players = Phone(address).get(f"/games/{game}").said(200)["players"]
    seated = seat_phones(address, game, NAMES[: max(players)])
    for kinds, seat in moments(seated, game):
        host_cookie = f"host_{seated.code}={seated.host.token}"
        seat_cookie = f"seat_{seated.code}={seated[seat].token}"
        roles = {"host": f"{host_cookie}; {seat_cookie}", "seat": seat_cookie}
        for role, cookies in roles.items():
            for language in languages:
                bytes = fetched(address, f"/t/{seated.code}", cookies, language)
                yield Weight(bytes, f"{kinds}, {role}, {language}")


def moments(seated: Phones, game: str) -> Iterator[tuple[str, str]]:
    """Play at random, and yield what is asked and a seat that is to act each time that
    something else is asked.
    """
    player = RandomPlayer(Random(f"weight of {game}"), list(seated.seats))
    seen = set()
    taken = 0
    for _ in range(TRIED):
        view = seated.host.look(seated.code)
        if view["finished"] or taken == TAKEN:
            return
        prompts = view["prompts"]
        to_act = view["to_act"]
        moment = (bool(view["rulings"]), *(prompt["kind"] for prompt in prompts))
        if to_act and moment not in seen:
            yield "/".join(sorted(set(moment[1:]))), to_act[0]
        seen.add(moment)

        kind, seat, data = player.choose(told_prompts(prompts), to_act)
        answer = seated.host.enter(seated.code, kind, seat, **data)
        if answer.status == 201:
            taken += 1
            player.note(kind, seat, data, answer.json["rulings"])


def fetched(address: str, path: str, cookies: str, language: str) -> int:
    """Return the bytes of this page, packed, and of what it needs as it opens."""
    headers = {"Cookie": cookies, "Accept-Language": language}
    packed = get(address, path, headers)
    page = FETCHED_BY_OTHERS.sub("", gzip.decompress(packed).decode())
    files = set(FILE.findall(page)) | {address_of(name) for name in loaded_by(page)}
    files |= sheets_of(files)
    return len(packed) + sum(size_of(address, file) for file in files)


def get(address: str, path: str, headers: Mapping[str, str]) -> bytes:
    """Return the body of an answer, packed where that saves anything."""
    connection = HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path, headers={**headers, "Accept-Encoding": "gzip"})
    body = connection.getresponse().read()
    connection.close()
    return body


_sizes: dict[str, int] = {}


def size_of(address: str, file: str) -> int:
    """Return the bytes of a static file or of a catalogue, which are the same for all."""
    if file not in _sizes:
        _sizes[file] = len(get(address, file, {}))
    return _sizes[file]


class Needs(HTMLParser):
    """The scripts that a page names to be loaded when they are needed, but for what is
    folded away.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: set[str] = set()
        self.are_closed: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if (name := given.get("data-needs")) and not any(self.are_closed):
            self.named.add(name)
        if tag == "details":
            self.are_closed.append("open" not in given)

    def handle_endtag(self, tag: str) -> None:
        if tag == "details":
            self.are_closed.pop()


def loaded_by(page: str) -> set[str]:
    """Return the scripts that a page loads on demand as it opens, and their imports."""
    return set(joined_scripts.files(tuple(sorted(Needs(page).named))))


def sheets_of(files: set[str]) -> set[str]:
    """Return the addresses of the styles that these scripts ask for as they begin."""
    sheets = set()
    for file in files:
        name = file.split("/", 3)[-1]
        script = assets.find_asset(name) if name.endswith(".js") else None
        if script is None:
            continue
        for sheet in SHEET_OF_SCRIPT.findall(script.plain):
            sheets.add(address_of(normpath(join(dirname(name), sheet.decode()))))
    return sheets


def address_of(name: str) -> str:
    """Return the address of a static file."""
    return f"/static/{assets.fingerprint()}/{name}"


if __name__ == "__main__":
    print(measure(quick=False))
