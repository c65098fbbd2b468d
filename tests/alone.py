"""Plays a match by the one file: `python -m tests.alone PYTHON REFEREE.PYZ HOME`, in a
network that holds nobody else.

Run as a program in namespaces of its own, since only a whole process can be cut off
from the network.
"""

import fcntl
import socket
import struct
import sys
from pathlib import Path

from tests.commandline.running import running

SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def start_loopback() -> None:
    """A new network has its loopback, but shut down."""
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def play(python: Path, one_file: Path, home: Path) -> None:
    """Fails where the file cannot be run, or what it serves is not whole."""
    assert not _can_write(one_file.parent), "the folder can be written"
    assert [name for _, name in socket.if_nameindex()] == ["lo"], "there is a network"
    settings = {
        "HOME": str(home),
        "PATH": str(home / "no-programs"),
        "XDG_DATA_HOME": str(home / "data"),
    }
    with running(
        "--port", "0", "--data", home / "kept", program=(python, one_file), **settings
    ) as daemon:
        code, token = daemon.open_table()
        assert [daemon.enter(code, token, number)[0] for number in range(6)] == [
            201
        ] * 6
        page = daemon.get(f"/t/{code}").decode()
        assert "Four Aces" in page
        assert daemon.get("/api/v1/games").startswith(b"[")


def _can_write(folder: Path) -> bool:
    try:
        (folder / "written").touch()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    start_loopback()
    play(*map(Path, sys.argv[1:]))
