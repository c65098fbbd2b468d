"""The door: what a daemon serves while Flask and the pages are being imported."""

from __future__ import annotations

from concurrent.futures import Future
from io import BytesIO
from typing import TYPE_CHECKING, Any

from referee_web.guards.received import REFUSED, guard
from referee_web.guards.service_set import KEY, Services
from referee_web.public_url import is_host

if TYPE_CHECKING:
    from flask import Flask

HEALTH = "/healthz"
WELL = b'{"status":"ok"}\n'


class Door:
    """The app of a daemon that has just started.

    It says at once that the store answers. Any other request waits for the whole app,
    which then answers all requests.
    """

    def __init__(self, services: Services) -> None:
        self.extensions: dict[str, Any] = {KEY: services}
        self._services = services
        self._whole: Future[Flask] = Future()

    @property
    def config(self) -> dict[str, Any]:
        """Return the settings of the whole app."""
        return self._whole.result().config

    def lead_to(self, app: Flask) -> None:
        """Let this app answer all requests, those that wait too."""
        self._whole.set_result(app)

    def __call__(self, environ: dict[str, Any], start: Any, /) -> Any:
        """Answer a request, as WSGI has it."""
        if not self._whole.done() and self._is_well(environ):
            return guard(_tell_health)(environ, start)
        return self._whole.result()(environ, start)

    def _is_well(self, environ: dict[str, Any]) -> bool:
        """Return whether a request asks only for our health, and it is good."""
        host = environ.get("HTTP_HOST", "")
        asks_health = (
            environ["PATH_INFO"] == HEALTH
            and environ["REQUEST_METHOD"] == "GET"
            and environ.get(REFUSED) is None
        )
        if not asks_health or not is_host(host):
            return False
        return self._services.public_url.answers(host) and self._services.store_answers


def _tell_health(environ: dict[str, Any], start: Any) -> BytesIO:
    length = str(len(WELL))
    start("200 OK", [("Content-Type", "application/json"), ("Content-Length", length)])
    return BytesIO(WELL)
