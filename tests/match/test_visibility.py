"""What each viewer may see: what is not allowed by name stays hidden."""

import json

import pytest

from referee.cards.card import card
from referee.match.match import Match
from referee.match.showing.export import document
from referee.match.showing.log_lines import log_lines
from referee.match.showing.round_table import round_table
from referee.match.showing.views import view_of, zone_for
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.view import Zone

from .conftest import Lay, enter

ANA = Viewer("Ana")
BEN = Viewer("Ben")
OPENER = Viewer(None, host=True, opener=True)


def everything(match: Match, viewer: Viewer) -> str:
    shown = [view_of(match, viewer, "CODE"), log_lines(match, viewer)]
    exports = [document(match, viewer, "CODE"), round_table(match)]
    return json.dumps([jsonable(shown), exports])


@pytest.mark.parametrize(
    "viewer", [BEN, SPECTATOR, OPENER], ids=["another seat", "spectator", "host"]
)
def test_a_sealed_card_shows_nowhere(match: Match, lay: Lay, viewer: Viewer) -> None:
    other = Match.begin(match.history.rulebook, match.history.setting)
    laid = lay("Ana", "KH")
    enter(match, laid)
    enter(
        other,
        type(laid)(1, laid.id, "lay", "Ana", {"card": "2D"}, "Ana", False, laid.at),
    )
    assert everything(match, viewer) == everything(other, viewer)


def test_its_author_and_its_seat_see_a_sealed_card(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH", by=None, host=True))
    assert [
        log_lines(match, viewer)[0].sealed for viewer in (OPENER, ANA, BEN, SPECTATOR)
    ] == [
        False,
        False,
        True,
        True,
    ]


def test_who_opened_the_table_sees_no_seats_sealed_card(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"))
    assert log_lines(match, OPENER)[0].data is None


def test_a_zone_shows_its_cards_to_those_it_names_and_its_count_to_all() -> None:
    mine = Zone("laid", "Ana", 1, (card("KH"),), ("Ana",))
    laid = [zone_for(viewer, mine) for viewer in (ANA, BEN, SPECTATOR)]
    assert [zone.cards for zone in laid] == [(card("KH"),), None, None]
    assert [zone.count for zone in laid] == [1, 1, 1]


def test_a_host_is_prompted_for_all_a_seat_for_itself_a_spectator_for_nothing(
    match: Match, lay: Lay
) -> None:
    enter(match, lay("Ana", "KH"))

    def prompted(viewer: Viewer) -> list[tuple[str, tuple[str, ...], bool]]:
        prompts = view_of(match, viewer, "C").prompts
        return [(prompt.kind, prompt.seats, prompt.optional) for prompt in prompts]

    gather = ("gather", ("Ana", "Ben"), True)
    assert prompted(OPENER) == [
        ("lay", ("Ben",), False),
        ("lay", ("Ana",), True),
        gather,
    ]
    assert prompted(ANA) == [("lay", ("Ana",), True), gather]
    assert prompted(BEN) == [("lay", ("Ben",), False), gather]
    assert prompted(SPECTATOR) == []
