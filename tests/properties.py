"""How many examples properties try."""

from hypothesis import settings

QUICK = 30
THOROUGH = 200
"""So many in `make test`, and so many in `make test-all`."""


def costly(thorough: int) -> int:
    """This many in `make test-all`, and in `make test` as many times fewer as of every
    other property: for one whose examples cost much, a whole match for instance.
    """
    return thorough * settings().max_examples // THOROUGH
