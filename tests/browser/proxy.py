"""A wire that can be cut: a small TCP proxy between a browser and the daemon."""

import contextlib
import socket
import threading


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
