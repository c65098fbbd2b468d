"""A match of Hearts: deals, or tricks with what they prove, until somebody has too many
points.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Prompt,
    Proofs,
    Reason,
    Refused,
    Ruling,
    Scene,
    Setup,
    TakenTrick,
    Text,
    begin_deals,
    hookimpl,
    leader_named,
    rule_round,
    say,
    uphold,
)

from .points import MOON_BRINGS, deal_fields
from .rules import ALL, DECKS, POINT_CARDS, QUEEN, cite, lowest_club, pass_in


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far; after a moon also who has still to say what it brings, where
    the table leaves that to them.
    """

    deals: Deals
    chooses: str | None = None
    counted: Mapping[str, object] = field(default_factory=dict)
    """What the question on the points of that deal was asked with."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.deals.deal.seats)

    @property
    def first_leader(self) -> str | None:
        """Who has to lead the first trick: whoever has played the lowest club to it;
        None before.
        """
        lying, first = self.deals.deal.lying, lowest_club(self.players)
        return next((seat for seat, one in lying.items() if one is first), None)

    @property
    def queen_breaks(self) -> bool:
        """Whether the table has it that the queen of spades breaks hearts too."""
        return self.deals.rounds.setting.chosen.flag("queen_breaks")


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, with the cards that so many players use."""
    target = setting.chosen.number("target")
    return State(
        begin_deals(setting, DECKS[len(setting.seats)], target=target, wins="fewest")
    )


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """A deal or a trick; after a moon what it brings, if that is for somebody to say."""
    if state.chooses is not None:
        return (
            Prompt("moon", (state.chooses,), say("The moon"), fields=(MOON_BRINGS,)),
        )
    found = state.deals.prompts(
        by_deal=deal_fields(state.deals.deal.seats), concessions=()
    )
    deal = state.deals.deal
    if deal.trick > 1 or deal.led_by or state.first_leader:
        return found
    return tuple(
        _with_unknown_leader(one) if one.kind == "trick" else one for one in found
    )


def _with_unknown_leader(trick: Prompt) -> Prompt:
    """Return the prompt for the first trick, of which nobody has told yet who has the
    lowest club.
    """
    fields = tuple(
        replace(one, default=None) if one.leads else one for one in trick.fields
    )
    return replace(trick, fields=fields)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A deal, or a trick with what it proves; after the last one of a deal the points."""
    if entry.kind == "moon":
        return _count(State(state.deals), {**state.counted, **entry.given.values}, ask)
    if entry.kind == "deal":
        hearts = entry.given.numbers_by_seat("hearts")
        of_all = {seat: hearts.get(seat, 0) for seat in state.deals.deal.seats}
        return _count(state, {**entry.given.values, "hearts": of_all}, ask)
    if entry.kind == "trick" and state.deals.deal.trick == 1:
        return _play_first(state, entry, ask)
    return _enter(state, state.deals, entry, ask)


def _play_first(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The first trick, which whoever has the lowest club leads: that may be told last."""
    deal = state.deals.deal
    plays = {**deal.lying, **entry.given.card_by_seat("plays")}
    led_by = leader_named(entry) or deal.led_by
    first = lowest_club(state.players)
    holder = next((seat for seat, one in plays.items() if one is first), None)
    may_lack_it = led_by is not None or (
        len(plays) < state.players and entry.version != "1"
    )
    if (
        wrong := _refuse_first(plays, state, ask, holder is None and not may_lack_it)
    ) is not None:
        return Refused(wrong)

    leader = holder or led_by or deal.leader
    after = _enter(
        state, state.deals.with_deal(replace(deal, leader=leader)), entry, ask
    )
    if isinstance(after, Refused) or not after.rulings or holder is not None:
        return after
    if led_by is None:
        return after
    template = (
        "{leader} led, though whoever has the {card} had to. Everybody has played to "
        "it, so the trick stands."
    )
    because = cite("out-of-turn", template, leader=led_by, card=first)
    trick, *others = after.rulings
    return replace(
        after, rulings=(replace(trick, because=(*trick.because, because)), *others)
    )


