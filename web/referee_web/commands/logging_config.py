"""The log: one JSON object a line on standard error.

It holds no token, no name and nothing that was entered, but what a game that failed may
have quoted of it.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import failure_of

LEVELS = ("debug", "info", "warning", "error")
FURTHER = ("route", "method", "status", "ms", "game", "hook", "where", "fault")
"""What a line may tell besides, where it was given. The last four are about a game that
failed: its author needs its own words, whatever they quote.
"""


class JsonLines(logging.Formatter):
    """A record as a line of JSON. Of an error it tells the kind and the place, not its
    words: they may quote people.
    """

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(
                timespec="milliseconds"
            ),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "by": record.name,
        }
        line |= {
            name: getattr(record, name) for name in FURTHER if hasattr(record, name)
        }
        if record.exc_info and record.exc_info[0] is not None:
            line |= {
                "error": record.exc_info[0].__name__,
                "at": _places(record.exc_info[2]),
            }
        return json.dumps(line, ensure_ascii=False)


def _places(trace: TracebackType | None) -> list[str]:
    return [
        f"{frame.filename}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(trace)
    ]


class ForAuthors(JsonLines):
    """The same, but for what a game failed at: that is told as Python tells it, and
    once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._told = set[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this was not told before."""
        fault = record.exc_info[1] if record.exc_info else None
        if not isinstance(fault, GameFaultError):
            return True
        is_new = fault.report not in self._told
        self._told.add(fault.report)
        return is_new

    def format(self, record: logging.LogRecord) -> str:
        """The lines, without the end of the last."""
        fault = record.exc_info[1] if record.exc_info else None
        return (
            str(failure_of(fault))
            if isinstance(fault, GameFaultError)
            else super().format(record)
        )


def configure_logging(level: str, for_authors: bool = False) -> None:
    """Write the log from now on, beginning with this level; `for_authors` of games,
    what these fail at plainly.
    """
    handler, lines = (
        logging.StreamHandler(),
        ForAuthors() if for_authors else JsonLines(),
    )
    handler.setFormatter(lines)
    if isinstance(lines, ForAuthors):
        handler.addFilter(lines.filter)
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
