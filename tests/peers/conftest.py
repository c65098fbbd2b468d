"""Our games held against referees that nobody here wrote: `python -m pytest tests/peers
--deals 1000`.

They need the dependency group `peers`, which `make test-all` installs. Games that
nobody else has written are held against a second implementation, always.
"""

from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PEERS = all(map(find_spec, ("pyspiel", "pokerkit")))

WRITTEN_TWICE = ("test_belote.py", "test_doppelkopf.py", "test_wizard.py")
WITH_PEER = [
    each.name for each in HERE.glob("test_*.py") if each.name not in WRITTEN_TWICE
]

collect_ignore = [] if PEERS else WITH_PEER


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent == HERE and item.path.name in WITH_PEER:
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
