"""The application: one WSGI app of pages, API and live stream over one card room."""

from typing import TYPE_CHECKING

from flask import Flask

from referee.hosting.history.archive import Archive
from referee.hosting.room import CardRoom
from referee_web import assets, compression, pages, script_catalogues
from referee_web.api import calls, description
from referee_web.guards import problems, protection
from referee_web.guards.limits import Limits
from referee_web.guards.proxies import Proxies
from referee_web.guards.services import KEY, Services
from referee_web.pages.table import bench as bench_pages
from referee_web.public_url import PublicUrl
from referee_web.streams import Streams
from referee_web.wording import name_language

if TYPE_CHECKING:
    from referee.testing.game_bench import GameBench


def create_app(
    room: CardRoom,
    public_url: PublicUrl,
    limits: bool = True,
    proxies: Proxies = (),
    public: bool = False,
    bench: "GameBench | None" = None,
) -> Flask:
    """Return the app over this room; the arguments are as in `services_over`."""
    app = assemble()
    if bench is not None:
        app.register_blueprint(bench_pages.blueprint)
    app.extensions[KEY] = services_over(
        room, public_url, limits, proxies, public, bench
    )
    return app


def assemble() -> Flask:
    """Return an app that lacks nothing but what it serves with."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = protection.LONGEST_BODY
    app.config["MAX_FORM_PARTS"] = protection.MOST_FIELDS
    # Names stay in the order in which they come.
    app.json.sort_keys = False  # type: ignore[attr-defined]
    protection.protect(app)
    app.after_request(compression.pack)
    app.after_request(name_language)
    app.register_error_handler(Exception, problems.answer)
    for part in (assets, script_catalogues, calls, description, pages):
        app.register_blueprint(part.blueprint)
    return app


def services_over(
    room: CardRoom,
    public_url: PublicUrl,
    limits: bool = True,
    proxies: Proxies = (),
    public: bool = False,
    bench: "GameBench | None" = None,
) -> Services:
    """Return what an app over this room serves with, nothing counted yet. `public_url`
    says at which address phones find it, `limits` whether rates are limited, `proxies`
    behind which load balancers it stands, `public` whether strangers to each other use
    it: then nothing is listed to whoever was not there. `bench` is there where games
    are being worked on.
    """
    return Services(
        room=room,
        archive=Archive(room),
        public_url=public_url,
        limits=Limits(limits, daemons=lambda: room.daemons),
        streams=Streams(fair=limits),
        proxies=proxies,
        is_public=public,
        bench=bench,
    )
