"""The apps of this process. Making an app and compiling its templates takes longer than
most tests of it.
"""

from functools import cache

from flask import Flask
from referee_web.app import assemble
from referee_web.guards.proxies import Proxies
from referee_web.guards.service_set import KEY, Services
from referee_web.pages.table import bench as bench_pages
from referee_web.public_url import PublicUrl

from referee.hosting.room import CardRoom
from referee.testing.game_bench import GameBench

BASE = "http://referee.test:8642"


@cache
def _kept(limits: bool, at_bench: bool = False) -> Flask:
    """One app with limits and one without, so that a test can count what comes in by
    one of two doors; and one with the addresses of a bench.
    """
    app = assemble()
    if at_bench:
        app.register_blueprint(bench_pages.blueprint)
    return app


@cache
def _close(app: Flask) -> None:
    """From its first request on Flask refuses routes and the like: what one test added
    would be there in all others.
    """
    app.test_client().get("/static/referee.css")


def served(
    room: CardRoom, public_url: PublicUrl | None = None, limits: bool = False
) -> Flask:
    """The app over this room, as long as the test runs. Whoever changes the app makes
    one of their own.
    """
    app = _kept(limits)
    public_url = public_url or PublicUrl(8642, BASE, list)
    app.extensions[KEY] = Services.over(room, public_url, limits)
    _close(app)
    return app


def with_bench(room: CardRoom, proxies: Proxies, bench: GameBench) -> Flask:
    """The app with a bench over this room, as long as the test runs."""
    app = _kept(limits=False, at_bench=True)
    public_url = PublicUrl(8642, None, list)
    app.extensions[KEY] = Services.over(room, public_url, False, proxies, bench=bench)
    _close(app)
    return app
