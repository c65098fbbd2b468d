"""How many deals are held against a second implementation: a few always, and many with
the slow tests.
"""

import pytest

FEW, MANY = 50, 1_000

few_or_many = pytest.mark.parametrize(
    "deals", [FEW, pytest.param(MANY, marks=pytest.mark.slow)]
)
