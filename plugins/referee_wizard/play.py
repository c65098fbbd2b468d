"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    Accepted,
    Ask,
    Deals,
    Entry,
    Fact,
    Prompt,
    Prompts,
    Refused,
    Scene,
    Setting,
    Step,
    Steps,
    Values,
    begin_deals,
    choice_field,
    entered_by,
    hookimpl,
    number_field,
    say,
    say_count,
    say_round,
    wrong_field,
)

from .game import COLOURS, SIXTY, WIZARD, count_hands
from .scoring import EXACT


@dataclass(frozen=True, slots=True)
class State:
    """The rounds so far, and the current round's bids and trump."""

    deals: Deals
    bids: Mapping[str, int] = field(default_factory=dict)
    """The bids; empty until all have bid."""
    trump: str | None = None

    @property
    def turns_trump(self) -> bool:
        """Return whether a card is left to be turned up for trump."""
        deal = self.deals.deal
        return deal.hand_size * len(deal.seats) < len(SIXTY)

    @property
    def is_hidden(self) -> bool:
        """Return whether bids are hidden until all are made."""
        return self.deals.rounds.setting.chosen.choice("bidding") == "hidden"

    @property
    def lacks_trump(self) -> bool:
        """Return whether the card turned up has yet to be entered."""
        is_entered = self.deals.deal.turned is not None or self.deals.by_deal
        return self.turns_trump and not is_entered

    def with_turned(self, given: Values) -> State:
        """Return the match with the card turned up, and the trump by it or as chosen.

        Raise WrongFieldsError for a wizard without a chosen colour, and for another
        card with one.
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
        deals = self.deals.with_parts(turned=turned)
        return replace(self, deals=deals, trump=named or turned.suit)


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first round, with nothing bid."""
    hands = count_hands(setting)
    deals = begin_deals(setting, SIXTY, hand=hands[0], last=len(hands))
    return State(deals)


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
            # After a misdeal all bid anew, and sealed bids would still count.
            asides = asides[1:]
        return (_ask_before_play(state), *asides)

    return EXACT.prompts(deals, state.bids)


_TRUMP = choice_field(
    "trump",
    say("The colour that the dealer chose"),
    COLOURS,
    optional=True,
    folded=say("Was a wizard turned up?"),
)


def _ask_before_play(state: State) -> Prompt:
    """Return the prompt for trump, for the bids, or for both."""
    deals = state.deals
    round = say_round(deals.rounds.number)
    turned = (EXACT.turned, _TRUMP) if state.lacks_trump else ()
    if not state.is_hidden:
        title = say("Bids on {round}", round=round)
        return EXACT.ask_bids(deals, title, *turned)
    seats = deals.deal.to_play
    if turned:
        title = say("Trump in {round}", round=round)
        return Prompt("turned", seats, title, fields=turned)
    most = deals.deal.hand_size
    tricks = number_field("tricks", say("Tricks"), 0, most)
    title = say("Your bid on {round}", round=round)
    help = say("Nobody sees it until all have bid.")
    return Prompt("bid", seats, title, help, (tricks,), secret=True, own=True)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    if entry.kind == "turned":
        return Accepted(state.with_turned(given))
    if entry.kind == "bids":
        bids = given.numbers_by_seat("bids")
        state = state.with_turned(given)
        ruled = EXACT.ask_whether_they_stand(state.deals, bids, ask)
        if not ruled.decided.flag("legal"):
            return Refused(ruled)
        after = replace(state, bids=bids)
        return Accepted(after, (ruled,))

    hands = count_hands(state.deals.rounds.setting)
    played = EXACT.play(state.deals, state.bids, entry, ask, hands, state.trump)
    if isinstance(played, Refused):
        return played
    deals, rulings = played
    if not deals.deal.is_begun:
        return Accepted(State(deals), rulings)
    return Accepted(replace(state, deals=deals), rulings)


@hookimpl
def reveal(state: State, entries: tuple[Entry, ...], ask: Ask) -> Accepted:
    """Return the match once all have made their hidden bids."""
    deals = state.deals
    seats = deals.deal.seats
    bids = entered_by(entries, seats, lambda given: given.number("tricks"))
    ruled = EXACT.ask_whether_they_stand(deals, bids, ask)
    after = replace(state, bids=bids)
    return Accepted(after, (ruled,))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the hands to deal and bid; then trump, and each seat's tricks and bid."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    facts = []
    if deals.deal.turned is not None:
        trump = COLOURS.get(state.trump or "", say("none"))
        facts.append(Fact(say("Trump"), trump))
    if not state.bids:
        return deals.scene("bid", steps=_list_dealing(state), facts=tuple(facts))
    if deals.by_deal:
        return deals.scene(is_dealt=True)

    return deals.scene(is_dealt=True, facts=(*facts, *EXACT.facts(deals, state.bids)))


def _list_dealing(state: State) -> Steps:
    rounds = state.deals.rounds
    deal = state.deals.deal
    secretly = Step((), say("Everyone enters a bid in secret."))
    if state.is_hidden and deal.turned is not None:
        return (secretly,)
    dealer = rounds.dealer
    singular = "{dealer} deals {n} card to each; no trump."
    plural = "{dealer} deals {n} cards to each; no trump."
    if state.turns_trump:
        singular = "{dealer} deals {n} card to each and turns up the next for trump."
        plural = "{dealer} deals {n} cards to each and turns up the next for trump."
    text = say_count(singular, plural, deal.hand_size, dealer=dealer)
    deals = Step((dealer,), text)
    if not state.is_hidden:
        return (deals, *rounds.bidding)
    if state.lacks_trump:
        return deals, Step((), say("Enter the card turned up."))
    return deals, secretly
