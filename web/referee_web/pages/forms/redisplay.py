"""A form that was refused: its page again, with what is wrong and what was filled in, under the error's own status."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from flask import Response

from referee.vocabulary.errors import RefereeError
from referee_web.guards.problems import answered

Page = TypeVar("Page", bound=Callable[..., Response])


def redisplay(show: Callable[..., Response]) -> Callable[[Page], Page]:
    """Have whatever a page refuses be answered by `show`, which draws the page of the form once more.

    `show` is given the error and what the page is given. Where it cannot draw that page either, since the table is
    gone or this page is for others, the error is answered like any other.
    """

    def made(page: Page) -> Page:
        @wraps(page)
        def tried(**given: object) -> Response:
            try:
                return page(**given)
            except RefereeError as error:
                return answered(error, _shown(show, error, given))

        return tried  # type: ignore[return-value]  # it is called as the page is

    return made


def _shown(show: Callable[..., Response], error: RefereeError, given: dict[str, object]) -> Response:
    try:
        return show(error, **given)
    except RefereeError:
        raise error from None
