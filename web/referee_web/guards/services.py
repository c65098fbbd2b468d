"""An app's services: its room, counters and settings."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flask import Flask, current_app, request

from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee_web.callers import household
from referee_web.guards.good_tokens import GoodTokens
from referee_web.guards.limits import Limits
from referee_web.guards.proxies import Proxies
from referee_web.public_url import PublicUrl
from referee_web.streams import Streams

if TYPE_CHECKING:
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
    bench: "GameBench | None" = None
    """The bench, if games are under development."""
    good_tokens: GoodTokens = field(default_factory=GoodTokens)
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
        bench: "GameBench | None" = None,
    ) -> "Services":
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


def services_of(app: Flask) -> Services:
    """Return this app's services."""
    services: Services = app.extensions[KEY]
    return services


def services() -> Services:
    """Return the current app's services."""
    current: Services = current_app.extensions[KEY]
    return current


def room() -> CardRoom:
    """Return the current app's room."""
    card_room: CardRoom = current_app.extensions[KEY].room
    return card_room


def count_request(what: str) -> None:
    """Count this request (see `Limits.count`)."""
    services().limits.count(what)


def sender() -> str:
    """Return the address that the request comes from."""
    return household(request.remote_addr or "")
