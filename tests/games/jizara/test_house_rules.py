"""Ji'zara with house rules: only contested bids count for level hands, and level hands
always toss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.testing import ask
from tests.games.jizara.conftest import cited

if TYPE_CHECKING:
    from tests.games.jizara.conftest import Seated, Table

ANA = "5D 6D 7D 8D 9D"
BEN = "5H 6H 7H 8H 9H"


@pytest.mark.parametrize("id", ["contested-bids", "level-hands-toss"])
def test_it_is_a_section_of_the_rulebook(seated: Seated, id: str) -> None:
    book = seated("Ana", "Ben", house_rules=[id]).rulebook
    assert book.sections[id].basis == "house-rule"
    assert book.house_rules[0].game == "jizara"


class TestContestedBids:
    @pytest.fixture
    def table(self, seated: Seated) -> Table:
        return seated("Ana", "Ben", house_rules=["contested-bids"])

    def test_a_lone_bid_does_not_count(self, table: Table) -> None:
        contest, _ = table.contest("QC", Ana="2S", Ben="")
        assert cited(contest)[0] == ("contested-bids", "house-rule")
        table.contest("QD", Ana="QC", Ben="")
        table.contest("2C", Ana="QD", Ben="")
        table.turn("AS")
        [key] = table.show(Ana="2C 5D 6D 7D 8D", Ben="5H 6H 8H 2H 7H")
        assert key.verdict["reason"] == "random"
        assert cited(key)[0] == ("contested-bids", "house-rule")

    def test_the_last_contested_bid_does(self, table: Table) -> None:
        contest, _ = table.contest("QC", Ana="3S", Ben="2S")
        assert ("contested-bids", "house-rule") not in cited(contest)
        table.contest("QD", Ana="", Ben="2H")
        table.turn("AS")
        key, _ = table.show(Ana="QC 5D 6D 7D 8D", Ben="QD 5H 6H 7H 8H")
        assert (key.verdict["winner"], key.verdict["reason"]) == ("Ana", "last-winner")
        assert cited(key)[:2] == [
            ("contested-bids", "house-rule"),
            ("level-hands", "rules"),
        ]
        assert ("last-bid", "reading") not in cited(key)

    def test_other_rulings_stay(self, table: Table) -> None:
        table.turn("AS")
        assert table.refuses("hand", "Ana", cards="5D").verdict["legal"] is False
        key, _ = table.show(Ana=ANA, Ben="KC KD KH KS QC")
        assert cited(key)[0] == ("key", "rules")


class TestLevelHandsToss:
    @pytest.fixture
    def table(self, seated: Seated) -> Table:
        return seated("Ana", "Ben", house_rules=["level-hands-toss"])

    def test_whoever_won_last(self, table: Table) -> None:
        table.contest("QC", Ana="2S", Ben="")
        table.turn("AS")
        [key] = table.show(Ana="QC 5D 6D 7D 8D", Ben="QD 5H 6H 7H 8H")
        assert key.verdict == {
            "winner": None,
            "totals": {"Ana": 46, "Ben": 46},
            "reason": "random",
        }
        assert cited(key) == [
            ("level-hands-toss", "house-rule"),
            ("values", "rules"),
            ("values", "rules"),
        ]
        table.enter("coin", None, winner="Ben")
        assert table.codes("keys", "Ben") == "AS"

    def test_before_anybody_won_the_rules_say_so(self, table: Table) -> None:
        table.turn("AS")
        [key] = table.show(Ana=ANA, Ben=BEN)
        assert cited(key)[0] == ("chance", "rules")

    def test_other_rulings_stay(self, table: Table) -> None:
        table.turn("AS")
        key, _ = table.show(Ana=ANA, Ben="KC KD KH KS QC")
        assert key.verdict["winner"] == "Ben"
        assert ask("jizara", "bid", house_rules=["contested-bids"], cards="8C").verdict[
            "legal"
        ]
