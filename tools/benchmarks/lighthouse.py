"""What Lighthouse says of the pages that people open first and use most, as on a phone."""

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchmarks.daemon import HERE, Caller, NoAnswer, opened
from benchmarks.report import Row, table

GAME = "faj"
QUESTION = "trick"
SEATS = ("Ana", "Ben", "Cy", "Di")
ENTRY = {
    "id": "7f8a4f2e-6f0c-4c39-9d8b-6d1f6f1c2a10",
    "kind": "board",
    "data": {"cards": ["7H"]},
}

QUICK_ENOUGH = 95
FLAWLESS = 100
CATEGORIES = {
    "performance": QUICK_ENOUGH,
    "accessibility": FLAWLESS,
    "best-practices": FLAWLESS,
    "seo": FLAWLESS,
}
BROWSERS = ("chromium", "google-chrome", "google-chrome-stable")
CHROME_FLAGS = "--headless=new --no-sandbox --disable-gpu"
PATIENCE_SECONDS = 180.0


class NoLighthouse(Exception):
    """There is nothing to measure with; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Report:
    """What one run said: points out of 100 for each category, and the audits that cost
    some, by category.
    """

    points: Mapping[str, float]
    faults: Mapping[str, tuple[str, ...]]


def measure(quick: bool) -> str:
    """Return the table of points, or why there is none."""
    try:
        command = _command()
        with opened() as daemon:
            return _measured(command, daemon.port, 1 if quick else 5)
    except NoLighthouse as missing:
        return f"### Lighthouse\n\nNot measured: {missing}"


def _command() -> list[str]:
    """Return how Lighthouse is started; NoLighthouse where it is not installed."""
    found = shutil.which("lighthouse")
    if found is None:
        raise NoLighthouse(
            "Lighthouse is not installed (npm install --global lighthouse)."
        )
    categories = f"--only-categories={','.join(CATEGORIES)}"
    return [
        found,
        "--quiet",
        "--output=json",
        "--throttling-method=simulate",
        f"--chrome-flags={CHROME_FLAGS}",
        categories,
    ]


def _measured(command: list[str], port: int, runs: int) -> str:
    code, seat_token = _table_in_play(port)
    pages = {
        "first page": "/",
        "new table": f"/new/{GAME}",
        "table in play": f"/t/{code}",
        "ask": f"/ask/{GAME}/{QUESTION}",
        "board view": f"/t/{code}/board",
    }
    cookie = f"seat_{code}={seat_token}"
    rows = []
    faults = []
    for name, path in pages.items():
        reports = [
            _report(command, f"http://{HERE}:{port}{path}", cookie) for _ in range(runs)
        ]
        for category, wanted in CATEGORIES.items():
            points = median(report.points[category] for report in reports)
            rows.append(
                Row(f"{name}: {category}", points, "of 100", wanted, at_least=True)
            )
            found = sorted(
                {fault for report in reports for fault in report.faults[category]}
            )
            faults += (
                [f"{name}, {category}: {', '.join(found)}."]
                if found and category != "performance"
                else []
            )
    how = (
        "its phone and network, simulated: a processor four times slower, 1.6 Mbit/s, "
        "150 ms"
    )
    return table(f"Lighthouse ({how}; medians of {runs})", rows, faults)


def _table_in_play(port: int) -> tuple[str, str]:
    """Return the code of a table with a board laid, and the token of its first seat."""
    with Caller(port) as caller:

        def told(path: str, body: object, token: str = "") -> dict[str, Any]:
            status, answer = caller.call("POST", f"/api/v1/tables{path}", body, token)
            if status not in (200, 201):
                raise NoAnswer(f"{path} answered {status}: {answer}")
            return dict(answer)

        made = told("", {"game": GAME, "seats": SEATS})
        code = made["code"]
        host = made["host_token"]
        seat = told(f"/{code}/join", {"name": SEATS[0]})["seat_token"]
        told(f"/{code}/start", {}, host)
        told(f"/{code}/entries", ENTRY, host)
        return code, seat


def _report(command: list[str], url: str, cookie: str) -> Report:
    """One run over this page by a phone that has this cookie; NoLighthouse where the
    run fails.
    """
    ran = subprocess.run(
        [
            command[0],
            url,
            *command[1:],
            f"--extra-headers={json.dumps({'Cookie': cookie})}",
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        env=_environment(),
        check=False,
    )
    if ran.returncode:
        raise NoLighthouse(
            f"it ended with {ran.returncode}: {ran.stderr.strip()[-500:]}"
        )
    return read(json.loads(ran.stdout))


def _environment() -> dict[str, str]:
    path = os.environ.get("REFEREE_CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), None
    )
    return {**os.environ, **({"CHROME_PATH": path} if path else {})}


def read(told: dict[str, Any]) -> Report:
    """Return what this report, as Lighthouse writes it, says."""
    found = {name: told["categories"][name] for name in CATEGORIES}
    if unknown := [name for name, one in found.items() if one["score"] is None]:
        raise NoLighthouse(
            f"it could not judge {', '.join(unknown)}: "
            f"{told.get('runtimeError', told['runWarnings'])}"
        )
    points = {name: round(one["score"] * 100) for name, one in found.items()}
    return Report(
        points, {name: _faults(one, told["audits"]) for name, one in found.items()}
    )


def _faults(category: dict[str, Any], audits: dict[str, Any]) -> tuple[str, ...]:
    """Return the audits that counted in this category and were not passed."""
    scores = {
        ref["id"]: audits[ref["id"]]["score"]
        for ref in category["auditRefs"]
        if ref["weight"]
    }
    return tuple(
        name for name, score in scores.items() if score is not None and score < 1
    )
