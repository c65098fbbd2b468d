"""What a page of past matches or of players costs, over a store of 100,000 finished
matches.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time
from urllib.parse import quote

from flask.testing import FlaskClient
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.public_url import PublicUrl

from benchmarks.report import Row, table
from referee.hosting.room import CardRoom
from referee.hosting.store import Placing, ResultRow, Stamp, Store, TableRow
from referee.hosting.store.finished_matches import put_result
from referee.hosting.store.transactions import add_rows

MATCHES = 100_000
PLAYERS = 3_000
EVERYWHERE = "Ana"
"""She plays in each match."""

LIMIT_MS = 50
COUNTED_LIMIT_MS = 300
"""For players, who are counted from all of their matches at each request."""

GAMES = ("faj", "jizara", "slapjack", "tripp-jokes", "four-aces")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
AT_ONCE = 5_000


def measure(quick: bool) -> str:
    """Return the pages, and what a result costs that is kept."""
    matches = MATCHES // 10 if quick else MATCHES
    with TemporaryDirectory() as folder:
        place = Path(folder) / "bench.sqlite"
        make(place, matches)
        room = CardRoom(Store.open(place))
        client = create_app(
            Services.over(room, PublicUrl(8642, None, list), limits=False)
        ).test_client()
        pages = [
            Row(f"`{path}`", page_cost(client, path) * 1e3, "ms", limit_of(path))
            for path in paths(matches)
        ]
        kept = result_cost(room.store)
        room.close()
    notes = [
        (
            f"{matches:,} matches of 2 to 5 seats, {PLAYERS:,} players, one of them in "
            "each match. Milliseconds of"
        ),
        "processor for the whole page, through the application: the quickest of five.",
    ]
    rest = [
        Row("a result kept in place of another, with its commit", kept * 1e3, "ms"),
    ]
    return table(f"Pages over {matches:,} past matches", [*pages, *rest], notes)


def paths(matches: int) -> Iterator[str]:
    """First and last pages, searches that find much, little and nothing, and the player
    of all matches.
    """
    yield "/matches"
    yield f"/matches?page={matches // 20}"
    yield from (f"/matches?player={part}" for part in ("ana", "e", "zzzz"))
    yield f"/matches?player=ana&page={matches // 20}"
    yield "/matches?game=faj"
    yield "/matches?player=ana&game=faj&from=2026-03-01&to=2026-03-02"
    yield "/players"
    yield f"/players?page={PLAYERS // 20}"
    yield "/players?player=zz"
    yield f"/players/{quote(EVERYWHERE)}"
    yield f"/players/{quote(EVERYWHERE)}?page={PLAYERS // 20}"


def limit_of(path: str) -> float:
    """Return how many milliseconds a page may take."""
    return COUNTED_LIMIT_MS if path.startswith("/players") else LIMIT_MS


def page_cost(client: FlaskClient, path: str) -> float:
    """Return the seconds of processor that a page takes, at best."""
    taken = []
    for _ in range(5):
        start = process_time()
        answer = client.get(path)
        taken.append(process_time() - start)
        assert answer.status_code == 200, path
    return min(taken)


def result_cost(store: Store) -> float:
    """Return the seconds until a result stands in the place of another one, on the
    disk.
    """
    code = code_of(0)
    had = store.past.result(code)
    assert had is not None
    other = ResultRow(code, had.ended_at, tuple(reversed(had.placings)))
    start = process_time()
    for version in range(0, 100, 2):
        store.put_result(code, other, Stamp(version))
        store.put_result(code, had, Stamp(version + 1))
    return (process_time() - start) / 100


# The store, row by row, since playing them would take a day


def make(place: Path, matches: int) -> None:
    """Make a store with this number of finished matches."""
    random = Random(1)
    names = [
        "".join(random.choices(LETTERS, k=random.randint(3, 9))).title()
        for _ in range(PLAYERS)
    ]
    with Store.open(place) as store:
        for first in range(0, matches, AT_ONCE):
            with store.writing() as connection:
                for number in range(first, min(first + AT_ONCE, matches)):
                    ended = result(number, names, random)
                    add_rows(connection, table_row(ended, GAMES[number % len(GAMES)]))
                    put_result(connection, ended.table, ended)


def code_of(number: int) -> str:
    """Return the code of a table."""
    return f"T{number:06}"


def result(number: int, names: Sequence[str], random: Random) -> ResultRow:
    """Return how some match ended, a minute after the one before."""
    seats = [EVERYWHERE, *random.sample(names, random.randint(1, 4))]
    random.shuffle(seats)
    placings = (
        Placing(seat, seat.casefold(), 40 - 3 * place, place, place == 1)
        for place, seat in enumerate(seats, 1)
    )
    return ResultRow(code_of(number), 1_767_000_000 + 60.0 * number, tuple(placings))


def table_row(ended: ResultRow, game: str) -> TableRow:
    """Return the row of the table of a match."""
    began = ended.ended_at - 3_000
    setting = {
        "order": [one.name for one in ended.placings],
        "dealer": ended.placings[0].name,
        "options": {},
    }
    return TableRow(
        ended.table, game, "1", began, setting=setting, started_at=began, toss_key="ab"
    )
