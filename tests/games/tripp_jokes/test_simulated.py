"""Tripp Jokes with real cards: simulated people play with real packs, and the referee
hears only what is public.

The simulation has its own small idea of the rules. Referee and simulation agree on
every card that lies open, every number, turn and ruling and on the winner; who plays
honestly is never refused, and a caution is never unjust.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings, strategies as st

from referee import FIFTY_FOUR
from referee.testing import EntryStep, jsonable
from tests.properties import costly

if TYPE_CHECKING:
    from tests.games.tripp_jokes.conftest import Seated, Table

Play = dict[str, list[str]]
STRENGTH = {rank: place for place, rank in enumerate("456789TJQKA")}
LONGEST = 20_000


@dataclass
class Cards:
    """The cards as they really lie: codes, top cards last."""

    rng: Random
    seats: list[str]
    turn: str
    stock: list[str]
    hand: dict[str, list[str]] = field(default_factory=dict)
    penultimate: dict[str, list[str]] = field(default_factory=dict)
    final: dict[str, list[str]] = field(default_factory=dict)
    pile: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    step: str = "play"
    public: dict[str, list[str]] = field(default_factory=dict)
    lied: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def dealt(cls, rng: Random, seats: list[str], dealer: str) -> Cards:
        stock = [card.code for card in FIFTY_FOUR] * (1 if len(seats) < 4 else 2)
        rng.shuffle(stock)
        game = cls(rng, seats, seats[seats.index(dealer) - 1], stock)
        for seat in seats:
            game.final[seat], game.penultimate[seat], game.hand[seat] = (
                [stock.pop() for _ in "123"] for _ in "123"
            )
            game.public[seat] = []
            game.lied[seat] = []
        game.pile.append(stock.pop())
        return game

    def goes(self, rank: str) -> bool:
        rest = [card[0] for card in self.pile if card[0] != "3"]
        if rank in "23TX" or not rest or rest[-1] in "2X":
            return True
        return STRENGTH[rank] >= STRENGTH[rest[-1]]

    def winner(self) -> str | None:
        none = [
            seat
            for seat in self.seats
            if not self.hand[seat] + self.penultimate[seat] + self.final[seat]
        ]
        return none[0] if none else None

    def row(self) -> str:
        if self.hand[self.turn]:
            return "hand"
        return "penultimate" if self.penultimate[self.turn] else "final"

    def plays(self) -> list[Play]:
        """Everything that may be played now; of FINAL cards the top one, whatever it
        is.
        """
        row = self.row()
        if row == "final":
            return [{"final": self.final[self.turn][-1:]}]
        own = self.hand[self.turn] if row == "hand" else self.penultimate[self.turn]
        found: list[Play] = []
        for rank in {card[0] for card in own if self.goes(card[0])}:
            same = [card for card in own if card[0] == rank]
            found += [{row: same[:n]} for n in range(1, len(same) + 1)]
            joining = [card for card in self.penultimate[self.turn] if card[0] == rank]
            if row == "hand" and not self.stock and len(same) == len(own) and joining:
                found.append({"hand": same, "penultimate": joining})
        return found

    def do_play(self, play: Play) -> None:
        seat = self.turn
        cards = [
            card
            for row in ("hand", "penultimate", "final")
            for card in play.get(row, [])
        ]
        goes = self.goes(cards[0][0])
        for row, played in play.items():
            for card in played:
                getattr(self, row)[seat].remove(card)
                if row == "hand" and card in self.public[seat]:
                    self.public[seat].remove(card)
        if not goes:
            self.pile += cards
            self.do_pick_up()
            return
        if cards[0][0] == "X":
            self.take_pile()
        self.pile += cards
        cleared = cards[0][0] == "T" or (
            len(self.pile) > 2 and len({card[0] for card in self.pile[-3:]}) == 1
        )
        if cleared:
            self.discard += self.pile
            self.pile.clear()
        if self.winner():
            self.step = "finished"
        elif cleared or cards[0][0] == "2":
            self.step = "play again" if cleared else "cover"
            if not self.hand[seat]:
                self.draw()
        else:
            self.end_turn()

    def take_pile(self) -> None:
        self.hand[self.turn] += self.pile
        self.public[self.turn] += self.pile
        self.pile.clear()

    def do_pick_up(self) -> None:
        self.take_pile()
        self.end_turn()

    def end_turn(self) -> None:
        self.draw()
        self.step = "play"
        self.turn = self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def draw(self) -> None:
        while self.stock and len(self.hand[self.turn]) < 3:
            self.hand[self.turn].append(self.stock.pop())
            self.lied[self.turn].clear()

    def hidden(self, seat: str) -> list[str]:
        rest = list(self.hand[seat])
        for card in self.public[seat]:
            rest.remove(card)
        return rest

    def open_cards(self) -> Iterator[str]:
        yield from [*self.pile, *self.discard]
        for seat in self.seats:
            yield from [*self.penultimate[seat], *self.public[seat]]

    def provably_able(self) -> bool:
        """Whether whoever has watched can be sure that the player in turn can play."""
        row = self.row()
        if row != "hand":
            return bool(self.plays())
        if any(self.goes(card[0]) for card in self.public[self.turn]):
            return True
        unseen = [card.code for card in FIFTY_FOUR] * (1 if len(self.seats) < 4 else 2)
        for card in self.open_cards():
            unseen.remove(card)
        return len(self.hidden(self.turn)) > sum(
            not self.goes(card[0]) for card in unseen
        )


@dataclass
class Match:
    """Referee and cards side by side."""

    table: Table
    cards: Cards
    refused: int = 0

    def enter(self, kind: str, data: Any) -> EntryStep:
        return self.table.enter(kind, self.table.turn, **data)

    def refuse(self, kind: str, data: Any) -> None:
        nothing: dict[str, Any] = (
            {"hand": [], "penultimate": [], "final": []} if kind == "play" else {}
        )
        assert self.table.refuses(kind, self.table.turn, **(nothing | data)).because
        self.refused += 1

    def agree(self) -> None:
        cards = self.cards
        table = self.table
        scene = self.table.scene
        assert jsonable(table.pile) == cards.pile
        assert jsonable(table.zone("discard").cards) == cards.discard
        assert table.count("stock") == len(cards.stock)
        for seat in cards.seats:
            assert table.count("hand", seat) == len(cards.hand[seat])
            assert (
                jsonable(table.zone("penultimate", seat).cards)
                == cards.penultimate[seat]
            )
            assert table.count("final", seat) == len(cards.final[seat])
            known = table.zone("hand", seat).cards
            assert (known is None) == bool(cards.hidden(seat))
            assert known is None or sorted(jsonable(known)) == sorted(cards.hand[seat])
        assert scene.phase == cards.step
        assert scene.to_act == (() if scene.finished else (cards.turn,))
        assert scene.winners == ((cards.winner(),) if cards.winner() else ())

    def step(self) -> None:
        """One entry: mostly an honest one, tried after some that the referee must
        refuse.
        """
        if self.cards.rng.random() < 0.3:
            self.try_wrongly()
        plays = self.cards.plays()
        self.honest_choices(plays)
        if self.cards.step == "cover" and (not plays or self.cards.rng.random() < 0.2):
            assert self.enter("leave", {}).rulings == ()
            self.cards.end_turn()
        elif not plays or (
            self.cards.step == "play"
            and self.cards.rng.random() < 0.02
            and self.can_lie()
        ):
            self.pick_up(plays)
        else:
            self.play(self.choose(plays))

    def choose(self, plays: list[Play]) -> Play:
        """Mostly many low cards, and specials last: so games come to an end."""
        if self.cards.rng.random() < 0.3:
            return self.cards.rng.choice(plays)
        return min(
            plays,
            key=lambda play: (
                _rank(play) in "X32T",
                STRENGTH.get(_rank(play), 0),
                -len(_all(play)),
            ),
        )

    def honest_choices(self, plays: list[Play]) -> None:
        fields = {one.name: one for one in self.table.prompt("play").fields}
        for play in plays:
            for row, cards in play.items():
                assert set(cards) <= set(jsonable(fields[row].choices))
                assert len(cards) <= (fields[row].max or 0)

    def can_lie(self) -> bool:
        return bool(self.cards.pile) and not self.cards.provably_able()

    def pick_up(self, plays: list[Play]) -> None:
        seat = self.cards.turn
        lie = [
            card
            for card in self.cards.hidden(self.cards.turn)
            if self.cards.goes(card[0])
        ]
        assert bool(lie) == bool(plays)
        assert not self.table.prompt("pickup").optional
        (ruling,) = self.enter("pickup", {}).rulings
        assert jsonable(ruling.verdict["picked_up"]) == self.cards.pile
        assert ruling.verdict["proven"] == (not self.cards.hidden(seat))
        self.cards.lied[seat] += lie
        self.cards.do_pick_up()

    def play(self, play: Play) -> None:
        cards = self.cards
        seat = self.cards.turn
        goes = cards.goes(_rank(play))
        lied = list(cards.lied[seat])
        ruling, *more = self.enter("play", play).rulings
        assert ruling.verdict["legal"] == goes
        cards.do_play(play)
        if goes:
            assert jsonable(ruling.verdict["pile"]) == cards.pile
            assert ruling.verdict["again"] == (not cards.pile)
        for caution in [one for one in more if "caution" in one.verdict]:
            assert set(jsonable(caution.verdict["cards"])) <= set(lied)

    def try_wrongly(self) -> None:
        cards = self.cards
        seat = self.cards.turn
        for card in cards.hand[seat]:
            if not cards.goes(card[0]):
                self.refuse("play", {"hand": [card]})
        packs = 1 if len(cards.seats) < 4 else 2
        lying = list(cards.open_cards())
        elsewhere = [
            card
            for card in set(lying)
            if lying.count(card) == packs and card not in cards.hand[seat]
        ]
        for card in cards.rng.sample(sorted(elsewhere), min(2, len(elsewhere))):
            row = cards.row() if cards.row() != "penultimate" else "hand"
            self.refuse("play", {row: [card]})
        if cards.step == "play" and cards.pile and cards.provably_able():
            self.refuse("pickup", {})
        if cards.hand[seat]:
            self.refuse("play", {"hand": ["9C"], "final": ["9S"]})
        if cards.stock:
            self.refuse(
                "play",
                {
                    "hand": [cards.hand[seat][0]],
                    "penultimate": cards.penultimate[seat][:1],
                },
            )


def _all(play: Play) -> list[str]:
    return [card for cards in play.values() for card in cards]


def _rank(play: Play) -> str:
    return _all(play)[0][0]


def played(seated: Seated, seed: int, players: int) -> Match:
    rng = Random(seed)
    seats = ["Ana", "Ben", "Cy", "Dee", "Eli", "Fay"][:players]
    dealer = rng.choice(seats)
    cards = Cards.dealt(rng, seats, dealer)
    match = Match(seated(*seats, dealer=dealer), cards)
    match.table.set_up(
        cards.pile[0], **{seat: " ".join(cards.penultimate[seat]) for seat in seats}
    )
    for _ in range(LONGEST):
        match.agree()
        if cards.winner():
            return match
        match.step()
    raise AssertionError("the game never ends")


@settings(max_examples=costly(50))
@given(seed=st.integers(0, 2**32), players=st.integers(2, 6))
def test_referee_and_cards_agree_to_the_end(
    seated: Seated, seed: int, players: int
) -> None:
    match = played(seated, seed, players)
    scene = match.table.scene
    left = {standing.seat: standing.score for standing in scene.standings}
    for seat, cards in left.items():
        assert cards == len(
            match.cards.hand[seat]
            + match.cards.penultimate[seat]
            + match.cards.final[seat]
        )
        place = next(
            standing.place for standing in scene.standings if standing.seat == seat
        )
        assert place == 1 + sum(other < cards for other in left.values())
