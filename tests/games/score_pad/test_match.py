"""The score pad by the sections of its rules: points, adding up, who deals, the end,
ties, notes.
"""

from typing import Any

import pytest

from referee import Ruling, WrongFieldsError
from referee.match.taking.entry_reading import NotOpenError
from referee.testing import PlayedMatch, ask

THREE = ("Ana", "Ben", "Cy")


def table(*seats: str, **given: Any) -> PlayedMatch:
    """A match with these options and house rules; the last of the seats deals first."""
    return PlayedMatch.begun(
        "score-pad", seats or THREE, dealer=(seats or THREE)[-1], **given
    )


def played(now: PlayedMatch, *points: float | str) -> tuple[PlayedMatch, Ruling]:
    """A round in which the seats that play it get these points, and the ruling on it."""
    field = next(
        one for prompt in now.prompts for one in prompt.fields if one.name == "points"
    )
    now = now.copied()
    (ruling,) = now.enter(
        "round",
        by="Ana",
        points=dict(zip(map(str, field.choices), points, strict=True)),
    ).rulings
    return now, ruling


def after(now: PlayedMatch, *rounds: tuple[float, ...]) -> PlayedMatch:
    for points in rounds:
        now, _ = played(now, *points)
    return now


def totals(now: PlayedMatch) -> dict[str, float]:
    return {one.seat: one.score for one in now.scene.standings}


def places(now: PlayedMatch) -> list[int]:
    return [one.place for one in now.scene.standings]


class TestSeats:
    @pytest.mark.parametrize("n", [1, 2, 7, 12])
    def test_one_to_twelve_can_play(self, n: int) -> None:
        seats = tuple(f"P{place}" for place in range(n))
        points = {seat: place for place, seat in enumerate(seats)}
        now = table(*seats, rounds=1)
        now.enter("round", points=points)
        assert now.scene.finished
        assert now.scene.winners == (seats[-1],)

    def test_thirteen_cannot(self) -> None:
        with pytest.raises(WrongFieldsError, match="1 to 12 players: one is too many"):
            table(*[f"P{place}" for place in range(13)])


class TestSittingOut:
    def test_whoever_sits_out_keeps_the_points_and_gets_none(self) -> None:
        now = after(table(), (5, 3, 1))
        (ruling,) = now.enter("players", playing=["Ana", "Ben"]).rulings
        assert ruling.because[0].rule == "score-pad#sitting-out"
        assert str(ruling.summary) == "Ana and Ben play from round 2 on."
        now = after(now, (1, 1))
        assert totals(now) == {"Ana": 6, "Ben": 4, "Cy": 1}
        assert [str(fact.text) for fact in now.scene.facts] == ["Cy"]
        assert now.scene.to_act == ("Ana", "Ben")

    def test_the_deal_passes_them_over(self) -> None:
        now = table("Ana", "Ben", "Cy", "Di")
        assert now.scene.dealer == "Di"
        now.enter("players", playing=["Ana", "Cy"])
        dealers: list[str | None] = [now.scene.dealer]
        for _ in range(2):
            now = after(now, (1, 0))
            dealers.append(now.scene.dealer)
        assert dealers == ["Ana", "Cy", "Ana"]

    def test_the_win_is_between_those_who_play_the_last_round(self) -> None:
        now = after(table(rounds=2, wins="fewest"), (5, 3, 1))
        now.enter("players", playing=["Ana", "Ben"])
        now = after(now, (1, 1))
        assert now.scene.winners == ("Ben",)

    def test_where_the_table_ends_it_whoever_leaves_after_the_last_round_has_played_it(
        self,
    ) -> None:
        now = after(table(), (5, 3, 1))
        now.enter("players", playing=["Ben", "Cy"])
        now.enter("end")
        assert now.scene.winners == ("Ana",)
        now = after(table(), (5, 3, 1))
        now.enter("players", playing=["Ben", "Cy"])
        now = after(now, (0, 0))
        now.enter("players", playing=["Ana", "Ben", "Cy"])
        now.enter("end")
        assert now.scene.winners == ("Ben",)

    def test_a_target_that_somebody_else_had_reached_waits_for_those_who_play(
        self,
    ) -> None:
        now = table(target=10)
        now.enter("players", playing=["Ana"])
        now = after(now, (4,))
        now.enter("players", playing=["Ben", "Cy"])
        now = after(now, (9, 2), (1, 0))
        assert now.scene.winners == ("Ben",)

    def test_one_at_least_plays(self) -> None:
        with pytest.raises(WrongFieldsError, match="at least 1 seat"):
            table().enter("players", playing=[])

    def test_in_a_playoff_nobody_comes_or_goes(self) -> None:
        now = after(table(rounds=1, playoff=True), (1, 1, 0))
        assert "players" not in [prompt.kind for prompt in now.prompts]


