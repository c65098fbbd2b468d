"""How long verdicts take, without words beside poker libraries, and with them: `python
-m benchmarks rulings`.

Every figure is a median over batches of different random positions, in microseconds a
call. Contestants of one line take turns within the same run, each given the cards as
its own kind of value, made beforehand; only ratios within a run mean anything. Peers
are optional: one that is not installed is named as such.
"""

import gc
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import combinations
from random import Random
from statistics import median
from time import perf_counter_ns
from typing import Any, NamedTuple

from referee_faj.scoring import resolve_trick
from referee_faj.showdown import best_hand
from referee_faj.trick import decide_trick
from referee_four_aces.hand import score_hand
from referee_four_aces.scoring import score_round

from referee.cards.card import CARDS, Card
from referee.plugin.discovery import rulebook
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Values

ROUNDS = 5
BATCHES = 20
BATCH = 25

FIFTY_FOUR = tuple(CARDS.values())
FIFTY_TWO = tuple(each for each in FIFTY_FOUR if not each.is_joker)
TRICK_CARDS = FIFTY_FOUR[:36]
DRAFT_CARDS = FIFTY_FOUR[36:]
PEERS = ("phevaluator", "treys")
TRICK_LIMIT = 4.0
BEST_FIVE_LIMIT = 8.0
FOUR_ACES_LIMIT = 10.0
"""Microseconds that each should stay under."""

SEATS = ("Ana", "Ben", "Cy", "Di")

Position = tuple[Any, ...]


class Contestant(NamedTuple):
    """Who rules, by what call, on which positions (the arguments of each call)."""

    name: str
    call: Callable[..., object]
    positions: Sequence[Position]


class Line(NamedTuple):
    """One line of the table: what is ruled, the limit, and each contestant's median, in
    microseconds a call.
    """

    what: str
    limit: float
    medians: dict[str, float]


def medians(contestants: Sequence[Contestant]) -> dict[str, float]:
    """Return the median microseconds a call by contestant; they take turns, so a slow
    spell of the machine hits all.
    """
    taken: dict[str, list[float]] = {each.name: [] for each in contestants}
    # What is kept from one contestant would be gone through again and again while
    # another is timed.
    gc.disable()
    for _ in range(ROUNDS):
        for each in contestants:
            for start in range(0, len(each.positions), BATCH):
                taken[each.name].append(
                    _time(each.call, each.positions[start : start + BATCH])
                )
    gc.enable()
    return {name: median(times) for name, times in taken.items()}


def _time(call: Callable[..., object], batch: Sequence[Position]) -> float:
    start = perf_counter_ns()
    for position in batch:
        call(*position)
    return (perf_counter_ns() - start) / 1000 / len(batch)


def tricks(random: Random) -> list[Line]:
    """Return a trick of two to four players, on boards of one to four cards."""
    return [
        Line(
            f"trick, {players} players, board of {size}",
            TRICK_LIMIT,
            medians(
                [
                    Contestant(
                        "referee", decide_trick, _trick_positions(random, players, size)
                    )
                ]
            ),
        )
        for players in (2, 3, 4)
        for size in (1, 2, 3, 4)
    ]


def _trick_positions(random: Random, players: int, size: int) -> list[Position]:
    def play() -> dict[str, Card]:
        return dict(zip(SEATS, random.sample(DRAFT_CARDS, players), strict=False))

    return [(random.sample(TRICK_CARDS, size), play()) for _ in range(BATCHES * BATCH)]


def best_fives(random: Random) -> list[Line]:
    """Return the best five of piles of trick cards, beside the peers where they can
    answer.
    """
    lines = []
    for size in (5, 7, 10, 15, 30):
        piles = [random.sample(TRICK_CARDS, size) for _ in range(BATCHES * BATCH)]
        own = Contestant("referee", best_hand, [(pile,) for pile in piles])
        lines.append(
            Line(
                f"best five of {size}", BEST_FIVE_LIMIT, medians([own, *_peers(piles)])
            )
        )
    return lines


def _peers(piles: Sequence[Sequence[Card]]) -> Iterable[Contestant]:
    size = len(piles[0])
    if size > 10:
        return
    if installed("phevaluator"):
        yield _phevaluator(piles, size)
    if installed("treys"):
        yield _treys(piles, size)


def _phevaluator(piles: Sequence[Sequence[Card]], size: int) -> Contestant:
    library: Any = import_module("phevaluator")
    evaluate: Callable[..., int] = library.evaluate_cards
    positions = [
        tuple(library.Card(_code(each)).id_ for each in pile) for pile in piles
    ]
    if size <= 7:
        return Contestant("phevaluator", evaluate, positions)
    return Contestant(
        "phevaluator",
        lambda *ids: min(evaluate(*seven) for seven in combinations(ids, 7)),
        positions,
    )


def _treys(piles: Sequence[Sequence[Card]], size: int) -> Contestant:
    library: Any = import_module("treys")
    evaluate: Callable[[list[int], list[int]], int] = library.Evaluator().evaluate
    dealt = [[library.Card.new(_code(each)) for each in pile] for pile in piles]
    if size <= 7:
        return Contestant("treys", evaluate, [(ints[:2], ints[2:]) for ints in dealt])
    return Contestant(
        "treys",
        lambda ints: min(evaluate([], list(five)) for five in combinations(ints, 5)),
        [(ints,) for ints in dealt],
    )


