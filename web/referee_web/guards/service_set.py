"""What an app serves with: its room, and all that is counted or set for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import say
from referee_web.guards.limits import Limits
from referee_web.guards.proxies import Proxies
from referee_web.public_url import PublicUrl
from referee_web.streams import Streams

if TYPE_CHECKING:
    from flask import Flask

    from referee.testing.game_bench import GameBench

KEY = "referee"


@dataclass(slots=True)
class Services:
    """An app's room, finished matches, address for phones, and counters of requests."""

    room: CardRoom
    archive: Archive
    public_url: PublicUrl
    limits: Limits
    streams: Streams
    proxies: Proxies = ()
    """The load balancers in front of it."""
    is_public: bool = False
    """Whether strangers share it."""
    bench: GameBench | None = None
    """The bench, if games are under development."""
    open_https: Callable[[], int] | None = None
    """Opens a door by HTTPS beside the daemon's own and returns its port; None where
    there is none to open. NoHttpsError says why it cannot.
    """

    @classmethod
    def over(
        cls,
        room: CardRoom,
        public_url: PublicUrl,
        limits: bool = True,
        proxies: Proxies = (),
        public: bool = False,
        bench: GameBench | None = None,
    ) -> Services:
        """Return new services over this room.

        `limits`: whether rates are limited; `public`: whether strangers share it, so
        that nothing is listed to others.
        """
        return cls(
            room=room,
            archive=Archive(room),
            public_url=public_url,
            limits=Limits(limits, daemons=lambda: room.daemons),
            streams=Streams(fair=limits),
            proxies=proxies,
            is_public=public,
            bench=bench,
        )

    @property
    def store_answers(self) -> bool:
        """Return whether the store answers, in whatever state."""
        try:
            self.room.store.table("")
        except Exception:
            # Each kind of store has its own errors.
            return False
        return True


class NoHttpsError(RefereeError):
    """The daemon cannot be served by HTTPS too; the message says what to do."""

    status = 409
    title = say("No HTTPS")


def services_of(app: Flask) -> Services:
    """Return this app's services."""
    services: Services = app.extensions[KEY]
    return services
