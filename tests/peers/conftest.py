"""Our games held against referees that nobody here wrote: `python -m pytest tests/peers
--deals 1000`.

They need the dependency group `peers`, which `make test-all` installs.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PEERS = all(map(find_spec, ("pyspiel", "pokerkit")))

collect_ignore_glob = [] if PEERS else ["test_*.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    """How many deals of a game are compared."""
    return int(request.config.getoption("--deals"))


@pytest.fixture
def at_least(deals: int) -> int:
    """How often every case that scores has to occur among them: twenty times in a
    thousand deals.
    """
    return max(1, deals * 20 // 1000)
