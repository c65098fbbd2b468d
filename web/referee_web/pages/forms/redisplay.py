"""A form that was refused: its page again, with what is wrong and what was filled in,
under the error's own status.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import TypeVar

from flask import Response

from referee.vocabulary.errors import RefereeError
from referee_web.guards.problems import answered

Page = TypeVar("Page", bound=Callable[..., Response])


def redisplay(show: Callable[..., Response]) -> Callable[[Page], Page]:
    """Have whatever a page refuses be answered by `show`, which draws the page of the
    form once more.

    `show` is given what the page is given, and the `error`. Where it cannot draw that
    page either, since the table is gone or this page is for others, the error is
    answered like any other.
    """

    def decorate(page: Page) -> Page:
        @wraps(page)
        def answer(**given: object) -> Response:
            try:
                return page(**given)
            except RefereeError as error:
                with suppress(RefereeError):
                    return answered(error, show(**given, error=error))
                # Only here: an error raised while that one is handled would refer to
                # it, and it to that error.
                raise

        return answer  # type: ignore[return-value]  # it is called as the page is

    return decorate
