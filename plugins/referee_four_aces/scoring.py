"""The score of a round, the totals after it, and the questions on hands and turns."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from referee import (
    FIFTY_FOUR,
    NOTHING,
    Contest,
    Field,
    Question,
    Reason,
    Reasons,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Rounds,
    Ruling,
    Seats,
    ShownCards,
    Text,
    Values,
    hookimpl,
    leaders,
    rule_round,
    say,
    written_score,
    wrong_field,
)

from .game import JOKERS_IN_THE_DECK, MOST_CARDS, MOST_LOCKED, cite
from .hand import (
    TITLES,
    Hands,
    best_reason,
    hand_reasons,
    hands_of,
    rule_hand,
    say_points,
    score_hand,
)
from .turn import TURN_FIELDS, rule_turn
from .validation import (
    ANY_ROBBERY,
    Miscount,
    explain_miscounts,
    find_miscounts,
    say_check,
)


def _cards(name: str, label: Text, most: int, optional: bool = False) -> Field:
    return Field(name, "cards", label, optional, min=0, max=most, choices=FIFTY_FOUR)


_LOCKED = say("Locked cards, under jokers")
HAND_FIELDS = (
    _cards("hidden", say("Hidden hand"), MOST_CARDS),
    _cards("exposed", say("Exposed hand"), MOST_CARDS),
    _cards("locked", _LOCKED, MOST_LOCKED, optional=True),
)
"""The fields that tell of one player's round."""


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions what a hand and a round score, and how turns are played."""
    cards = _cards("cards", say("The hand, locked cards too"), MOST_CARDS)
    title = say("What does a hand score?")
    help = say("One hand, hidden or exposed. Unplayed jokers count for nothing.")
    hand = Question("hand", title, (cards,), help)

    title = say("What does a round score?")
    help = say(
        "Both hands of one player. Enter a locked card once, as locked: it counts in "
        "both hands."
    )
    whole = Question("round", title, HAND_FIELDS, help, hook="score_round")

    title = say("Is this turn allowed?")
    help = say("Fill in what you saw; leave the rest empty.")
    return hand, whole, Question("turn", title, TURN_FIELDS, help)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return the ruling on a hand, or on a turn."""
    if question == "turn":
        return rule_turn(given)
    return rule_hand(given.cards("cards"))


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on the hidden and the exposed hand, each with the locked cards.

    Raise WrongFieldsError for more jokers than the deck's two.
    """
    hands = hands_of(given)
    if hands.jokers > JOKERS_IN_THE_DECK:
        template = (
            "There are two jokers: a played one lies on each locked card, "
            "the others are unplayed."
        )
        raise wrong_field("locked", say(template))

    hidden = score_hand(hands.whole_hidden)
    exposed = score_hand(hands.whole_exposed)
    summary = say_total(hidden.total, exposed.total)
    if hidden.four_aces:
        summary = say("All four aces are in the hidden hand and win the whole game.")
    elif exposed.four_aces:
        summary = say("All four aces are in the exposed hand and win the whole game.")
    wins = hidden.four_aces or exposed.four_aces
    verdict = {
        "hidden": hidden._asdict(),
        "exposed": exposed._asdict(),
        "total": hidden.total + exposed.total,
        "four_aces": wins,
        "wins": wins,
    }
    because = tuple(_explain(hands))

    # A table knows how many cards were robbed, and checks its seats' hands by that.
    seat = given.seat("seat", None)
    if seat is None:
        miscounts = find_miscounts(hands, ANY_ROBBERY)
        if miscounts:
            cautions = [_caution(miscount) for miscount in miscounts]
            verdict["cautions"] = tuple(cautions)
            if not wins:
                summary = _add_check(summary, miscounts)
        because = (*explain_miscounts(miscounts), *because)
    if wins:
        template = "Four aces that turn up at scoring win the game too."
        because = (cite("four-aces", template), *because)
    return Ruling(verdict, summary, because, hands.show(seat))


def _caution(miscount: Miscount) -> Mapping[str, object]:
    return {
        "check": "card-count",
        "hand": miscount.hand,
        "expected": miscount.expected,
        "entered": miscount.entered,
    }


def _add_check(summary: Text, miscounts: tuple[Miscount, ...]) -> Text:
    check = say_check(miscounts)
    return say("{summary} Check the cards. {check}", summary=summary, check=check)


def say_total(hidden: int, exposed: int) -> Text:
    """Return the sum of both hands, as on paper: `−1 (hidden 2, exposed −3).`."""
    return say(
        "{total} (hidden {hidden}, exposed {exposed}).",
        total=hidden + exposed,
        hidden=hidden,
        exposed=exposed,
    )


def _explain(hands: Hands) -> list[Reason]:
    reasons = []
    whole = {"hidden": hands.whole_hidden, "exposed": hands.whole_exposed}
    for name, cards in whole.items():
        for reason in hand_reasons(cards):
            text = say("{hand}: {why}", hand=TITLES[name], why=reason.text)
            reasons.append(Reason(reason.rule, reason.basis, text))
    if hands.locked:
        template = "{cards:short}, under a joker, counted in both hands"
        reasons.append(cite("locked", template, cards=hands.locked))
    return reasons


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One seat's round: its cards, what they score, and which hands to count again."""

    hands: Hands
    ruling: Ruling
    gain: int
    """The points that the round adds to the seat's total."""
    miscounts: tuple[Miscount, ...]
    why: Reasons
    """The reasons to count these hands again."""

    def rule(self, seat: str) -> Ruling:
        """Return the ruling on what the round scores for this seat."""
        cautions = [{**_caution(miscount), "seat": seat} for miscount in self.miscounts]
        ruling = self.ruling
        summary = say("{seat}: {said}", seat=seat, said=ruling.summary)
        if self.miscounts:
            summary = _add_check(summary, self.miscounts)
        return replace(
            ruling,
            verdict={"seat": seat, **ruling.verdict, "cautions": tuple(cautions)},
            summary=summary,
            because=(*self.why, *ruling.because),
        )

    def explain(self, seat: str) -> list[Reason]:
        """Return this seat's reasons, one for each hand: its score, and why.

        The reason of a house rule that changes a hand comes first.
        """
        reasons = []
        for reason in self.ruling.because:
            if reason.basis == "house-rule":
                text = say("{seat}: {said}", seat=seat, said=reason.text)
                reasons.append(replace(reason, text=text))

        hidden = best_reason(self.hands.whole_hidden)
        text = say("{seat}, hidden: {why}", seat=seat, why=hidden.text)
        reasons.append(replace(hidden, text=text))
        exposed = best_reason(self.hands.whole_exposed)
        text = say("{seat}, exposed: {why}", seat=seat, why=exposed.text)
        reasons.append(replace(exposed, text=text))
        return reasons


