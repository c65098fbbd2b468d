"""A finished match as the app BG Stats takes it: a play, and the links that hand it over.

Its support pages describe the form under “Push plays to BG Stats from other apps or websites”. The app matches games
and players by the ids of the source, so these never change.
"""

import json
from datetime import UTC, datetime
from typing import Annotated, NotRequired, TypedDict
from urllib.parse import quote

from referee.hosting.store import Placing, ResultRow
from referee.hosting.tables.table import TableFacts
from referee.match.match import Match
from referee.match.replay import History
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.quantities import Ordinal, Score
from referee.vocabulary.text import say

SOURCE = "Referee"
ADDRESS = "app.bgstatsapp.com/createPlay.html"
LONGEST_MINUTES = 24 * 60
"""A match that took longer was left lying: how long it was played for is not known."""


class BgStatsGame(TypedDict):
    """The game."""

    name: str
    sourceGameId: str
    highestWins: bool
    noPoints: bool


class BgStatsPlayer(TypedDict):
    """A player. The app takes none without any of these, though it calls some of them optional."""

    name: str
    sourcePlayerId: str
    startPlayer: bool
    score: Score
    winner: bool
    rank: Ordinal


class BgStatsPlay(TypedDict):
    """A play as BG Stats takes it: the value of `data` in bgstats://app.bgstatsapp.com/createPlay.html?data=…."""

    sourceName: str
    sourcePlayId: str
    """The same for the same match."""
    playDate: Annotated[str, ("pattern", r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$")]
    """When the match began, in UTC."""
    durationMin: NotRequired[Ordinal]
    """Left out where it is not known."""
    game: BgStatsGame
    players: list[BgStatsPlayer]


def play_of(table: TableFacts) -> BgStatsPlay:
    """The play to be created there; ConflictError while the match is not over."""
    if table.match is None or table.result is None:
        raise ConflictError(say("The match is not over yet: there is no result to hand on."))
    game, result = table.rulebook.game, table.result
    began = table.row.started_at or result.ended_at
    first = _first(table.match)
    played = game.played(table.row.options)
    play: BgStatsPlay = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{table.code}-{int(began)}",
        "playDate": datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "game": {
            "name": played or game.title,
            "sourceGameId": f"{game.id}:{played}" if played else game.id,
            "highestWins": _highest_wins(result),
            "noPoints": False,
        },
        "players": [_player(placing, placing.name == first) for placing in result.placings],
    }
    minutes = round((result.ended_at - began) / 60)
    if 0 < minutes <= LONGEST_MINUTES:
        play["durationMin"] = minutes
    return play


def app_link(play: BgStatsPlay) -> str:
    """Where a phone that has the app opens it with this play. Nothing is sent anywhere else."""
    return f"bgstats://{ADDRESS}?data={_encoded(play)}"


def web_link(play: BgStatsPlay) -> str:
    """The same by the app's page in the web, which says where to get it."""
    return f"https://{ADDRESS}?data={_encoded(play)}"


def _encoded(play: BgStatsPlay) -> str:
    return quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(placing: Placing, begins: bool) -> BgStatsPlayer:
    return {
        "name": placing.name,
        "sourcePlayerId": placing.player or placing.name,
        "startPlayer": begins,
        "score": placing.score,
        "winner": placing.won,
        "rank": placing.place,
    }


def _highest_wins(result: ResultRow) -> bool:
    if not result.placings:
        return True
    best = min(result.placings, key=lambda one: one.place)
    last = max(result.placings, key=lambda one: one.place)
    return bool(best.score >= last.score)


def _first(match: Match) -> str | None:
    """Who began, where the game waits for one seat only at the start."""
    history = History.begin(match.history.rulebook, match.history.setting)
    to_act = history.scene_in(history.position).to_act
    return to_act[0] if len(to_act) == 1 else None