def _enter(state: State, deals: Deals, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A trick, a claim, a misdeal or the other depth; after the last trick of a deal
    the points.
    """
    proofs = Proofs(is_old=True) if entry.version == "1" else Proofs(cost=_cost)
    closed = _closed_suit(deals.deal.tricks, state.queen_breaks)
    entered = deals.enter(entry, ask, cite, closed=closed, proofs=proofs)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if not after.deal.over:
        return Accepted(State(after), rulings)
    return _count(
        State(after), {"taken": after.deal.cards_of, **after.deal.end}, ask, rulings
    )


def _cost(seat: str) -> Reason:
    return cite(
        "offence",
        "It costs {seat} {n} points in this deal, and nobody else gets any.",
        seat=seat,
        n=ALL,
    )


def _count(
    state: State,
    counted: Mapping[str, object],
    ask: Ask,
    rulings: tuple[Ruling, ...] = (),
) -> Accepted:
    """The match once a deal is counted, or while its moon waits for whoever shot it."""
    points = ask("deal", **counted)
    if (chooses := points.decided.seat_if_any("chooses")) is not None:
        return Accepted(State(state.deals, chooses, counted), (*rulings, points))
    before, scored = (
        state.deals.rounds,
        state.deals.scored(points.decided.numbers_by_seat("points")),
    )
    ended = rule_round(before, scored.rounds, cite, "end", points, shared="shared-win")
    return Accepted(State(scored), (*rulings, points, ended))


def _refuse_first(
    plays: Mapping[str, Card],
    state: State,
    ask: Ask,
    lacks_first: bool,
) -> Ruling | None:
    """Why these cannot be of the first trick, unless the table lets it pass: somebody
    may have had nothing else.
    """
    first, wrong = (
        lowest_club(state.players),
        list[tuple[dict[str, object], Text, Reason]](),
    )
    if lacks_first:
        why = cite(
            "lead", "Whoever has the {card} leads it to the first trick.", card=first
        )
        wrong.append(
            (
                {"card": first},
                say("The {card} is missing in the first trick", card=first),
                why,
            )
        )
    for seat, one in plays.items():
        if one in POINT_CARDS:
            why = cite(
                "lead", "The {card} of {seat} counts points.", seat=seat, card=one
            )
            summary = say(
                "{seat} cannot play the {card} to the first trick", seat=seat, card=one
            )
            wrong.append(({"seat": seat, "card": one}, summary, why))
    if not wrong:
        return None
    (about, summary, _), reasons = wrong[0], tuple(why for *_, why in wrong)
    return uphold(Ruling({"legal": False, **about}, summary, reasons), ask)


def _closed_suit(tricks: tuple[TakenTrick, ...], queen_breaks: bool) -> str | None:
    """Hearts, as the suit that nobody leads before it was broken; None where the queen
    of spades broke it first.
    """
    before = takewhile(
        lambda trick: all(one.suit != "H" for one in trick.plays.values()), tricks
    )
    return (
        None
        if queen_breaks and any(QUEEN in trick.plays.values() for trick in before)
        else "H"
    )


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: tricks and points, whom to pass to, whether hearts are
    broken.
    """
    deals, rounds = state.deals, state.deals.rounds
    if state.chooses is not None:
        told = say(
            "{seat} has shot the moon, and says what it brings.", seat=state.chooses
        )
        return deals.scene("moon", next=told, to_act=(state.chooses,))
    if rounds.winners:
        return deals.scene()
    if deals.deal.tricks or deals.deal.lying:
        shown = deals.scene(facts=(Fact(say("Hearts"), _say_broken(state)),))
        return (
            replace(shown, next=_say_first(state)) if _waits_for_first(state) else shown
        )
    to = pass_in(rounds.number, rounds.setting)
    fact = Fact(say("Passing"), to or say("to nobody"))
    return deals.scene("pass", next=_say_passing(state, to), facts=(fact,))


def _waits_for_first(state: State) -> bool:
    """Whether cards of the first trick lie there, and nobody has told who leads it."""
    deal = state.deals.deal
    return not deal.tricks and deal.led_by is None and state.first_leader is None


def _say_first(state: State) -> Text:
    told = {"card": lowest_club(state.players), "seats": state.deals.deal.to_play}
    return say("The {card} leads. Waiting for {seats}.", **told)


def _say_broken(state: State) -> Text:
    breaks = [one for one in POINT_CARDS if one.suit == "H" or state.queen_breaks]
    broken = any(
        one in breaks
        for trick in state.deals.deal.tricks
        for one in trick.plays.values()
    )
    return say("broken") if broken else say("not broken")


def _say_passing(state: State, to: Text | None) -> Text:
    told = {
        "dealer": state.deals.rounds.dealer,
        "card": lowest_club(state.players),
        "to": to,
    }
    if state.deals.by_deal and to is None:
        return say(
            "{dealer} deals, and nothing is passed. The {card} leads. Then enter who "
            "took what.",
            **told,
        )
    if state.deals.by_deal:
        return say(
            "{dealer} deals. Pass three cards {to}. The {card} leads. Then enter who "
            "took what.",
            **told,
        )
    if to is None:
        return say(
            "{dealer} deals, nothing is passed, and the {card} leads: begin with "
            "whoever has it.",
            **told,
        )
    return say(
        "{dealer} deals, and the {card} leads: begin with whoever has it. Pass three "
        "cards {to}.",
        **told,
    )