_COLUMNS = (
    ReckoningColumn(say("Hidden")),
    ReckoningColumn(say("Exposed")),
    ReckoningColumn(say("Aces"), aside=True),
    ReckoningColumn(say("Locked"), aside=True),
    ReckoningColumn(say("Round")),
    ReckoningColumn(say("Total")),
)


def rule_totals(
    before: Rounds, after: Rounds, played: Mapping[str, PlayedRound], four_aces: bool
) -> Ruling:
    """Return the ruling on a round: who wins, ties or leads with which total.

    With `four_aces` the winner has won by these alone.
    """
    ahead = after.winners
    if after.in_playoff and not ahead:
        ahead = after.playing
    summary, because = _outcome(before, after, ahead, four_aces)

    gains = {seat: result.gain for seat, result in played.items()}
    reasons: list[Reason] = []
    # The sentence names the seats in this order too.
    for seat in sorted(gains, key=lambda seat: -gains[seat]):
        reasons.extend(played[seat].explain(seat))
    if ahead:
        reasons = [*because, *reasons]
    else:
        summary = _say_gains(gains)
        reasons.extend(because)
    shown: list[ShownCards] = []
    for seat, result in played.items():
        for hand in result.ruling.shown:
            if seat not in after.winners:
                hand = replace(hand, deciding=())
            shown.append(hand)
    return replace(
        rule_round(before, after, cite, "target"),
        summary=summary,
        because=tuple(reasons),
        shown=tuple(shown),
        reckoning=_reckon(after, played),
        contest=_contest_of(gains),
        rare=say("Four aces") if four_aces else None,
    )


