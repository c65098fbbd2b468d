"""Problems with a form that was sent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import request, url_for

from referee.match.log_entry import LogEntry
from referee.match.taking.entry_taker import RefusedMoveError
from referee.vocabulary.errors import RefereeError, StaleViewError, WrongFieldsError
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Text, say
from referee_web.pages.forms.form_values import FormValues

_GARBLED = say("The form arrived garbled. Here’s what you filled in: send it again.")


@dataclass(frozen=True, slots=True)
class HinderingCard:
    """A card of an earlier entry, for which a move was refused."""

    card: str
    owner: str | None
    """Who has it there; None: unknown."""
    address: str
    """Where it is corrected."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A form's problem, and its inputs, to show it again."""

    message: Text
    key: str = ""
    """The form's key."""
    filled: FormValues = field(default_factory=FormValues)
    errors: Mapping[str, Text] = field(default_factory=dict)
    """The faults by field."""
    refusal: Ruling | None = None
    """The ruling that forbids the entry."""
    refused: LogEntry | None = None
    """The forbidden entry."""
    dispute_at: str = ""
    """Where the refusal can be disputed; empty if it cannot."""
    hindering: HinderingCard | None = None
    """The card for which it is refused, if any."""
    is_answered: bool = False
    """Whether somebody else answered already, so that no form shows it again."""

    @classmethod
    def of(cls, error: RefereeError | None, key: str = "") -> Trouble | None:
        """Return the problem of this request's form, with its inputs; or None."""
        if error is None:
            return None
        message = error.message
        filled = FormValues(request.form)
        if isinstance(error, StaleViewError) and error.is_answered:
            return cls(message, is_answered=True)
        if isinstance(error, RefusedMoveError):
            ruling = error.ruling
            entry = error.entry
            code = (request.view_args or {}).get("code")
            at = ""
            if code and entry.id:
                at = url_for("pages.dispute_refusal", code=code, entry=entry.id)
            return cls(
                message, key, filled, refusal=ruling, refused=entry, dispute_at=at
            )

        errors = {}
        if isinstance(error, WrongFieldsError):
            errors = {each.field: each.message for each in error.errors}
        # People fill in no ids: the form gets a valid one.
        if errors.pop("id", None) is not None:
            message = _GARBLED
        return cls(message, key, filled, errors)
