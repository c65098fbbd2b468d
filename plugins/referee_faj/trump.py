"""Which suit the board makes trump."""

from collections.abc import Sequence

from referee import RANKS, SUITS, Card, card

_SHARES = {
    card(rank + suit): value << 8 * place
    for value, rank in enumerate(RANKS[:9], start=2)
    for place, suit in enumerate(SUITS)
}
"""What each trick card adds to a board's sums: its value, in the byte of its suit."""


def trump_of(board: Sequence[Card]) -> str | None:
    """The suit with the highest sum on a board of trick cards, as a letter; None on a
    tie or an empty board.

    Raises ValueError for a card that is no trick card, and for one that stands twice.
    """
    sums = _sums(board)
    highest = max(sums)
    return SUITS[sums.index(highest)] if sums.count(highest) == 1 else None


def suit_values(board: Sequence[Card]) -> dict[str, int]:
    """The sum of values of every suit that stands on the board, by letter, in the order
    C D H S.

    Raises ValueError as `trump_of` does.
    """
    return {
        suit: total for suit, total in zip(SUITS, _sums(board), strict=True) if total
    }


def _sums(board: Sequence[Card]) -> bytes:
    try:
        total = sum(map(_SHARES.__getitem__, board))
    except KeyError as missing:
        raise ValueError(
            f"{missing.args[0]} is no trick card: a board holds cards from 2 to 10"
        ) from None
    if len(set(board)) != len(board):
        raise ValueError(
            f"a card stands twice on the board {' '.join(map(str, board))}: name each "
            "card once"
        )
    return total.to_bytes(4, "little")
