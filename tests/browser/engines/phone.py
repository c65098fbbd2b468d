"""A phone with any engine in it: what people do there, and what they see.

An engine says how it opens a page, runs a script, presses and types; all else is done
here, the same everywhere.
"""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Literal, TypedDict

from ..phones import PATIENCE_MS

Pointer = Literal["finger", "mouse"]
Key = Literal["Enter", "Escape", "Tab"]


class Place(TypedDict):
    """Where an element is on the screen: its middle, its size, and what lies over its
    middle, if anything does.
    """

    x: float
    y: float
    width: float
    height: float
    cover: str


LOOK_AGAIN = 0.05
KEYS: dict[Key, str] = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}
"""The characters that stand for keys in WebDriver."""

# The first element of this selector that is seen, with these words where some are
# given: first one that says just them. Scrolled into view, it is told by its middle and
# by what lies uppermost there. Until all of the page is there nothing is seen: Firefox
# tells where things are before their style sheet is, and a tap there would miss.
LOOK_FOR = """
if (document.readyState !== "complete") return null;
const [selector, words] = arguments;
const tidy = (text) => (text ?? "").replace(/\\s+/g, " ").trim();
const names = (one) => [tidy(one.textContent), tidy(one.getAttribute("aria-label"))];
const hasSize = ({ width, height }) => width > 0 && height > 0;
const isShown = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const isSeen = (one) => isShown(one) && hasSize(one.getBoundingClientRect());
const seen = [...document.querySelectorAll(selector)].filter(isSeen);
const saysJust = (one) => !words || names(one).includes(words);
const found = seen.find(saysJust) ?? seen.find((one) => names(one).join().includes(words));
if (!found) return null;
const isInView = ({ top, bottom }) => top >= 0 && bottom <= innerHeight;
if (!isInView(found.getBoundingClientRect())) found.scrollIntoView({ block: "center", behavior: "instant" });
const { left, top, width, height } = found.getBoundingClientRect();
const [x, y] = [left + width / 2, top + height / 2];
const upper = document.elementFromPoint(x, y);
const isFree = upper && (found.contains(upper) || upper.contains(found) || found.contains(upper.closest("label")));
return { x, y, width, height, cover: isFree ? "" : upper?.outerHTML.slice(0, 120) ?? "nothing" };
"""


class Phone(ABC):
    """A phone that shows one page."""

    @abstractmethod
    def open(self, url: str) -> None:
        """Go to this address, and wait until all of its page is there."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """Return what this expression, a string, a number or nothing, comes to in the
        page.
        """

    @abstractmethod
    def press(self, x: float, y: float, by: Pointer) -> None:
        """Press here, with a finger or a mouse, and let go."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type these characters on a keyboard."""

    @abstractmethod
    def press_key(self, key: Key) -> None:
        """Press this key, and let go."""

    @abstractmethod
    def picture(self) -> bytes:
        """Return what is on the screen, as PNG."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """Return the errors that the pages reported so far, and what their policy kept
        them from.
        """

    @abstractmethod
    def close(self) -> None:
        """Put the phone away, with all that it kept."""

    def run(self, script: str, *given: object) -> Any:
        """Run a function of this body in the page, and return its value, as JSON can
        hold it.
        """
        called = f"(function () {{ {script} }}).apply(null, {json.dumps(given)})"
        return json.loads(self.evaluate(f"JSON.stringify({called} ?? null)"))

    def until(self, condition: str, *given: object) -> None:
        """Wait until this expression, in which `arguments` are what is given, counts as
        true.
        """
        wait_for(
            f"{condition} {given}",
            lambda: self.run(f"return Boolean({condition})", *given),
        )

    def find(self, selector: str, words: str = "") -> Place | None:
        """Return where such an element is seen, with these words where some are given;
        None where none is.
        """
        return self.run(LOOK_FOR, selector, words)

    def sees(self, selector: str, words: str = "") -> Place:
        """Wait until such an element is seen, and return where it is."""
        place: Place = wait_for(
            f"{selector} {words}", lambda: self.find(selector, words)
        )
        return place

    def sees_none(self, selector: str) -> None:
        """Wait until no such element is on the page."""
        self.until("!document.querySelector(arguments[0])", selector)

    def tap(self, selector: str, words: str = "", by: Pointer = "finger") -> None:
        """Press the middle of such an element as soon as it lies still and nothing
        covers it.
        """
        seen: list[Place | None] = [None]

        def lies_still() -> bool:
            seen.append(self.find(selector, words))
            before, place = seen[-2:]
            return place is not None and place == before and not place["cover"]

        try:
            wait_for(f"{selector} {words}", lies_still)
        except AssertionError as in_vain:
            raise AssertionError(f"{in_vain}: {seen[-1]}") from None
        place = seen[-1]
        assert place is not None
        self.press(place["x"], place["y"], by)

    def go_back(self) -> None:
        """Go back to the page before, and wait until it is shown."""
        here = self.run("return location.href")
        self.run("history.back()")
        self.until(
            "location.href !== arguments[0] && document.readyState === 'complete'", here
        )


class Engine(ABC):
    """A browser's engine, of which phones are made."""

    name: ClassVar[str]

    @staticmethod
    @abstractmethod
    def missing() -> str:
        """Return what has to be installed before this engine can be used, or nothing."""

    @abstractmethod
    def phone(self, *, wide: bool = False) -> Phone:
        """Return a phone that has kept nothing; a wide one is a board's screen."""

    @abstractmethod
    def close(self) -> None:
        """End all that was started."""


def wait_for(what: str, look: Callable[[], Any]) -> Any:
    """Return what is found, as soon as anything is; a page on its way may fail to
    answer meanwhile.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    failure: Exception | None = None
    while time.monotonic() < until:
        try:
            if found := look():
                return found
            failure = None
        except PageIsLeaving as leaving:
            failure = leaving
        time.sleep(LOOK_AGAIN)
    raise AssertionError(
        f"waited in vain for {what}{f' ({failure})' if failure else ''}"
    )


class PageIsLeaving(Exception):
    """The page went away while it was asked something."""
