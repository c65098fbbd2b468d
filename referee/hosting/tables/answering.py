"""Showing a table what the law of its game says of something that went wrong."""

from collections.abc import Mapping

from referee.hosting.tables.correcting import append_line, begin_record
from referee.hosting.tables.held_table import HeldTable, retry_if_outdated
from referee.match.records import ShownAnswer
from referee.plugin.irregularities import IRREGULARITY
from referee.vocabulary.errors import ConflictError
from referee.vocabulary.text import say


@retry_if_outdated
def show_answer(held: HeldTable, asked: Mapping[str, object]) -> None:
    """Show everybody the answer to this question until the next entry.

    Raise UnknownQuestionError for a game without such answers, WrongFieldsError if it
    could not be asked, ConflictError after the match.
    """
    head = begin_record(held)
    head.match.history.rulebook.rule_from_json(IRREGULARITY, asked)
    if held.table.result is not None:
        raise ConflictError(say("The match is over."))
    append_line(held, head.begin(ShownAnswer, asked=asked))