def _code(each: Card) -> str:
    return f"{each.rank}{each.code[1].lower()}"


def hands_of_four_aces(random: Random) -> list[Line]:
    """Return a hand of Four Aces, from all fifty-four cards."""
    return [
        Line(
            f"Four Aces hand of {size}",
            FOUR_ACES_LIMIT,
            medians(
                [
                    Contestant(
                        "referee",
                        score_hand,
                        [
                            (random.sample(FIFTY_FOUR, size),)
                            for _ in range(BATCHES * BATCH)
                        ],
                    )
                ]
            ),
        )
        for size in (3, 5, 7)
    ]


class Worded(NamedTuple):
    """A ruling with its sentences beside the same verdict without: the medians in
    microseconds a call.
    """

    what: str
    verdict: float
    ruling: float
    checked: float
    written: float


def in_words(random: Random) -> list[Worded]:
    """Return what sentences add to a trick of four on a board of four, and to a round
    of Four Aces with seven cards a hand.
    """
    tricks = _trick_positions(random, 4, 4)
    rounds = [
        (hands[:7], hands[7:])
        for hands in (random.sample(FIFTY_TWO, 14) for _ in range(BATCHES * BATCH))
    ]
    given_tricks = [
        Values({"board": tuple(board), "plays": plays}) for board, plays in tricks
    ]
    given_rounds = [
        Values({"hidden": tuple(one), "exposed": tuple(other)}) for one, other in rounds
    ]
    return [
        _worded(
            "a trick", decide_trick, tricks, resolve_trick, given_tricks, "faj", "trick"
        ),
        _worded(
            "a round of Four Aces",
            _both_hands,
            rounds,
            score_round,
            given_rounds,
            "four-aces",
            "round",
        ),
    ]


def _both_hands(hidden: Sequence[Card], exposed: Sequence[Card]) -> None:
    score_hand(hidden)
    score_hand(exposed)


def _worded(
    what: str,
    verdict: Callable[..., object],
    positions: Sequence[Position],
    hook: Callable[[Values], object],
    given: Sequence[Values],
    game: str,
    question: str,
) -> Worded:
    rules = rulebook(game)

    def put(values: Values) -> Ruling:
        return rules.put(question, **values.values)

    ones = [(values,) for values in given]
    found = medians(
        [
            Contestant("verdict", verdict, positions),
            Contestant("ruling", hook, ones),
            Contestant("checked", put, ones),
            Contestant("written", lambda values: jsonable(put(values)), ones),
        ]
    )
    return Worded(what, *found.values())


def worded_table(rulings: Iterable[Worded]) -> str:
    """Return the rulings as a Markdown table, each step with how many times as long as
    the verdict alone it takes.
    """
    rows = [
        (
            "| µs a call, median | verdict alone | ruling with its reasons | and "
            "checked | "
            "and worded in English |"
        ),
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for one in rulings:
        steps = (
            f"{step:.1f} ({step / one.verdict:.1f}x)"
            for step in (one.ruling, one.checked, one.written)
        )
        rows.append(f"| {one.what} | {one.verdict:.1f} | {' | '.join(steps)} |")
    return "\n".join(rows)


def installed(peer: str) -> bool:
    """Return whether this peer can be measured here."""
    try:
        import_module(peer)
    except ImportError:
        return False
    return True


def table(lines: Iterable[Line]) -> str:
    """Return the lines as a Markdown table; beside a peer's figure, how many times as
    long as the referee it takes.
    """
    rows = [
        f"| µs a call, median | referee | limit | ratio | {' | '.join(PEERS)} |",
        f"| --- |{' ---: |' * (3 + len(PEERS))}",
    ]
    for line in lines:
        own = line.medians["referee"]
        ratio = (
            f"{own / line.limit:.2f}"
            if own <= line.limit
            else f"**{own / line.limit:.2f} missed**"
        )
        beside = " | ".join(_beside(line, peer, own) for peer in PEERS)
        rows.append(
            f"| {line.what} | {own:.2f} | ≤ {line.limit:.0f} | {ratio} | {beside} |"
        )
    return "\n".join(rows)


def _beside(line: Line, peer: str, own: float) -> str:
    theirs = line.medians.get(peer)
    return "" if theirs is None else f"{theirs:.2f} ({theirs / own:.1f}x)"


def _peer_note(peer: str) -> str:
    if not installed(peer):
        return f"{peer}: not installed"
    try:
        return f"{peer} {version(peer)}"
    except PackageNotFoundError:
        return f"{peer}, version unknown"


def measure(quick: bool) -> str:
    """Return the table of all verdicts; there is nothing to shorten for a quick one."""
    random = Random(54)
    lines = [*tricks(random), *best_fives(random), *hands_of_four_aces(random)]
    notes = (
        f"{'; '.join(map(_peer_note, PEERS))}. Peers judge 5 to 7 cards, given as "
        "their own kind of card, and break no",
        (
            "ties by suit. For 10 they try every subset (phevaluator sevens, treys "
            "fives); "
            "beyond 10 they are not"
        ),
        "measured: 15 cards have 3,003 fives, 30 have 142,506.",
    )
    words = worded_table(in_words(random))
    return "\n".join(
        [
            "### Rulings",
            "",
            table(lines),
            "",
            *notes,
            "",
            "### Rulings in words",
            "",
            words,
        ]
    )
