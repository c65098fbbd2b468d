"""How far a thumb travels, and how long it takes, to pick the cards of an entry: ways
to lay cards out, compared.

The entries are those of random matches of every installed game. A thumb rests at Enter,
goes to each card in turn, and back to Enter. How long that takes is Fitts's law for
what is hit, by its smaller side; its constants are the same for all layouts, so only
what a layout takes beside the others means anything. A card below the bar at the bottom
costs a swipe there and one back. Looking for a card is not counted: that is for eyes to
judge.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, hypot, log2
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from flask.testing import FlaskClient
from referee_web.app import create_app
from referee_web.guards.service_set import Services
from referee_web.pages.forms.card_picker import pads
from referee_web.public_url import PublicUrl

from benchmarks.report import Row, table
from referee.cards.card import CARDS, RANKS, SUITS, Card
from referee.hosting.room import CardRoom
from referee.hosting.store import Store
from referee.plugin.discovery import installed
from referee.testing.random_player import RandomPlayer
from referee.vocabulary.fields import type_of
from referee.vocabulary.prompt import Field
from tests.told_prompts import told_field, told_prompts

V1 = "/api/v1"
NAMES = ("Ana", "Ben", "Cy", "Di")
STEPS = 400
STEPS_QUICK = 40
ENTRIES_A_MATCH = 40
"""How many entries of each game are tried, and how many of one match."""

WIDTH = 360
HEIGHT = 740
TOP = 196
BAR = 56
"""A phone, in CSS pixels: what stands above the cards (game, ruling, what to do, whose
cards), and the bar below.
"""

SECONDS = 0.08
SECONDS_A_BIT = 0.15
"""Fitts's law: a movement takes the first, and the second for each bit of its
difficulty.
"""

SWIPE_SECONDS = 0.6
LEAST = 44


@dataclass(frozen=True, slots=True)
class Spot:
    """Something to tap: its middle and its size, in pixels from the left and the top of
    the page.
    """

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Pick:
    """What somebody entered into one place: the cards in their order, and the field
    that asked for them.
    """

    field: Field
    cards: tuple[Card, ...]


Layout = Callable[[Pick], list[Spot]]
"""The spots to tap for what is picked, from the first card to the last."""

ENTER = Spot(WIDTH * 0.72, HEIGHT - BAR / 2, WIDTH * 0.5, LEAST)


# Layouts


def blocks(pick: Pick) -> list[Spot]:
    """Suits are columns and ranks rows, in blocks side by side: as the pages draw them."""
    pad = pads(pick.field)[0]
    columns = [
        column for block in (pad.bands[0] if pad.bands else ()) for column in block
    ]
    width = WIDTH / max(len(columns), 1)
    spots = {
        card: _cell(at, row, width, LEAST)
        for at, column in enumerate(columns)
        for row, card in enumerate(column)
    }
    last = len(pad.bands[0][-1]) if pad.bands else 4
    left = max(len(columns) - last, 0)
    below = max(map(len, columns[left:]), default=0)
    jokers = pad.rows[0] if pad.rows else ()
    for at, joker in enumerate(jokers):
        wide = WIDTH * last / max(len(columns), last) / len(jokers)
        spots[joker] = Spot(
            left * width + (at + 0.5) * wide, TOP + (below + 0.5) * LEAST, wide, LEAST
        )
    return [spots[card] for card in pick.cards]


def seven_columns(pick: Pick) -> list[Spot]:
    """Return a suit after the other, seven cards a line: a suit of thirteen takes two
    lines. The jokers have a line.
    """
    spots: dict[Card, Spot] = {}
    row = 0
    for suit in (*SUITS, None):
        cards = [
            card
            for card in CARDS.values()
            if card.suit == suit and card in _choices(pick.field)
        ]
        for at, card in enumerate(cards):
            spots[card] = _cell(at % 7, row + at // 7, WIDTH / 7, 46)
        row += ceil(len(cards) / 7)
    return [spots[card] for card in pick.cards]


def sticky_suit(pick: Pick) -> list[Spot]:
    """Return a line of suits, of which one stays pressed, and below it the ranks, four
    large ones a line, and the jokers.
    """
    ranks = [
        rank
        for rank in RANKS
        if any(card.rank == rank for card in _choices(pick.field))
    ]
    found = []
    pressed = None
    for card in pick.cards:
        if card.suit is None:
            found.append(
                Spot(WIDTH / 2, TOP + 56 * (ceil(len(ranks) / 4) + 1.5), WIDTH / 2, 56)
            )
            continue
        if card.suit != pressed:
            found.append(_cell(SUITS.index(card.suit), 0, WIDTH / 4, 56))
        pressed = card.suit
        at = ranks.index(card.rank)
        found.append(_cell(at % 4, 1 + at // 4, WIDTH / 4, 56))
    return found


def one_block(pick: Pick) -> list[Spot]:
    """Four wide columns of suits, and all ranks in one block below each other; the
    jokers have the last row.
    """
    ranks = [
        rank
        for rank in RANKS
        if any(card.rank == rank for card in _choices(pick.field))
    ]
    return [
        _cell(SUITS.index(card.suit), ranks.index(card.rank), WIDTH / 4, LEAST)
        if card.suit
        else _cell(0 if card.code == "XR" else 1, len(ranks), WIDTH / 2, LEAST)
        for card in pick.cards
    ]


LAYOUTS: Mapping[str, Layout] = {
    "two blocks": blocks,
    "seven columns": seven_columns,
    "sticky suit": sticky_suit,
    "one block": one_block,
}


def _cell(column: int, row: int, width: float, height: float) -> Spot:
    return Spot((column + 0.5) * width, TOP + (row + 0.5) * height, width, height)


def _choices(field: Field) -> Sequence[Card]:
    return [card for card in field.choices if isinstance(card, Card)] or list(
        CARDS.values()
    )


# What a pick costs


@dataclass(frozen=True, slots=True)
class Cost:
    """What picking a place's cards and entering them costs: taps, swipes, millimetres,
    seconds.
    """

    taps: int
    swipes: int
    millimetres: float
    seconds: float


def cost(layout: Layout, pick: Pick) -> Cost:
    """Return what this pick costs in this layout."""
    found = layout(pick)
    spots, swipes = _swiped(found)
    path = [ENTER, *spots, ENTER]
    seconds = (
        sum(_seconds(one, other) for one, other in pairwise(path))
        + swipes * SWIPE_SECONDS
    )
    pixels = sum(_distance(one, other) for one, other in pairwise(path))
    return Cost(len(found) + 1, swipes, pixels * 25.4 / 160, seconds)


def _swiped(spots: Iterable[Spot]) -> tuple[list[Spot], int]:
    """Return the spots where they stand on the screen as it is scrolled by then, and
    how many swipes that takes.
    """
    seen = []
    scrolled = 0.0
    swipes = 0
    for spot in spots:
        below = spot.y + spot.height / 2 - (HEIGHT - BAR)
        if below > scrolled or (scrolled and spot.y - spot.height / 2 < TOP + scrolled):
            scrolled, swipes = max(below, 0.0), swipes + 1
        seen.append(Spot(spot.x, spot.y - scrolled, spot.width, spot.height))
    return seen, swipes


def _distance(one: Spot, other: Spot) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def _seconds(one: Spot, other: Spot) -> float:
    return SECONDS + SECONDS_A_BIT * log2(
        _distance(one, other) / min(other.width, other.height) + 1
    )


# Entries to pick


def picks(game: str, steps: int, random: Random) -> Iterator[Pick]:
    """Yield what is picked in random matches of this game, in about as many entries as
    `steps`.
    """
    with TemporaryDirectory() as folder:
        room = CardRoom(Store.open(Path(folder) / "tables.db"))
        client = create_app(
            Services.over(room, PublicUrl(1, "http://localhost", list), limits=False)
        ).test_client()
        try:
            for _ in range(ceil(steps / ENTRIES_A_MATCH)):
                for found in _match(client, game, random):
                    yield from found
        finally:
            room.close()


def _match(client: FlaskClient, game: str, random: Random) -> Iterator[list[Pick]]:
    players = max(
        count
        for count in _request(client, "get", f"/games/{game}")["players"]
        if count <= len(NAMES)
    )
    opened = _request(
        client, "post", "/tables", {"game": game, "seats": list(NAMES[:players])}
    )
    at = f"/tables/{opened['code']}"
    token = opened["host_token"]
    _request(client, "post", f"{at}/start", {}, token)
    player = RandomPlayer(random, NAMES[:players])
    for _ in range(ENTRIES_A_MATCH):
        view = _request(client, "get", at, token=token)
        if view["finished"]:
            return
        kind, seat, data = player.choose(told_prompts(view["prompts"]), view["to_act"])
        body = {
            "id": str(UUID(int=random.getrandbits(128), version=4)),
            "kind": kind,
            "seat": seat,
            "data": data,
        }
        answer = _request(client, "post", f"{at}/entries", body, token)
        if "rulings" in answer:
            player.note(kind, seat, data, answer["rulings"])
            told = next(
                one
                for one in view["prompts"]
                if one["kind"] == kind and seat in one["seats"]
            )
            yield list(_picked(told["fields"], data))


def _picked(
    fields: Iterable[Mapping[str, Any]], data: Mapping[str, Any]
) -> Iterator[Pick]:
    for told in fields:
        value = data.get(told["name"])
        field = told_field(told)
        if not value or not type_of(field).of_cards:
            continue
        for codes in value.values() if isinstance(value, dict) else [value]:
            cards = tuple(
                CARDS[code] for code in ([codes] if isinstance(codes, str) else codes)
            )
            if cards and all(card in _choices(field) for card in cards):
                yield Pick(field, cards)


def _request(
    client: FlaskClient, method: str, path: str, body: object = None, token: str = ""
) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return client.open(
        f"{V1}{path}", method=method.upper(), json=body, headers=headers
    ).json


def measure(quick: bool) -> str:
    """Return the table of `python -m benchmarks picking`: what an entry's cards cost in
    each layout, over all games.
    """
    random = Random("picking")
    steps = STEPS_QUICK if quick else STEPS
    found = [
        pick
        for game in sorted(installed().games)
        for pick in picks(game, steps, random)
    ]
    mean = fmean(len(pick.cards) for pick in found)
    costs = {
        name: [cost(layout, pick) for pick in found] for name, layout in LAYOUTS.items()
    }
    rows = [row for name in LAYOUTS for row in _rows(name, costs[name])]
    notes = [
        (
            f"{len(found)} picks of random matches of all games, {mean:.1f} cards "
            "each, at "
            f"{WIDTH}x{HEIGHT}."
        )
    ]
    return table("Picking cards", rows, notes)


def _rows(name: str, costs: Sequence[Cost]) -> Iterator[Row]:
    yield Row(f"{name}: taps", fmean(one.taps for one in costs), "")
    yield Row(f"{name}: swipes", fmean(one.swipes for one in costs), "")
    yield Row(f"{name}: thumb travel", fmean(one.millimetres for one in costs), "mm")
    yield Row(f"{name}: time by Fitts's law", fmean(one.seconds for one in costs), "s")
