"""Who looks at a table, and what they may do there."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody looking at a table; without the rights below, a spectator."""

    seat: str | None = None
    """The viewer's seat, or None."""
    host: bool = False
    opener: bool = False
    """Whether they have the opener's token, and may enter things without a seat."""
    reads_from: int = 0
    """The entry at which they took their seat; they read nothing sealed before."""
    watcher: bool = field(default=False, compare=False)
    """Whether their camera watches the table, and enters what everybody saw."""
    shown: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The hashes of their tokens, if any; equality ignores them."""

    @property
    def is_known(self) -> bool:
        """Return whether the table knows one of their tokens."""
        return bool(self.shown)


SPECTATOR = Viewer()
"""A spectator."""


def is_author(viewer: Viewer, by: str | None) -> bool:
    """Return whether this viewer is the author with the seat `by`."""
    return viewer.opener if by is None else viewer.seat == by
