"""A whole match as a file for one viewer: a JSON document, or CSV.

If its game cannot go on with the match, the file holds the entries without rulings.
"""

from referee.hosting.tables.loading import Stranded
from referee.hosting.tables.table import TableFacts
from referee.match.changes import Change
from referee.match.log_entry import LogEntry, Toss
from referee.match.records import read_record
from referee.match.showing.export import FORMAT, MatchDocument, document, document_of
from referee.match.showing.log_lines import LogLine, unruled_line
from referee.match.showing.round_table import round_table
from referee.match.viewer import Viewer
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.jsonable import from_json
from referee.vocabulary.text import say

_NO_ROUNDS = (
    "The game can’t go on with this match, so its scores can’t be listed. Save it as "
    "JSON instead: that has every entry."
)


def match_document(table: TableFacts, viewer: Viewer) -> str:
    """Return the match as a JSON document; raise ConflictError before it has begun."""
    if isinstance(table, Stranded):
        return _unruled_document(table, viewer)
    return document(table.begun_match, viewer, table.code)


def match_csv(table: TableFacts) -> str:
    """Return the match as CSV, a line a round.

    Raise ConflictError before it has begun, or if its game cannot go on with it.
    """
    if isinstance(table, Stranded):
        raise ConflictError(say(_NO_ROUNDS))
    return round_table(table.begun_match)


def _unruled_document(table: Stranded, viewer: Viewer) -> str:
    """Return a document of the entries as first made, without rulings or standings."""
    row = table.row
    setting = row.setting or {}
    toss = None
    if setting.get("toss") is not None:
        toss = from_json(Toss, setting["toss"])
    head = MatchDocument(
        referee=FORMAT,
        code=table.code,
        game=row.game,
        game_version=row.game_version,
        house_rules=row.house_rules,
        seats=tuple(setting.get("order", table.names)),
        dealer=setting.get("dealer"),
        dealer_toss=toss,
        options=row.options,
        late=tuple(setting.get("late", ())) or None,
    )
    return document_of(head, _lines(table, viewer))


def _lines(table: Stranded, viewer: Viewer) -> list[LogLine]:
    opened = set()
    if table.match is not None:
        opened.update(table.match.history.open_to_all)
    entries = []
    for record in table.log:
        line = read_record(record)
        if isinstance(line, LogEntry):
            entries.append(line)
        elif isinstance(line, Change):
            # Nobody knows whether others saw what was corrected.
            opened.difference_update([edit.seq for edit in line.edits])
    return [unruled_line(entry, viewer, opened) for entry in entries]
