"""The match at the table: its beginning, its prompts, what entries do, its scene."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    FIFTY_TWO,
    SUIT_NAMES,
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
    Rulings,
    Scene,
    Setup,
    Step,
    Steps,
    Values,
    begin_deals,
    count,
    hookimpl,
    rule_round,
    say,
    without,
)

from .game import cite, count_hands, find_trump
from .scoring import AGREED, EXACT


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, the bids of this one, and the card turned up for trump."""

    deals: Deals
    bids: Mapping[str, int] = field(default_factory=dict)
    """Empty until all have bid."""
    turned: Card | None = None

    @property
    def hand(self) -> int:
        """Return how many cards each has in this deal."""
        rounds = self.deals.rounds
        return count_hands(rounds.setting)[rounds.number - 1]

    @property
    def turns_trump(self) -> bool:
        """Return whether a card is turned up for trump in this deal."""
        return find_trump(self.deals.rounds.setting, self.hand) == "turned"

    @property
    def trump(self) -> str | None:
        """Return the suit that is trump in this deal."""
        if self.turns_trump:
            return self.turned.suit if self.turned is not None else None
        return find_trump(self.deals.rounds.setting, self.hand)


@hookimpl
def begin(setting: Setup) -> State:
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
    if not state.bids:
        return (_ask_bids(state), *deals.asides())

    return EXACT.prompts(deals, state.bids, state.hand)


def _ask_bids(state: State) -> Prompt:
    deals = state.deals
    seats = deals.deal.to_play
    fields = [replace(EXACT.bids, max=state.hand, choices=seats)]
    if state.turns_trump and not deals.by_deal:
        turned = Field("turned", "card", say("Card turned up"), choices=FIFTY_TWO)
        fields.insert(0, turned)
    title = say("Bids on deal {n}", n=deals.rounds.number)
    help = say("Everyone’s bid, the dealer last.")
    return Prompt("bids", seats, title, help, tuple(fields))


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or why it cannot be."""
    given = entry.given
    if entry.kind == "bids":
        return _bid(state, given, ask)
    if entry.kind == "deal":
        return _score(state, given.values, ask)
    if entry.kind == "trick":
        turned = state.turned
        plays = given.card_by_seat("plays").values()
        if turned is not None and turned in plays:
            return EXACT.refuse_turned(turned)
    return _enter(state, entry, ask)


def _enter(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter what any deal of tricks knows; after its last trick score the deal."""
    proofs = Proofs(_cost, is_old=entry.is_under("1"))
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, trump=state.trump)
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    deal = deals.deal
    if entry.kind in ("misdeal", "depth"):
        return Accepted(State(deals), rulings)
    state = replace(state, deals=deals)
    if not deal.over:
        return Accepted(state, rulings)
    return _score(state, {"tricks": deal.tricks_of, **deal.end}, ask, rulings)


def _cost(seat: str) -> Reason:
    return cite("offence", "So {seat} scores nothing in this deal.", seat=seat)


def _bid(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    bids = given.numbers_by_seat("bids")
    deals = state.deals
    ruled = ask("bids", bids=bids, hand=state.hand, dealer=deals.rounds.dealer)
    if not ruled.decided.flag("legal"):
        return Refused(ruled)

    turned = None
    deck = FIFTY_TWO
    if given.has("turned"):
        turned = given.card("turned")
        deck = without(deck, (turned,))
    deal = replace(deals.deal, deck=deck)
    state = State(deals.with_deal(deal), bids, turned)
    return Accepted(state, (ruled,))


def _score(
    state: State,
    played: Mapping[str, object],
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted:
    """Score a deal: the `tricks` of each, and what else happened."""
    rounds = state.deals.rounds
    agreed = {each.name: rounds.setting.options[each.name] for each in AGREED}
    points = ask("deal", **played, bids=state.bids, hand=state.hand, **agreed)

    hands = count_hands(rounds.setting)
    hand = hands[min(rounds.number, len(hands) - 1)]
    deals = state.deals.scored(points.decided.numbers_by_seat("points"), hand)
    ended = rule_round(rounds, deals.rounds, cite, "end", points, shared="shared-win")
    return Accepted(State(deals), (*rulings, points, ended))


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
    dealer = state.deals.rounds.dealer
    first = state.deals.rounds.first
    one = "{dealer} deals {n} card to each; no trump."
    many = "{dealer} deals {n} cards to each; no trump."
    if state.trump == "S":
        one = "{dealer} deals {n} card to each, and spades are trump."
        many = "{dealer} deals {n} cards to each, and spades are trump."
    if state.turns_trump:
        one = "{dealer} deals {n} card to each and turns up the next for trump."
        many = "{dealer} deals {n} cards to each and turns up the next for trump."
    deals = Step((dealer,), count(one, many, state.hand, dealer=dealer))
    bids = Step((first,), say("{first} bids first.", first=first))
    enter = Step((), say("Enter what each bids."))
    return deals, bids, enter
