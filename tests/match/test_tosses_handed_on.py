"""A toss is drawn once: that of an entry which does not stand any more is handed on to
the next of its kind.
"""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from random import Random
from types import ModuleType
from typing import Any

import pytest

from referee.match.changes import Edit
from referee.match.log_entry import LogEntry, Record
from referee.match.match import Match
from referee.match.records import record_of
from referee.match.showing.export import check_tosses, document
from referee.match.tosses import fault_of, next_toss, tosses_in_use
from referee.match.trying.correcting import try_correction, try_undo
from referee.match.trying.new_entries import try_entries
from referee.match.trying.record_head import RecordHead
from referee.match.trying.trial import Revision, UnfitEntriesError
from referee.match.viewer import Viewer
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.game import Accepted
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.prompt import Entry, Field, Prompt
from referee.vocabulary.text import say
from referee.vocabulary.view import Scene, Standing
from tests.toy_games import highest_card

SEATS = ("Ana", "Ben", "Cy")
KEY = "5c" * 32
HOST = Viewer("Ana", host=True)
ORDER = Field("order", "order", say("Who was first"))
AMONG_THE_FIRST = Field(
    "first", "toss", say("Toss"), optional=True, choices=SEATS, among="order"
)
COIN = Field("coin", "toss", say("Coin"), choices=("heads", "tails"))
COLOUR = Field("colour", "toss", say("Colour"), choices=("red", "green", "blue"))


def begin(setting: object) -> int:
    return 0


def prompts(state: int) -> tuple[Prompt, ...]:
    kinds = {"race": (ORDER, AMONG_THE_FIRST), "coin": (COIN,), "both": (COIN, COLOUR)}
    return tuple(
        Prompt(kind, SEATS, say("Toss"), fields=fields)
        for kind, fields in kinds.items()
    )


def accept(state: int, entry: Entry) -> Accepted:
    return Accepted(state + 1)


def scene(state: int) -> Scene:
    return Scene("tosses", 1, (), tuple(Standing(seat, 0, 1) for seat in SEATS))


class Tosses(ModuleType):
    """A game in which whatever is entered asks for tosses, in any order, and always
    fits.
    """

    def __init__(self) -> None:
        super().__init__("tosses")
        for name in ("describe_game", "rule_sections", "questions", "resolve_trick"):
            setattr(self, name, getattr(highest_card, name))
        for hook in (begin, prompts, accept, scene):
            setattr(self, hook.__name__, hookimpl(hook))


class Evening:
    """A match at which tosses are asked for, struck, and asked for again."""

    def __init__(self) -> None:
        self.rulebook = Rulebook(Tosses())
        self.match = Match.begin(
            self.rulebook, self.rulebook.read_setting(SEATS, None, {})
        )
        self.records: list[Record] = []
        self.ids = (f"id-{n}" for n in count(1))

    def enter(self, kind: str, **data: Any) -> LogEntry:
        [entry] = self.enter_together((kind, data))
        return entry

    def enter_together(self, *sent: tuple[str, dict[str, Any]]) -> list[LogEntry]:
        match = self.match
        entries = [
            LogEntry(seq, next(self.ids), kind, None, data, "Ana", True, 0.0)
            for seq, (kind, data) in enumerate(sent, match.seq + 1)
        ]
        steps = try_entries(
            match.history,
            entries,
            KEY,
            match.last_toss_number + 1,
            waiting=match.waiting_tosses(),
        )
        match.add(steps)
        self.records += [record_of(step.entry) for step in steps]
        return [step.entry for step in steps]

    def race(self, *order: Any) -> LogEntry:
        return self.enter("race", order=list(order))

    def correct(self, *changes: Edit, drop_unfit: bool = False) -> str:
        id = f"c-{self.match.seq}"
        self.follow(
            try_correction(RecordHead(self.match, HOST, id, 0.0), changes, drop_unfit)
        )
        return id

    def strike(self, *entries: LogEntry) -> str:
        return self.correct(*(Edit(entry.seq, None) for entry in entries))

    def turn(
        self, correction: str, redo: bool = False, drop_unfit: bool = False
    ) -> None:
        id = f"t-{self.match.seq}"
        self.follow(
            try_undo(
                RecordHead(self.match, HOST, id, 0.0), correction, redo, drop_unfit
            )
        )

    def follow(self, revision: Revision) -> None:
        self.match = revision.match
        self.records += revision.records

    @property
    def standing(self) -> list[LogEntry]:
        return [step.entry for step in self.match.history.steps]

    def exported(self) -> dict[str, Any]:
        return dict(json.loads(document(self.match, HOST, "ABCDE")))


