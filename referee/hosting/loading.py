"""A table from what the store keeps of it, and the lines of its log as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.hosting.store import LogRow, Store
from referee.hosting.table import Table
from referee.match.match import Match, Record
from referee.match.toss import Toss, toss_of
from referee.plugin.installed import UnknownGameError, UnknownHouseRuleError, rulebook
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.game import Setting
from referee.vocabulary.text import say


def load(store: Store, code: str) -> Table:
    """The table with this code, folded from the store; NotFoundError when there is none."""
    row = store.table(code)
    if row is None:
        raise no_such_table(code)
    try:
        rules = rulebook(row.game, row.house_rules)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        template = "This table needs “{plugin}”, which is not installed any more. Install it again to go on."
        raise NotFoundError(say(template, plugin=unknown.id)) from None
    table = Table(row, tuple(store.seats(code)), rules, nameless=store.nameless(code))
    if row.setting is not None:
        records = map(record_of, store.log(code))
        table.match = Match.folded(rules, setting_of(row.setting), records, dealer_toss_of(row.setting))
        table.result = table.result_after(table.match.history)
    return table


def no_such_table(code: str) -> NotFoundError:
    """What is said of a table that is not there (any more)."""
    return NotFoundError(
        say("There is no table with the code {code} (any more). Check the code on the screen.", code=code)
    )


def setting_of(setting: Mapping[str, Any]) -> Setting:
    """A match's setting-up from its stored form."""
    return Setting(tuple(setting["order"]), setting["dealer"], setting["options"])


def dealer_toss_of(setting: Mapping[str, Any]) -> Toss | None:
    """The toss for the first dealer from a setting-up's stored form; None where nobody asked for it."""
    return toss_of(setting["toss"]) if "toss" in setting else None


def record_of(row: LogRow) -> Record:
    """A line of the log from its stored form."""
    return Record(row.seq, row.type, row.id, row.by, row.at, row.body)  # type: ignore[arg-type]  # only ours are written


def log_row(code: str, record: Record) -> LogRow:
    """The stored form of a line of the log."""
    return LogRow(code, record.seq, record.type, record.id, record.by, dict(record.body), record.at)
