"""What people can do after a match: play on, or take it to other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import request

from referee.hosting.history import bg_stats
from referee.hosting.history.next_table import list_joining, next_table_for
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.plugin.rulebook import Rulebook
from referee_web.guards.services import room
from referee_web.pages.games.game_tiles import all_games, popularity_of


@dataclass(frozen=True, slots=True)
class AfterMatch:
    """What this viewer can do once a match is over."""

    next: str | None
    """The next table, if there is one."""
    board: Mapping[str, str] = field(default_factory=dict)
    """How the board is shown, to be shown so at the next table."""
    games: Sequence[Rulebook] = ()
    """The games for just so many people, the best known first."""
    larger: Sequence[Rulebook] = ()
    """The games for more."""
    newcomers: Sequence[str] = ()
    """Those who asked to play in the next match."""
    joining: Sequence[str] = ()
    """Those of them with whom a rematch has seats for all."""
    app_link: str = ""
    """The match in BG Stats; empty without a result, as is the next."""
    web_link: str = ""

    @classmethod
    def of(cls, snapshot: Snapshot) -> AfterMatch | None:
        """Return this viewer's choices after the match; None while it goes on."""
        if not snapshot.over:
            return None
        app_link = ""
        web_link = ""
        if snapshot.result is not None and snapshot.result.placings:
            play = bg_stats.play_of(snapshot)
            app_link = bg_stats.app_link(play)
            web_link = bg_stats.web_link(play)
        there = next_table_for(room(), snapshot.code, snapshot.viewer)
        games = []
        larger = []
        store = room().store
        newcomers = [each.name for each in store.newcomers(snapshot.code)]
        players = snapshot.rulebook.game.players
        joining = [each.name for each in list_joining(store, snapshot, players)]
        if there is None and snapshot.viewer != SPECTATOR:
            n = len(snapshot.names) + len(newcomers)
            for book in sorted(all_games(), key=lambda book: -popularity_of(book.game)):
                if n in book.game.players:
                    games.append(book)
                elif n < max(book.game.players):
                    larger.append(book)
        board = {}
        if request.endpoint == "pages.board":
            board = {"board": "1"}
            for name in ("sides", "type"):
                if name in request.args:
                    board[name] = request.args[name]
        return cls(
            next=there,
            board=board,
            games=games,
            larger=larger,
            newcomers=newcomers,
            joining=joining,
            app_link=app_link,
            web_link=web_link,
        )
