"""Whole matches with real cards, simulated: the referee and the table must agree on
everything, to the end.

The table below plays by a small reading of the rules of its own. It has a shuffled deck
and hidden stacks, tells the referee all cards, some or none, overlooks jacks, slaps
falsely, and now and then claims what cannot be.
"""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

from referee import FIFTY_FOUR, Card, Ruling
from referee.testing import PlayedMatch
from tests.properties import costly

NAMES = ("Ana", "Ben", "Cy", "Di", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
PHASES = {"J": "jacks", "Q": "queens", "K": "kings"}


@dataclass
class Laid:
    """A card in the pile: who played it, and whether the referee was told."""

    by: str
    card: Card
    told: bool


@dataclass
class RealTable:
    """People with cards. A stack's top is its last card; the pile's top too."""

    rng: Random
    seats: list[str]
    dealer: str
    stacks: dict[str, list[Card]] = field(default_factory=dict)
    won: dict[str, list[Card]] = field(default_factory=dict)
    pile: list[Laid] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    latest: str = ""
    stage: str = "J"
    round: int = 1

    def __post_init__(self) -> None:
        self.won = {seat: [] for seat in self.seats}
        self.deal(list(FIFTY_FOUR), self.dealer)

    def deal(self, cards: list[Card], dealer: str) -> None:
        self.rng.shuffle(cards)
        self.stacks = {seat: [] for seat in self.seats}
        seat = dealer
        for card in cards:
            seat = self.left_of(seat)
            self.stacks[seat].insert(0, card)
        self.pile = []
        self.gone = set()
        self.latest = dealer

    def left_of(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def holders(self) -> list[str]:
        return [seat for seat in self.seats if self.stacks[seat]]

    def hopeful(self) -> list[str]:
        return [
            seat
            for seat in self.seats
            if not self.stacks[seat] and seat not in self.gone
        ]

    def to_play(self) -> str:
        seat = self.left_of(self.latest)
        while not self.stacks[seat]:
            seat = self.left_of(seat)
        return seat

    def faces(self) -> list[Card]:
        return [laid.card for laid in self.pile if laid.card.code[0] == self.stage]

    def round_is_over(self) -> bool:
        return len(self.holders()) == 1 and not self.hopeful() and not self.faces()

    def game_is_over(self) -> bool:
        counts = [len(won) for won in self.won.values()]
        return sum(counts) == 12 or (self.round_is_over() and max(counts) > 6)

    def play(self, told: bool) -> Card:
        seat = self.to_play()
        card = self.stacks[seat].pop()
        self.pile.append(Laid(seat, card, told))
        self.latest = seat
        return card

    def take(self, winner: str) -> None:
        faces = self.faces()
        hopeful = self.hopeful()
        rest = [laid.card for laid in self.pile if laid.card not in faces]
        self.rng.shuffle(rest)
        self.stacks[winner][:0] = rest
        self.won[winner] += faces
        self.pile = []
        self.gone.update(seat for seat in hopeful if not self.stacks[seat])
        while (
            self.stage != "K"
            and sum(
                card.code[0] == self.stage for own in self.won.values() for card in own
            )
            == 4
        ):
            self.stage = {"J": "Q", "Q": "K"}[self.stage]

    def pay(self, slappers: list[str]) -> list[str]:
        owner = self.pile[-1].by
        payers = []
        for seat in slappers:
            if seat == owner:
                continue
            if not self.stacks[seat]:
                self.gone.add(seat)
                continue
            self.stacks[owner].insert(0, self.stacks[seat].pop())
            payers.append(seat)
        return payers

    def deal_again(self) -> None:
        (holder,) = self.holders()
        self.deal(self.stacks[holder] + [laid.card for laid in self.pile], holder)
        self.round += 1

    def champions(self) -> tuple[str, ...]:
        worth = {
            seat: (len(self.won[seat]), len(self.stacks[seat])) for seat in self.seats
        }
        return tuple(seat for seat in self.seats if worth[seat] == max(worth.values()))


class Refereed:
    """A real table and the referee beside it; `candour` is how likely a card is told."""

    def __init__(self, seed: int, players: int, candour: float) -> None:
        self.rng = Random(seed)
        seats = list(NAMES[:players])
        self.table = RealTable(self.rng, seats, self.rng.choice(seats))
        self.candour = candour
        self.match = PlayedMatch.begun("slapjack", seats, dealer=self.table.dealer)
        self.entries = 0
        self.refusals = 0

    @property
    def state(self) -> Any:
        return self.match.state

    def accepted(
        self, kind: str, data: dict[str, Any], seat: str | None = None
    ) -> tuple[Ruling, ...]:
        self.entries += 1
        return self.match.enter(kind, seat, by=None, **data).rulings

    def refused(self, kind: str, data: dict[str, Any], seat: str | None = None) -> None:
        self.match.refuses(kind, seat, by=None, **data)
        self.refusals += 1

    # What may happen at the table, one thing at a time

    def step(self) -> None:
        table = self.table
        if table.round_is_over():
            self.next_round()
        elif not table.holders() or (table.faces() and self.rng.random() < 0.5):
            self.good_slap()
        elif not table.faces() and self.rng.random() < 0.06:
            self.false_slap()
        else:
            self.play()

    def next_round(self) -> None:
        rulings = self.accepted("redeal", {})
        if self.table.game_is_over():
            assert "winners" in rulings[-1].verdict
            return
        self.table.deal_again()
        assert rulings[-1].verdict["leads"] == self.table.to_play()

    def play(self) -> None:
        told = self.rng.random() < self.candour
        seat = self.table.to_play()
        card = self.table.play(told)
        self.accepted("play", {"card": card.code} if told else {}, seat)

    def slappers(self) -> list[str]:
        able = [
            seat
            for seat in self.table.seats
            if self.table.stacks[seat] or seat not in self.table.gone
        ]
        return self.rng.sample(able, self.rng.randint(1, len(able)))

    def good_slap(self) -> None:
        slappers = self.slappers()
        faces = self.table.faces()
        level = self.rng.choice([1, 1, 1, self.rng.randint(1, len(slappers))])
        winner = self.rng.choice(slappers[:level])
        order = [slappers[:level], *slappers[level:]] if level > 1 else slappers
        before = len(self.table.pile)
        self.table.take(winner)
        ruling = self.accepted("slap", self.told(order, faces) | {"toss": winner})[0]
        assert (ruling.verdict["winner"], ruling.verdict["cards"]) == (winner, before)
        takes: Any = ruling.verdict["takes"]
        assert set(takes) == set(faces)

    def told(self, order: list[Any], faces: list[Card]) -> dict[str, Any]:
        (takes,) = (
            each
            for p in self.match.prompts
            if p.kind == "slap"
            for each in p.fields
            if each.name == "takes"
        )
        assert takes.min is not None
        assert takes.max is not None
        assert takes.min <= len(faces) <= takes.max
        assert not takes.choices or set(faces) <= set(takes.choices)
        if takes.optional and self.rng.random() < 0.5:
            return {"order": order}
        return {"order": order, "takes": [card.code for card in faces]}

    def false_slap(self) -> None:
        slappers = self.slappers()
        told = self.told(list(slappers), [])
        owner = self.table.pile[-1].by if self.table.pile else None
        payers = self.table.pay(slappers) if self.table.pile else []
        ruling = self.accepted("slap", told)[0]
        assert (ruling.verdict["good"], ruling.verdict["to"]) == (False, owner)
        assert ruling.verdict["pays"] == tuple(payers)

    # What cannot be

    def claim_what_cannot_be(self) -> None:
        kinds = {prompt.kind for prompt in self.match.prompts}
        before = self.match.prompts
        if "play" in kinds:
            self.play_a_card_that_lies_open()
        if "slap" in kinds:
            self.slap_against_the_record()
        if "recount" in kinds:
            counts = {seat: len(stack) for seat, stack in self.table.stacks.items()}
            self.refused("recount", {"stacks": dict.fromkeys(counts, self.total())})
            self.accepted("recount", {"stacks": counts})
            assert self.match.prompts == before

    def total(self) -> int:
        return sum(map(len, self.table.stacks.values())) + len(self.table.pile)

    def play_a_card_that_lies_open(self) -> None:
        lies = [laid.card for laid in self.table.pile if laid.told]
        lies += [card for won in self.table.won.values() for card in won]
        if lies:
            self.refused(
                "play", {"card": self.rng.choice(lies).code}, self.table.to_play()
            )

    def slap_against_the_record(self) -> None:
        table = self.table
        slapper = self.slappers()[0]
        recorded = [
            laid.card
            for laid in table.pile
            if laid.told and laid.card.code[0] == table.stage
        ]
        for card in recorded:
            left_out = [other.code for other in table.faces() if other is not card]
            self.refused("slap", {"order": [slapper], "takes": left_out})
        elsewhere = [card for won in table.won.values() for card in won]
        elsewhere += [card for card in FIFTY_FOUR if card.code[0] != table.stage]
        if all(laid.told for laid in table.pile):
            elsewhere += [card for stack in table.stacks.values() for card in stack]
        claimed = [*table.faces(), self.rng.choice(elsewhere)]
        self.refused(
            "slap", {"order": [slapper], "takes": [card.code for card in claimed]}
        )
        if sits_out := [seat for seat in table.gone if not table.stacks[seat]]:
            data = {
                "order": [slapper, self.rng.choice(sits_out)],
                "takes": [card.code for card in table.faces()],
            }
            self.refused("slap", data)

    # What both must agree on

    def agree(self) -> None:
        table = self.table
        scene = self.match.scene
        zones = {(zone.name, zone.owner): zone for zone in scene.zones}
        assert {seat: zones["stack", seat].count for seat in table.seats} == {
            seat: len(stack) for seat, stack in table.stacks.items()
        }
        assert {seat: set(zones["won", seat].cards or ()) for seat in table.seats} == {
            seat: set(won) for seat, won in table.won.items()
        }
        assert zones["pile", None].count == len(table.pile)
        assert list(zones["pile", None].cards or ()) == [
            laid.card for laid in table.pile if laid.told
        ]
        assert scene.round == table.round
        assert {each.seat: each.score for each in scene.standings} == {
            s: 10 * len(w) for s, w in table.won.items()
        }
        self.agree_on_what_comes(scene.phase, scene.to_act)

    def agree_on_what_comes(self, phase: str, to_act: tuple[str, ...]) -> None:
        table = self.table
        open_now = {prompt.kind: prompt for prompt in self.match.prompts}
        if table.round_is_over():
            assert phase == "redeal"
            assert "redeal" in open_now
            assert ("play" in open_now) == any(not laid.told for laid in table.pile)
            assert list(to_act) == table.holders()
            return
        assert set(open_now["slap"].fields[0].choices) == set(table.holders()) | set(
            table.hopeful()
        )
        if not table.holders():
            assert (set(open_now), list(to_act)) == (
                {"slap", "recount"},
                table.hopeful(),
            )
            return
        assert open_now["play"].seats == to_act == (table.to_play(),)
        if all(laid.told for laid in table.pile):
            assert (phase, "redeal" in open_now) == (PHASES[table.stage], False)

    def finished(self) -> bool:
        return self.match.scene.finished


def played(seed: int, players: int, candour: float) -> Refereed:
    match = Refereed(seed, players, candour)
    while not match.finished():
        match.agree()
        if match.rng.random() < 0.1:
            match.claim_what_cannot_be()
        match.step()
        assert match.entries < 20_000
    return match


@settings(max_examples=costly(75))
@given(st.integers(0, 2**32), st.integers(2, 10), st.sampled_from([0.0, 0.5, 0.9, 1.0]))
def test_any_match_is_refereed_to_the_end_as_it_was_played(
    seed: int, players: int, candour: float
) -> None:
    match = played(seed, players, candour)
    scene = match.match.scene
    assert match.table.game_is_over()
    assert scene.winners == match.table.champions()
    assert {each.seat for each in scene.standings if each.place == 1} == set(
        scene.winners
    )
    assert match.match.prompts == ()
