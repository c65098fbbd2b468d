"""What can be refused: one family of errors, each with its HTTP status and with what to
do about it.

Whichever of them is raised, nothing has changed. One about something that only a single
module knows stands in that module.
"""

from typing import ClassVar

from referee.lazy_dataclass import frozen
from referee.vocabulary.text import Text, count, say
from referee.vocabulary.values import MOST_COUNTED
from referee.vocabulary.view import View


class RefereeError(Exception):
    """Something cannot be done; `message` says why and what to do. `status` and `title`
    are those of its kind.

    `members` is what a program is told besides, by name. `seconds` is when to try
    again, where that is known.
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
        """Return the message for whoever sees nothing beside it: with the name of what
        it is about.
        """
        return self.message


class UnauthorizedError(RefereeError):
    """Whoever asks has shown no token, or none that is known here."""

    status = 401
    title = say("No known token")


class ForbiddenError(RefereeError):
    """Whoever asks is known, but this is for somebody else to do."""

    status = 403
    title = say("Not allowed")


class NotYoursError(ForbiddenError):
    """An entry, or a correction of one, that only its author or the host may make."""

    title = say("Not yours")


class NotFoundError(RefereeError):
    """There is no such address, table, seat, claim, link, correction, dispute or player
    (any more).
    """

    status = 404
    title = say("Not found")


class ConflictError(RefereeError):
    """It does not fit the moment: somebody was faster, or the match is not there yet or
    any more.
    """

    status = 409
    title = say("It does not fit the moment")


class WriteConflictError(ConflictError):
    """A table has changed since its writer last looked at it. Nothing was written: look
    again, then try again.
    """

    def __init__(self) -> None:
        message = say("Somebody was faster. Look again, then enter it once more.")
        super().__init__(message)


class StaleViewError(ConflictError):
    """Something that matters came after `after`: look again. `view` is the table as the
    sender may see it now.

    `answered` says who has entered meanwhile what this was for; None where nobody has.
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
    """A ruling is questioned: the match waits until that is settled. `dispute` is its
    id.
    """

    title = say("The match pauses")

    def __init__(self, dispute: str) -> None:
        template = (
            "A ruling is disputed. Until that is settled, only the host can enter."
        )
        super().__init__(say(template), dispute=dispute)
        self.dispute = dispute


@frozen
class FieldError:
    """A field that is wrong, and what to do about it.

    >>> print(FieldError("cards", say("Name three cards.")).message)
    Name three cards.
    """

    field: str
    """Its name; of a field within another its path: `entries.0.kind`."""
    message: Text


class WrongFieldsError(RefereeError):
    """Fields that cannot be read or do not make sense. `errors` names each of them, and
    what to do.

    >>> cards = FieldError("cards", say("Name three cards."))
    >>> print(WrongFieldsError(cards, FieldError("seat", say("Who?"))))
    cards: Name three cards.; seat: Who?
    """

    status = 422
    title = say("Wrong fields")

    def __init__(self, *errors: FieldError) -> None:
        super().__init__(errors[0].message, errors=errors)
        self.errors = errors

    def __str__(self) -> str:
        return "; ".join(f"{error.field}: {error.message}" for error in self.errors)

    @property
    def detail(self) -> Text:
        """Return the message after the field's name, where it is about a field."""
        field, message = self.errors[0].field, self.errors[0].message
        if not field:
            return message
        return say("{field}: {message}", field=field, message=message)


def wrong_field(field: str, message: Text) -> WrongFieldsError:
    """Return the error that one field is wrong, for `raise`.

    >>> print(wrong_field("cards", say("Name three cards.")))
    cards: Name three cards.
    """
    return WrongFieldsError(FieldError(field, message))


class TooLargeError(WrongFieldsError):
    """What was entered makes a number that cannot be counted exactly any more."""

    def __init__(self) -> None:
        template = (
            "This takes a number past {most}, and the referee counts exactly only up "
            "to there. Enter smaller numbers, or begin a new match."
        )
        super().__init__(FieldError("", say(template, most=MOST_COUNTED)))


class TooManyRequestsError(RefereeError):
    """Somebody asks or presses too often. `Retry-After` says in how many seconds to try
    again.
    """

    status = 429
    title = say("Too many requests")

    def __init__(self, seconds: int, message: Text | None = None) -> None:
        too_often = count(
            "That was too often. Try again in {n} second.",
            "That was too often. Try again in {n} seconds.",
            seconds,
        )
        super().__init__(message or too_often)
        self.seconds = seconds
