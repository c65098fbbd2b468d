"""What can stand in the way of something at a table, each with what to do about it."""

from __future__ import annotations

from referee.vocabulary.text import Text, say
from referee.vocabulary.view import View


class Hindrance(Exception):
    """Something cannot be done; `message` says why and what to do. Nothing has changed."""

    def __init__(self, message: Text) -> None:
        super().__init__(str(message))
        self.message = message


class NoSuchThing(Hindrance):
    """There is no such table, seat, claim or link (any more)."""


class NoToken(Hindrance):
    """Who asks has shown no token, or none that is known here."""


class NotAllowed(Hindrance):
    """Who asks is known, but this is for somebody else to do."""


class Overtaken(Hindrance):
    """It does not fit the moment: somebody was faster, or the match is not there yet or any more."""


class Faster(Overtaken):
    """Somebody else wrote where this was to be written; the table is loaded anew when next asked for."""


class Behind(Overtaken):
    """Something happened since: the sender should look again. `view` is the table as they may see it now."""

    def __init__(self, view: View) -> None:
        super().__init__(say("Something happened at the table since. Look again, then enter it anew."))
        self.view = view


class Paused(Overtaken):
    """A ruling is questioned: the match waits until that is settled. `dispute` is its id."""

    def __init__(self, dispute: str) -> None:
        template = "A ruling is questioned: the match waits until that is settled. The host can go on meanwhile."
        super().__init__(say(template))
        self.dispute = dispute


class WrongValue(Hindrance):
    """A value that makes no sense; `field` names it."""

    def __init__(self, field: str, message: Text) -> None:
        super().__init__(message)
        self.field = field