def tosses_of(entry: LogEntry) -> list[tuple[int, str, str]]:
    return [(toss.number, toss.id, toss.outcome) for toss in entry.tosses]


@pytest.fixture
def evening() -> Iterator[Evening]:
    yield Evening()


def test_struck_and_entered_again_a_toss_comes_out_as_before(evening: Evening) -> None:
    first = evening.enter("coin")
    last = first
    for _ in range(10):
        evening.strike(last)
        last = evening.enter("coin")
        assert (tosses_of(last), last.data) == (tosses_of(first), first.data)
    assert [toss.number for toss in evening.enter("coin").tosses] == [2]


def test_several_struck_tosses_are_handed_on_in_their_order(evening: Evening) -> None:
    coins = [evening.enter("coin") for _ in range(3)]
    evening.strike(coins[2], coins[0])
    assert tosses_of(evening.enter("coin")) == tosses_of(coins[0])
    assert tosses_of(evening.enter("coin")) == tosses_of(coins[2])
    assert [toss.number for toss in evening.enter("coin").tosses] == [4]


def test_another_kind_of_prompt_takes_nothing_over(evening: Evening) -> None:
    """Else one could use up a toss that does not suit by asking for another kind."""
    coin = evening.enter("coin")
    evening.strike(coin)
    both = evening.enter("both")
    assert [toss.number for toss in both.tosses] == [2, 3]
    evening.strike(both)
    assert tosses_of(evening.enter("coin")) == tosses_of(coin)
    assert tosses_of(evening.enter("both")) == tosses_of(both)


def test_the_order_in_which_a_dead_heat_is_named_decides_nothing(
    evening: Evening,
) -> None:
    first = evening.race(["Ana", "Cy"], "Ben")
    evening.strike(first)
    again = evening.race(["Cy", "Ana"], "Ben")
    assert tosses_of(again) == tosses_of(first)


@pytest.mark.parametrize("by", ["entering it again", "a correction"])
def test_among_others_the_same_nonce_and_id_decide(evening: Evening, by: str) -> None:
    first = evening.race(["Ana", "Ben", "Cy"])
    wider = {"order": [["Ana", "Cy"], "Ben"]}
    expected = ("Ana", "Cy")[_read(first) % 2]
    if by == "a correction":
        evening.correct(Edit(first.seq, wider))
    else:
        evening.strike(first)
        [toss] = evening.enter("race", **wider).tosses
        assert (toss.number, toss.id, toss.nonce) == (
            1,
            first.id,
            first.tosses[0].nonce,
        )
        assert fault_of(toss, expected) is None
    assert evening.standing[-1].data["first"] == expected


def _read(entry: LogEntry) -> int:
    [toss] = entry.tosses
    return int(sha256(bytes.fromhex(toss.nonce) + entry.id.encode()).hexdigest(), 16)


def test_no_toss_needed_any_more_waits_for_the_next(evening: Evening) -> None:
    first = evening.race(["Ana", "Ben"])
    evening.strike(first)
    assert evening.race("Ana", "Ben").tosses == ()
    assert tosses_of(evening.race(["Ana", "Ben"])) == tosses_of(first)


def test_a_toss_counts_once_when_its_first_entry_stands_again(evening: Evening) -> None:
    """Else a toss that suits could be had twice: strike it, let another take it over,
    and take the strike back.
    """
    first = evening.enter("coin")
    strike = evening.strike(first)
    second = evening.enter("coin")
    with pytest.raises(UnfitEntriesError, match="Its toss belongs to another entry"):
        evening.turn(strike)
    with pytest.raises(UnfitEntriesError, match="Entry 3"):
        evening.correct(Edit(first.seq, {}))
    evening.turn(strike, drop_unfit=True)
    assert [entry.seq for entry in evening.standing] == [first.seq]
    assert [toss.number for toss in evening.enter("coin").tosses] == [2]
    evening.turn(strike, redo=True)
    assert [tosses_of(entry)[0][0] for entry in evening.standing] == [1, 2]
    assert evening.standing[0] == second


