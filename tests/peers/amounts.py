"""How many deals are held against a second implementation: a few always, and many with
the slow tests.
"""

import pytest

FEW = 50
MANY = 1_000

few_or_many = pytest.mark.parametrize(
    "deals", [FEW, pytest.param(MANY, marks=pytest.mark.slow)]
)
