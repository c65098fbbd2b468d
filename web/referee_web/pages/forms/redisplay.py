"""Showing a refused form's page again, with faults and inputs."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import TypeVar

from flask import Response

from referee.vocabulary.errors import RefereeError
from referee_web.guards.problems import answered

Page = TypeVar("Page", bound=Callable[..., Response])


def redisplay(show: Callable[..., Response]) -> Callable[[Page], Page]:
    """Decorate a page's action: on a refusal, `show` draws the form's page again.

    `show` gets the page's arguments and the `error`. If it fails too, since the table
    is gone or the page is for others, the error is answered like any other. It may lead
    elsewhere, where nothing is to be told.
    """

    def decorate(page: Page) -> Page:
        @wraps(page)
        def answer(**given: object) -> Response:
            try:
                return page(**given)
            except RefereeError as error:
                with suppress(RefereeError):
                    shown = show(**given, error=error)
                    return shown if shown.location else answered(error, shown)
                # Only here, since errors that refer to each other would never be freed.
                raise

        return answer  # type: ignore[return-value]  # it is called as the page is

    return decorate
