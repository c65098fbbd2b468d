"""Names of machines for engines that cannot be told where one is: a small SOCKS server,
to which every name is here.
"""

import contextlib
import shutil
import socket
import socketserver
import threading

VERSION = 5
NO_PASSWORD = GRANTED = 0
AS_NUMBERS = 1
LENGTH = {AS_NUMBERS: 4, 4: 16}
"""How long an address is by its kind; a name says so itself."""


class _Line(socketserver.StreamRequestHandler):
    """A connection as RFC 1928 has it: greeting, address, then whatever goes either
    way.
    """

    rbufsize = 0

    def handle(self) -> None:
        _, methods = self.rfile.read(2)
        self.rfile.read(methods)
        self.wfile.write(bytes([VERSION, NO_PASSWORD]))

        *_, kind = self.rfile.read(4)
        self.rfile.read(LENGTH[kind] if kind in LENGTH else self.rfile.read(1)[0])
        port = int.from_bytes(self.rfile.read(2))
        with socket.create_connection(("127.0.0.1", port)) as far:
            self.wfile.write(bytes([VERSION, GRANTED, 0, AS_NUMBERS, *bytes(6)]))
            self._pass_on(far)

    def _pass_on(self, far: socket.socket) -> None:
        back = threading.Thread(target=_copy, args=(far, self.request))
        back.start()
        _copy(self.request, far)
        back.join()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with (
        contextlib.suppress(OSError),
        source.makefile("rb", 0) as heard,
        sink.makefile("wb", 0) as told,
    ):
        shutil.copyfileobj(heard, told)
    for end in (source, sink):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


class NameServer(socketserver.ThreadingTCPServer):
    """Leads whoever asks for a port of any machine to that port of this one."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Line)
        self.port: int = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request: object, client_address: object) -> None:
        """A line that was cut, or a port where nobody listens, is for the browser to
        tell.
        """

    def close(self) -> None:
        self.shutdown()
        self.server_close()
