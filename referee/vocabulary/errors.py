"""Refusals: one family of errors, each with its HTTP status and advice.

A raised refusal has changed nothing. An error that only one module knows is defined in
that module.
"""

from dataclasses import dataclass
from typing import ClassVar

from referee.vocabulary.text import Text, say, say_count
from referee.vocabulary.values import MOST_COUNTED
from referee.vocabulary.view import View


class RefereeError(Exception):
    """Something cannot be done; `message` says why and what to do.

    `status` and `title` belong to the class, `members` are further values for programs.
    `seconds` is when to try again, if known.
    """

    status: ClassVar[int]
    title: ClassVar[Text]
    seconds: int | None = None

    def __init__(self, message: Text, **members: object) -> None:
        super().__init__(message)
        self.message = message
        self.members = members

    @property
    def detail(self) -> Text:
        """Return the message, complete by itself, with the name of its subject."""
        return self.message


class UnauthorizedError(RefereeError):
    """The request has no token, or none that is known here."""

    status = 401
    title = say("This device isn’t known here")


class ForbiddenError(RefereeError):
    """The token is known, but somebody else has to do this."""

    status = 403
    title = say("Not allowed")


class NotYoursError(ForbiddenError):
    """Only its author or the host may make or correct this entry."""

    title = say("Not yours")


class NotFoundError(RefereeError):
    """No such address, table, seat, claim, link, correction, dispute or player.

    There may have been one before.
    """

    status = 404
    title = say("Not found")


class ConflictError(RefereeError):
    """The request does not fit the moment: too late, or too early in the match."""

    status = 409
    title = say("It does not fit the moment")


class WriteConflictError(ConflictError):
    """The table has changed since it was read: read it again, then retry."""

    def __init__(self) -> None:
        message = say("Somebody was faster. Look again, then enter it once more.")
        super().__init__(message)


class StaleViewError(ConflictError):
    """Something that matters came after `after`; `view` is the sender's new view.

    `answered` names the seat that has answered the sender's question meanwhile; None if
    nobody has.
    """

    title = say("Something happened since")

    def __init__(self, view: View, answered: Text | None = None) -> None:
        look = say(
            "Something has happened at the table since. Look again, then enter it once "
            "more."
        )
        super().__init__(answered or look, view=view)
        self.view = view
        self.is_answered = answered is not None


class PausedError(ConflictError):
    """A ruling is disputed, and the match waits. `dispute` is its id."""

    title = say("The match pauses")

    def __init__(self, dispute: str) -> None:
        template = (
            "A ruling is disputed. Until that is settled, only the host can enter."
        )
        super().__init__(say(template), dispute=dispute)
        self.dispute = dispute


@dataclass(frozen=True, slots=True)
class FieldError:
    """A wrong field, and what to do.

    >>> print(FieldError("cards", say("Name three cards.")).message)
    Name three cards.
    """

    field: str
    """The field's name, or a path as `entries.0.kind`."""
    message: Text


class WrongFieldsError(RefereeError):
    """Fields are unreadable or make no sense. `errors` has each of them, with advice.

    >>> cards = FieldError("cards", say("Name three cards."))
    >>> print(WrongFieldsError(cards, FieldError("seat", say("Who?"))))
    cards: Name three cards.; seat: Who?
    """

    status: ClassVar[int] = 422
    title: ClassVar[Text] = say("Wrong fields")

    def __init__(self, *errors: FieldError) -> None:
        super().__init__(errors[0].message, errors=errors)
        self.errors = errors

    def __str__(self) -> str:
        return "; ".join(f"{error.field}: {error.message}" for error in self.errors)

    @property
    def detail(self) -> Text:
        """Return the message, after the field's name if it is about one."""
        field = self.errors[0].field
        message = self.errors[0].message
        if not field:
            return message
        return say("{field}: {message}", field=field, message=message)


def wrong_field(field: str, message: Text) -> WrongFieldsError:
    """Return the error that one field is wrong, to raise it.

    >>> print(wrong_field("cards", say("Name three cards.")))
    cards: Name three cards.
    """
    return WrongFieldsError(FieldError(field, message))


class TooLargeError(WrongFieldsError):
    """The entry would make a number too large to count exactly."""

    def __init__(self) -> None:
        template = (
            "This takes a number past {most}, as far as the referee can count "
            "exactly. Enter smaller numbers, or start a new match."
        )
        super().__init__(FieldError("", say(template, most=MOST_COUNTED)))


class TooManyRequestsError(RefereeError):
    """Too many requests or presses. `Retry-After` has the seconds to wait."""

    status = 429
    title = say("Too many requests")

    def __init__(self, seconds: int, message: Text | None = None) -> None:
        too_often = say_count(
            "Too fast. Try again in {n} second.",
            "Too fast. Try again in {n} seconds.",
            seconds,
        )
        super().__init__(message or too_often)
        self.seconds = seconds
