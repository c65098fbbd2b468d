"""The reader's own script in headless Chromium: training cuts its pictures with it, and
scoring reads with it.
"""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from training.browser import browser

SCRIPTS = Path(__file__).parents[2] / "web/referee_web/static/camera/photo"
_TYPES = {
    ".js": "text/javascript",
    ".bin": "application/octet-stream",
    ".html": "text/html",
}
_ORIGIN = "http://phone.invalid"
_PAGE = """<!doctype html><title>Reader</title><script type="module">
import { pictureOf } from "/decode.js";
import { candidatesOf } from "/candidates.js";
import { Reader } from "/reader.js";
import { cut, pyramid, sizeOf, WHOLE } from "/crops.js";
import { loadNetworks } from "/network.js";
import { read } from "/reading.js";
let networks;
globalThis.find = async (file) => {
  const blob = await (await fetch(file)).blob();
  globalThis.levels = pyramid(await pictureOf(blob));
  globalThis.candidates = candidatesOf(levels);
  return { width: levels[0].width, pairs: candidates.map(({ rx, ry, sx, sy }) => [rx, ry, sx, sy]) };
};
globalThis.cutOut = (numbers) => {
  const bytes = new Uint8Array(numbers.length * sizeOf(WHOLE)), one = new Float32Array(sizeOf(WHOLE));
  numbers.forEach((number, i) => {
    cut(levels, candidates[number], WHOLE, one);
    for (let j = 0; j < one.length; j++) bytes[i * one.length + j] = Math.round((one[j] + 1) * 106);
  });
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
};
globalThis.readInWorker = async (file, options) => {
  const photo = await (await fetch(file)).blob();
  const reader = new Reader();
  reader.prepare();
  const shares = [], onShare = (share) => shares.push(share);
  const began = performance.now();
  const answer = await reader.read(photo, { letters: "", copies: 1, onShare, ...options });
  reader.stop();
  return { ...answer, shares, ms: performance.now() - began };
};
globalThis.readHere = async (file, options) => {
  const photo = await (await fetch(file)).blob();
  networks ??= await loadNetworks("/weights.bin");
  const began = performance.now();
  const levels = pyramid(await pictureOf(photo));
  const answer = read(levels, candidatesOf(levels), networks, options);
  return { ...answer, ms: performance.now() - began };
};
globalThis.ready = true;
</script>"""


class Phone:
    """A page with the reader in it."""

    def __init__(self, page: Any) -> None:
        self._page = page
        self._files: dict[str, bytes] = {}
        self.requested: list[str] = []
        page.route("**/*", self._answer)
        page.goto(f"{_ORIGIN}/page.html")
        page.wait_for_function("globalThis.ready")

    def _answer(self, route: Any) -> None:
        path = route.request.url.removeprefix(_ORIGIN).lstrip("/").partition("?")[0]
        self.requested.append(path)
        if path == "page.html":
            route.fulfill(body=_PAGE, content_type="text/html")
        elif path in self._files:
            route.fulfill(body=self._files[path], content_type="image/jpeg")
        elif (SCRIPTS / path).is_file():
            route.fulfill(
                body=(SCRIPTS / path).read_bytes(),
                content_type=_TYPES[(SCRIPTS / path).suffix],
            )
        else:
            route.fulfill(status=404)

    def candidates(self, photo: bytes) -> tuple[int, list[list[float]]]:
        """Return how wide the photo is as it is read, and where indices may stand: rank
        x, y and suit x, y in its pixels.
        """
        self._files = {"photo": photo}
        found = self._page.evaluate("find('/photo')")
        return found["width"], found["pairs"]

    def cut_out(self, numbers: list[int]) -> bytes:
        """Return these candidates of the last photo as the networks get them: a byte is
        (value + 1) * 106.
        """
        return base64.b64decode(
            self._page.evaluate("numbers => cutOut(numbers)", numbers)
        )

    def read(self, photo: bytes, **options: Any) -> dict[str, Any]:
        """Return what the worker answers to this photo: `readings` and `letters`, how
        far it said it was (`shares`, from 0 to 1), and how many milliseconds it took
        (`ms`).

        Raises playwright's Error where the photo cannot be read at all.
        """
        self._files = {"photo": photo}
        answer: dict[str, Any] = self.evaluate(
            "options => readInWorker('/photo', options)", options
        )
        return answer

    def evaluate(self, script: str, given: Any) -> Any:
        """Return what this script answers in the reader's page."""
        return self._page.evaluate(script, given)

    def slow_down(self, times: int) -> None:
        """Make the processor so many times slower for what the page itself does:
        Chromium leaves its workers alone.
        """
        self._page.context.new_cdp_session(self._page).send(
            "Emulation.setCPUThrottlingRate", {"rate": times}
        )

    def read_in_page(self, photo: bytes, **options: Any) -> dict[str, Any]:
        """As `read`, without a worker: in the page, which can be slowed down."""
        self._files = {"photo": photo}
        answer: dict[str, Any] = self._page.evaluate(
            "options => readHere('/photo', options)", options
        )
        return answer


@contextmanager
def phone() -> Iterator[Phone]:
    """Yield a phone that reads until the block ends."""
    with browser() as chromium:
        yield Phone(chromium.new_page())
