"""An entry beside the floor and beside boardgame.io, in one run: its processor time,
how soon phones hear, how many.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median

from benchmarks import boardgame_io, daemon, floor
from benchmarks.durable import Busy, busy, in_the_room
from benchmarks.live import alone, many
from benchmarks.report import Ratio, Row, percentile, ratio_table, table

WITHOUT_VIEW = "?view=none"
"""As programs ask for it that listen, since they fetch the table anyway."""

FLOOR = "the floor"
PEER = "boardgame.io, in memory"
IN_FULL = "with the view in the answer"
SPECTATORS = 100
MANY = 1_000
VERY_MANY = 4_000
CROWDED_ROUNDS = 3
PERCENTS = (50, 95, 99)


@dataclass(slots=True)
class Side:
    """What was measured of one side, in several rounds: entries without a pause, and
    the waits of phones in ms.
    """

    rounds: list[Busy] = field(default_factory=list)
    second_phone: list[float] = field(default_factory=list)
    phones_200: list[list[float]] = field(default_factory=list)
    phones_1000: list[list[float]] = field(default_factory=list)

    def of(self, figure: Callable[[Busy], float]) -> float:
        """Return the median of a figure over all rounds."""
        return median(map(figure, self.rounds))


def measure(quick: bool) -> str:
    """Return the ratios first, then what stands behind them, and what many phones at
    once bring.
    """
    rounds, seconds, posts = (1, 2, 150) if quick else (5, 5, 200)
    referee = Side()
    at_least = Side()
    in_full = Side()
    peer = Side()
    for _ in range(rounds):
        # By turns, so that what else the machine does falls on all of them.
        _round(at_least, floor.opened, seconds, posts, "")
        _round(referee, daemon.opened, seconds, posts, WITHOUT_VIEW)
        _round(in_full, daemon.opened, seconds, posts, "")
        if boardgame_io.is_there():
            peer.rounds.append(boardgame_io.busy(seconds))
            peer.second_phone += boardgame_io.waits(posts)
    for _ in range(min(rounds, CROWDED_ROUNDS)):
        for side, opening, query in (
            (at_least, floor.opened, ""),
            (referee, daemon.opened, WITHOUT_VIEW),
        ):
            side.phones_200.append(many(opening, 200, seconds * 2, query))
            side.phones_1000.append(many(opening, MANY, seconds * 2, query))
    told = [
        ratio_table(
            "An entry beside the floor", _beside_floor(referee, at_least), _NOTES
        )
    ]
    if peer.rounds:
        told.append(
            ratio_table(
                "An entry beside boardgame.io", _beside_peer(referee, peer), _OF_PEER
            )
        )
    else:
        told.append(
            "boardgame.io is left out: it needs Node.js and "
            f"`{boardgame_io.HOW_TO_HAVE_IT}`."
        )
    told.append(
        table(
            "All of it",
            [*_figures(referee, in_full), *_in_the_room(seconds), *crowds(seconds * 2)],
        )
    )
    return "\n\n".join(told)


_NOTES = [
    (
        "The floor: uvicorn and Flask, one commit, and an event of the same size to "
        "each "
        "phone; it rules nothing and knows"
    ),
    (
        "nobody. Medians of rounds that went by turns. Entries are sent with "
        "`?view=none`, "
        "as by programs that listen."
    ),
]
_OF_PEER = [
    (
        "boardgame.io keeps nothing on disk. Its clients are sockets that speak its "
        "protocol, without its own client."
    )
]


def _round(
    side: Side, opening: Callable[..., object], seconds: int, posts: int, query: str
) -> None:
    side.rounds.append(busy(opening, seconds, query))
    side.second_phone += alone(opening, posts, query)


def _beside_floor(referee: Side, at_least: Side) -> list[Ratio]:
    def one(
        what: str,
        figure: Callable[[Side], float],
        unit: str,
        limit: float,
        **more: bool,
    ) -> Ratio:
        return Ratio(
            what, figure(referee), FLOOR, figure(at_least), unit, limit, **more
        )

    return [
        one(
            "processor time for an entry",
            lambda side: side.of(lambda each: each.processor),
            "ms",
            3,
        ),
        one(
            "to the second phone, p50",
            lambda side: percentile(side.second_phone, 50),
            "ms",
            2.5,
        ),
        one(
            "entries a second",
            lambda side: side.of(lambda each: each.a_second),
            "/s",
            0.3,
            at_least=True,
        ),
        _tail("200 phones, p99", referee.phones_200, at_least.phones_200, 6),
        _tail(f"{MANY:,} phones, p99", referee.phones_1000, at_least.phones_1000, 6),
    ]


def _tail(
    what: str,
    referee: Sequence[Sequence[float]],
    at_least: Sequence[Sequence[float]],
    limit: float,
) -> Ratio:
    return Ratio(
        what,
        _usual(referee, 99),
        f"{FLOOR}, p50",
        _usual(at_least, 50),
        "ms",
        limit,
    )


def _usual(rounds: Sequence[Sequence[float]], percent: float) -> float:
    """Return the median over rounds, since a single one may meet a slower machine."""
    return median(percentile(waits, percent) for waits in rounds)


def _beside_peer(referee: Side, peer: Side) -> list[Ratio]:
    def sooner(percent: int) -> Ratio:
        figures = (
            percentile(referee.second_phone, percent),
            PEER,
            percentile(peer.second_phone, percent),
        )
        return Ratio(f"to the second phone, p{percent}", *figures, "ms", 1)

    rates = (
        referee.of(lambda each: each.a_second),
        PEER,
        peer.of(lambda each: each.a_second),
    )
    times = (
        referee.of(lambda each: each.processor),
        PEER,
        peer.of(lambda each: each.processor),
    )
    return [
        sooner(50),
        sooner(95),
        Ratio("entries a second", *rates, "/s", 1, at_least=True),
        Ratio("processor time for an entry", *times, "ms", 1),
    ]


def _figures(referee: Side, in_full: Side) -> list[Row]:
    rows = []
    for how, side in (("", referee), (f", {IN_FULL}", in_full)):
        rows += [
            Row(f"entries a second{how}", side.of(lambda each: each.a_second), "/s"),
            Row(
                f"processor time for an entry{how}",
                side.of(lambda each: each.processor),
                "ms",
            ),
            Row(
                f"an entry's answer when busy, p50{how}",
                side.of(lambda each: each.wait),
                "ms",
            ),
            *_percentiles(f"to the second phone{how}", side.second_phone),
        ]
    for phones, waits in ((200, referee.phones_200), (MANY, referee.phones_1000)):
        what = f"{phones:,} phones, all five of a table"
        rows += [
            Row(f"{what}, p{each}", _usual(waits, each), "ms") for each in PERCENTS
        ]
    return rows


def _in_the_room(seconds: int) -> list[Row]:
    return [
        Row(
            f"without a server, threads: {threads}", in_the_room(threads, seconds), "/s"
        )
        for threads in (1, 4)
    ]


def _percentiles(what: str, waits: Sequence[float]) -> list[Row]:
    return [Row(f"{what}, p{each}", percentile(waits, each), "ms") for each in PERCENTS]


def crowds(seconds: int) -> list[Row]:
    """Very many phones, and many at one table."""
    very_many = many(daemon.opened, VERY_MANY, seconds, WITHOUT_VIEW)
    watched = alone(daemon.opened, 50 * seconds, WITHOUT_VIEW, SPECTATORS)
    return [
        *_percentiles(f"{VERY_MANY:,} phones, all five of a table", very_many)[:2],
        Row(
            f"{VERY_MANY:,} phones, all five of a table, p99",
            percentile(very_many, 99),
            "ms",
            100,
        ),
        *_percentiles(
            f"{SPECTATORS} spectators at one table, the last of them", watched
        ),
    ]
