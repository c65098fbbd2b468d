"""The live stream: tells a phone that its table changed, and nothing else; the phone then looks for itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator

from flask import Blueprint, Response, current_app

from referee.hosting.room import CardRoom
from referee_web.bearer import room, table

HEARTBEAT_SECONDS = 15
RETRY_MILLISECONDS = 2_000
MOST_STREAMS = 4_000

blueprint = Blueprint("live", __name__)


class TooManyListen(Exception):
    """No stream is free just now; one soon will be."""


class Streams:
    """How many streams are open, and how many may be."""

    def __init__(self) -> None:
        self.open = 0
        self.most = MOST_STREAMS
        self._lock = threading.Lock()

    def enter(self) -> bool:
        """Whether there is room for one more, which is counted then."""
        with self._lock:
            if self.open >= self.most:
                return False
            self.open += 1
            return True

    def leave(self) -> None:
        """One less."""
        with self._lock:
            self.open -= 1


@blueprint.get("/api/v1/tables/<code>/live")
def live(code: str) -> Response:
    """Server-Sent Events: `changed` with the table's number, at once and whenever something changes."""
    card_room = room()
    table_code = table(code).code
    streams: Streams = current_app.extensions["streams"]
    if not streams.enter():
        raise TooManyListen
    response = Response(_events(card_room, table_code), mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.call_on_close(streams.leave)
    return response


def _events(card_room: CardRoom, code: str) -> Iterator[str]:
    notices = card_room.notices
    with notices.listening(code) as bell:
        heard = bell.rung
        yield f"retry: {RETRY_MILLISECONDS}\n{_changed(card_room, code)}"
        while not notices.closing:
            rung = notices.wait(bell, heard, HEARTBEAT_SECONDS)
            yield _changed(card_room, code) if rung != heard else ":\n\n"
            heard = rung


def _changed(card_room: CardRoom, code: str) -> str:
    seq = card_room.seq(code)
    return f'event: changed\nid: {seq}\ndata: {{"seq":{seq}}}\n\n'
