"""Phones that run in a process of their own, so that they delay nothing measured."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.daemon import NoAnswer


class PhoneProcess:
    """The process of phones, as the measuring process has it."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process

    def end(self) -> Any:
        """Return what its phones noted; they hang up."""
        told, _ = self._process.communicate(b"enough\n", timeout=60)
        return json.loads(told)


@contextmanager
def phone_process(module: str, *given: object) -> Iterator[PhoneProcess]:
    """Run this module of phones with what it is given, once all are connected.

    Raise NoAnswer if they are not.
    """
    command = [sys.executable, "-m", module, *map(str, given)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            if process.stdout.readline() != b"ready\n":
                raise NoAnswer("not all phones were connected")
            yield PhoneProcess(process)
        finally:
            process.kill()
