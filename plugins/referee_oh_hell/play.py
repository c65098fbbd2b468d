"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    FIFTY_TWO,
    SUIT_NAMES,
    Accepted,
    Ask,
    Deals,
    Entry,
    Fact,
    Prompts,
    Refused,
    Scene,
    Setting,
    Step,
    Steps,
    begin_deals,
    hookimpl,
    say,
    say_count,
)

from .game import count_hands, find_trump
from .scoring import EXACT


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and the bids of the current one."""

    deals: Deals
    bids: Mapping[str, int] = field(default_factory=dict)
    """The bids; empty until all have bid."""

    @property
    def turns_trump(self) -> bool:
        """Return whether a card is turned up for trump in this deal."""
        return self._found == "turned"

    @property
    def trump(self) -> str | None:
        """Return the suit that is trump in this deal, or None."""
        turned = self.deals.deal.turned
        if turned is not None:
            return turned.suit
        return None if self.turns_trump else self._found

    @property
    def _found(self) -> str | None:
        deals = self.deals
        return find_trump(deals.rounds.setting, deals.deal.hand_size)


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, with nothing bid."""
    hands = count_hands(setting)
    deals = begin_deals(setting, FIFTY_TWO, hand=hands[0], last=len(hands))
    return State(deals)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return first the bids, then a deal or its tricks."""
    deals = state.deals
    if deals.rounds.winners:
        return ()
    if state.bids:
        return EXACT.prompts(deals, state.bids)
    title = say("Bids on deal {n}", n=deals.rounds.number)
    asks_for_trump = state.turns_trump and not deals.by_deal
    turned = (EXACT.turned,) if asks_for_trump else ()
    return (EXACT.ask_bids(deals, title, *turned), *deals.asides())


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    if entry.kind == "bids":
        given = entry.given
        bids = given.numbers_by_seat("bids")
        deals = state.deals
        ruled = EXACT.ask_whether_they_stand(deals, bids, ask)
        if not ruled.decided.flag("legal"):
            return Refused(ruled)
        if given.has("turned"):
            deals = deals.with_parts(turned=given.card("turned"))
        return Accepted(State(deals, bids), (ruled,))

    hands = count_hands(state.deals.rounds.setting)
    played = EXACT.play(state.deals, state.bids, entry, ask, hands, state.trump)
    if isinstance(played, Refused):
        return played
    deals, rulings = played
    if not deals.deal.is_begun:
        return Accepted(State(deals), rulings)
    return Accepted(replace(state, deals=deals), rulings)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return who bids first; then trump, bids and tricks."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    if not state.bids:
        return deals.scene("bid", steps=_list_dealing(state))
    if deals.by_deal:
        return deals.scene(is_dealt=True)

    trump = SUIT_NAMES.get(state.trump or "", say("none"))
    facts = (Fact(say("Trump"), trump), *EXACT.facts(deals, state.bids))
    return deals.scene(is_dealt=True, facts=facts)


def _list_dealing(state: State) -> Steps:
    rounds = state.deals.rounds
    dealer = rounds.dealer
    hand = state.deals.deal.hand_size
    one = "{dealer} deals {n} card to each; no trump."
    many = "{dealer} deals {n} cards to each; no trump."
    if state.trump == "S":
        one = "{dealer} deals {n} card to each, and spades are trump."
        many = "{dealer} deals {n} cards to each, and spades are trump."
    if state.turns_trump:
        one = "{dealer} deals {n} card to each and turns up the next for trump."
        many = "{dealer} deals {n} cards to each and turns up the next for trump."
    deals = Step((dealer,), say_count(one, many, hand, dealer=dealer))
    return (deals, *rounds.bidding)
