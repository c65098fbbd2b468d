"""What those are told whom a rematch has moved to its table."""

from __future__ import annotations

from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.text import Text, say
from referee_web.guards.auth import room
from referee_web.pages.blueprint import blueprint


@blueprint.app_template_global()
def begun_again(seen: Snapshot) -> Text | None:
    """That this is the rematch, and who deals: until the first entry there; else None."""
    match = seen.match
    if match is None or match.seq or not room().store.past.is_rematch(seen.code):
        return None
    return say("This is the rematch: all keep their seats, and {dealer} deals.", dealer=match.history.setting.dealer)
