"""A match of Hearts: deals, or tricks with what they prove, until somebody has too many points."""

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
    Reason,
    Refused,
    Ruling,
    Scene,
    Setup,
    TakenTrick,
    Text,
    begin_deals,
    hookimpl,
    rule_round,
    say,
    uphold,
)

from .points import MOON_BRINGS, deal_fields
from .rules import DECKS, POINT_CARDS, QUEEN, cite, lowest_club, pass_in


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far; after a moon also who has still to say what it brings, where the table leaves that to them."""

    deals: Deals
    chooses: str | None = None
    counted: Mapping[str, object] = field(default_factory=dict)
    """What the question on the points of that deal was asked with."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.deals.deal.seats)

    @property
    def queen_breaks(self) -> bool:
        """Whether the table has it that the queen of spades breaks hearts too."""
        return self.deals.rounds.setting.chosen.flag("queen_breaks")


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, with the cards that so many players use."""
    target = setting.chosen.number("target")
    return State(begin_deals(setting, DECKS[len(setting.seats)], target=target, wins="fewest"))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """A deal or a trick; after a moon what it brings, if that is for somebody to say."""
    if state.chooses is None:
        return state.deals.prompts(by_deal=deal_fields(state.deals.deal.seats), concessions=())
    return (Prompt("moon", (state.chooses,), say("The moon"), fields=(MOON_BRINGS,)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A deal, or a trick with what it proves; after the last one of a deal the points."""
    if entry.kind == "moon":
        return _count(State(state.deals), {**state.counted, **entry.given.values}, ask)
    if entry.kind == "deal":
        hearts = entry.given.numbers_by_seat("hearts")
        of_all = {seat: hearts.get(seat, 0) for seat in state.deals.deal.seats}
        return _count(state, {**entry.given.values, "hearts": of_all}, ask)
    deals = state.deals
    if entry.kind == "trick" and deals.deal.trick == 1:
        plays = {**deals.deal.lying, **entry.given.card_by_seat("plays")}
        if (wrong := _refuse_first(plays, state, ask)) is not None:
            return Refused(wrong)
        leader = next((seat for seat, one in plays.items() if one is lowest_club(state.players)), deals.deal.leader)
        deals = deals.with_deal(replace(deals.deal, leader=leader))
    entered = deals.enter(entry, ask, cite, closed=_closed_suit(deals.deal.tricks, state.queen_breaks))
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if not after.deal.over:
        return Accepted(State(after), rulings)
    return _count(State(after), {"taken": after.deal.cards_of, **after.deal.end}, ask, rulings)


def _count(state: State, counted: Mapping[str, object], ask: Ask, rulings: tuple[Ruling, ...] = ()) -> Accepted:
    """The match once a deal is counted, or while its moon waits for whoever shot it."""
    points = ask("deal", **counted)
    if (chooses := points.decided.seat_if_any("chooses")) is not None:
        return Accepted(State(state.deals, chooses, counted), (*rulings, points))
    before, scored = state.deals.rounds, state.deals.scored(points.decided.numbers_by_seat("points"))
    ended = rule_round(before, scored.rounds, cite, "end", points, shared="shared-win")
    return Accepted(State(scored), (*rulings, points, ended))


def _refuse_first(plays: Mapping[str, Card], state: State, ask: Ask) -> Ruling | None:
    """Why these cannot be of the first trick, unless the table lets it pass: somebody may have had nothing else."""
    first, wrong = lowest_club(state.players), list[tuple[dict[str, object], Text, Reason]]()
    if first not in plays.values():
        why = cite("lead", "Whoever has the {card} leads it to the first trick.", card=first)
        wrong.append(({"card": first}, say("The {card} is missing in the first trick", card=first), why))
    for seat, one in plays.items():
        if one in POINT_CARDS:
            why = cite("lead", "The {card} of {seat} counts points.", seat=seat, card=one)
            summary = say("{seat} cannot play the {card} to the first trick", seat=seat, card=one)
            wrong.append(({"seat": seat, "card": one}, summary, why))
    if not wrong:
        return None
    (about, summary, _), reasons = wrong[0], tuple(why for *_, why in wrong)
    return uphold(Ruling({"legal": False, **about}, summary, reasons), ask)


def _closed_suit(tricks: tuple[TakenTrick, ...], queen_breaks: bool) -> str | None:
    """Hearts, as the suit that nobody leads before it was broken; None where the queen of spades broke it first."""
    before = takewhile(lambda trick: all(one.suit != "H" for one in trick.plays.values()), tricks)
    return None if queen_breaks and any(QUEEN in trick.plays.values() for trick in before) else "H"


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: tricks and points, whom to pass to, whether hearts are broken."""
    deals, rounds = state.deals, state.deals.rounds
    if state.chooses is not None:
        told = say("{seat} has shot the moon, and says what it brings.", seat=state.chooses)
        return deals.scene("moon", next=told, to_act=(state.chooses,))
    if rounds.winners:
        return deals.scene()
    if deals.deal.tricks or deals.deal.lying:
        return deals.scene(facts=(Fact(say("Hearts"), _say_broken(state)),))
    to = pass_in(rounds.number, rounds.setting)
    fact = Fact(say("Passing"), to or say("to nobody"))
    return deals.scene("pass", next=_say_passing(state, to), facts=(fact,))


def _say_broken(state: State) -> Text:
    breaks = [one for one in POINT_CARDS if one.suit == "H" or state.queen_breaks]
    broken = any(one in breaks for trick in state.deals.deal.tricks for one in trick.plays.values())
    return say("broken") if broken else say("not broken")


def _say_passing(state: State, to: Text | None) -> Text:
    told = {"dealer": state.deals.rounds.dealer, "card": lowest_club(state.players), "to": to}
    if state.deals.by_deal and to is None:
        return say("{dealer} deals, and nothing is passed. The {card} leads. Then enter who took what.", **told)
    if state.deals.by_deal:
        return say("{dealer} deals. Pass three cards {to}. The {card} leads. Then enter who took what.", **told)
    if to is None:
        return say("{dealer} deals, nothing is passed, and the {card} leads: begin with whoever has it.", **told)
    return say("{dealer} deals, and the {card} leads: begin with whoever has it. Pass three cards {to}.", **told)
