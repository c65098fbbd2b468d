"""The application: one WSGI app of pages, API and live stream over one card room."""

from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Node

from referee_web import assets, compression, pages, script_catalogues
from referee_web.api import calls, description
from referee_web.guards import problems, protection
from referee_web.guards.received import LONGEST_BODY
from referee_web.guards.service_set import KEY, Services
from referee_web.pages.table import bench as bench_pages
from referee_web.wording import name_language


class OnePiece(CodeGenerator):
    """Compiles templates whose blocks come in one piece.

    Each piece passes through all templates that a page extends, which is a sixth of a
    page's calls.
    """

    def blockvisit(self, nodes: Iterable[Node], frame: Frame) -> None:
        """Write the code of these nodes, the outermost collecting what all output."""
        if frame.buffer is not None:
            super().blockvisit(nodes, frame)
            return
        self.buffer(frame)
        super().blockvisit(nodes, frame)
        self.writeline(f"yield concat({frame.buffer})")


class Templates(Environment):
    """Templates whose globals are all there when they are loaded.

    Jinja compares their names whenever a template imports another; with its own chain
    of mappings that is a twentieth of a page.
    """

    code_generator_class = OnePiece

    def make_globals(self, d: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """Return a template's globals, with those of all."""
        return {**self.globals, **(d or {})}


class PlainFlask(Flask):
    """Flask for plain functions: no coroutine is among those that answer here."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, not looked at: six answer an entry."""
        return func


def create_app(services: Services) -> Flask:
    """Return the app that serves with these."""
    app = assemble()
    if services.bench is not None:
        app.register_blueprint(bench_pages.blueprint)
    app.extensions[KEY] = services
    return app


def assemble() -> Flask:
    """Return an app that only lacks its services."""
    app = PlainFlask(__name__, static_folder=None)
    app.jinja_environment = Templates
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY
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