class TestPoints:
    def test_they_may_be_negative(self) -> None:
        assert totals(after(table(), (-5, 0, 12))) == {"Ana": -5, "Ben": 0, "Cy": 12}

    def test_the_round_waits_for_everybody_who_plays(self) -> None:
        now = table()
        now.enter("round", by="Ana", points={"Ana": 1, "Ben": 2})
        assert totals(now) == {"Ana": 0, "Ben": 0, "Cy": 0}
        assert now.next.startswith("Waiting for Cy.")
        now.enter("round", by="Cy", points={"Cy": 4})
        assert totals(now) == {"Ana": 1, "Ben": 2, "Cy": 4}

    def test_once_others_play_the_round_is_asked_for_anew(self) -> None:
        now = table()
        now.enter("round", by="Ana", points={"Ana": 1})
        now.enter("players", playing=["Ben", "Cy"])
        assert now.prompt("round").fields[0].words == ("Ben", "Cy")
        now.enter("round", by="Ana", points={"Ben": 2, "Cy": 4})
        assert totals(now) == {"Ana": 0, "Ben": 2, "Cy": 4}

    def test_halves_are_for_tables_that_agreed_on_them(self) -> None:
        now = after(table(halves=True), (2.5, -0.5, 1))
        now, ruling = played(now, "2½", "1,5", "0.5")
        assert totals(now) == {"Ana": 5, "Ben": 1, "Cy": 1.5}
        assert all(
            type(total) is int for seat, total in totals(now).items() if seat != "Cy"
        )
        assert str(ruling.because[-1].text) == "Cy: ½, which makes 1½."
        with pytest.raises(WrongFieldsError, match="whole number"):
            played(table(), 2.5, 1, 1)

    @pytest.mark.parametrize(
        "points", [0.25, "1.3", "nan", "inf", "1e3", True, None, "", "9" * 30]
    )
    def test_nothing_else_is_a_number(self, points: Any) -> None:
        with pytest.raises(WrongFieldsError):
            table(halves=True).tried(
                "round", by="Ana", points={"Ana": points, "Ben": 1, "Cy": 1}
            )


class TestAddingUp:
    def test_the_ruling_says_what_everybody_has(self) -> None:
        now = after(table(), (10, 5, 0))
        now, ruling = played(now, -4, 7, 0)
        assert str(ruling.summary) == "Ben leads with 12"
        assert str(ruling.about) == "Round 2"
        assert [str(reason.text) for reason in ruling.because][1:] == [
            "Ana: −4, which makes 6.",
            "Ben: 7, which makes 12.",
            "Cy: 0, which makes 0.",
        ]
        assert ruling.reckoning is not None
        assert [row.cells for row in ruling.reckoning.rows] == [
            (-4, 6),
            (7, 12),
            (0, 0),
        ]

    def test_it_can_be_asked_without_a_table(self) -> None:
        ruling = ask(
            "score-pad", "round", totals={"Ana": 1}, points={"Ana": 2.5, "Ben": -1}
        )
        assert ruling.verdict == {"totals": {"Ana": 3.5, "Ben": -1}}
        assert str(ruling.summary) == "Now: Ana 3½ and Ben −1."


class TestDealer:
    def test_the_deal_passes_to_the_left(self) -> None:
        now = table()
        dealers = [now.scene.dealer]
        for _ in range(3):
            now = after(now, (1, 1, 1))
            dealers.append(now.scene.dealer)
        assert dealers == ["Cy", "Ana", "Ben", "Cy"]
        assert str(now.scene.next) == "Cy deals. Then enter everybody’s points."

    def test_a_game_without_a_dealer_names_none(self) -> None:
        now = table(deal=False)
        assert now.scene.dealer is None
        assert str(now.scene.next) == "Play, then enter everybody’s points."


