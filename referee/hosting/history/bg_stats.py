"""A finished match as a play for the app BG Stats, and the links that hand it over.

Its support pages describe the form under “Push plays to BG Stats from other apps or
websites”. The app identifies games and players by the ids of the source, so these never
change.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import quote

from referee.hosting.store import Placing
from referee.hosting.tables.table import TableFacts
from referee.match.history import History
from referee.match.match import Match
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.jsonable import IF_ANY, jsonable
from referee.vocabulary.text import say
from referee.vocabulary.values import Ordinal, Score

SOURCE = "Referee"
ADDRESS = "app.bgstatsapp.com/createPlay.html"
LONGEST_MINUTES = 24 * 60
"""The longest plausible match; a longer one was interrupted."""


@dataclass(frozen=True, slots=True)
class BgStatsGame:
    """The game."""

    name: str
    id: str = field(metadata={"json": "sourceGameId"})
    highest_wins: bool = field(metadata={"json": "highestWins"})
    no_points: bool = field(metadata={"json": "noPoints"})


@dataclass(frozen=True, slots=True)
class BgStatsPlayer:
    """A player. The app rejects one without any of these, even the optional ones."""

    name: str
    id: str = field(metadata={"json": "sourcePlayerId"})
    begins: bool = field(metadata={"json": "startPlayer"})
    score: Score
    winner: bool
    rank: Ordinal


@dataclass(frozen=True, slots=True)
class BgStatsPlay:
    """The value of `data` in bgstats://app.bgstatsapp.com/createPlay.html?data=…."""

    source: str = field(metadata={"json": "sourceName"})
    id: str = field(metadata={"json": "sourcePlayId"})
    """The id of the play, always the same for one match."""
    date: Annotated[str, ("pattern", r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")] = field(
        metadata={"json": "playDate"}
    )
    """When the match began, in UTC."""
    game: BgStatsGame
    players: tuple[BgStatsPlayer, ...]
    minutes: Ordinal | None = field(
        default=None, metadata={"json": "durationMin", **IF_ANY}
    )
    """Left out if unknown."""
    comments: str | None = field(default=None, metadata=IF_ANY)
    """True if the match ended early; else left out."""


def play_of(table: TableFacts) -> BgStatsPlay:
    """Return the match as a play.

    Raise ConflictError unless it is over with a result.
    """
    if table.match is None or table.result is None:
        raise ConflictError(
            say("The match isn’t over yet, so there’s no result to pass on.")
        )
    placings = table.result.placings
    if not placings:
        raise ConflictError(
            say(
                "The match ended before anything was scored, so there’s no result to "
                "pass on."
            )
        )

    ended_at = table.result.ended_at
    began = table.row.started_at or ended_at
    lasted = round((ended_at - began) / 60)
    minutes = lasted if 0 < lasted <= LONGEST_MINUTES else None
    stop = table.match.history.stop
    comments = str(stop.rulings[0].summary) if stop is not None else None
    first = _first_seat(table.match)
    return BgStatsPlay(
        SOURCE,
        id=f"{table.code}-{int(began)}",
        date=datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        game=_game(table, placings),
        players=tuple(_player(placing, first) for placing in placings),
        minutes=minutes,
        comments=comments,
    )


def _game(table: TableFacts, placings: Sequence[Placing]) -> BgStatsGame:
    game = table.rulebook.game
    variant = str(game.played(table.row.options))
    id = f"{game.id}:{variant}" if variant else game.id
    best = min(placings, key=lambda placing: placing.place)
    last = max(placings, key=lambda placing: placing.place)
    highest_wins = best.score >= last.score
    return BgStatsGame(variant or game.title, id, highest_wins, no_points=False)


def app_link(play: BgStatsPlay) -> str:
    """Return the link that opens the play in the app on a phone.

    The link itself holds the play: no server gets it.
    """
    return f"bgstats://{ADDRESS}?data={_encode(play)}"


def web_link(play: BgStatsPlay) -> str:
    """Return the link to the app's web page, which says where to get the app."""
    return f"https://{ADDRESS}?data={_encode(play)}"


def _encode(play: BgStatsPlay) -> str:
    written = json.dumps(jsonable(play), ensure_ascii=False, separators=(",", ":"))
    return quote(written, safe="")


def _player(placing: Placing, first_seat: str | None) -> BgStatsPlayer:
    name = placing.name
    id = placing.player or name
    begins = name == first_seat
    return BgStatsPlayer(name, id, begins, placing.score, placing.won, placing.place)


def _first_seat(match: Match) -> str | None:
    """Return the first player, if the game waits for one seat only at the start."""
    history = History.begin(match.history.rulebook, match.history.setting)
    to_act = history.scene_in(history.position).to_act
    if len(to_act) != 1:
        return None
    return to_act[0]
