"""What a Prometheus asks of the daemon: how many requests, how long they took, and what is open and kept in memory."""

import time
from collections.abc import Callable

from flask import Flask, Response, g, request, request_finished, request_started

from referee.hosting.room import CardRoom
from referee_web.server.daemon import CannotListen, Daemon, note_begin

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)
"""The bounds by which answers are counted: an entry takes some milliseconds, and a second is a fault."""


class Metrics:
    """The figures of one daemon, from now on. Names of routes are told, never a path, which may hold a token.

    Raises ModuleNotFoundError without the extra `metrics`.
    """

    def __init__(self, app: Flask, daemon: Daemon) -> None:
        # Imported here: it is an extra, and few need it.
        from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector

        room: CardRoom = app.extensions["room"]
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._answers = Counter(
            "referee_answers", "Requests answered, by route and status.", ("route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "referee_answer_seconds",
            "From the whole request to the answer, by route.",
            ("route",),
            buckets=SECONDS,
            registry=self.registry,
        )
        self._watch("streams", "Phones that listen to a table.", lambda: daemon.streams.open)
        self._watch("connections", "Connections that are open.", lambda: daemon.callers.count)
        self._watch("threads", "Threads that answer.", lambda: daemon.workers.size)
        self._watch("held_bytes", "Bytes of long requests under way.", lambda: daemon.callers.held)
        self._watch("tables", "Tables in memory.", lambda: room.tables_in_memory)
        request_started.connect(note_begin, app)
        request_finished.connect(self._count, app, weak=False)

    def _watch(self, name: str, what: str, figure: Callable[[], int]) -> None:
        from prometheus_client import Gauge

        Gauge(f"referee_{name}", what, registry=self.registry).set_function(figure)

    def _count(self, _app: Flask, response: Response, **_: object) -> None:
        if "begun" not in g:
            # It began before these figures did.
            return
        route = request.url_rule.rule if request.url_rule is not None else "none"
        self._answers.labels(route, response.status_code).inc()
        self._seconds.labels(route).observe(time.perf_counter() - g.begun)

    def listen(self, host: str, port: int) -> Callable[[], None]:
        """Tell them to whoever asks at this port; answers how to stop that. Raises CannotListen."""
        from prometheus_client import start_http_server

        try:
            server, thread = start_http_server(port, host, self.registry)
        except OSError as error:
            why = error.strerror or str(error)
            raise CannotListen(
                f"--metrics: nothing can listen on {host}:{port} ({why}). Choose another port."
            ) from None

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        return stop
