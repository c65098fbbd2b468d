"""Why something that was sent from a page did not work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from flask import request

from referee.lazy_dataclass import frozen
from referee.match.fold import RefusedMoveError
from referee.match.log_entry import LogEntry
from referee.vocabulary.errors import RefereeError, StaleViewError, WrongFieldsError
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.pages.forms.form_values import FormValues

_GARBLED = say(
    "The form arrived garbled. Here it is as you filled it in: send it again."
)


@frozen
class Trouble:
    """Why something that was sent did not work, and what was sent, so that it can be
    shown again.
    """

    message: Text
    key: str = ""
    """It names the form it came from."""
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    """By field."""
    refusal: Ruling | None = None
    """The ruling, where the rules forbid the entry."""
    refused: LogEntry | None = None
    """The entry that the rules forbid."""
    is_answered: bool = False
    """Somebody else has entered it already, so no form is shown with it again."""

    @classmethod
    def of(cls, error: RefereeError | None, key: str = "") -> Trouble | None:
        """Return why the form of this request was refused, with what was filled in."""
        if error is None:
            return None
        message = error.message
        filled = FormValues(request.form)
        if isinstance(error, StaleViewError) and error.is_answered:
            return cls(message, is_answered=True)
        if isinstance(error, RefusedMoveError):
            ruling = error.ruling
            entry = error.entry
            return cls(message, key, filled, refusal=ruling, refused=entry)

        errors = {}
        if isinstance(error, WrongFieldsError):
            errors = {each.field: each.message for each in error.errors}
        # Nobody fills in an id: the form is shown again with a good one.
        if errors.pop("id", None) is not None:
            message = _GARBLED
        return cls(message, key, filled, errors)
