"""Whole matches with real cards, simulated: referee and people agree on every score,
total, tie and winner.

The people draw, discard, lock each other's cards and enter their hands when the stock
is gone. On the way they enter what cannot be, miscount their cards, and call four aces
or wait for them to be found.
"""

from __future__ import annotations

from collections.abc import Callable
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
from tests.games.four_aces.real_game import (
    ACES,
    JOKERS,
    Holding,
    RealRound,
    Scores,
    cautions,
    points,
)
from tests.properties import costly

NAMES = ("Ana", "Ben", "Cy", "Di", "Eli")
LONGEST = 200


class Refereed:
    """A real match and the referee beside it. `own_phones`: everybody enters their own
    hands, else the host all.
    """

    def __init__(
        self, seed: int, players: int, own_phones: bool, target: int = 20
    ) -> None:
        self.rng = Random(seed)
        self.seats = list(NAMES[:players])
        self.own_phones = own_phones
        self.scores = Scores.nothing_yet(
            self.seats, target, self.rng.choice(self.seats)
        )
        self.match = PlayedMatch.begun(
            "four-aces", self.seats, dealer=self.scores.dealer, target=target
        )
        self.happened: set[str] = set()

    @property
    def scene(self) -> Scene:
        return self.match.scene

    def enter(self, kind: str, seat: str, **data: Any) -> EntryStep:
        return self.enter_by(seat if self.own_phones else None, kind, seat, **data)

    def enter_by(self, by: str | None, kind: str, seat: str, **data: Any) -> EntryStep:
        return self.match.enter(kind, seat, by=by, **data)

    def hands(self, seat: str, held: Holding) -> EntryStep:
        return self.enter(
            "round", seat, hidden=held.hidden, exposed=held.exposed, locked=held.locked
        )

    def refused(self, section: str, kind: str, seat: str, **data: Any) -> list[str]:
        """The seats whose entries are in question, where this is refused for a reason
        in that section.
        """
        ruling = self.match.refuses(
            kind, seat, by=seat if self.own_phones else None, **data
        )
        assert {because.rule for because in ruling.because} == {f"four-aces#{section}"}
        self.happened.add(f"refused: {section}")
        seats: Any = ruling.verdict["seats"]
        return list(seats)

    def refused_hands(self, section: str, seat: str, held: Holding) -> list[str]:
        return self.refused(
            section,
            "round",
            seat,
            hidden=held.hidden,
            exposed=held.exposed,
            locked=held.locked,
        )

    # A match

    def play(self) -> Refereed:
        while not self.scores.winner:
            assert self.scores.round < LONGEST, "the match never ends"
            self.agree()
            self.play_round()
        self.agree()
        assert self.match.prompts == ()
        with pytest.raises(NotOpenError):
            self.enter("round", self.seats[0], hidden=[], exposed=[], locked=[])
        return self

    def play_round(self) -> None:
        lucky = self.rng.random() < 0.05
        cards = RealRound(self.rng, self.scores.playing, self.scores.first, lucky)
        patient = self.rng.random() < 0.5
        for seat in cards.play():
            if cards.held[seat].four_aces and not patient:
                self.call(seat, cards.held[seat])
                return
        self.agree_on_real_counts(cards)
        self.enter_round(cards)

    def call(self, seat: str, held: Holding) -> EntryStep:
        hand = held.four_aces
        short = list(ACES[:3])
        self.refused("four-aces", "four_aces", seat, hand=hand, cards=short)
        taken = self.enter("four_aces", seat, hand=hand, cards=list(ACES))
        assert taken.rulings[0].verdict["seat"] == seat
        self.scores.winner = seat
        self.happened.add("called")
        return taken

    def enter_round(self, cards: RealRound) -> None:
        """All hands, in any order; the last of them opens and scores them."""
        entered = {seat: held.copy() for seat, held in cards.held.items()}
        if self.rng.random() < 0.2:
            self.misenter(cards, entered)
        self.try_outside()
        order = self.rng.sample(self.scores.playing, len(entered))
        sealed: dict[str, int] = {}
        for seat in order[:-1]:
            if self.rng.random() < 0.3:
                self.try_wrongly(seat, entered, list(sealed))
            sealed[seat] = self.enter_sealed(seat, entered[seat])
        last = order[-1]
        if cards.held[last].four_aces and self.rng.random() < 0.3:
            taken = self.call(last, cards.held[last])
            # The match is over, and what the others sealed is revealed.
            assert sorted(taken.opens) == sorted([*sealed.values(), taken.entry.seq])
            return
        wrong = self.rng.random() < 0.3 and self.name_anothers_card(
            order[0], last, entered, sealed
        )
        taken = self.hands(last, entered[last])
        if wrong:
            taken = self.enter_again(order[0], last, taken, entered, sealed)
        self.agree_on_rulings(taken, entered)
        assert sorted(taken.opens) == sorted([*sealed.values(), taken.entry.seq])

    def enter_sealed(self, seat: str, held: Holding) -> int:
        before = self.scene
        taken = self.hands(seat, held)
        assert (taken.rulings, taken.opens) == ((), ())
        assert self.scene.standings == before.standings
        assert self.scene.to_act == tuple(
            other for other in before.to_act if other != seat
        )
        return taken.entry.seq

    # What is entered wrongly

    def misenter(self, cards: RealRound, entered: dict[str, Holding]) -> None:
        """Somebody forgets a card, or a locked one, or enters one more that lies in the
        discard pile.
        """
        held = entered[self.rng.choice(self.scores.playing)]
        mistakes: list[Callable[[], object]] = [
            getattr(held, name).pop
            for name in ("hidden", "exposed", "locked")
            if getattr(held, name)
        ]
        if plain_ones := [card for card in cards.discards if card not in JOKERS]:
            mistakes.append(lambda: held.exposed.append(self.rng.choice(plain_ones)))
        self.rng.choice(mistakes)()

    def try_outside(self) -> None:
        one, other = self.scores.playing[:2]
        nothing: dict[str, Any] = {"hidden": [], "exposed": [], "locked": []}
        with pytest.raises(NotYoursError):
            self.enter_by(one, "round", other, **nothing)
        for seat in set(self.seats) - set(self.scores.playing):
            with pytest.raises(NotOpenError):
                self.enter("round", seat, **nothing)

    def try_wrongly(
        self, seat: str, entered: dict[str, Holding], sealed: list[str]
    ) -> None:
        """Entries that the sender alone can know to be wrong."""
        held = entered[seat]
        plain_ones = [
            card for card in [*held.hidden, *held.exposed] if card not in JOKERS
        ]
        if not plain_ones:
            return
        twice = self.rng.choice(plain_ones)
        assert self.refused_hands(
            "one-place", seat, Holding(plain_ones, [twice], [])
        ) == [seat]
        assert self.refused_hands(
            "two-jokers", seat, Holding(["XR"], ["XB"], [twice])
        ) == [seat]
        theirs = [
            card
            for other in sealed
            for card in entered[other].hidden
            if card not in JOKERS
        ]
        if theirs and not self.own_phones:
            named = self.refused_hands(
                "one-place", seat, Holding([self.rng.choice(theirs)], held.exposed, [])
            )
            assert seat in named
            assert len(named) == 2
        if sealed and not self.own_phones:
            self.try_too_many_jokers(seat, entered, sealed)

    def try_too_many_jokers(
        self, seat: str, entered: dict[str, Holding], sealed: list[str]
    ) -> None:
        told = [
            other
            for other in sealed
            if entered[other].locked
            or set(JOKERS) & {*entered[other].hidden, *entered[other].exposed}
        ]
        free = [
            card
            for other in self.scores.playing
            if other not in sealed
            for card in entered[other].hidden
        ]
        free = [card for card in free if card not in JOKERS][:2]
        if told and len(free) == 2:
            named = self.refused_hands("two-jokers", seat, Holding([], [], free))
            assert sorted(named) == sorted([*told, seat])

    def name_anothers_card(
        self, one: str, last: str, entered: dict[str, Holding], sealed: dict[str, int]
    ) -> bool:
        """A card that the last one holds is entered for another too, from a phone of
        their own.
        """
        theirs = [card for card in entered[last].hidden if card not in JOKERS]
        if not theirs or not self.own_phones:
            return False
        wrong = entered[one].copy()
        wrong.hidden = [*wrong.hidden[:-1], self.rng.choice(theirs)]
        sealed[one] = self.hands(one, wrong).entry.seq
        return True

    def enter_again(
        self,
        wrong: str,
        right: str,
        taken: EntryStep,
        entered: dict[str, Holding],
        sealed: dict[str, int],
    ) -> EntryStep:
        """What clashes is found when the last hand comes in: both are asked again, and
        nobody else.
        """
        assert {jsonable(ruling.verdict)["legal"] for ruling in taken.rulings} == {
            False
        }
        assert sorted(taken.opens) == sorted([*sealed.values(), taken.entry.seq])
        assert set(self.scene.to_act) == {wrong, right}
        self.happened.add("found at the end")
        self.hands(right, entered[right])
        taken = self.hands(wrong, entered[wrong])
        sealed.clear()
        return taken

    # What both must agree on

    def agree_on_real_counts(self, cards: RealRound) -> None:
        """People who played by the rules have the cards that the referee will expect,
        whoever their neighbour is.
        """
        assert not any(cautions(cards.held).values())
        for held in cards.held.values():
            asked = ask(
                "four-aces",
                "round",
                hidden=held.hidden,
                exposed=held.exposed,
                locked=held.locked,
            )
            assert "four-aces#card-count" not in {
                reason.rule for reason in asked.because
            }

    def agree_on_rulings(self, taken: EntryStep, entered: dict[str, Holding]) -> None:
        *on_seats, on_round = taken.rulings
        before = dict(self.scores.totals)
        odd = cautions(entered)
        assert [ruling.verdict["seat"] for ruling in on_seats] == self.scores.playing
        for ruling in on_seats:
            self.agree_on_hands(ruling.verdict, entered)
            told: Any = ruling.verdict["cautions"]
            if not ruling.verdict["four_aces"]:
                assert [(each["hand"], each["entered"]) for each in told] == odd[
                    str(ruling.verdict["seat"])
                ]
            self.happened |= {"cautioned"} if told else set()
        tied = self.add(entered)
        gains = {seat: self.scores.totals[seat] - before[seat] for seat in entered}
        assert (on_round.verdict["scores"], on_round.verdict["totals"]) == (
            gains,
            self.scores.totals,
        )
        assert jsonable(on_round.verdict["winners"]) == (
            [self.scores.winner] if self.scores.winner else []
        )
        assert jsonable(on_round.verdict["playoff"]) == tied

    def agree_on_hands(self, verdict: Any, entered: dict[str, Holding]) -> None:
        held = entered[verdict["seat"]]
        both = [points(held.hidden + held.locked), points(held.exposed + held.locked)]
        for scored, told in zip(
            both, (verdict["hidden"], verdict["exposed"]), strict=True
        ):
            assert (
                told["points"],
                tuple(told["types"]),
                told["aces"],
                told["total"],
            ) == (*scored, scored.total)
        assert verdict["total"] == sum(each.total for each in both)
        assert verdict["four_aces"] == bool(held.four_aces)

    def add(self, entered: dict[str, Holding]) -> list[str]:
        """Scores the round on paper; those who are tied and must play on."""
        self.scores.add(entered)
        if self.scores.winner:
            self.happened.add(
                "found" if entered[self.scores.winner].four_aces else "won by points"
            )
            return []
        if not self.scores.playoff:
            return []
        self.happened.add(
            "playoff" if max(self.scores.came_to.values()) == 1 else "another playoff"
        )
        return self.scores.playing

    def agree(self) -> None:
        scene = self.scene
        scores = self.scores
        assert scene.phase == scores.phase
        assert {each.seat: each.score for each in scene.standings} == scores.totals
        assert {each.seat: each.place for each in scene.standings} == scores.places()
        assert (scene.finished, scene.winners) == (
            bool(scores.winner),
            (scores.winner,) if scores.winner else (),
        )
        assert scene.round == scores.round
        if not scores.winner:
            assert scene.to_act == tuple(scores.playing)
            assert f"{scores.dealer} " in str(scene.next)
            assert f"{scores.first} first" in str(scene.next)


targets = st.sampled_from([1, 2, 4, 8, 20])


@settings(max_examples=costly(50))
@given(st.integers(0, 2**32), st.integers(3, 5), st.booleans(), targets)
def test_any_match_is_refereed_to_the_end_as_it_was_played(
    seed: int, players: int, own_phones: bool, target: int
) -> None:
    Refereed(seed, players, own_phones, target).play()
