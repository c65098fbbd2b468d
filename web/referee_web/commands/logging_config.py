"""The log: one JSON object a line on standard error.

It contains no tokens, names or entries, except in quotations by a failing game.
"""

import json
import logging
import traceback
from datetime import UTC, datetime

from referee.hosting.tables.table_lock import StillHeldError
from referee.plugin.game_faults import GameFaultError
from referee.plugin.reloading import failure_of
from referee.time_limit import GameSavedError

LEVELS = ("debug", "info", "warning", "error")
FURTHER = ("route", "method", "status", "ms", "game", "hook", "where", "fault")
"""The optional members of a line. The last four, on a failing game, may quote
anything.
"""


class JsonLines(logging.Formatter):
    """Formats records as JSON, without errors' words, which may quote people."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without a line break."""
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
    """Formats records as JSON, but a game's failures as Python does, each once."""

    def __init__(self) -> None:
        super().__init__()
        self._reports = set[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this is new, and no mere consequence of a hook that hangs.

        Such a hook is told with its line once it is ended.
        """
        fault = _error_of(record)
        if isinstance(fault, StillHeldError):
            return False
        if not isinstance(fault, GameFaultError):
            return True
        if isinstance(fault.__cause__, GameSavedError):
            return False
        is_new = fault.report not in self._reports
        self._reports.add(fault.report)
        return is_new

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines, without a final line break."""
        fault = _error_of(record)
        if isinstance(fault, GameFaultError):
            return str(failure_of(fault))
        return super().format(record)


def configure_logging(level: str, for_authors: bool = False) -> None:
    """Configure the log from this level on.

    `for_authors` shows games' failures plainly.
    """
    handler = logging.StreamHandler()
    if for_authors:
        lines = ForAuthors()
        handler.setFormatter(lines)
        handler.addFilter(lines.filter)
    else:
        handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=level.upper(), force=True)
