"""How many examples a property tries that plays a whole match for each."""

from hypothesis import settings

QUICK = 100
"""Hypothesis's own number; the profile of `make test-all` has another."""


def matches(quick: int) -> int:
    """This many in `make test`, and in `make test-all` as many times more as for every other property."""
    return quick * settings().max_examples // QUICK