class TestEnd:
    def test_at_the_target_the_most_points_win(self) -> None:
        now = after(table(target=20), (19, 0, 0))
        assert not now.scene.finished
        now, ruling = played(now, 2, 25, 0)
        assert now.scene.winners == ("Ben",) == ruling.verdict["winners"]
        assert now.prompts == ()
        assert places(now) == [2, 1, 3]

    def test_after_so_many_rounds(self) -> None:
        now = after(table(rounds=2), (1, 2, 3))
        assert not now.scene.finished
        assert after(now, (0, 0, 0)).scene.winners == ("Cy",)

    def test_a_playoff_is_no_further_round_of_those_agreed_on(self) -> None:
        def rounds(now: PlayedMatch) -> list[str]:
            return [
                str(fact.text) for fact in now.scene.facts if str(fact.label) == "Round"
            ]

        begun = table(rounds=2, playoff=True)
        assert rounds(begun) == ["1 of 2"]
        assert rounds(after(begun, (1, 2, 3), (2, 1, 0))) == []

    def test_the_table_ends_it_when_it_likes(self) -> None:
        now = after(table(), (1, 2, 3))
        (ruling,) = now.enter("end", by="Ben").rulings
        assert now.scene.finished
        assert now.scene.winners == ("Cy",)
        assert now.scene.round == 1
        assert str(ruling.summary) == "Cy wins with 3"
        assert ruling.reckoning is not None
        assert [str(column.name) for column in ruling.reckoning.columns] == ["Total"]
        assert [row.cells for row in ruling.reckoning.rows] == [(1,), (2,), (3,)]

    def test_but_not_before_the_first_round(self) -> None:
        refused = table().refuses("end", by="Ben")
        assert str(refused.because[0].text) == (
            "No points entered yet: the match can end after the first ones."
        )


class TestTies:
    def test_they_share_the_win(self) -> None:
        now, ruling = played(table(target=5), 9, 9, 0)
        assert now.scene.winners == ("Ana", "Ben")
        assert places(now) == [1, 1, 3]
        assert str(ruling.summary) == "Ana and Ben share the win with 9 each"

    def test_or_play_on_until_one_leads(self) -> None:
        now, ruling = played(table(target=5, playoff=True), 9, 9, 0)
        assert str(ruling.summary) == "Ana and Ben are tied with 9 each and play on"
        assert ruling.because[0].rule == "score-pad#ties"
        assert now.scene.phase == "playoff"
        # Ana has dealt round 2 only if she plays it; Cy, who dealt first, does not.
        assert now.scene.dealer == "Ana"
        now = after(now, (1, 1))
        assert not now.scene.finished
        over = after(now, (0, -1))
        assert over.scene.winners == ("Ana",)
        assert places(over) == [1, 2, 3]

    def test_who_is_out_of_a_playoff_gets_no_points(self) -> None:
        now, _ = played(table(target=5, playoff=True), 9, 9, 0)
        with pytest.raises(NotOpenError):
            now.tried("round", by="Ana", points={"Ana": 1, "Ben": 2, "Cy": 3})


class TestNotes:
    def test_anybody_notes_something_and_nothing_else_changes(self) -> None:
        now = after(table(), (1, 2, 3))
        before = now.scene
        taken = now.enter("note", by="Ben", note="  Cy drew\tthe   queen. ")
        assert [str(ruling.summary) for ruling in taken.rulings] == [
            "Note: Cy drew the queen."
        ]
        assert now.scene == before

    @pytest.mark.parametrize("note", ["", "   ", "x" * 201, "bell \x07", 3, None])
    def test_what_is_no_note(self, note: Any) -> None:
        with pytest.raises(WrongFieldsError):
            table().tried("note", by="Ben", note=note)

    def test_braces_in_a_note_stay_as_they_are(self) -> None:
        taken = table().tried("note", by="Ben", note="{seat} {0} {note}")
        assert str(taken.rulings[0].summary) == "Note: {seat} {0} {note}"


class TestHouseRule:
    def test_no_total_falls_below_zero(self) -> None:
        now = after(table(house_rules=["not-below-zero"]), (3, 5, 0))
        now, ruling = played(now, -10, 1, -2)
        assert totals(now) == {"Ana": 0, "Ben": 6, "Cy": 0}
        assert "score-pad#not-below-zero" in [reason.rule for reason in ruling.because]
        assert ruling.reckoning is not None
        assert [row.cells for row in ruling.reckoning.rows] == [(-3, 0), (1, 6), (0, 0)]

    def test_where_nobody_would_it_says_nothing(self) -> None:
        _, ruling = played(table(house_rules=["not-below-zero"]), 3, 5, 0)
        assert "score-pad#not-below-zero" not in [
            reason.rule for reason in ruling.because
        ]
