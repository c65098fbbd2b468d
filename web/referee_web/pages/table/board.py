"""The board view: for a tablet or a television that everybody looks at. It shows what all may see, and no controls."""

from __future__ import annotations

from flask import Response

from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.disputed_ruling import open_disputed_ruling
from referee_web.pages.parts.news import news
from referee_web.pages.parts.request_table import following, look
from referee_web.pages.scores import shown_scores
from referee_web.public_url import join_url


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """The table as a spectator sees it, large, whoever opens it."""
    seen = look(code, watching=True)
    shown = shown_scores(seen) if seen.view.finished else None
    told_too = {"dispute": open_disputed_ruling(seen), "told": shown, "news": news(seen)}
    return following("table/board.html", seen=seen, join_url=join_url(room().keyed(seen.code)), **told_too)
