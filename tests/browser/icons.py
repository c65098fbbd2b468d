"""The icons of phones and browsers, drawn from the one that is a drawing. Run as a
module, it draws them again.
"""

import io
import os
import shutil
from dataclasses import dataclass

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from referee_web.joined_scripts import STATIC

DRAWING = STATIC / "icon.svg"
ICONS = STATIC / "icons"
FAVICON_SIZES = (16, 32, 48)


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon: so many pixels wide, `full` where a phone cuts it to a shape of its own,
    the drawing being `part` of it then.
    """

    name: str
    size: int
    full: bool = False
    part: float = 1.0


PNGS = (
    Icon("icon-192.png", 192),
    Icon("icon-512.png", 512),
    Icon("icon-512-maskable.png", 512, True, 0.8),
    Icon("apple-touch-icon.png", 180, True),
)


def drawn(browser: Browser, icon: Icon) -> Image.Image:
    """This icon, as a browser draws it."""
    svg = DRAWING.read_text("utf-8")
    if icon.full:
        svg = svg.replace('rx="7"', 'rx="0"')
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    width = round(icon.size * icon.part)
    at = (icon.size - width) // 2
    ground = "#0d5c63" if icon.full else "transparent"
    style = f"margin:0;background:{ground}"
    page.set_content(
        f"<body style='{style}'><div "
        f"style='width:{width}px;margin:{at}px'>{svg}</div></body>"
    )
    shot = page.locator("body").page.screenshot(omit_background=True)
    page.close()
    return Image.open(io.BytesIO(shot)).convert("RGBA")


def draw_all(browser: Browser) -> None:
    """Write all icons where they are served from."""
    ICONS.mkdir(exist_ok=True)
    for icon in PNGS:
        drawn(browser, icon).quantize(64).save(ICONS / icon.name, optimize=True)
    sizes = [drawn(browser, Icon("", size)) for size in FAVICON_SIZES]
    at_sizes = [(size, size) for size in FAVICON_SIZES]
    sizes[-1].save(ICONS / "favicon.ico", sizes=at_sizes, append_images=sizes[:-1])


if __name__ == "__main__":
    path = (
        os.environ.get("REFEREE_CHROMIUM")
        or shutil.which("chromium")
        or shutil.which("google-chrome")
    )
    with sync_playwright() as playwright:
        draw_all(
            playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        )
