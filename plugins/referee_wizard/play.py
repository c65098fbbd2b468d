"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Proofs,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Setup,
    Step,
    Steps,
    Values,
    begin_deals,
    choice_field,
    count,
    entered_by,
    hookimpl,
    rule_round,
    say,
    without,
    wrong_field,
)

from .game import COLOURS, SIXTY, WIZARD, cite, count_hands
from .scoring import EXACT


@dataclass(frozen=True, slots=True)
class State:
    """The rounds so far, and this round's bids, trump and turned-up card."""

    deals: Deals
    bids: Mapping[str, int] = field(default_factory=dict)
    """Empty until all have bid."""
    turned: Card | None = None
    trump: str | None = None

    @property
    def setting(self) -> Setup:
        """Return the setting of the match."""
        return self.deals.rounds.setting

    @property
    def hand(self) -> int:
        """Return how many cards each has in this round."""
        return count_hands(self.setting)[self.deals.rounds.number - 1]

    @property
    def turns_trump(self) -> bool:
        """Return whether a card is left to be turned up for trump."""
        return self.hand * len(self.setting.seats) < len(SIXTY)

    @property
    def is_hidden(self) -> bool:
        """Return whether bids are hidden until all are made."""
        return self.setting.chosen.choice("bidding") == "hidden"

    @property
    def lacks_trump(self) -> bool:
        """Return whether the card turned up has yet to be entered."""
        is_entered = self.turned is not None or self.deals.by_deal
        return self.turns_trump and not is_entered

    def with_turned(self, given: Values) -> State:
        """Return the match with the card turned up, and trump by it or as chosen.

        WrongFieldsError if it is a wizard and no colour is chosen, or the reverse.
        """
        if not given.has("turned"):
            return self
        turned = given.card("turned")
        named = given.choice("trump", None)
        dealer = self.deals.rounds.dealer
        if turned is WIZARD and named is None:
            why = say("Say which colour {dealer} chose.", dealer=dealer)
            raise wrong_field("trump", why)
        if named is not None and turned is not WIZARD:
            raise wrong_field("trump", say("Only a wizard lets the dealer choose."))
        deal = replace(self.deals.deal, deck=without(SIXTY, (turned,)))
        deals = self.deals.with_deal(deal)
        trump = named or turned.suit
        return replace(self, deals=deals, turned=turned, trump=trump)


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first round, with nothing bid."""
    hands = count_hands(setting)
    return State(begin_deals(setting, SIXTY, hand=hands[0], last=len(hands)))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first trump and bids, then a deal or its tricks."""
    deals = state.deals
    if deals.rounds.winners:
        return ()
    if not state.bids:
        asides = deals.asides()
        if state.is_hidden and deals.by_deal:
            # After a misdeal all bid anew, and what is sealed would still count.
            asides = asides[1:]
        return (_ask_before_play(state), *asides)

    return EXACT.prompts(deals, state.bids, state.hand)


def _ask_before_play(state: State) -> Prompt:
    """Return the prompt for trump, for the bids, or for both."""
    seats = state.deals.deal.to_play
    n = state.deals.rounds.number
    turned = _ask_turned() if state.lacks_trump else ()
    if not state.is_hidden:
        bids = replace(EXACT.bids, max=state.hand, choices=seats)
        title = say("Bids on round {n}", n=n)
        help = say("Everyone’s bid, the dealer last.")
        return Prompt("bids", seats, title, help, (*turned, bids))
    if turned:
        title = say("Trump in round {n}", n=n)
        return Prompt("turned", seats, title, fields=turned)
    tricks = Field("tricks", "number", say("Tricks"), min=0, max=state.hand)
    title = say("Your bid on round {n}", n=n)
    help = say("Nobody sees it until all have bid.")
    return Prompt("bid", seats, title, help, (tricks,), secret=True, own=True)


