"""Cases that players and experts have put to this referee: an entry or a question each,
what has to come of it, and why.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from referee import Ruling
from referee.testing import PlayedMatch
from referee.vocabulary.errors import RefereeError
from tests.games.went_wrong import reasons_of

Case = Mapping[str, Any]

CASES = json.loads(
    (Path(__file__).parent / "rulings_from_outside.json").read_text("utf-8")
)


def cases_with(key: str) -> pytest.MarkDecorator:
    """Run a test for each case that has this."""
    cases = [pytest.param(case, id=case["id"]) for case in CASES if key in case]
    return pytest.mark.parametrize("case", cases)


def laws_of(rulings: tuple[Ruling, ...]) -> set[str]:
    return {
        reason.rule.partition("#")[2] for ruling in rulings for reason in ruling.because
    }


def test_every_case_is_tried() -> None:
    assert all(("ask" in case) != ("entries" in case) for case in CASES)
    assert all(case["why"] for case in CASES)


@cases_with("ask")
def test_a_question(ask: Callable[..., Ruling], case: Case) -> None:
    if case["want"] == "refused":
        with pytest.raises(RefereeError, match=case["says"]):
            ask(case["game"], case["ask"], **case["data"])
        return
    ruling = ask(case["game"], case["ask"], **case["data"])
    assert case["law"] in laws_of((ruling,))
    assert not any(reason.basis == "reading" for reason in ruling.because)
    if case["ask"] == "irregularity":
        assert case["says"] in reasons_of(ruling)
    else:
        assert case["want"].items() <= ruling.verdict.items()


@cases_with("entries")
def test_entries(case: Case) -> None:
    match = PlayedMatch.begun(
        case["game"],
        case["seats"],
        dealer=case.get("dealer"),
        **case.get("options", {}),
    )
    laws: set[str] = set()
    for entry in case["entries"]:
        says = entry.get("says", "")
        if entry["want"] == "refused":
            with pytest.raises(RefereeError, match=says):
                match.enter(entry["kind"], entry.get("seat"), **entry["data"])
            continue
        if "correct" in entry:
            match.correct(entry["correct"], **entry["data"])
        else:
            match.enter(entry["kind"], entry.get("seat"), **entry["data"])
        rulings = match.match.history.latest
        laws |= laws_of(rulings)
        assert says in " ".join(str(ruling.summary) for ruling in rulings)
    assert case.get("law", "") in {"", *laws}
    for seat, score in case.get("scores", {}).items():
        assert match.scores[seat] == score
