"""The fold: from one position and one entry to the next."""

from dataclasses import replace
from types import ModuleType

import pytest

from referee import Accepted, Entry, Field, Ruling, hookimpl
from referee.match.history import replay
from referee.match.log_entry import LogEntry
from referee.match.match import Match
from referee.match.taking.entry_reading import NotOpenError
from referee.match.taking.entry_taker import RefusedMoveError
from referee.match.trying.earlier_entries import prompts_answered
from referee.match.trying.new_entries import try_entries
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotYoursError, WrongFieldsError
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import say
from tests.toy_games import highest_card

from .conftest import Lay, enter


def test_a_trick_is_ruled_when_the_last_card_is_laid(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"))
    assert match.history.latest == ()
    enter(match, lay("Ben", "3C"))
    assert str(match.history.latest[0].summary) == "Ana wins."


def test_trying_out_changes_nothing(match: Match, lay: Lay) -> None:
    before = match.history.position
    try_entries(match.history, [lay("Ana", "KH"), lay("Ben", "3C")], "", 1)
    assert match.history.position is before
    assert match.history.steps == []
    assert match.seq == 0


def test_entries_taken_as_one_are_each_tried_on_the_one_before(
    match: Match, lay: Lay
) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    with pytest.raises(RefusedMoveError):
        try_entries(match.history, [lay("Ana", "AH"), lay("Ben", "KH")], "", 1)
    assert len(match.history.steps) == 2


def test_cards_are_kept_as_codes_however_they_were_typed(
    match: Match, lay: Lay
) -> None:
    enter(match, lay("Ana", "king of hearts"))
    assert match.entries[0].data == {"card": "KH"}


def test_nothing_is_open_for_a_kind_the_game_does_not_prompt_for(
    match: Match, lay: Lay
) -> None:
    with pytest.raises(
        NotOpenError, match=r"“slap” can’t be entered now\. You can enter: lay"
    ):
        match.history.take_new(
            match.history.position, replace(lay("Ana", "KH"), kind="slap")
        )


def test_nothing_is_open_once_the_match_is_over(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"), lay("Ana", "QH"), lay("Ben", "4C"))
    with pytest.raises(NotOpenError, match="The match is over"):
        match.history.take_new(match.history.position, lay("Ana", "AH"))


def test_a_refused_move_says_why_and_changes_nothing(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"), lay("Ben", "3C"))
    with pytest.raises(RefusedMoveError) as refused:
        match.history.take_new(match.history.position, lay("Ben", "KH"))
    assert str(refused.value.ruling.summary) == "The king of hearts was played."
    assert refused.value.ruling.because[0].basis == "reading"


def test_wrong_fields_are_named(match: Match, lay: Lay) -> None:
    with pytest.raises(WrongFieldsError) as wrong:
        match.history.take_new(
            match.history.position,
            replace(lay("Ana", "1H"), data={"card": "1H", "colour": "red"}),
        )
    assert [error.field for error in wrong.value.errors] == ["card", "colour"]


def test_nobody_enters_for_another_seat_but_the_host(match: Match, lay: Lay) -> None:
    with pytest.raises(NotYoursError):
        match.history.take_new(match.history.position, lay("Ana", "KH", by="Ben"))
    enter(match, lay("Ana", "KH", by="Ben", host=True))
    assert match.history.steps[0].entry.by == "Ben"


def test_an_own_entry_without_a_seat_is_its_authors(match: Match, lay: Lay) -> None:
    enter(match, replace(lay("Ana", "KH"), seat=None))
    assert match.entries[0].seat == "Ana"


def test_an_own_entry_of_a_host_without_a_seat_must_name_one(
    match: Match, lay: Lay
) -> None:
    with pytest.raises(WrongFieldsError, match="Say which seat"):
        match.history.take_new(
            match.history.position,
            replace(lay("Ana", "KH"), seat=None, by=None, host=True),
        )


def test_entries_for_the_table_come_from_any_seat(match: Match, lay: Lay) -> None:
    gather = LogEntry(1, "g", "gather", None, {}, "Ben", False, 0.0)
    enter(match, gather)
    assert match.history.steps[0].entry.kind == "gather"


def test_sealed_entries_open_when_the_game_reveals_them(match: Match, lay: Lay) -> None:
    enter(match, lay("Ana", "KH"))
    assert match.history.open_to_all == set()
    enter(match, lay("Ben", "3C"))
    assert match.history.open_to_all == {1, 2}


def test_a_sealed_entry_that_was_replaced_is_never_opened(
    match: Match, lay: Lay
) -> None:
    enter(match, lay("Ana", "KH"), lay("Ana", "2H"), lay("Ben", "3C"))
    assert match.history.open_to_all == {2, 3}
    assert str(match.history.latest[0].summary) == "Ben wins."


def test_folding_twice_gives_the_same(match: Match, lay: Lay) -> None:
    entries = [lay("Ana", "KH"), lay("Ben", "3C"), lay("Ben", "4C")]
    first, _ = replay(match.history.rulebook, match.history.setting, entries)
    second, _ = replay(match.history.rulebook, match.history.setting, entries)
    assert first.steps == second.steps
    assert first.position == second.position


def test_entries_that_do_not_fit_are_left_out_of_a_replay_with_the_reason(
    match: Match, lay: Lay
) -> None:
    entries = [
        lay("Ana", "KH"),
        lay("Ben", "3C"),
        replace(lay("Ben", "KH"), kind="slap"),
        lay("Ana", "4C"),
    ]
    history, unfit = replay(match.history.rulebook, match.history.setting, entries)
    assert [step.entry.seq for step in history.steps] == [1, 2, 4]
    why = "The game no longer asks for this there."
    assert [(one.entry.seq, str(one.why)) for one in unfit] == [(3, why)]


def test_a_game_that_fails_at_an_entry_does_not_say_that_it_no_longer_fits(
    lay: Lay,
) -> None:
    @hookimpl
    def accept() -> object:
        raise KeyError("Ana")

    module = ModuleType("a_game_that_fails")
    module.__dict__.update(highest_card.__dict__, accept=accept)
    rulebook = Rulebook(module)
    with pytest.raises(GameFaultError, match="KeyError: 'Ana'"):
        replay(
            rulebook,
            rulebook.read_setting(["Ana", "Ben"], None, {}),
            [replace(lay("Ana", "KH"), kind="gather", data={})],
        )


def with_hooks(**hooks: object) -> Rulebook:
    """Highest Card with these hooks in place of its own."""
    module = ModuleType("with_hooks")
    own = (
        "describe_game",
        "rule_sections",
        "questions",
        "resolve_trick",
        "begin",
        "prompts",
        "accept",
        "scene",
    )
    for name in (*own, "clashes", "reveal"):
        setattr(
            module,
            name,
            hookimpl(hooks[name]) if name in hooks else getattr(highest_card, name),
        )
    return Rulebook(module)


def asking(*seats: str) -> Rulebook:
    """Highest Card, in which these seats may say at any time that the cards are
    gathered in.
    """
    gather = Prompt("gather", seats, say("Gather the cards in"))
    return with_hooks(prompts=lambda: (gather,))


@pytest.mark.parametrize("secret", [False, True])
def test_of_two_prompts_of_a_kind_each_answered_their_own(secret: bool) -> None:
    asked = tuple(
        Prompt("gather", (seat,), say("Gather {name}’s in", name=seat), secret=secret)
        for seat in ("Ana", "Ben")
    )
    rulebook = with_hooks(
        prompts=lambda: asked, clashes=lambda: (), reveal=lambda state: Accepted(state)
    )
    match = Match.begin(rulebook, rulebook.read_setting(("Ana", "Ben"), None, {}))
    enter(match, LogEntry(1, "id-1", "gather", None, {}, "Ben", False, 0.0))
    assert match.history.prompt_of(match.history.steps[0]) == asked[1]
    assert prompts_answered(match, [1]) == {1: asked[1]}


def test_a_prompt_is_answered_by_those_whom_it_asks_and_by_the_host() -> None:
    rulebook = asking("Ana")
    match = Match.begin(rulebook, rulebook.read_setting(("Ana", "Ben"), None, {}))
    gather = LogEntry(1, "id-1", "gather", None, {}, "Ben", False, 0.0)
    for refused in (gather, replace(gather, seat="Ben")):
        with pytest.raises(NotOpenError):
            match.history.take_new(match.history.position, refused)
    for taken in (
        replace(gather, by="Ana"),
        replace(gather, host=True),
        replace(gather, by=None, host=True),
    ):
        match.history.take_new(match.history.position, taken)


def test_of_a_secret_field_by_seat_each_enters_their_own(lay: Lay) -> None:
    """Also where the field names the seats: else nobody could enter, since nobody may
    enter for another seat.
    """
    bids = Field("bids", "numbers_by_seat", say("Bids"), choices=("Ana", "Ben"), min=0)
    bid = Prompt("bid", ("Ana", "Ben"), say("Bid"), fields=(bids,), secret=True)
    rulebook = with_hooks(prompts=lambda: (bid,), clashes=lambda: ())
    match = Match.begin(rulebook, rulebook.read_setting(("Ana", "Ben"), None, {}))
    enter(match, replace(lay("Ana", ""), kind="bid", data={"bids": {"Ana": 3}}))
    assert match.history.scene.to_act == ("Ben",)


def test_a_clash_that_names_nobody_who_entered_something_concerns_all_who_did(
    lay: Lay,
) -> None:
    """Else nobody would be asked again, and the match could not go on."""

    def clashes(entries: tuple[Entry, ...]) -> tuple[Ruling, ...]:
        return (
            (Ruling({"legal": False, "seats": ("Cy",)}, say("No."), ()),)
            if len(entries) == 2
            else ()
        )

    own = highest_card.prompts

    def prompts(state: highest_card.State) -> tuple[Prompt, ...]:
        return tuple(replace(prompt, seats=("Ana", "Ben")) for prompt in own(state))

    rulebook = with_hooks(prompts=prompts, clashes=clashes)
    match = Match.begin(rulebook, rulebook.read_setting(("Ana", "Ben", "Cy"), None, {}))
    enter(match, lay("Ana", "KH"))
    enter(match, lay("Ben", "3C"))
    assert match.history.latest[0].verdict["seats"] == ("Ana", "Ben")
    assert match.history.scene.to_act == ("Ana", "Ben")
