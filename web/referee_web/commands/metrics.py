"""An operator's view of requests: a log line for each, and Prometheus metrics."""

import logging
import threading
from collections.abc import Callable

from flask import Flask, Response, request, request_finished

from referee.hosting.room import CardRoom
from referee_web.commands.listening import CannotListen
from referee_web.guards.received import ARRIVAL
from referee_web.guards.service_set import services_of
from referee_web.server.daemon import Daemon

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""The buckets of durations: an entry takes milliseconds, a second is a fault."""

log = logging.getLogger("referee.daemon")


def log_requests(app: Flask) -> None:
    """Log a line for each request, if the log wants them."""
    if log.isEnabledFor(logging.INFO):
        request_finished.connect(_log_request, app)


def _log_request(app: Flask, response: Response, **_: object) -> None:
    known = {
        "route": _route(),
        "method": request.method,
        "status": response.status_code,
        "ms": round(_milliseconds(app), 1),
    }
    log.info("request", extra=known)


def _route() -> str:
    """Return the request's route, not its path, which may contain a token."""
    rule = request.url_rule
    if rule is None:
        return "none"
    return rule.rule


def _milliseconds(app: Flask) -> float:
    """Return the milliseconds since the whole request came."""
    room: CardRoom = services_of(app).room
    return room.races.now() - float(request.environ[ARRIVAL])


def serve_metrics(
    app: Flask, daemon: Daemon, host: str, port: int
) -> Callable[[], None]:
    """Serve the daemon's metrics at this port; return how to stop.

    Raise CannotListen, or ModuleNotFoundError without the extra `metrics`.
    """
    # Imported here: an optional extra.
    from prometheus_client import (
        CollectorRegistry,
        Counter,
        Gauge,
        GCCollector,
        Histogram,
        ProcessCollector,
        start_http_server,
    )

    room: CardRoom = services_of(app).room
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    GCCollector(registry=registry)
    by_route = ("route", "status")
    answers = Counter(
        "referee_answers",
        "Requests answered, by route and status.",
        by_route,
        registry=registry,
    )
    explained = "From the whole request to the answer, by route."
    seconds = Histogram(
        "referee_answer_seconds",
        explained,
        ("route",),
        buckets=SECONDS,
        registry=registry,
    )
    gauges: dict[str, tuple[str, Callable[[], float]]] = {
        "streams": ("Phones that listen to a table.", lambda: daemon.streams.open),
        "connections": ("Connections that are open.", lambda: daemon.callers.count),
        "threads": ("Threads, most of which answer.", threading.active_count),
        "held_bytes": (
            "Bytes of long requests under way.",
            lambda: sum(daemon.bridge.held.values()),
        ),
        "tables": ("Tables in memory.", lambda: len(room.in_memory)),
    }
    for name, (what, figure) in gauges.items():
        Gauge(f"referee_{name}", what, registry=registry).set_function(figure)

    def count(_app: Flask, response: Response, **_: object) -> None:
        answers.labels(_route(), response.status_code).inc()
        seconds.labels(_route()).observe(_milliseconds(app) / 1000)

    request_finished.connect(count, app, weak=False)
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        why = error.strerror or str(error)
        raise CannotListen(
            f"--metrics: nothing can listen on {host}:{port} ({why}). Choose another "
            "port."
        ) from None

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return stop