def _ask_turned() -> tuple[Field, Field]:
    turned = Field("turned", "card", say("Card turned up"), choices=SIXTY)
    trump = choice_field(
        "trump",
        say("The colour that the dealer chose"),
        COLOURS,
        optional=True,
        folded=say("Was a wizard turned up?"),
    )
    return turned, trump


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    given = entry.given
    if entry.kind == "turned":
        return Accepted(state.with_turned(given))
    if entry.kind == "bids":
        return _bid(state.with_turned(given), given.numbers_by_seat("bids"), ask)
    if entry.kind == "deal":
        return _score(state, given.values, ask)
    if entry.kind == "trick":
        turned = state.turned
        plays = given.card_by_seat("plays").values()
        if turned is not None and turned.suit is not None and turned in plays:
            return EXACT.refuse_turned(turned)
    return _enter(state, entry, ask)


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """Return the match once all have made their hidden bids."""
    seats = state.deals.deal.seats
    bids = entered_by(entries, seats, lambda given: given.number("tricks"))
    return Accepted(replace(state, bids=bids), (_rule_bids(state, bids, ask),))


def _bid(state: State, bids: Mapping[str, int], ask: Ask) -> Accepted | Refused:
    ruled = _rule_bids(state, bids, ask)
    if not ruled.decided.flag("legal"):
        return Refused(ruled)
    return Accepted(replace(state, bids=bids), (ruled,))


def _rule_bids(state: State, bids: Mapping[str, int], ask: Ask) -> Ruling:
    dealer = state.deals.rounds.dealer
    uneven = state.setting.chosen.flag("uneven")
    return ask("bids", bids=bids, hand=state.hand, dealer=dealer, uneven=uneven)


def _enter(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter what every game of tricks has; score the deal after its last trick."""
    entered = state.deals.enter(
        entry, ask, cite, proofs=Proofs(_say_cost), trump=state.trump
    )
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    deal = deals.deal
    if entry.kind in ("misdeal", "depth"):
        deal = replace(deal, deck=SIXTY)
        return Accepted(State(deals.with_deal(deal)), rulings)
    state = replace(state, deals=deals)
    if not deal.over:
        return Accepted(state, rulings)
    return _score(state, {"tricks": deal.tricks_of, **deal.end}, ask, rulings)


def _say_cost(seat: str) -> Reason:
    return cite("offence", "So {seat}’s bid doesn’t count as right.", seat=seat)


def _score(
    state: State, played: Mapping[str, object], ask: Ask, rulings: Rulings = ()
) -> Accepted:
    """Score a deal: the `tricks` of each, and what else happened."""
    rounds = state.deals.rounds
    points = ask("deal", **played, bids=state.bids, hand=state.hand)
    hand = state.hand + 1
    deals = state.deals.scored(points.decided.numbers_by_seat("points"), hand)
    ended = rule_round(rounds, deals.rounds, cite, "end", points, shared="shared-win")
    deal = replace(deals.deal, deck=SIXTY)
    return Accepted(State(deals.with_deal(deal)), (*rulings, points, ended))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return what to deal and bid; then trump, and each seat's tricks and bid."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    facts = []
    if state.turned is not None:
        trump = COLOURS.get(state.trump or "", say("none"))
        facts.append(Fact(say("Trump"), trump))
    if not state.bids:
        return deals.scene("bid", steps=_list_dealing(state), facts=tuple(facts))
    if deals.by_deal:
        return deals.scene(is_dealt=True)

    return deals.scene(is_dealt=True, facts=(*facts, *EXACT.facts(deals, state.bids)))


def _list_dealing(state: State) -> Steps:
    if state.is_hidden and state.turned is not None:
        return (Step((), say("Everyone enters a bid in secret.")),)
    dealer = state.deals.rounds.dealer
    singular = "{dealer} deals {n} card to each; no trump."
    plural = "{dealer} deals {n} cards to each; no trump."
    if state.turns_trump:
        singular = "{dealer} deals {n} card to each and turns up the next for trump."
        plural = "{dealer} deals {n} cards to each and turns up the next for trump."
    deals = Step((dealer,), count(singular, plural, state.hand, dealer=dealer))
    if state.lacks_trump and state.is_hidden:
        return deals, Step((), say("Enter the card turned up."))
    if state.is_hidden:
        return deals, Step((), say("Everyone enters a bid in secret."))
    first = state.deals.rounds.first
    bids = Step((first,), say("{first} bids first.", first=first))
    return deals, bids, Step((), say("Enter what each bids."))
