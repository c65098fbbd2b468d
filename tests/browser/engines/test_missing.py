"""An engine that a machine lacks is named: its tests are skipped there, and fail in
continuous integration.
"""

import pytest

from .conftest import require
from .firefox import Firefox
from .phone import Engine
from .webkit import WebKit


@pytest.mark.parametrize("engine", [WebKit, Firefox])
@pytest.mark.parametrize(
    ("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)]
)
def test_an_engine_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch,
    engine: type[Engine],
    ci: str,
    outcome: type[BaseException],
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match=f"{engine.name}: missing "):
        require(engine)
