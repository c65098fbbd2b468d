"""What stands between a browser and the daemon: a wire that can be cut, and a proxy
that serves the daemon below a path.
"""

import contextlib
import socket
import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Wire:
    """Listens on a port of its own and passes everything on, until it is cut; mended,
    it passes on again.

    `quiet` loses what goes either way and `deaf` what comes back, while the connections
    stay: so a network is that a phone has left without a word.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._whole = True
        self.quiet = False
        self.deaf = False
        self._ends: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Break every connection, and refuse new ones."""
        with self._lock:
            self._whole = False
            ends = list(self._ends)
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Pass on again. What was lost on the way stays lost, so what was connected
        then is broken.
        """
        if self.quiet or self.deaf:
            self.cut()
        self._whole, self.quiet, self.deaf = True, False, False

    def move(self, to_port: int) -> None:
        """Lead to another port from now on."""
        self._to_port = to_port

    def close(self) -> None:
        """Stop for good."""
        self.cut()
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self._whole:
                    self._connect(near)
                else:
                    near.close()

    def _connect(self, near: socket.socket) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", self._to_port))
        except OSError:
            near.close()
            return
        with self._lock:
            if not self._whole:
                near.close()
                far.close()
                return
            self._ends |= {near, far}
        for source, sink in ((near, far), (far, near)):
            threading.Thread(
                target=self._pass_on, args=(source, sink, sink is near), daemon=True
            ).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, back: bool) -> None:
        with contextlib.suppress(OSError):
            while chunk := source.recv(65_536):
                if not (self.quiet or (back and self.deaf)):
                    sink.sendall(chunk)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        with self._lock:
            self._ends -= {source, sink}


class Below(ThreadingHTTPServer):
    """A proxy that serves a daemon below a path, and nothing beside it.

    One that `strips` passes on the rest of the path only. `strayed` are the paths that
    were asked for elsewhere.
    """

    daemon_threads = True

    def __init__(self, to_port: int, path: str, strips: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.to_port = to_port
        self.path = path
        self.strips = strips
        self.strayed: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_: object) -> None:
        """Say nothing: a page that is left drops its stream."""


class _Passing(BaseHTTPRequestHandler):
    server: Below

    def _pass_on(self) -> None:
        below = self.server
        path = self.path
        if not path.startswith(f"{below.path}/"):
            below.strayed.append(path)
            self.send_error(404)
            return
        if below.strips:
            path = path.removeprefix(below.path)
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with contextlib.closing(HTTPConnection("127.0.0.1", below.to_port)) as far:
            far.request(self.command, path, body, dict(self.headers))
            answer = far.getresponse()
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection"):
                    self.send_header(name, value)
            self.end_headers()
            while part := answer.read1():
                self.wfile.write(part)

    do_GET = do_POST = _pass_on  # noqa: N815  # as `http.server` calls them

    def log_message(self, *_: object) -> None:
        """Say nothing."""
