"""What the archive keeps of matches and players, what is forgotten of them, and the
match begun once more.
"""

import itertools
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from referee.hosting.history.archive import Archive, Forgotten
from referee.hosting.history.exports import match_document
from referee.hosting.history.next_table import begin_rematch, next_table_for
from referee.hosting.room import CardRoom, OpenedTable
from referee.hosting.store import Placing, Store
from referee.hosting.tables.claims import Claimed, open_claims, settle_claim
from referee.hosting.tables.correcting import correct, undo
from referee.hosting.tables.disputing import (
    cast_vote,
    dispute_refusal,
    dispute_ruling,
    settle_dispute,
)
from referee.hosting.tables.entering import SentEntry, enter
from referee.hosting.tables.loading import load
from referee.hosting.tables.seats import (
    Seated,
    hand_over,
    join,
    seat_link,
    start,
    take_link,
)
from referee.hosting.tables.table import Table
from referee.match.changes import Edit
from referee.match.log_entry import Record
from referee.match.match import Match
from referee.match.showing.export import CheckedTosses, check_tosses
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.tosses import fault_of
from referee.match.trying.disputing import SentResolution
from referee.match.viewer import SPECTATOR, Viewer
from referee.vocabulary.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefereeError,
    UnauthorizedError,
)
from tests.at_table import change, look
from tests.hosting.conftest import Sit

IDS = (f"7d9f2c54-0b1e-4a36-9c8d-{number:012}" for number in itertools.count(1))
GAME = "highest-card"


def lay(room: CardRoom, code: str, viewer: Viewer, seat: str, card: str) -> int:
    return change(
        room, code, viewer, enter, [SentEntry(next(IDS), "lay", seat, {"card": card})]
    ).seq


def host_of(room: CardRoom, opened: OpenedTable) -> Viewer:
    return room.viewer(opened.code, [opened.host_token])


def play(room: CardRoom, *seats: str, winner: str = "", target: int = 1) -> OpenedTable:
    """A match that its host enters all of: the winner (the first seat unless named)
    lays aces, the others twos.
    """
    opened = room.open_table(GAME, seats, {"target": target})
    host = host_of(room, opened)
    change(room, opened.code, host, start)
    aces = iter(["AS", "AH", "AD"])
    twos = iter(["2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S"])
    for _ in range(target):
        for seat in seats:
            lay(
                room,
                opened.code,
                host,
                seat,
                next(aces if seat == (winner or seats[0]) else twos),
            )
    return opened


@pytest.fixture
def archive(room: CardRoom) -> Archive:
    return Archive(room)


# Results follow from the log


def test_a_match_is_remembered_once_it_is_over(
    room: CardRoom, archive: Archive
) -> None:
    opened = room.open_table(GAME, ["Ana", "Ben"], {"target": 1})
    host = host_of(room, opened)
    change(room, opened.code, host, start)
    lay(room, opened.code, host, "Ana", "2C")
    assert archive.matches().matches == ()
    lay(room, opened.code, host, "Ben", "3C")
    [match] = archive.matches().matches
    assert (match.code, match.game) == (opened.code, GAME)
    assert match.placings == (
        Placing("Ana", "ana", 0, 2, False),
        Placing("Ben", "ben", 1, 1, True),
    )
    assert match.ended_at >= match.started_at


def test_a_correction_changes_the_result_or_takes_it_away(
    room: CardRoom, archive: Archive
) -> None:
    opened = play(room, "Ana", "Ben")
    host = host_of(room, opened)
    revised = change(
        room,
        opened.code,
        host,
        correct,
        [Edit(2, {"card": "KD"}), Edit(1, {"card": "QD"})],
    )
    [match] = archive.matches().matches
    assert [placing.won for placing in match.placings] == [False, True]
    change(room, opened.code, host, undo, revised.id)
    [match] = archive.matches().matches
    assert [placing.won for placing in match.placings] == [True, False]
    change(room, opened.code, host, correct, [Edit(1, {"card": "2H"})])
    assert archive.matches().matches == ()


def test_an_overruling_changes_the_result(room: CardRoom, archive: Archive) -> None:
    opened = play(room, "Ana", "Ben")
    host = host_of(room, opened)
    dispute = change(room, opened.code, host, dispute_ruling, 2)
    assert len(archive.matches().matches) == 1
    change(
        room,
        opened.code,
        host,
        settle_dispute,
        dispute,
        SentResolution("overruled", "We saw it.", (), {"winner": "Ben"}),
    )
    [match] = archive.matches().matches
    assert [placing.won for placing in match.placings] == [False, True]
    view = room.snapshot(opened.code, SPECTATOR).view
    assert view.winners == ("Ben",)


