"""What a daemon needs before it begins: a port, memory for threads, and open files."""

from __future__ import annotations

import errno
import socket
import threading
from contextlib import suppress

from referee_web.server.doors import BACKLOG
from referee_web.streams import HEARTBEAT_SECONDS, MOST_STREAMS

PORTS_TRIED = 20

FILES_WANTED = 2 * (MOST_STREAMS + 1_000)
"""The files for streams, connections kept alive, and as many again."""

STACK_BYTES = 1024 * 1024
"""The stack size of threads; Python's own frames are elsewhere."""

ROOM_BYTES = 384 * 1024 * 1024
"""The free address space needed if it is limited: 64 stacks, tables, answers, and a
reserve.
"""

M_ARENA_MAX = -8
"""glibc's parameter for the number of heaps."""


class CannotListen(Exception):
    """The host or port is not available; the message says why and what to do."""


class TooLittleMemory(CannotListen):
    """The address space limit leaves no room for the daemon's threads."""

    def __init__(self) -> None:
        needed = ROOM_BYTES // 1024 // 1024
        super().__init__(
            "There is too little memory for the threads that answer: "
            f"{needed} MB more of address space are needed. "
            "Start the referee with a higher limit (ulimit -v), or with none."
        )


class PortsTaken(CannotListen):
    """All tried ports are in use."""


def listen(host: str, port: int, tries: int = PORTS_TRIED) -> socket.socket:
    """Return a listening socket on this port, or the next free one.

    CannotListen or PortsTaken. Port 0 means any free one. `::` listens on all IPv6 and
    IPv4 addresses, `0.0.0.0` on all IPv4 ones.
    """
    last = min(port + tries, 65_536) - 1
    for candidate in range(port, last + 1):
        try:
            return _open_listener(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CannotListen(_why_not(host, candidate, error)) from None
    raise PortsTaken(
        f"The ports {port} to {last} are all taken. Choose another one with --port."
    )


def _open_listener(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    serves_both = host == "::" and socket.has_dualstack_ipv6()
    listener = socket.create_server(
        address, family=family, backlog=BACKLOG, dualstack_ipv6=serves_both
    )
    # Connections have it too: three unanswered heartbeats end them. Only Linux can.
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = 3 * HEARTBEAT_SECONDS * 1000
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    return listener


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EACCES:
        return (
            f"Port {port} is not for you to listen on: choose one above 1023 with "
            "--port."
        )
    # Leave out `create_server`'s technical part.
    why = (error.strerror or str(error)).partition(" (while")[0]
    return (
        f"Nothing can listen on {host!r} ({why}): give --host an address of this "
        "computer, or leave it out."
    )


def require_memory() -> None:
    """Raise TooLittleMemory if the address space limit leaves no room for threads.

    Otherwise some threads would fail to start, and the daemon would listen without
    answering.
    """
    threading.stack_size(STACK_BYTES)
    try:
        import resource
        from mmap import MAP_ANONYMOUS, MAP_PRIVATE, PROT_READ, mmap
    except ImportError:
        # Windows sets no such limit.
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return
    _share_heap()
    try:
        # Reserve without use: only the limit counts it.
        mmap(-1, ROOM_BYTES, flags=MAP_PRIVATE | MAP_ANONYMOUS, prot=PROT_READ).close()
    except (MemoryError, OSError):
        raise TooLittleMemory from None


def _share_heap() -> None:
    """Make all threads share one heap, with glibc.

    It would reserve 64 MB of address space for each of the first threads, until others
    find none.
    """
    import ctypes

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 1)


def open_files(wanted: int = FILES_WANTED) -> int:
    """Return the number of files this process may open, after asking for more.

    `wanted` is how many it asks for.
    """
    try:
        import resource
    except ImportError:
        # Windows sets no relevant limit.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    except (ValueError, OSError):
        return soft
    return most
