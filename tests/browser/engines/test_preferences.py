"""What a phone cannot do it is not asked about."""

import pytest

from tests.commandline.running import Running

from ..phones import NAME
from .conftest import Phones
from .phone import Engine

pytestmark = pytest.mark.slow


def test_only_a_phone_that_can_vibrate_is_asked_whether_it_shall(
    daemon: Running, engine: Engine, phone: Phones
) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/preferences")
    page.sees("label", "Keep the screen on")
    page.until("document.querySelector('#vibrate-yes').checked")
    if engine.name == "chromium":
        page.sees("label", "Vibrate")
    else:
        assert page.find("label", "Vibrate") is None