def test_entries_sent_together_take_over_one_after_the_other(evening: Evening) -> None:
    coins = evening.enter_together(("coin", {}), ("coin", {}))
    evening.strike(*coins)
    again = evening.enter_together(("coin", {}), ("coin", {}), ("coin", {}))
    assert [tosses_of(entry) for entry in again[:2]] == [
        tosses_of(entry) for entry in coins
    ]
    assert [toss.number for toss in again[2].tosses] == [3]


def test_what_is_shown_beforehand_is_the_toss_that_comes(evening: Evening) -> None:
    first = evening.enter("coin")
    evening.enter("coin")
    evening.strike(first)
    shown = next_toss(KEY, evening.match.next_toss)
    [toss] = evening.enter("coin").tosses
    assert (
        (toss.number, toss.commitment)
        == (shown.number, shown.commitment)
        == (1, shown.commitment)
    )
    assert evening.match.next_toss == 3


def numbers_with_ids(evening: Evening) -> dict[int, set[tuple[str, str]]]:
    found: dict[int, set[tuple[str, str]]] = {}
    for entry in evening.match.entries:
        for toss in entry.tosses:
            found.setdefault(toss.number, set()).add((toss.id, toss.nonce))
    return found


def an_order(random: Random) -> list[Any]:
    order: list[Any] = random.sample(SEATS, 3)
    tied = random.randrange(4)
    return [order[:tied], *order[tied:]] if tied > 1 else order


def anything(random: Random) -> tuple[str, dict[str, Any]]:
    kind = random.choice(("race", "coin", "both"))
    return kind, {"order": an_order(random)} if kind == "race" else {}


def act(evening: Evening, random: Random) -> None:
    """Enter, correct, strike, undo or make again something at random, whatever it
    drops.
    """
    what = random.randrange(5)
    match = evening.match
    if what < 2 or not match.entries:
        evening.enter_together(*[anything(random) for _ in range(random.randint(1, 3))])
    elif what < 4 or not match.changes:
        chosen = random.sample(
            match.entries, min(len(match.entries), random.randint(1, 3))
        )
        order = {"order": an_order(random)}
        changed = {entry.seq: order if entry.kind == "race" else {} for entry in chosen}
        changes = [
            Edit(seq, random.choice((None, data))) for seq, data in changed.items()
        ]
        evening.correct(*changes, drop_unfit=True)
    else:
        correction = random.choice(match.changes)
        redo = match.is_undone(correction)
        evening.turn(correction.id, redo=redo, drop_unfit=True)


def freshly_drawn(
    before: Sequence[tuple[str, Any]], entries: Sequence[LogEntry], tossed: int
) -> bool:
    """Whether one of these entries drew a new number while a toss of its field and kind
    waited.
    """
    fields = [(kind, toss.field) for kind, toss in before]
    for entry in entries:
        for toss in entry.tosses:
            if (entry.kind, toss.field) in fields:
                if toss.number > tossed:
                    return True
                fields.remove((entry.kind, toss.field))
    return False


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_corrected_each_number_has_one_id_and_stands_once(
    seed: int,
) -> None:
    evening = Evening()
    random = Random(seed)
    for _ in range(25):
        waiting = evening.match.waiting_tosses()
        tossed = evening.match.last_toss_number
        known = len(evening.match.entries)
        try:
            act(evening, random)
        except RefereeError:
            continue  # nothing was changed
        assert not freshly_drawn(waiting, evening.match.entries[known:], tossed)
        assert all(len(ids) == 1 for ids in numbers_with_ids(evening).values())
        history = evening.match.history
        standing = [
            toss.number
            for step in history.steps
            for toss in tosses_in_use(history, step)
        ]
        assert len(standing) == len({*standing})
    rulebook = evening.match.history.rulebook
    setting = evening.match.history.setting
    assert (
        Match.from_records(rulebook, setting, evening.records).waiting_tosses()
        == evening.match.waiting_tosses()
    )
    checked = check_tosses(evening.exported())
    assert checked.count > 10
    assert checked.broken == ()
