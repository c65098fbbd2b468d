"""Connections to SQLite files that nobody closes: Python tells of them from 3.13 on,
and tests on every Python.
"""

import sqlite3
import sys
import warnings
from collections.abc import Callable
from functools import partial

import pytest

Connect = Callable[..., sqlite3.Connection]


class WarningConnection(sqlite3.Connection):
    """A connection that warns when it is collected without having been closed."""

    is_closed = False

    def close(self) -> None:
        super().close()
        self.is_closed = True

    def __del__(self) -> None:
        if not self.is_closed:
            warnings.warn(
                f"unclosed database in {self!r}",
                ResourceWarning,
                stacklevel=1,
                source=self,
            )


def warn_of_unclosed() -> None:
    """Have every Python warn of connections that nobody closes, as it does by itself
    from 3.13 on.
    """
    if sys.version_info < (3, 13):
        pytest.MonkeyPatch().setattr(
            sqlite3, "connect", partial(sqlite3.connect, factory=WarningConnection)
        )


def record_connections(monkeypatch: pytest.MonkeyPatch) -> list[WarningConnection]:
    """Return a list to which every connection is added that is made from now on."""
    made: list[WarningConnection] = []
    connect = sqlite3.connect

    def record(*given: object, **named: object) -> sqlite3.Connection:
        connection = connect(*given, **named | {"factory": WarningConnection})  # type: ignore[call-overload]
        made.append(connection)
        return connection  # type: ignore[no-any-return]

    monkeypatch.setattr(sqlite3, "connect", record)
    return made
