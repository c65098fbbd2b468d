"""What the game has seen and keeps sealed, also where some of what was entered clashes."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType

import pytest

from referee import Accepted, Ask, Entry, Prompt, Reason, Ruling, hookimpl, say
from referee.testing.played_match import PlayedMatch
from tests import sealed_bids


@hookimpl
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:
    """There is one nine only."""
    nines = tuple(one.own_seat for one in entries if one.given.number("bid") == 9)
    because = (Reason("sealed-bids#bid", "rules", say("There is one nine.")),)
    ruling = Ruling({"legal": False, "clash": (), "seats": nines}, say("{seats} bid nine", seats=nines), because)
    return (ruling,) if len(nines) > 1 else ()


HELP = say("One of you only can bid nine.")


@hookimpl
def prompts(state: sealed_bids.State) -> tuple[Prompt, ...]:
    return tuple(replace(one, help=HELP) for one in sealed_bids.prompts(state))


@pytest.fixture
def bids() -> PlayedMatch:
    """Sealed bids of three, of whom one only can bid nine."""
    game = ModuleType("tests.one_nine")
    vars(game).update({**vars(sealed_bids), "clashes": clashes, "prompts": prompts, "__name__": "tests.one_nine"})
    return PlayedMatch.begun(game, ("Ana", "Ben", "Cy"))


def test_a_clash_opens_those_concerned_alone(bids: PlayedMatch) -> None:
    for seat, bid in (("Cy", 5), ("Ana", 9), ("Ben", 9)):
        bids.enter("bid", seat, bid=bid)
    history = bids.history
    assert history.open_to_all == {2, 3}
    assert [held.entry.seat for held in history.position.unseen] == ["Cy"]
    assert history.fixed_until == 3
    assert history.latest[0].verdict["seats"] == ("Ana", "Ben")


def test_where_no_card_is_to_blame_nobody_is_sent_to_look_at_cards(bids: PlayedMatch) -> None:
    for seat, bid in (("Cy", 5), ("Ana", 9), ("Ben", 9)):
        bids.enter("bid", seat, bid=bid)
    assert [prompt.help for prompt in bids.prompts if prompt.again] == [HELP, HELP]
    assert str(bids.ruling.summary) == "Enter again: Ana and Ben. Ana and Ben bid nine"
    assert str(bids.next) == "To enter again: Ana and Ben."


def test_after_a_clash_what_was_sealed_is_kept_on(bids: PlayedMatch) -> None:
    for seat, bid in (("Cy", 5), ("Ana", 9), ("Ben", 9), ("Ana", 8), ("Ben", 9)):
        bids.enter("bid", seat, bid=bid)
    history = bids.history
    assert history.open_to_all == {2, 3, 4, 5}
    assert [held.entry.seat for held in history.position.kept] == ["Cy"]
    assert str(history.latest[0].summary) == "Ben takes the round with 9"
    assert history.fixed_until == 5


def test_an_entry_opened_later_is_opened_by_its_seat_alone(bids: PlayedMatch) -> None:
    for seat, bid in (("Ana", 1), ("Ben", 2), ("Cy", 3)):
        bids.enter("bid", seat, bid=bid)
    assert bids.history.open_to_all == {3} and bids.history.fixed_until == 3
    bids.enter("note", "Ben", note="well")
    assert bids.history.fixed_until == 3
    for seat, bid in (("Ana", 4), ("Ben", 5), ("Cy", 6)):
        bids.enter("bid", seat, bid=bid)
    # It was the last round: all bids of both are open.
    assert bids.history.open_to_all == {1, 2, 3, 4, 5, 6, 7} and bids.history.fixed_until == 0


@hookimpl
def accept(state: sealed_bids.State, entry: Entry, ask: Ask) -> Accepted:
    """Of those whom a note names, the one who bid more in the last round is shown."""
    named = entry.given.text("note").split()
    return Accepted(state, opens=(max(named, key=lambda seat: state.bids[-1][seat]),))


def test_what_was_opened_from_among_the_sealed_is_not_tried_with_others() -> None:
    """Were the note changed to name others, its answer would tell who of them bid more."""
    game = ModuleType("tests.compared_by_a_note")
    vars(game).update({**vars(sealed_bids), "accept": accept, "__name__": "tests.compared_by_a_note"})
    match = PlayedMatch.begun(game, ("Ana", "Ben", "Cy", "Dee"))
    for seat, bid in (("Ana", 1), ("Ben", 2), ("Cy", 3), ("Dee", 4)):
        match.enter("bid", seat, bid=bid)
    assert match.history.open_to_all == {4} and match.history.fixed_until == 4
    match.enter("note", "Ben", note="Ben Cy")
    assert match.history.open_to_all == {3, 4, 5} and match.history.fixed_until == 5


@hookimpl(specname="accept")
def thrown_in(state: sealed_bids.State, entry: Entry, ask: Ask) -> Accepted:
    """With any note the bids are thrown in, and everybody bids again."""
    return Accepted(state, discards=True)


def test_what_was_compared_stays_kept_when_it_is_thrown_in() -> None:
    """Did it count no more, whoever clashed could correct their bids, and find out whether they clash with it too."""
    game = ModuleType("tests.thrown_in")
    vars(game).update({**vars(sealed_bids), "clashes": clashes, "accept": thrown_in, "__name__": "tests.thrown_in"})
    match = PlayedMatch.begun(game, ("Ana", "Ben", "Cy"))
    for seat, bid in (("Cy", 5), ("Ana", 9), ("Ben", 9)):
        match.enter("bid", seat, bid=bid)
    match.enter("note", "Ben", note="again")
    assert match.history.position.held == () and match.history.open_to_all == {2, 3, 4}
    assert [held.entry.seat for held in match.history.position.kept] == ["Cy"]
    assert match.history.fixed_until == 3
