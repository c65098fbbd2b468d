"""What can be refused is one family: each member has its status, its title, and a name that says what it is."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus

import pytest
from referee_web import app

from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text


def family(of: type[RefereeError] = RefereeError) -> Iterator[type[RefereeError]]:
    """All that is refused anywhere: the app, which is imported above, knows every module that raises. What a test
    made up is none of ours.
    """
    for member in of.__subclasses__():
        if not member.__module__.startswith("tests."):
            yield member
        yield from family(member)


@pytest.mark.parametrize("member", sorted(set(family()), key=lambda member: member.__name__))
def test_every_error_that_is_raised_has_a_status_of_http_and_a_title(member: type[RefereeError]) -> None:
    assert app
    assert member.__name__.endswith("Error")
    if member.__subclasses__() and not hasattr(member, "status"):
        return  # only its kinds are raised
    assert HTTPStatus(member.status) >= HTTPStatus.BAD_REQUEST
    assert isinstance(member.title, Text)


def test_no_two_errors_have_one_name() -> None:
    names = [member.__name__ for member in set(family())]
    assert len(names) == len(set(names))
