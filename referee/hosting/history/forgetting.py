"""Forgetting a player's name: what their seat is called from then on, and what people wrote about them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from referee.hosting.tables.player_names import same_name
from referee.match.log_entry import Record

SOMEBODY = "…"
"""What stands for a forgotten name in what people wrote at other tables."""

WRITTEN = ("dispute", "resolution")
"""The types of lines in which people write something."""


def neutral_name(names: Sequence[str], name: str) -> str:
    """A name that tells nothing, for the seat of this name: `Player 2` for the second seat, if nobody is called so."""
    number = names.index(name) + 1
    while same_name(f"Player {number}", names) is not None:
        number += len(names)
    return f"Player {number}"


def lines_without(lines: Iterable[Record], name: str, instead: str = SOMEBODY) -> list[Record]:
    """Those of these lines in which people wrote about the player, in any spelling, without the name."""
    written = ((line, unwritten(line.body["why"], name, instead)) for line in lines if line.type in WRITTEN)
    return [replace(line, body={**line.body, "why": why}) for line, why in written if why != line.body["why"]]


def unwritten(text: str, name: str, instead: str) -> str:
    """What somebody wrote, without this name in whatever case."""
    found = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return found.sub(lambda _: instead, text)
