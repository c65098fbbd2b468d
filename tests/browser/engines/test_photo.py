"""A photo is read as it was held, by every engine, and by one that knows nothing of
being asked to turn it.
"""

import base64
import io

import pytest
from PIL import Image

from tests.commandline.running import Running

from ..phones import NAME
from .conftest import Phones

pytestmark = pytest.mark.slow

ORIENTATION = 0x0112
TURNED_LEFT = 6
"""To be turned to the right before it is looked at."""
AS_BEFORE_SAFARI_17_2 = """
const modern = createImageBitmap;
globalThis.createImageBitmap = (image, options = {}) => options.imageOrientation === "from-image"
  ? Promise.reject(new TypeError("Type error")) : modern(image, options);
"""
READ = """
const [photo] = arguments;
const bytes = Uint8Array.from(atob(photo), (each) => each.charCodeAt(0));
const file = new Blob([bytes], { type: "image/jpeg" });
const scripts = document.querySelector("link[rel=stylesheet]").href.replace("style.css", "camera/photo/");
async function read() {
  const { pictureOf } = await import(`${scripts}decode.js`);
  const { Still } = await import(`${scripts}still.js`);
  const { width, height, data } = await pictureOf(file);
  const { bitmap } = await Still.of(file);
  return { width, height, first: [...data.slice(0, 3)], still: bitmap.width / bitmap.height };
}
read().then((found) => { globalThis.found = found; }, (error) => { globalThis.found = String(error); });
"""


def photo_held_upright() -> str:
    """A photo of 300 by 400 that is red at its top, as a phone keeps it: lying, and
    said to be turned.
    """
    picture = Image.new("RGB", (400, 300), "blue")
    picture.paste("red", (0, 0, 100, 300))
    turned = Image.Exif()
    turned[ORIENTATION] = TURNED_LEFT
    kept = io.BytesIO()
    picture.save(kept, "jpeg", exif=turned, quality=95)
    return base64.b64encode(kept.getvalue()).decode()


@pytest.mark.parametrize(
    "before", ["", AS_BEFORE_SAFARI_17_2], ids=["now", "before Safari 17.2"]
)
def test_a_photo_is_upright(daemon: Running, phone: Phones, before: str) -> None:
    page = phone(f"http://{NAME}:{daemon.port}/")
    page.run(before)
    page.run(READ, photo_held_upright())
    page.until("globalThis.found")
    found = page.run("return globalThis.found")
    assert isinstance(found, dict), found
    assert found["width"] / found["height"] == 3 / 4
    assert found["still"] == pytest.approx(3 / 4, rel=0.01)
    red, green, blue = found["first"]
    assert red > 200 > 50 > max(green, blue)
