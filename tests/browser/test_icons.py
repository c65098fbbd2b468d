"""The icons look like the drawing that they are made from."""

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from .icons import ICONS, PNGS, Icon, drawn

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("icon", PNGS, ids=lambda icon: icon.name)
def test_an_icon_shows_the_drawing(chromium: Browser, icon: Icon) -> None:
    kept = Image.open(ICONS / icon.name).convert("RGBA")
    differs = ImageStat.Stat(ImageChops.difference(kept, drawn(chromium, icon))).mean
    assert max(differs) < 4, differs