def test_a_log_that_cannot_be_read_hinders_no_other_match(
    room: CardRoom,
    archive: Archive,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad = play(room, "Ana", "Ben").code
    good = play(room, "Ana", "Di").code
    for code in (bad, good):
        room.forget(code)

    def loading(store: Store, code: str) -> Table:
        if code == bad:
            raise KeyError("trick")
        return load(store, code)

    monkeypatch.setattr("referee.hosting.room.load", loading)
    assert archive.forget_player("Ana") == Forgotten((good,), (bad,))
    assert [record.name for record in caplog.records] == ["referee.history"]


# Players


def test_one_player_under_every_spelling(room: CardRoom, archive: Archive) -> None:
    play(room, "Zoë", "Ben")
    play(room, "ZOË", "Ben", winner="Ben")
    record = archive.player("  zoe\u0308 ")
    assert (record.name, record.matches, record.wins) == ("ZOË", 2, 1)
    assert [(row.name, row.matches, row.wins) for row in archive.players().players] == [
        ("Ben", 2, 1),
        ("ZOË", 2, 1),
    ]
    assert [row.name for row in archive.players("zo").players] == ["ZOË"]
    with pytest.raises(NotFoundError):
        archive.player("Zo")


# Once more


def test_a_rematch_has_the_same_seats_and_the_next_one_deals(
    room: CardRoom, archive: Archive, sit: Sit
) -> None:
    opened = room.open_table(GAME, ["Ana", "Ben"], {"target": 1})
    host = host_of(room, opened)
    seated = change(room, opened.code, SPECTATOR, join, "Ben")
    change(room, opened.code, host, start, ["Ben", "Ana"], "Ana")
    with pytest.raises(ConflictError):
        change(room, opened.code, host, begin_rematch)
    lay(room, opened.code, host, "Ben", "2C")
    lay(room, opened.code, host, "Ana", "3C")
    token = seated.seat_token  # type: ignore[union-attr]  # nobody had the seat
    code = change(room, opened.code, room.viewer(opened.code, [token]), begin_rematch)
    assert (
        change(room, opened.code, host, begin_rematch)
        == code
        == room.store.past.next_table(opened.code)
    )
    view = room.snapshot(code, SPECTATOR).view
    assert (view.seats, view.dealer, view.phase) == (("Ben", "Ana"), "Ben", "lay")
    assert room.table(code).row.options == {"target": 1}
    assert room.viewer(code, [token]).seat == "Ben"
    assert room.viewer(code, [opened.host_token]).host
    assert [seat.claimed for seat in room.table(code).seat_states] == [True, False]
    with pytest.raises(UnauthorizedError):
        change(room, opened.code, SPECTATOR, begin_rematch)


def test_a_rematch_that_was_taken_away_can_be_had_anew(
    room: CardRoom, archive: Archive
) -> None:
    opened = play(room, "Ana", "Ben")
    host = host_of(room, opened)
    code = change(room, opened.code, host, begin_rematch)
    room.delete_table(code, room.viewer(code, [opened.host_token]))
    assert room.store.past.next_table(opened.code) is None
    assert change(room, opened.code, host, begin_rematch) not in (code, opened.code)


def test_nothing_comes_with_a_seat_that_is_taken_by_passing_by_after_the_end(
    room: CardRoom, archive: Archive
) -> None:
    opened = play(room, "Ana", "Ben")
    seated = change(room, opened.code, SPECTATOR, join, "Ben")
    assert isinstance(seated, Seated)
    stranger = room.viewer(opened.code, [seated.seat_token])
    assert (stranger.seat, stranger.host) == ("Ben", False)
    assert [seat.claimed for seat in room.table(opened.code).seat_states] == [
        False,
        True,
    ]
    doing: list[Callable[[], object]] = [
        lambda: archive.forget_name(opened.code, "Ben", stranger),
        lambda: change(room, opened.code, stranger, begin_rematch),
        lambda: change(room, opened.code, stranger, correct, [Edit(1, {"card": "2C"})]),
        lambda: change(room, opened.code, stranger, dispute_ruling, 2),
        lambda: change(
            room,
            opened.code,
            stranger,
            enter,
            [SentEntry(next(IDS), "lay", "Ben", {"card": "KD"})],
        ),
        lambda: look(room, opened.code, stranger, seat_link, "Ben"),
        lambda: change(room, opened.code, host_of(room, opened), hand_over, "Ben"),
    ]
    for do in doing:
        with pytest.raises(RefereeError):
            do()
    claimed = change(room, opened.code, SPECTATOR, join, "Ben")
    assert isinstance(claimed, Claimed)
    assert look(room, opened.code, stranger, open_claims) == ()
    with pytest.raises(UnauthorizedError):
        change(
            room,
            opened.code,
            stranger,
            settle_claim,
            claimed.claim.partition(".")[0],
            True,
        )
    again = change(room, opened.code, host_of(room, opened), begin_rematch)
    assert next_table_for(room, opened.code, stranger) == next_table_for(
        room, opened.code, SPECTATOR
    )
    with pytest.raises(UnauthorizedError):
        room.viewer(again, [seated.seat_token])


def test_the_host_gives_a_free_seat_of_a_finished_match_with_its_rights(
    room: CardRoom, archive: Archive
) -> None:
    opened = play(room, "Ana", "Ben")
    for seat in ("Ana", "Ben"):
        change(room, opened.code, SPECTATOR, join, seat)
    linked = change(
        room,
        opened.code,
        SPECTATOR,
        take_link,
        look(room, opened.code, host_of(room, opened), seat_link, "Ana"),
    )
    assert change(
        room, opened.code, room.viewer(opened.code, [linked.seat_token]), begin_rematch
    )


# Forgetting

NAME = "Wilhelmine"


def bytes_of(place: Path) -> bytes:
    return b"".join(path.read_bytes() for path in place.parent.iterdir())


def everything(
    room: CardRoom, place: Path, seats: Sequence[str] = (NAME, "Ben")
) -> OpenedTable:
    """A match with the name wherever a name can stand, a rematch of it, and a link and
    a claim to the seat.
    """
    opened = room.open_table("heads-or-tails", seats)
    seated = change(room, opened.code, host_of(room, opened), join, seats[0])
    seat = room.viewer(opened.code, [seated.seat_token])  # type: ignore[union-attr]  # nobody had the seat
    host = host_of(room, opened)
    change(room, opened.code, host, start, toss_dealer=True)
    for _ in range(3):
        change(room, opened.code, host, enter, [SentEntry(next(IDS), "coin", None, {})])
        refuse(room, opened.code, host, seats)
        scorer = room.table(opened.code).match.history.position.state.won[-1]  # type: ignore[union-attr, attr-defined]  # it began; the toy's own state
        change(
            room, opened.code, host, enter, [SentEntry(next(IDS), "take", scorer, {})]
        )
    dispute = change(
        room,
        opened.code,
        seat,
        dispute_ruling,
        1,
        why=f"{seats[0].lower()} did not see it",
    )
    change(room, opened.code, seat, cast_vote, dispute, True)
    change(
        room,
        opened.code,
        host,
        settle_dispute,
        dispute,
        SentResolution("upheld", f"Ask {seats[0]}."),
    )
    change(room, opened.code, SPECTATOR, join, seats[0])
    look(room, opened.code, host, seat_link, seats[0])
    assert bytes_of(place).count(NAME.encode()) > 3
    return opened


def refuse(room: CardRoom, code: str, host: Viewer, seats: Sequence[str]) -> None:
    """A point that nobody but its winner may take, taken by the other, questioned and
    upheld.
    """
    for seat in seats:
        draft = SentEntry(next(IDS), "take", seat, {})
        if room.table(code).match.history.position.state.won[-1] == seat:  # type: ignore[union-attr, attr-defined]  # it began; the toy's own state
            continue
        with pytest.raises(RefusedMoveError):
            change(room, code, host, enter, [draft])
        dispute = change(room, code, host, dispute_refusal, draft.id, why="Why not?")
        change(room, code, host, settle_dispute, dispute, SentResolution("upheld"))


def test_a_match_that_is_deleted_leaves_no_trace(room: CardRoom, place: Path) -> None:
    opened = everything(room, place)
    room.delete_table(opened.code, host_of(room, opened))
    assert room.store.eraser.erase()
    assert NAME.lower().encode() not in bytes_of(place).lower()
    assert opened.code.encode() not in bytes_of(place)


def test_a_name_that_is_forgotten_leaves_no_trace_and_the_match_stands(
    room: CardRoom, archive: Archive, place: Path
) -> None:
    opened = everything(room, place)
    again = change(room, opened.code, host_of(room, opened), begin_rematch)
    before = room.snapshot(opened.code, SPECTATOR).view
    forgotten = archive.forget_player(NAME.upper())
    assert forgotten.left == ()
    assert sorted(forgotten.tables) == sorted([opened.code, again])
    assert room.store.eraser.erase()
    assert NAME.lower().encode() not in bytes_of(place).lower()
    after = room.snapshot(opened.code, SPECTATOR).view
    assert after.seats == ("Player 1", "Ben")
    assert [(one.score, one.place) for one in after.standings] == [
        (one.score, one.place) for one in before.standings
    ]
    assert room.table(opened.code).match.unfit == ()  # type: ignore[union-attr]  # it began
    assert [row.name for row in archive.players().players] == ["Ben"]
    assert archive.player("Ben").matches == 1
    assert archive.player("Ben").against == ()
    with pytest.raises(NotFoundError):
        archive.player("Player 1")
    lines = room.snapshot(opened.code, SPECTATOR).log().entries
    tosses = [(toss, line.data) for line in lines for toss in line.tosses]
    assert len(tosses) == 3
    assert all(
        fault_of(toss, (data or {}).get("winner")) is None for toss, data in tosses
    )
    assert check_tosses(
        json.loads(match_document(room.table(opened.code), SPECTATOR))
    ) == CheckedTosses(4)


def test_who_sits_there_goes_on_without_a_name(
    room: CardRoom, archive: Archive
) -> None:
    opened = room.open_table(GAME, [], {"target": 1})
    tokens = [
        change(room, opened.code, SPECTATOR, join, name).seat_token
        for name in ("Ana", "Ben")
    ]  # type: ignore[union-attr]  # new seats
    ana, ben = (room.viewer(opened.code, [token]) for token in tokens)
    change(room, opened.code, host_of(room, opened), start)
    lay(room, opened.code, ana, "Ana", "2C")
    with pytest.raises(ForbiddenError):
        archive.forget_name(opened.code, "Ana", ben)
    assert archive.forget_name(opened.code, "Ana", ana) == "Player 1"
    mine = room.viewer(opened.code, [tokens[0]])
    assert mine.seat == "Player 1"
    assert room.snapshot(opened.code, mine).log().entries[0].data == {"card": "2C"}
    lay(room, opened.code, ben, "Ben", "3C")
    [match] = archive.matches().matches
    assert [(one.name, one.player) for one in match.placings] == [
        ("Player 1", None),
        ("Ben", "ben"),
    ]
    with pytest.raises(ConflictError):
        archive.forget_name(opened.code, "Player 1", mine)


def test_what_is_called_like_a_seat_stays_what_it_is(
    room: CardRoom, archive: Archive
) -> None:
    """A player called as a card is: no card becomes a player. Another's name is never
    given to them.
    """
    opened = play(room, "AS", "player 1")
    before = [
        (line.data, line.rulings)
        for line in room.snapshot(opened.code, SPECTATOR).log().entries
    ]
    assert before[0][0] == {"card": "AS"}
    assert archive.forget_name(opened.code, "AS", host_of(room, opened)) == "Player 3"
    log = room.snapshot(opened.code, SPECTATOR).log().entries
    assert [line.data for line in log] == [data for data, _ in before]
    assert room.snapshot(opened.code, SPECTATOR).view.winners == ("Player 3",)
    assert archive.player("Player 1").matches == 1


def test_a_name_without_which_the_match_would_not_stand_stays(
    room: CardRoom, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = play(room, "Ana", "Ben")

    def failing(_history: object) -> None:
        raise KeyError("Player 1")

    monkeypatch.setattr("referee.hosting.tables.seats.timeline_of", failing)
    with pytest.raises(ConflictError, match="would come out differently"):
        archive.forget_name(opened.code, "Ana", host_of(room, opened))
    assert archive.forget_player("ana").left == (opened.code,)
    assert room.snapshot(opened.code, SPECTATOR).view.winners == ("Ana",)


def test_a_name_without_which_a_ruling_would_be_another_stays(
    room: CardRoom, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Scores and winners are the same, only whoever won a trick is not."""
    opened = play(room, "Ana", "Ben")
    fold = Match.fold

    def by_name(match: Match, records: Iterable[Record]) -> None:
        fold(match, records)
        steps = match.history.steps
        ruling, *others = steps[-1].rulings
        other = replace(ruling, verdict={**ruling.verdict, "winner": "Ben"})
        steps[-1] = replace(steps[-1], rulings=(other, *others))

    monkeypatch.setattr(Match, "fold", by_name)
    with pytest.raises(ConflictError, match="would come out differently"):
        archive.forget_name(opened.code, "Ana", host_of(room, opened))


@pytest.mark.parametrize(
    ("name", "wrote", "stands"),
    [
        (
            "Wilhelmine",
            "WILHELMINE, who watched, says no; ask Wilhelminen.",
            "…, who watched, says no; ask Wilhelminen.",
        ),
        ("C++", "Was it (x) or C++?", "Was it (x) or …?"),
    ],
)
def test_a_name_in_what_others_wrote_is_forgotten_too(
    room: CardRoom, archive: Archive, name: str, wrote: str, stands: str
) -> None:
    play(room, name, "Cy")
    opened = play(room, "Ana", "Ben")
    change(room, opened.code, host_of(room, opened), dispute_ruling, 2, why=wrote)
    archive.forget_player(name)
    [dispute] = room.snapshot(opened.code, SPECTATOR).log().disputes
    assert dispute.why == stands
