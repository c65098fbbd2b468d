"""The short address of an event's board: its key, and the token of its screen."""

import hmac

from referee.hosting.store import EventRow
from referee.hosting.tables.tokens import key_of

BOARD_KEY_LENGTH = 4


def board_key(row: EventRow) -> str:
    """Return the key in the short address of an event's board.

    So few letters are proof against guessing only where guesses are counted.
    """
    return key_of(row.code, row.board_hash)[:BOARD_KEY_LENGTH]


def board_token(board_hash: str) -> str:
    """Return the token of a screen that came by the short address."""
    return hmac.digest(board_hash.encode(), b"board", "sha256").hex()
