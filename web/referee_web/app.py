"""The application: one WSGI app of pages, API and live stream over one card room."""

from flask import Flask

from referee_web import assets, compression, pages, script_catalogues
from referee_web.api import calls, description
from referee_web.guards import problems, protection
from referee_web.guards.received import LONGEST_BODY
from referee_web.guards.service_set import KEY, Services
from referee_web.pages.table import bench as bench_pages
from referee_web.wording import name_language


def create_app(services: Services) -> Flask:
    """Return the app that serves with these."""
    app = assemble()
    if services.bench is not None:
        app.register_blueprint(bench_pages.blueprint)
    app.extensions[KEY] = services
    return app


def assemble() -> Flask:
    """Return an app that only lacks its services."""
    app = Flask(__name__, static_folder=None)
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