def _contest_of(gains: Mapping[str, int]) -> Contest | None:
    """Return the two best seats of a round; None if several seats are equally good."""
    winner, other, *_ = sorted(gains, key=gains.__getitem__, reverse=True)
    best = gains[winner]
    second = gains[other]
    if best == second:
        return None
    text = say(
        "{winner} against {other}, {best} to {second}",
        winner=winner,
        other=other,
        best=written_score(best),
        second=written_score(second),
    )
    return Contest(winner, other, best - second, text)


def _reckon(after: Rounds, played: Mapping[str, PlayedRound]) -> Reckoning:
    """Return the round as on paper; for seats that did not play only the total."""
    ahead = after.winners or leaders(after.totals)
    rows = []
    for seat, total in after.totals.items():
        cells: tuple[int | Text, ...] = (NOTHING,) * (len(_COLUMNS) - 1)
        check = NOTHING
        if seat in played:
            result = played[seat]
            decided = cast("Mapping[str, Mapping[str, int]]", result.ruling.verdict)
            hidden = decided["hidden"]
            exposed = decided["exposed"]
            aces = hidden["aces"] + exposed["aces"]
            locked = NOTHING
            if result.hands.locked:
                locked = say("{cards:short}", cards=result.hands.locked)
            cells = (hidden["total"], exposed["total"], aces, locked, result.gain)
            if result.miscounts:
                check = say_check(result.miscounts)
        rows.append(ReckonedSeat(seat, (*cells, total), seat in ahead, check))
    return Reckoning(_COLUMNS, tuple(rows))


def _outcome(
    before: Rounds, after: Rounds, ahead: Seats, four_aces: bool
) -> tuple[Text, Reasons]:
    """Return the outcome of a round as a sentence, with the reasons."""
    if four_aces:
        template = (
            "{winner} has all four aces in one hand: that wins the game, whatever the "
            "score."
        )
        because = [cite("four-aces", template, winner=winner) for winner in ahead]
        summary = say("Four aces: {winners} won the game", winners=ahead)
        return summary, tuple(because)

    if not ahead:
        template = "Nobody has {target} yet: deal again."
        again = cite("target", template, target=say_points(_target(after)))
        return NOTHING, (_explain_lead(after), again)

    total = say_points(after.totals[ahead[0]])
    if len(ahead) == 1:
        return say(
            "{winner} wins the game with {total}", winner=ahead[0], total=total
        ), _explain_win(before, after)
    template = "{tied} are tied at {total} and play a playoff"
    summary = say(template, tied=ahead, total=total)
    template = "Only {tied} play on, to settle the tie."
    why = cite("playoff", template, tied=ahead)
    if before.in_playoff:
        template = "{tied} are still tied, and play again."
        why = cite("playoff-rounds", template, tied=ahead)
    return summary, (why,)


def _target(rounds: Rounds) -> int:
    return rounds.setting.chosen.number("target")


def _say_gains(gains: Mapping[str, int]) -> Text:
    """Return each seat's gain, the highest first: `Ana gets 3 and Ben −1`."""
    first, *others = sorted(gains, key=gains.__getitem__, reverse=True)
    gained = [say("{seat} gets {n}", seat=first, n=written_score(gains[first]))]
    for seat in others:
        gained.append(say("{seat} {n}", seat=seat, n=written_score(gains[seat])))
    return say("{gains}", gains=tuple(gained))


def _explain_lead(after: Rounds) -> Reason:
    ahead = leaders(after.totals)
    total = say_points(after.totals[ahead[0]])
    if len(ahead) == 1:
        template = "{leader} leads with {total}"
        return cite("adding-up", template, leader=ahead[0], total=total)
    template = "{leaders} lead with {total} each"
    return cite("adding-up", template, leaders=ahead, total=total)


def _explain_win(before: Rounds, after: Rounds) -> Reasons:
    winner = after.winners[0]
    if before.in_playoff:
        template = "{winner} leads after the playoff."
        return (cite("playoff-rounds", template, winner=winner),)

    target = _target(after)
    reached = cite("target", "{target} or more wins.", target=say_points(target))
    others = []
    for seat, total in after.totals.items():
        if total >= target and seat != winner:
            others.append(seat)
    if not others:
        return (reached,)
    template = "{others} reached it too; the highest total wins."
    return (cite("several-reach-it", template, others=tuple(others)), reached)
