"""How well a camera over the table is read: film, picture by picture, through the
scripts that the page runs.
"""

import json
import math
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from training.browser import browser

STATIC = Path(__file__).parents[2] / "web/referee_web/static"
_ORIGIN = "http://film.invalid"
_TYPES = {
    ".js": "text/javascript",
    ".bin": "application/octet-stream",
    ".jpg": "image/jpeg",
}
_PAGE = Path(__file__).with_name("film.html")
_PATIENCE = 9
"""Pictures that an entry stands on phones before it is made: two seconds less one."""
_SWEEPS = 12
"""Pictures before the next trick lies there, in which this one is swept away and the
next one laid, at least.
"""


@dataclass(slots=True)
class Watched:
    """How the tricks of films were entered."""

    right: int = 0
    missed: list[str] = field(default_factory=list)
    """What was laid and not entered, with what was seen of it."""
    wrong: list[str] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    """From the last card lying still to the entry standing on phones."""
    readings: int = 0
    ms: float = 0

    def table(self) -> str:
        """Return the figures as lines of text."""
        count = self.right + len(self.missed) + len(self.wrong)
        late = sorted(self.pictures)
        share = 100 * self.right / max(1, count)
        lines = [
            (
                f"{count} tricks: {self.right} entered right ({share:.1f} %), "
                f"{len(self.wrong)} wrong"
            )
        ]
        lines.append(
            f"{len(self.missed)} left to people, {self.readings / max(1, count):.0f} "
            "readings a trick"
        )
        lines.append(f"{self.ms / max(1, self.readings):.0f} ms a reading")
        if late:
            middle = late[len(late) // 2]
            most = late[len(late) * 95 // 100]
            lines.append(
                f"seen {middle} pictures after the last card lay still, 95 % within "
                f"{most}"
            )
        return "\n".join(lines)


def watch(
    films: Iterator[Path], tell: Callable[[str], None] = lambda text: None
) -> Watched:
    """Watch films of tricks (see `film.write`) as the page does, and hold what is
    entered against what was laid.
    """
    found = Watched()
    for folder in films:  # Making the next one may need a browser of its own
        with browser() as chromium:
            page = chromium.new_page()
            page.route("**/*", partial(_answer, folder))
            page.goto(f"{_ORIGIN}/page.html")
            page.wait_for_function("globalThis.ready")
            _watch(page, folder, found, tell)
            spent = page.evaluate("spent()")
            found.readings += spent["readings"]
            found.ms += spent["ms"]
    return found


def _watch(
    page: Any, folder: Path, found: Watched, tell: Callable[[str], None]
) -> None:
    told = json.loads((folder / "film.json").read_text("utf-8"))
    names = [f"Seat {n + 1}" for n in range(told["seats"])]
    places = {
        name: _place(n, len(names), *told["middle"]) for n, name in enumerate(names)
    }
    moments = told["moments"]
    codes = told["codes"]
    left = list(told["codes"])
    number = -1
    last = {}
    for at, moment in enumerate(moments):
        truth = {names[seat]: code for seat, code in moment["laid"]}
        if len(left) < len(names) or not {*truth.values()} <= {*left}:
            left = list(codes)
        until = (
            moments[at + 1]["still"] - _SWEEPS
            if at + 1 < len(moments)
            else told["pictures"]
        )
        view = _asking(list(truth), left)
        plays = None
        seen_at = None
        while plays is None and number + 1 < until:
            number += 1
            answer = page.evaluate(
                "([...given]) => look(...given)",
                [f"/film/{number:05}.jpg", view, places, _PATIENCE],
            )
            seen_at = number if answer.get("since") else seen_at
            plays = answer["entries"] and answer["entries"][0]["data"]["plays"]
            if moment["still"] + 3 < number < moment["still"] + 14:
                last = answer
        if plays == truth:
            found.right += 1
            found.pictures.append(max(0, (seen_at or number) - moment["still"]))
        elif plays is None:
            found.missed.append(f"{folder.name} {at}: {moment['laid']} {last}")
            tell(f"missed {found.missed[-1]}")
        else:
            found.wrong.append(f"{folder.name} {at}: {moment['laid']} {plays}")
            tell(f"wrong {found.wrong[-1]}")
        left = [code for code in left if code not in truth.values()]


def _asking(seats: list[str], codes: list[str]) -> dict[str, Any]:
    """Return a view in which a trick of these seats is asked for."""
    field = {
        "name": "plays",
        "type": "card_by_seat",
        "seats": seats,
        "choices": codes,
        "optional": False,
        "some": True,
    }
    prompt = {
        "kind": "trick",
        "seats": seats,
        "optional": False,
        "own": False,
        "secret": False,
        "fields": [field],
    }
    return {"prompts": [prompt], "zones": []}


def _place(n: int, seats: int, x: float, y: float) -> dict[str, float]:
    angle = math.pi / 2 + 2 * math.pi * n / seats
    return {"x": x + 0.42 * math.cos(angle), "y": y + 0.4 * math.sin(angle)}


def made(
    count: int,
    tricks: int,
    seats: list[int],
    seed: int,
    frames: Path | None,
    shot: dict[str, Any],
) -> Iterator[Path]:
    """Render so many films one after the other, each of which is gone once the next one
    is asked for. `shot` says how they are filmed (see `film.Shot`).
    """
    from training import film

    photos = sorted(frames.glob("*.jpg")) if frames else []
    for number in range(seed, seed + count):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / str(number)
            if photos:
                film.framed(
                    path,
                    photos[number % len(photos)],
                    number,
                    tricks,
                    seats[number % len(seats)],
                )
            else:
                of_them = seats[number % len(seats)]
                film.rendered(path, number, tricks, of_them, film.Shot(**shot))
            yield path


def _answer(folder: Path, route: Any) -> None:
    path = route.request.url.removeprefix(_ORIGIN).lstrip("/").partition("?")[0]
    file = (
        folder / path.removeprefix("film/")
        if path.startswith("film/")
        else STATIC / path
    )
    if path == "page.html":
        route.fulfill(body=_PAGE.read_text("utf-8"), content_type="text/html")
    elif file.is_file():
        route.fulfill(body=file.read_bytes(), content_type=_TYPES[file.suffix])
    else:
        route.fulfill(status=404)
