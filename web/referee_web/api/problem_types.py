"""What can go wrong with a call, for the description: the form of a problem, each status, and each kind."""

from dataclasses import dataclass, field
from typing import Annotated

from referee.vocabulary.errors import FieldError
from referee.vocabulary.jsonable import IF_ANY
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text
from referee.vocabulary.view import View


@dataclass(frozen=True, slots=True)
class UnfitEntry:
    """A later entry, and why it no longer fits."""

    seq: int
    message: Text


@dataclass(frozen=True, slots=True)
class ProblemDetails:
    """What went wrong (RFC 9457). Nothing has changed."""

    type: Annotated[str, ("format", "uri-reference")]
    """Which problem it is: a section of the page that describes them."""
    title: str
    status: Annotated[int, ("minimum", 400), ("maximum", 599)]
    detail: str
    """What is wrong, and what to do."""
    errors: tuple[FieldError, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: every field that is wrong."""
    ruling: Ruling | None = field(default=None, metadata=IF_ANY)
    view: View | None = field(default=None, metadata=IF_ANY)
    dispute: str | None = field(default=None, metadata=IF_ANY)
    """With 409: the dispute that the match waits for."""
    game: str | None = field(default=None, metadata=IF_ANY)
    """With 500 and 404: the id of the game that failed, or is not installed any more."""
    open: tuple[str, ...] | None = field(default=None, metadata=IF_ANY)
    """With 409: the kinds of entries that are open now."""
    unfit: tuple[UnfitEntry, ...] | None = field(default=None, metadata=IF_ANY)
    """With 422: the later entries that would no longer fit."""


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A kind of problem: its status and title, when it comes, and what it holds besides."""

    status: int
    title: str
    about: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page; its `type` points there."""
        return self.title.lower().replace(" ", "-")


PROBLEM_TYPES = (
    ProblemType(400, "Bad request", "The body is not JSON."),
    ProblemType(401, "No known token", "This needs a token, or the one shown is not known at this table."),
    ProblemType(403, "Not allowed", "It is for somebody else to do, or it was sent from another site's page."),
    ProblemType(403, "Not yours", "An entry for another seat, or a correction of another's entry."),
    ProblemType(404, "Not found", "There is no such address, table, seat, claim, link, correction, dispute or player."),
    ProblemType(404, "The game is not installed", "The table's `game`, or a house rule, is not installed any more."),
    ProblemType(404, "No such game", "No such game is installed."),
    ProblemType(404, "No such question", "The game answers no such question."),
    ProblemType(405, "Method not allowed", "This cannot be done at this address; `Allow` says what can."),
    ProblemType(409, "Something happened since", "Something that matters came after `after`. Holds the `view`."),
    ProblemType(409, "Not open now", "No prompt of this kind is open for this seat. `open` names the kinds that are."),
    ProblemType(409, "The match pauses", "A ruling is questioned: `dispute` is what has to be settled first."),
    ProblemType(409, "It does not fit the moment", "Somebody was faster, or the match is not there yet or any more."),
    ProblemType(413, "Request entity too large", "The body is larger than 256 KiB."),
    ProblemType(421, "Not our name", "The host in the address is none that this daemon answers to: see `--advertise`."),
    ProblemType(422, "Wrong fields", "Holds `errors`, one for each field that is wrong."),
    ProblemType(422, "The rules forbid this", "Holds the `ruling` that says why."),
    ProblemType(422, "Later entries no longer fit", "Holds `unfit`, the entries that a correction would make invalid."),
    ProblemType(429, "Too many requests", "Or too many streams. `Retry-After` says in how many seconds to try again."),
    ProblemType(500, "Something went wrong", "An error of the daemon. Its log says more."),
    ProblemType(
        500, "The game has a fault", "`game` failed over this, or over the log of its match. The log says more."
    ),
    ProblemType(500, "Damaged on the disk", "What is kept of this cannot be read; `referee doctor` says what to do."),
    ProblemType(
        503, "Busy", "Too many phones listen, or too many long bodies come. `Retry-After` says when to try again."
    ),
    ProblemType(503, "The race is away", "The races of this table move to another daemon. Try again in a second."),
    ProblemType(
        503, "Still at work", "What was sent to the table before is still being worked on. Send the same again."
    ),
    ProblemType(503, "The database is away", "Send the same again soon: what was kept already is not made twice."),
    ProblemType(507, "No room on the disk", "Nothing was changed: once there is room, send the same again."),
)
"""What can go wrong."""
