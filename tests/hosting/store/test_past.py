"""What every store keeps of finished matches, and what it forgets for good."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from referee.hosting.store import (
    AdmissionRow,
    ClaimRow,
    LinkRow,
    NoSuchTable,
    PastMatch,
    Placing,
    Renaming,
    ResultRow,
    Search,
    SeatRow,
    Stamp,
    Store,
    TableRow,
    WriteRefused,
)
from referee.match.log_entry import Record

pytestmark = pytest.mark.slow

Lay = Callable[..., TableRow]
ANA = Placing("Ana", "ana", 7, 1, True)
BEN = Placing("Ben", "ben", -2, 2, False)
CY = Placing("Cy", None, 0, 3, False)
ENTERED_ONCE = Stamp(0, 1)


def line(seq: int, table: str = "oak", **body: object) -> Record:
    return Record(
        seq, "entry", f"id-{table}-{seq}", "Ana", 1000.5 + seq, body or {"kind": "play"}
    )


def end(store: Store, code: str, ended_at: float, *placings: Placing) -> ResultRow:
    """A match of this table that has ended like this."""
    store.start(code, {"order": []}, ended_at - 60.0)
    result = ResultRow(code, ended_at, placings)
    store.append(code, [line(1, code)], result)
    return result


def test_a_result_comes_with_the_line_that_ends_the_match(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana", "Ben")
    store.append("oak", [line(1)])
    assert store.past.result("oak") is None
    decided = {
        "say": "{seat} wins with the {card}.",
        "with": {"seat": "Ana", "card": {"card": "KH"}},
    }
    ended = ResultRow("oak", 1002.5, (ANA, BEN, CY), decided)
    store.append("oak", [line(2)], ended)
    assert store.past.result("oak") == ended
    [listed] = store.past.matches(Search(), most=2)
    assert str(listed.decided) == "Ana wins with the king of hearts."
    store.append("oak", [line(3)])
    assert store.past.result("oak") == ended
    otherwise = replace(ended, placings=(BEN, ANA))
    store.append("oak", [line(4)], otherwise)
    assert store.past.result("oak") == otherwise
    store.append("oak", [line(5)], reopens=True)
    assert store.past.result("oak") is None


def test_matches_are_listed_last_ended_first(store: Store, lay: Lay) -> None:
    for code, ended_at in (
        ("ash", 300.0),
        ("elm", 500.0),
        ("fir", 400.0),
        ("oak", 400.0),
    ):
        lay(code, "Ana")
        end(store, code, ended_at, ANA, BEN)
    lay("yew", "Ana")
    store.start("yew", {}, 1.0)
    found = store.past.matches(Search(), 9)
    assert [match.code for match in found] == ["elm", "oak", "fir", "ash"]
    assert store.past.finished(["yew", "elm", "box"]) == {"elm"}
    assert store.past.finished([]) == frozenset()
    assert found[0] == PastMatch("elm", "whist", 440.0, 500.0, (ANA, BEN))
    assert [match.code for match in store.past.matches(Search(), 2, 1)] == [
        "oak",
        "fir",
    ]
    assert [
        match.code for match in store.past.matches(Search(since=400.0, until=500.0), 9)
    ] == ["oak", "fir"]
    assert store.past.matches(Search(game="skat"), 9) == []


def test_matches_are_found_by_a_part_of_a_players_name(store: Store, lay: Lay) -> None:
    for code, placing in (
        ("ash", ANA),
        ("elm", replace(ANA, name="Anabel", player="anabel")),
        ("oak", CY),
    ):
        lay(code)
        end(store, code, 100.0, placing, BEN)
    assert [match.code for match in store.past.matches(Search(player="ana"), 9)] == [
        "elm",
        "ash",
    ]
    assert [match.code for match in store.past.matches_of(["ana"], 9)] == ["ash"]
    earlier = store.past.matches_of(["ana", "anabel"], 9, before=100.0)
    together = store.past.matches_of(["ana", "anabel"], 9, before=101.0)
    assert earlier == []
    assert [match.code for match in together] == ["elm", "ash"]
    assert store.past.matches(Search(player="_"), 9) == []


def test_players_are_counted_under_their_latest_spelling(
    store: Store, lay: Lay
) -> None:
    for code, ended_at, placing in (
        ("ash", 300.0, replace(ANA, name="ANA")),
        ("elm", 200.0, replace(ANA, won=False)),
        ("oak", 400.0, CY),
    ):
        lay(code)
        end(store, code, ended_at, BEN, placing)
    found = store.past.players("", 9)
    assert [
        (row.player, row.name, row.matches, row.wins, row.last_at) for row in found
    ] == [
        ("ben", "Ben", 3, 0, 400.0),
        ("ana", "ANA", 2, 1, 300.0),
    ]
    assert [row.name for row in store.past.players("an", 9)] == ["ANA"]
    assert [row.name for row in store.past.players("", 1, 1)] == ["ANA"]


CODES = [f"T{number}" for number in range(6)]


def deal(random: Random) -> tuple[Placing, ...]:
    """How some match ended: of five players any, one perhaps twice as often as others,
    one perhaps without a name.
    """
    seats = random.sample(["ana", "ben", "cy", "di", "eve"], random.randint(1, 4))
    places = [random.randint(1, 3) for _ in seats]
    named = [seat if random.random() < 0.9 else None for seat in seats]
    return tuple(
        Placing(
            random.choice((seat, seat.upper())),
            player,
            random.randint(-9, 9),
            place,
            place == 1,
        )
        for seat, player, place in zip(seats, named, places, strict=True)
    )


def slowly_counted(matches: Sequence[PastMatch]) -> dict[str, object]:
    """What all these matches, last ended first, tell of each player: each counted on
    its own.
    """
    told: dict[str, object] = {}
    mine = [
        (one, own) for one in matches for own in one.placings if own.player is not None
    ]
    for player in {own.player for _, own in mine}:
        own = [(one, place) for one, place in mine if place.player == player]
        met = [
            (place.place, other)
            for one, place in own
            for other in one.placings
            if other.player not in (None, player)
        ]
        games = {
            game: (
                len(of),
                sum(place.won for place in of),
                sum(place.place for place in of) / len(of),
            )
            for game in {one.game for one, _ in own}
            if (of := [place for one, place in own if one.game == game])
        }
        against = {
            rival: (
                sum(here < there.place for here, there in of),
                sum(here > there.place for here, there in of),
                len(of),
            )
            for rival in {other.player for _, other in met}
            if (of := [(here, there) for here, there in met if there.player == rival])
        }
        latest = own[0][0]
        name = own[0][1].name
        told[str(player)] = (
            name,
            len(own),
            sum(place.won for _, place in own),
            latest.ended_at,
            games,
            against,
        )
    return told


def counted(store: Store) -> dict[str, object]:
    """The same as the store has it."""
    told: dict[str, object] = {}
    for row in store.past.players("", 99):
        games = {
            one.game: (one.matches, one.wins, one.place)
            for one in store.past.games_of(row.player)
        }
        against = {
            one.player: (one.ahead, one.behind, one.matches)
            for one in store.past.rivals_of(row.player, 99)
        }
        told[row.player] = (
            row.name,
            row.matches,
            row.wins,
            row.last_at,
            games,
            against,
        )
        assert store.past.player(row.player) == row
    return told


@pytest.mark.parametrize("seed", range(3))
def test_what_is_counted_is_what_the_results_sum_up_to(
    store: Store, lay: Lay, seed: int
) -> None:
    """Results come, are put right, are taken back and go with their tables, in any
    order.
    """
    random = Random(seed)
    for moment in range(60):
        code = random.choice(CODES)
        if store.table(code) is None:
            store.create_table(
                TableRow(code, random.choice(("whist", "skat")), "1", 1.0)
            )
            store.start(code, {"order": []}, 1.0)
        ended = (
            ResultRow(code, float(moment), deal(random))
            if random.random() < 0.8
            else None
        )
        store.put_result(code, ended, store.stamp(code) or Stamp())
        if random.random() < 0.1:
            store.delete_table(code)
        if moment % 6 == 0:
            assert counted(store) == slowly_counted(store.past.matches(Search(), 99))
    assert counted(store) == slowly_counted(store.past.matches(Search(), 99)) != {}


def test_a_deleted_table_is_no_past_match_and_no_rematch(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana")
    end(store, "oak", 100.0, ANA)
    store.create_next_table(
        "oak", TableRow("elm", "whist", "1", 2.0), [SeatRow("elm", 0, "Ana", "ab")]
    )
    assert store.past.next_table("oak") == "elm"
    assert store.past.seats_before("elm") == 1
    assert store.past.seats_before("oak") is None
    assert [seat.token_hash for seat in store.seats("elm")] == ["ab"]
    store.delete_table("elm")
    assert store.past.next_table("oak") is None
    store.delete_table("oak")
    assert store.past.matches(Search(), 9) == []
    assert store.past.players("", 9) == []


def test_a_match_is_begun_once_more_once(store: Store, lay: Lay) -> None:
    lay("oak", "Ana")
    store.create_next_table(
        "oak", TableRow("elm", "whist", "1", 2.0), [SeatRow("elm", 0, "Ana")]
    )
    for code in ("elm", "fir"):
        with pytest.raises(WriteRefused):
            store.create_next_table(
                "oak", TableRow(code, "whist", "1", 3.0), [SeatRow(code, 0, "Ana")]
            )
    assert store.table("fir") is None
    with pytest.raises(NoSuchTable):
        store.create_next_table(
            "ash", TableRow("yew", "whist", "1", 3.0), [SeatRow("yew", 0, "Ana")]
        )
    assert store.table("yew") is None


def test_matches_that_follow_each_other_are_found_from_each_of_them(
    store: Store, lay: Lay
) -> None:
    lay("oak", "Ana")
    end(store, "oak", 100.0, ANA, BEN)
    store.create_next_table(
        "oak", TableRow("elm", "skat", "1", 110.0, {"target": 3}), []
    )
    end(store, "elm", 200.0, BEN, CY)
    store.create_next_table("elm", TableRow("fir", "skat", "1", 210.0), [])
    lay("yew", "Ana")
    found = store.past.linked_matches("elm")
    told = [
        (match.code, match.game, match.opened_at, match.ended_at, match.placings)
        for match in found
    ]
    assert told[1:] == [
        ("elm", "skat", 110.0, 200.0, (BEN, CY)),
        ("fir", "skat", 210.0, None, ()),
    ]
    assert [match.code for match in found] == ["oak", "elm", "fir"]
    assert found[1].options == {"target": 3}
    assert store.past.linked_matches("oak") == found == store.past.linked_matches("fir")
    assert [match.code for match in store.past.linked_matches("yew")] == ["yew"]
    assert store.past.seats_before("fir") == 0
    assert store.past.seats_before("elm") is None, "another game is no rematch"


def seated(store: Store, lay: Lay) -> ResultRow:
    """A finished match that Ana hosts, with a link and a claim to her seat, and what
    she answered to a claim.
    """
    lay("oak", "Ana", "Ben")
    store.set_host("oak", None, "Ana")
    store.add(LinkRow("hash", "oak", "Ana", 900.0))
    store.add(ClaimRow("c1", "secret", "oak", "Ana", 1.0))
    store.add(ClaimRow("c2", "secret", "oak", "Ben", 2.0))
    store.answer_claim(AdmissionRow("c2", "Ana", "token", True))
    return end(store, "oak", 100.0, ANA, BEN)


def test_a_seat_has_another_name_in_every_row(store: Store, lay: Lay) -> None:
    ended = seated(store, lay)
    anna = replace(ANA, name="Anna", player="anna")
    before = store.log("oak")
    store.rename_seat(
        Renaming("oak", "Ana", "Anna", False, (), replace(ended, placings=(anna, BEN))),
        ENTERED_ONCE,
    )
    row = store.table("oak")
    assert row is not None
    assert row.host_seat == "Anna"
    assert [
        (seat.position, seat.name, seat.nameless) for seat in store.seats("oak")
    ] == [
        (0, "Anna", False),
        (1, "Ben", False),
    ]
    assert store.log("oak") == before
    assert store.past.result("oak") == ResultRow("oak", 100.0, (anna, BEN))
    assert [claim.seat for claim in store.claims("oak")] == ["Anna", "Ben"]
    link = store.link("hash")
    assert link is not None
    assert link.seat == "Anna"
    assert store.admissions("c2") == [AdmissionRow("c2", "Anna", "token", True)]
    assert [row.player for row in store.past.players("", 9)] == ["anna", "ben"]


def test_a_name_that_is_forgotten_is_in_no_row(store: Store, lay: Lay) -> None:
    ended = seated(store, lay)
    placing = replace(ANA, name="Player 1", player=None)
    lines = (replace(store.log("oak")[0], body={"kind": "new"}),)
    store.rename_seat(
        Renaming(
            "oak",
            "Ana",
            "Player 1",
            True,
            lines,
            replace(ended, placings=(placing, BEN)),
        ),
        ENTERED_ONCE,
    )
    assert [(seat.name, seat.nameless) for seat in store.seats("oak")] == [
        ("Player 1", True),
        ("Ben", False),
    ]
    assert store.log("oak") == list(lines)
    assert store.past.result("oak") == ResultRow("oak", 100.0, (placing, BEN))
    assert ([claim.seat for claim in store.claims("oak")], store.link("hash")) == (
        ["Ben"],
        None,
    )
    assert [row.player for row in store.past.players("", 9)] == ["ben"]


def test_what_was_deleted_is_not_in_the_file_any_more(
    store: Store, lay: Lay, place: str, kind: str
) -> None:
    """Rows in the file, in its log of writes, and in pages that were split."""
    names = [f"Somebody-{number:04}-{'x' * 40}" for number in range(60)]
    for name in names:
        lay(name[:13], name)
        store.append(
            name[:13],
            [line(seq, name[:13], kind="play", seat=name) for seq in range(1, 30)],
        )
    for name in names[::2]:
        store.delete_table(name[:13])
    assert store.eraser.erase()
    for name in names[1::2]:
        assert store.seats(name[:13]) != []
    if kind == "sqlite":
        written = b"".join(path.read_bytes() for path in Path(place).parent.iterdir())
        assert [name for name in names if name.encode() in written] == names[1::2]
