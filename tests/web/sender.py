"""A program that sends what it is told when it is told, however busy the process is in which tests and daemon run.

It reads a line of JSON: a port, and what is to be sent over a line of its own each, when and in hex. The clock is that
of the races. When it could keep to these times it writes the answers as JSON, else null.
"""

from __future__ import annotations

import json
import socket
import sys
from time import perf_counter, sleep

LATE_MS = 50


def main() -> None:
    """Do as the line on standard input says."""
    port, sends = json.loads(sys.stdin.readline())
    lines = [(at, socket.create_connection(("127.0.0.1", port)), bytes.fromhex(sent)) for at, sent in sends]
    late = 0.0
    for at, line, sent in sorted(lines, key=lambda send: send[0]):
        sleep(max(0.0, at / 1_000 - perf_counter()))
        line.sendall(sent)
        late = max(late, perf_counter() * 1_000 - at)
    answers = [line.makefile("rb").read().decode() for _, line, _ in lines]
    print(json.dumps(answers if late < LATE_MS else None))


main()
