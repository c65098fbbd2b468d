"""A match of Oh Hell: bids, then tricks, deal after deal, each with one card more or
less.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee import (
    ENDS_EARLY,
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
    Proofs,
    Reason,
    Refused,
    Ruling,
    Scene,
    Setup,
    Step,
    Text,
    Values,
    begin_deals,
    count,
    deal_end_fields,
    hookimpl,
    rule_round,
    say,
    without,
)

from .rules import cite, hands_of, turns_trump


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far; in this one what was bid, and the card that was turned up for
    trump, if that was told.
    """

    deals: Deals
    bids: Mapping[str, int] = field(default_factory=dict)
    turned: Card | None = None

    @property
    def hand(self) -> int:
        """How many cards each has in this deal."""
        return hands_of(self.deals.rounds.setting)[self.deals.rounds.number - 1]

    @property
    def asks_for_trump(self) -> bool:
        """Whether tricks are entered, and there is a trump."""
        return not self.deals.by_deal and turns_trump(
            len(self.deals.deal.seats), self.hand
        )


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal, which nobody has bid on."""
    hands = hands_of(setting)
    return State(begin_deals(setting, FIFTY_TWO, hand=hands[0], last=len(hands)))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """The bids with the card turned up; then tricks, or how many each has taken."""
    deals, hand = state.deals, state.hand
    if deals.rounds.winners:
        return ()
    in_turn = deals.deal.to_play
    if state.bids:
        beside = {seat: say("bid {n}", n=n) for seat, n in state.bids.items()}
        tricks = Field(
            "tricks",
            "numbers_by_seat",
            say("Tricks"),
            min=0,
            max=hand,
            choices=in_turn,
            labels=beside,
            total=hand,
            unless=ENDS_EARLY,
        )
        rest = Field("rest", "seat", say("Who takes the rest?"), choices=in_turn)
        found = deals.prompts(
            by_deal=(tricks, *deal_end_fields(in_turn)), concessions=(rest,)
        )
        return tuple(prompt for prompt in found if prompt.kind != "depth")
    turned = (
        (Field("turned", "card", say("Card turned up"), choices=FIFTY_TWO),)
        if state.asks_for_trump
        else ()
    )
    bids = Field(
        "bids", "numbers_by_seat", say("Bids"), min=0, max=hand, choices=in_turn
    )
    title, told = (
        say("Bids on deal {n}", n=deals.rounds.number),
        say("What each has bid, the dealer last."),
    )
    return (Prompt("bids", in_turn, title, told, (*turned, bids)), *deals.asides())


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Bids, a deal, or a trick with what it proves; after the last one of a deal the
    points.
    """
    deals, given = state.deals, entry.given
    if entry.kind == "bids":
        return _bid(state, given, ask)
    if entry.kind == "deal":
        return _score(state, given.values, ask)
    if entry.kind == "trick" and state.turned in given.card_by_seat("plays").values():
        lies = cite(
            "trump",
            "The {card} was turned up for trump, and is in nobody's hand.",
            card=state.turned,
        )
        verdict = {"legal": False, "card": state.turned}
        return Refused(
            Ruling(
                verdict, say("The {card} cannot be played", card=state.turned), (lies,)
            )
        )
    asked: dict[str, Any] = {} if state.turned is None else {"trump": state.turned.suit}
    proofs = Proofs(is_old=True) if entry.version == "1" else Proofs(cost=_cost)
    entered = deals.enter(entry, ask, cite, proofs=proofs, **asked)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if entry.kind in ("misdeal", "depth"):
        return Accepted(State(after), rulings)
    if not after.deal.over:
        return Accepted(replace(state, deals=after), rulings)
    played = {"tricks": after.deal.tricks_of, **after.deal.end}
    return _score(replace(state, deals=after), played, ask, rulings)


def _cost(seat: str) -> Reason:
    return cite("offence", "So {seat} scores nothing in this deal.", seat=seat)


def _bid(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    bids, deals = given.numbers_by_seat("bids"), state.deals
    ruled = ask("bids", bids=bids, hand=state.hand, dealer=deals.rounds.dealer)
    if not ruled.decided.flag("legal"):
        return Refused(ruled)
    turned = given.card("turned") if given.has("turned") else None
    deck = FIFTY_TWO if turned is None else without(FIFTY_TWO, (turned,))
    return Accepted(
        State(deals.with_deal(replace(deals.deal, deck=deck)), bids, turned), (ruled,)
    )


def _score(
    state: State,
    played: Mapping[str, object],
    ask: Ask,
    rulings: tuple[Ruling, ...] = (),
) -> Accepted:
    """The match once a deal is scored, its `tricks` and what else happened: in the next
    one each has a card more or less.
    """
    rounds = state.deals.rounds
    scoring = rounds.setting.chosen.choice("scoring")
    points = ask(
        "deal", **{**played, "bids": state.bids, "scoring": scoring, "hand": state.hand}
    )
    hands = hands_of(rounds.setting)
    hand = hands[min(rounds.number, len(hands) - 1)]
    scored = state.deals.scored(points.decided.numbers_by_seat("points"), hand=hand)
    ended = rule_round(rounds, scored.rounds, cite, "end", points, shared="shared-win")
    return Accepted(State(scored), (*rulings, points, ended))


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: who bids first, then trump, bids and tricks; by deals bids
    stand beside what is asked.
    """
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    if not state.bids:
        return deals.scene("bid", steps=_list_steps(state))
    if deals.by_deal:
        return deals.scene()
    trump = say("none") if state.turned is None else SUIT_NAMES[state.turned.suit or ""]
    tricks = (
        Fact(
            say("Tricks"), say("{taken} of {bid}", taken=n, bid=state.bids[seat]), seat
        )
        for seat, n in deals.deal.tricks_of.items()
    )
    return deals.scene(facts=(Fact(say("Trump"), trump), *tricks))


def _list_steps(state: State) -> tuple[Step, ...]:
    first = state.deals.rounds.first
    dealing = Step((state.deals.rounds.dealer,), _say_dealing(state))
    bids = Step((first,), say("{first} bids first.", first=first))
    return dealing, bids, Step((), say("Enter what each bids."))


def _say_dealing(state: State) -> Text:
    one = "{dealer} deals {n} card to each and turns up the next for trump."
    many = "{dealer} deals {n} cards to each and turns up the next for trump."
    if not turns_trump(len(state.deals.deal.seats), state.hand):
        one = "{dealer} deals {n} card to each, and there is no trump."
        many = "{dealer} deals {n} cards to each, and there is no trump."
    return count(one, many, state.hand, dealer=state.deals.rounds.dealer)
