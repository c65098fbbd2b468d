"""What was entered under version 1 stands as it was: two matches, exported before the
rules changed.

One is over, the other under way. They hold an entry of each kind that is refused or
counted otherwise now: a level that opponents had not prevented, a claim without a
level, a null that was claimed, and one in which the opponents have 60 card points; a
skat without the trumps still held, a misdeal in mid-play, two revokes that one trick
proves.
"""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee import WrongFieldsError
from referee.match.export import rule_again
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.plugin.discovery import rulebook
from referee.testing import PlayedMatch, jsonable

FINISHED, UNDER_WAY = json.loads(
    (Path(__file__).parent / "entered_before.json").read_text("utf-8")
)


def folded(exported: dict[str, Any]) -> PlayedMatch:
    """The match as its log is read again."""
    rules = rulebook("skat", ())
    setting = rules.setting(exported["seats"], exported["dealer"], exported["options"])
    setting = replace(setting, version=exported["game_version"])
    played = PlayedMatch(Match.begin(rules, setting))
    for line in exported["entries"]:
        stored = LogEntry(
            line["seq"],
            line["id"],
            line["kind"],
            line["seat"],
            line["data"],
            line["by"],
            True,
            line["at"],
        )
        played.add_entry(stored)
    return played


def enter_now(played: PlayedMatch, kind: str, **data: Any) -> None:
    """Make an entry after the upgrade."""
    draft = played.draft_entry(kind, None, None, data)
    played.add_entry(replace(draft, version="2"))


@pytest.mark.parametrize(
    "exported", [FINISHED, UNDER_WAY], ids=["finished", "under way"]
)
def test_every_entry_is_ruled_as_it_was_with_the_same_reasons(
    exported: dict[str, Any],
) -> None:
    assert exported["game_version"] == "1"
    assert rule_again(exported) == (len(exported["entries"]), ())

    steps = folded(exported).match.history.steps
    ruled = [jsonable(step.rulings) for step in steps]
    assert ruled == [line["rulings"] for line in exported["entries"]]


@pytest.mark.parametrize(
    ("exported", "scores", "finished"),
    [
        (FINISHED, {"Ana": -528, "Ben": -46, "Cy": 48}, True),
        (UNDER_WAY, {"Ana": -220, "Ben": -46, "Cy": 0}, False),
    ],
    ids=["finished", "under way"],
)
def test_the_scores_stay(
    exported: dict[str, Any], scores: dict[str, float], finished: bool
) -> None:
    played = folded(exported)
    assert (dict(played.scores), played.scene.finished) == (scores, finished)


def test_a_deal_that_was_given_up_before_is_counted_by_the_new_rules() -> None:
    played = folded(UNDER_WAY)
    assert played.kinds == ["skat", "misdeal"]
    with pytest.raises(WrongFieldsError, match="Trumps the declarer still has"):
        enter_now(played, "skat", skat=["8C", "9C"])
    with pytest.raises(WrongFieldsError, match="Who has the wrong number of cards"):
        enter_now(played, "misdeal")
    enter_now(played, "skat", skat=["8C", "9C"], held=["JS", "JH"])
    assert played.scores["Ana"] == -220 + 36


def test_the_next_deal_is_played_by_the_new_rules() -> None:
    played = folded(UNDER_WAY)
    enter_now(played, "misdeal", wrong="both")
    enter_now(
        played, "contract", declarer="Ana", game="grand", announced="ouvert", bid=18
    )
    enter_now(played, "concede", seat="Ben")
    enter_now(played, "skat", skat=["QD", "7S"], held=["JC", "JH", "JD"])
    assert played.scores["Ana"] == -220 + 192
