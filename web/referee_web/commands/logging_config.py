"""The log: one JSON object a line on standard error.

It holds no token, no name and nothing that was entered, but what a game that failed may
have quoted of it.
"""

import json
import logging
import traceback
from datetime import UTC, datetime

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
        """Return the line, without its end."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            "by": record.name,
        }
        for name in FURTHER:
            if hasattr(record, name):
                line[name] = getattr(record, name)

        error = _error_of(record)
        if error is not None:
            line["error"] = type(error).__name__
            line["at"] = [
                f"{frame.filename}:{frame.lineno} {frame.name}"
                for frame in traceback.extract_tb(error.__traceback__)
            ]
        return json.dumps(line, ensure_ascii=False)


def _error_of(record: logging.LogRecord) -> BaseException | None:
    if not record.exc_info:
        return None
    return record.exc_info[1]


class ForAuthors(JsonLines):
    """The same, but for what a game failed at: that is told as Python tells it, and
    once.
    """

    def __init__(self) -> None:
        super().__init__()
        self._reports = set[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this was not told before."""
        fault = _error_of(record)
        if not isinstance(fault, GameFaultError):
            return True
        is_new = fault.report not in self._reports
        self._reports.add(fault.report)
        return is_new

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines, without the end of the last."""
        fault = _error_of(record)
        if isinstance(fault, GameFaultError):
            return str(failure_of(fault))
        return super().format(record)


def configure_logging(level: str, for_authors: bool = False) -> None:
    """Write the log from now on, beginning with this level; `for_authors` of games,
    what these fail at plainly.
    """
    handler = logging.StreamHandler()
    if for_authors:
        lines = ForAuthors()
        handler.setFormatter(lines)
        handler.addFilter(lines.filter)
    else:
        handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
