"""Whole games with real cards, simulated: referee and table agree on every trick, count
and place, to the end.

The people draft, place and reveal real cards. On the way they enter what cannot be: a
card that was seen, one of the other stack, a board of another size, somebody else's
card.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from referee import Scene
from referee.testing import (
    EntryStep,
    NotOpenError,
    NotYoursError,
    PlayedMatch,
    ask,
    jsonable,
)
from tests.games.faj.real_game import (
    CATEGORIES,
    DRAFT_STACK,
    TRICK_STACK,
    RealGame,
    best_five,
    trump,
    worth_of,
)
from tests.properties import costly

NAMES = ("Ana", "Ben", "Cy", "Di")


class Refereed:
    """A real game and the referee beside it. `own_phones`: everybody enters their own
    card, else the host all.
    """

    def __init__(self, seed: int, players: int, own_phones: bool) -> None:
        self.rng = Random(seed)
        self.game = RealGame(self.rng, list(NAMES[:players]))
        self.own_phones = own_phones
        self.dealer = self.rng.choice(self.game.seats)
        self.match = PlayedMatch.begun("faj", self.game.seats, dealer=self.dealer)
        self.reasons: list[str] = []
        self.refusals: list[str] = []

    @property
    def scene(self) -> Scene:
        return self.match.scene

    def enter(self, kind: str, by: str | None, **data: Any) -> EntryStep:
        """By a seat for itself, or by a host who has none and enters for the table."""
        return self.match.enter(kind, by, **data)

    def refused(
        self, section: str, kind: str, by: str | None, **data: Any
    ) -> dict[str, Any]:
        """What the ruling says that refuses this for a reason in that section of the
        rules.
        """
        ruling = self.match.refuses(kind, by, **data)
        assert f"faj#{section}" in [because.rule for because in ruling.because]
        self.refusals.append(section)
        return dict(ruling.verdict)

    # A game

    def play(self) -> Refereed:
        for _ in range(3):
            self.game.draft()
            assert self.scene.round == self.game.round
            for size in range(1, 5):
                self.lay_board(size)
                self.play_trick()
            self.agree_on_places()
        self.agree_on_the_end()
        return self

    def lay_board(self, size: int) -> None:
        scene = self.scene
        assert (scene.phase, scene.to_act) == (
            "draft" if size == 1 else "board",
            (self.dealer,),
        )
        self.game.turn_board(size)
        if self.rng.random() < 0.4:
            self.try_wrong_boards(size)
        by = self.rng.choice([None, *self.game.seats]) if self.own_phones else None
        assert self.enter("board", by, cards=self.game.board).rulings == ()
        self.agree_on_cards("play", tuple(self.game.seats))

    def try_wrong_boards(self, size: int) -> None:
        rest = self.game.board[1:]
        self.refused(
            "cards", "board", None, cards=[self.rng.choice(DRAFT_STACK), *rest]
        )
        if size > 1:
            self.refused("cards", "board", None, cards=[rest[0], *rest])
        if seen := self.game.seen_on_boards():
            self.refused(
                "trick-cards-stay", "board", None, cards=[*rest, self.rng.choice(seen)]
            )
        others = self.rng.sample(self.game.trick_stack, 5)
        wrong = self.rng.choice([n for n in range(6) if n != size])
        assert (
            self.refused("tricks", "board", None, cards=others[:wrong])["named"]
            == wrong
        )
        with pytest.raises(NotOpenError):
            self.enter("play", None, plays={self.dealer: "AS"})

    def play_trick(self) -> None:
        plays = self.game.choose()
        board = list(self.game.board)
        if self.rng.random() < 0.4:
            self.try_wrong_plays(plays)
        taken = self.place_own(plays) if self.own_phones else self.place_all(plays)
        winner, rule = self.game.reveal(plays)
        verdict = taken.rulings[0].verdict
        assert (verdict["winner"], verdict["reason"], verdict["trump"]) == (
            winner,
            rule,
            trump(board),
        )
        assert jsonable(verdict["card"]) == plays[winner]
        self.reasons.append(rule)
        finished = len(self.reasons) == 12
        assert len(taken.rulings) == (2 if finished else 1)
        phase = (
            "finished"
            if finished
            else "draft"
            if len(self.reasons) % 4 == 0
            else "board"
        )
        self.agree_on_cards(phase, () if finished else (self.dealer,))

    def place_own(self, plays: dict[str, str]) -> EntryStep:
        """From a phone each, in any order; somebody may change their mind, or name
        another's card by mistake.
        """
        order = self.rng.sample(self.game.seats, len(plays))
        first = order[0]
        last = order[-1]
        mistaken = self.rng.random() < 0.3
        sealed = {}
        for seat in order[:-1]:
            named = plays[last] if mistaken and seat == first else plays[seat]
            sealed[seat] = self.place_sealed(seat, named)
            if self.rng.random() < 0.1:
                sealed[seat] = self.place_sealed(seat, named)
        taken = self.enter("play", last, plays={last: plays[last]})
        assert sorted(taken.opens) == sorted([*sealed.values(), taken.entry.seq])
        return self.enter_again(first, last, plays, taken) if mistaken else taken

    def enter_again(
        self, wrong: str, right: str, plays: dict[str, str], taken: EntryStep
    ) -> EntryStep:
        """Two have named one card: both are asked again, in any order, and nobody else."""
        [ruling] = taken.rulings
        assert jsonable(ruling.verdict["clash"]) == [plays[right]]
        assert set(self.scene.to_act) == {wrong, right}
        taken = self.enter("play", right, plays={right: plays[right]})
        shared = self.refused("cards", "play", wrong, plays={wrong: plays[right]})
        assert set(shared["seats"]) == {wrong, right}
        return self.enter("play", wrong, plays={wrong: plays[wrong]})

    def place_sealed(self, seat: str, card: str) -> int:
        before = self.scene
        taken = self.enter("play", seat, plays={seat: card})
        assert (taken.rulings, taken.opens) == ((), ())
        waiting = tuple(other for other in before.to_act if other != seat)
        assert (self.scene.to_act, self.scene.zones) == (waiting, before.zones)
        return taken.entry.seq

    def place_all(self, plays: dict[str, str]) -> EntryStep:
        """From one phone: all at once, or some and then the others."""
        order = self.rng.sample(list(plays.items()), len(plays))
        if self.rng.random() < 0.5:
            return self.enter("play", None, plays=plays)
        cut = self.rng.randint(1, len(order) - 1)
        assert self.enter("play", None, plays=dict(order[:cut])).rulings == ()
        return self.enter("play", None, plays=dict(order[cut:]))

    def try_wrong_plays(self, plays: dict[str, str]) -> None:
        one, other = self.rng.sample(self.game.seats, 2)
        by = one if self.own_phones else None
        wrong = self.refused(
            "cards", "play", by, plays={one: self.rng.choice(TRICK_STACK)}
        )
        assert wrong["seat"] == one
        if self.game.played:
            again = self.rng.choice(self.game.played)
            assert (
                jsonable(self.refused("tricks", "play", by, plays={one: again})["card"])
                == again
            )
        if self.own_phones:
            with pytest.raises(NotYoursError):
                self.enter("play", one, plays={other: plays[other]})
        else:
            self.refused(
                "cards", "play", None, plays={one: plays[one], other: plays[one]}
            )
        with pytest.raises(NotOpenError):
            self.enter("board", None, cards=self.game.board)

    # What both must agree on

    def agree_on_cards(self, phase: str, to_act: tuple[str, ...]) -> None:
        scene = self.scene
        game = self.game
        assert (scene.phase, scene.to_act) == (phase, to_act)
        zones = {(zone.name, zone.owner): zone for zone in scene.zones}
        assert jsonable(zones["board", None].cards) == game.board
        for seat, pile in game.piles.items():
            assert jsonable(zones["won", seat].cards) == pile
            assert zones["won", seat].count == len(pile)
        assert {each.seat: each.score for each in scene.standings} == {
            seat: len(p) for seat, p in game.piles.items()
        }

    def agree_on_places(self) -> None:
        expected: dict[str, int] = {}
        for _, seats in self.game.places():
            expected |= dict.fromkeys(seats, len(expected) + 1)
        assert {each.seat: each.place for each in self.scene.standings} == expected

    def agree_on_the_end(self) -> None:
        showdown = self.match.rulings[-1].verdict
        places = self.game.places()
        ranking: Any = showdown["ranking"]
        assert [sorted(seats) for seats in ranking] == [
            sorted(seats) for _, seats in places
        ]
        assert showdown["winners"] == places[0][1]
        assert showdown["decided_by"] == self.game.decided_by()
        assert (self.scene.finished, list(self.scene.winners)) == (True, places[0][1])
        assert self.match.prompts == ()
        for pile in self.game.piles.values():
            worth = best_five(tuple(pile))
            hand = ask("faj", "hand", cards=pile).verdict
            five = tuple(jsonable(hand["cards"]))
            assert set(five) <= set(pile)
            assert worth_of(five) == worth
            place: Any = worth[0] if worth else None
            assert hand["category"] == ("none" if place is None else CATEGORIES[place])
        with pytest.raises(NotOpenError):
            self.enter("board", None, cards=["2C"])


@settings(max_examples=costly(50))
@given(st.integers(0, 2**32), st.integers(2, 4), st.booleans())
def test_any_game_is_refereed_to_the_end_as_it_was_played(
    seed: int, players: int, own_phones: bool
) -> None:
    Refereed(seed, players, own_phones).play()


def nearly_equal(seed: int) -> RealGame:
    """The end of a game in which all have the same few cards of few ranks: often a suit
    has to part them.
    """
    rng = Random(seed)
    game = RealGame(rng, list(NAMES[: rng.randint(2, 4)]))
    ranks = rng.sample("23456789T", 4)
    size = rng.randint(0, 4)
    cards = [card for card in game.trick_stack if card[0] in ranks]
    game.piles = {seat: [cards.pop() for _ in range(size)] for seat in game.seats}
    return game


def agree_on_showdown(game: RealGame) -> None:
    verdict = ask("faj", "showdown", piles=game.piles).verdict
    places = game.places()
    ranking: Any = verdict["ranking"]
    assert [sorted(seats) for seats in ranking] == [
        sorted(seats) for _, seats in places
    ]
    assert (verdict["winners"], verdict["decided_by"]) == (
        places[0][1],
        game.decided_by(),
    )


@given(st.integers(0, 2**32))
def test_hands_that_are_nearly_equal_are_parted_alike(seed: int) -> None:
    agree_on_showdown(nearly_equal(seed))
