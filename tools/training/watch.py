"""How well a camera over the table is read: film, picture by picture, through the scripts that the page runs."""

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from training.browser import browser

STATIC = Path(__file__).parents[2] / "web/referee_web/static"
_ORIGIN = "http://film.invalid"
_TYPES = {".js": "text/javascript", ".bin": "application/octet-stream", ".jpg": "image/jpeg"}
_PAGE = Path(__file__).with_name("film.html")
_PATIENCE = 9
"""Pictures that an entry stands on phones before it is made: two seconds less one."""


@dataclass(slots=True)
class Watched:
    """How the moments of a film were entered."""

    right: int = 0
    missed: list[int] = field(default_factory=list)
    wrong: list[tuple[int, Any]] = field(default_factory=list)
    pictures_to_see: list[int] = field(default_factory=list)
    """From the last card lying still to the entry standing on phones."""
    readings: int = 0
    ms: float = 0
    seconds: float = 0


def watch(folder: Path, seats: int, codes: list[str], each: bool = False) -> Watched:
    """Watch a film of tricks (see `film.write`) as the page does, and hold what is entered against what was laid."""
    told = json.loads((folder / "film.json").read_text("utf-8"))
    names = [f"Seat {n + 1}" for n in range(seats)]
    places = {
        name: {"x": 0.5 + 0.42 * _round(n, seats)[0], "y": 0.5 + 0.4 * _round(n, seats)[1]}
        for n, name in enumerate(names)
    }
    found, began = Watched(), time.monotonic()
    with browser() as chromium:
        page = chromium.new_page()
        page.route("**/*", lambda route: _answer(route, folder))
        page.goto(f"{_ORIGIN}/page.html")
        page.wait_for_function("globalThis.ready")
        moments, left, at = told["moments"], list(codes), 0
        seen_at, last = None, None
        for number in range(told["pictures"]):
            while (
                at < len(moments)
                and at + 1 < len(moments)
                and number > moments[at + 1]["still"] - 25
                and moments[at].get("done") is None
            ):
                found.missed.append(at)
                if each:
                    print("missed", at, moments[at]["laid"], last)
                left = [code for code in left if code not in [c for _, c in moments[at]["laid"]]]
                at += 1
            if len(left) < seats:
                left = list(codes)
            field_ = {
                "name": "plays",
                "type": "card_by_seat",
                "seats": names,
                "choices": left,
                "optional": False,
                "some": True,
            }
            view = {
                "prompts": [{"kind": "trick", "seats": names, "optional": False, "own": False, "fields": [field_]}],
                "zones": [],
            }
            answer = page.evaluate(
                "([...given]) => look(...given)", [f"/film/{number:05}.jpg", view, places, _PATIENCE]
            )
            if at < len(moments) and moments[at]["still"] + 3 < number < moments[at]["still"] + 14:
                last = answer
            if answer.get("since"):
                seen_at = number
            if answer["entries"] is None or at >= len(moments):
                continue
            plays = answer["entries"][0]["data"]["plays"]
            truth = {names[seat]: code for seat, code in moments[at]["laid"]}
            if plays == truth:
                found.right += 1
                found.pictures_to_see.append((seen_at or number) - moments[at]["still"])
            else:
                found.wrong.append((at, (plays, truth)))
            left = [code for code in left if code not in truth.values()]
            at += 1
        found.missed += range(at, len(moments))
        spent = page.evaluate("spent()")
        found.readings, found.ms = spent["readings"], spent["ms"]
    found.seconds = time.monotonic() - began
    return found


def _round(n: int, seats: int) -> tuple[float, float]:
    import math

    angle = math.pi / 2 + 2 * math.pi * n / seats
    return math.cos(angle), math.sin(angle)


def _answer(route: Any, folder: Path) -> None:
    path = route.request.url.removeprefix(_ORIGIN).lstrip("/").partition("?")[0]
    file = folder / path.removeprefix("film/") if path.startswith("film/") else STATIC / path
    if path == "page.html":
        route.fulfill(body=_PAGE.read_text("utf-8"), content_type="text/html")
    elif file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=_TYPES[file.suffix])
    else:
        route.fulfill(status=404)
