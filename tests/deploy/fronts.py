"""Proxies before a referee, set up as the document for those who run it says."""

import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

from tests.commandline.running import Running, free_port, running

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin") or shutil.which("nginx")
CADDY = shutil.which("caddy")

NAME = "cards.example"
"""The referee's name in the document."""
PHONE = "127.0.0.2"


@contextmanager
def behind(folder: Path, below: str = "") -> Iterator[Running]:
    """A daemon that takes the word of a proxy on this machine, below a path or not."""
    at = ("--host", "127.0.0.1", "--port", str(free_port()), "--data", folder)
    advertised = ("--advertise", f"https://{NAME}{below}", "--proxy", "127.0.0.1")
    with running(*at, *advertised) as daemon:
        yield daemon


@contextmanager
def started(port: int, *command: str | Path, **settings: str) -> Iterator[None]:
    """Run a proxy's program while within, from when it passes on what is asked."""
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=settings) as program:
        try:
            while not _passes_on(port):
                assert program.poll() is None, program.communicate()
                time.sleep(0.05)
            yield
        finally:
            program.terminate()
            program.communicate(timeout=60)


def _passes_on(port: int) -> bool:
    try:
        with asked(port, "/") as answer:
            return answer.status in (200, 404)
    except OSError:
        return False


@contextmanager
def asked(port: int, path: str, form: str | None = None) -> Iterator[HTTPResponse]:
    """The answer through a proxy, to whoever opens a page or sends its form."""
    trusting = ssl._create_unverified_context()
    # A phone's address is not the proxy's, whose word is taken.
    line = socket.create_connection(("127.0.0.1", port), 60, (PHONE, 0))
    connection = HTTPConnection(NAME)
    connection.sock = trusting.wrap_socket(line, server_hostname=NAME)
    with closing(connection):
        if form is None:
            connection.request("GET", path)
        else:
            sent = {
                "Origin": f"https://{NAME}",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            connection.request("POST", path, form, sent)
        yield connection.getresponse()


def assert_serves(port: int, daemon: Running, below: str = "") -> None:
    """Pages, their forms and their news come through, and the daemon knows how."""
    with asked(port, f"{below}/new/four-aces", "seats=") as opened:
        assert opened.status == 303, opened.read()
        assert opened.headers["Location"].startswith(f"{below}/t/")
        assert "Secure" in opened.headers["Set-Cookie"]
    code, token = daemon.open_table()
    with asked(port, f"{below}/api/v1/tables/{code}/live") as news:
        assert first_of(news) == 0
        daemon.enter(code, token, 0)
        assert first_of(news) == 1
    statuses = []
    for letter in "BCDFGHJKLMNPQRSTVWXYZ":
        with asked(port, f"{below}/t/{letter}BBB") as guess:
            statuses.append(guess.status)
    assert statuses[-1] == 429
    # Only that phone has guessed, and not the proxy.
    assert daemon.get(f"/t/{code}")


def first_of(news: HTTPResponse) -> int:
    """The number of the next change that a stream tells."""
    while True:
        line = news.readline()
        assert line
        if line.startswith(b"id:"):
            return int(line[3:])
