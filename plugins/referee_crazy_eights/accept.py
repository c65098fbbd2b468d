"""What each entry does to a match."""

from collections.abc import Iterable
from dataclasses import replace

from referee import Accepted, Ask, Card, Entry, Refused, Ruling, Text, count_cards, hookimpl, rule_round, say

from .play import played
from .proof import Declined, after_drawing, after_showing, rule_proven, still_provable
from .rules import SUIT_NAMES, cite
from .state import Deal, State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal))
        case "misdeal":
            return _misdeal(state)
        case "deal":
            cards = {seat: entry.given.cards_by_seat("cards").get(seat, ()) for seat in state.setting.seats}
            return _scored(state, ask, cards=cards)
        case "points":
            return _scored(state, ask, left=entry.given.numbers_by_seat("left"))
        case "starter":
            return _turn_up(state, entry.given.card("card"), ask)
        case "play":
            return _play(state, entry.given.card("card"), str(entry.given.values.get("wish") or ""), ask)
        case "draw":
            return _draw(state, ask)
        case "pass":
            return _pass(state)
        case "penalty":
            return _penalty(state, entry.given.seat("seat"), entry.given.number("n"))
        case "blocked":
            return Accepted(state.with_deal(replace(state.deal, blocked=True)))
    return _show(state, entry.own_seat, entry.given.cards("cards"), ask)


def _misdeal(state: State) -> Accepted:
    dealer = state.rounds.dealer
    because = cite("misdeal", "{dealer} deals again, and nothing is scored.", dealer=dealer)
    ruled = Ruling({"dealer": dealer}, say("The deal does not count"), (because,))
    return Accepted(state.dealt(state.rounds), (ruled,))


def _scored(state: State, ask: Ask, before: Iterable[Ruling] = (), **left: object) -> Accepted | Refused:
    """What the deal has brought, and who leads or has won; or why it cannot have ended so."""
    chosen = state.setting.chosen
    ruled = ask("left", **left, variant=chosen.choice("variant"), scoring=chosen.choice("scoring"))
    if ruled.verdict.get("legal") is False:
        return Refused(ruled)
    rounds = state.rounds.with_scores(ruled.decided.numbers_by_seat("points"))
    total = rule_round(state.rounds, rounds, cite, "end")
    return Accepted(state.dealt(rounds), (*before, ruled, total))


# Card by card


def _turn_up(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    ruling = ask("play", card=card, variant=state.setting.chosen.choice("variant"))
    if not ruling.verdict["legal"]:
        return Refused(ruling)
    deal = replace(state.deal, pile=(card,), stock=state.deal.stock - 1)
    return Accepted(state.with_deal(_with_effect(state, deal, ruling)), (ruling,))


def _play(state: State, card: Card, wish: str, ask: Ask) -> Accepted | Refused:
    """A card laid by the seat in turn: what it does, and what it proves."""
    deal, seat, variant = state.deal, state.deal.turn, state.setting.chosen.choice("variant")
    if (wrong := state.seen.refuse((card,), lambda one: say("The {card} cannot be played", card=one))) is not None:
        return Refused(wrong)
    asked: dict[str, object] = {"top": deal.top, "suit": deal.suit, "draws": deal.draws, "card": card}
    ruling = ask("play", **asked, **({"wish": wish} if wish else {}), variant=variant)
    if not ruling.verdict["legal"]:
        return Refused(ruling)
    wishes, last = card.rank == state.variant.wild, deal.hands[seat] == 1
    if wishes and not wish and not last:
        why = cite("wish", "Name the suit that comes next.")
        return Refused(Ruling({"legal": False, "card": card}, say("No suit is wished"), (why,)))
    ruling = replace(ruling, summary=played(seat, card, SUIT_NAMES[wish] if wishes and wish and not last else None))
    laid = replace(deal.with_hand(seat, -1), pile=(*deal.pile, card))
    laid, proven = _proven(state.with_deal(laid), seat, (card,), ask)
    if last:
        out = cite("out", "It was the last card of {seat}, and the deal is over.", seat=seat)
        return Accepted(state.with_deal(laid), (replace(ruling, because=(*ruling.because, out)), *proven))
    return Accepted(state.with_deal(_with_effect(state, laid, ruling)), (ruling, *proven))


def _with_effect(state: State, deal: Deal, ruling: Ruling) -> Deal:
    """The deal with the next turn begun, as what was decided on the card has it."""
    decided = ruling.decided
    clockwise = deal.clockwise != decided.flag("reverses")
    seats = state.setting.clockwise_from(deal.turn)
    steps = (1 + decided.number("skips")) * (1 if clockwise else -1)
    after = replace(deal, suit=decided.text("suit"), draws=decided.number("draws"), clockwise=clockwise)
    return after.with_turn(seats[steps % len(seats)])


def _next_turn(state: State, deal: Deal) -> State:
    seats = state.setting.clockwise_from(deal.turn)
    return state.with_deal(deal.with_turn(seats[1 if deal.clockwise else -1]))


def _draw(state: State, ask: Ask) -> Accepted:
    """A card drawn by the seat in turn, or all that it has to draw; then its turn is over."""
    seat, due = state.deal.turn, state.deal.draws
    n = min(due or 1, state.left_to_draw)
    if not due:
        deal = _drawn(_declining(state), seat, n)
        return Accepted(state.with_deal(replace(deal, drawn=deal.drawn + n)), (_told(seat, n),))
    after = _next_turn(state, replace(_drawn(state.deal, seat, n), draws=0))
    return Accepted(after, (_told(seat, n),))


def _told(seat: str, n: int) -> Ruling:
    because = cite("draw", "Whoever does not play draws.")
    return Ruling({"seat": seat, "draws": n}, say("{seat} draws {n}", seat=seat, n=count_cards(n)), (because,))


def _drawn(deal: Deal, seat: str, n: int) -> Deal:
    """With cards drawn; where the stock runs out, the pile under its top card becomes the new one."""
    if n >= deal.stock:
        deal = replace(deal, stock=deal.stock + len(deal.pile) - 1, pile=deal.pile[-1:])
    deal = deal.with_hand(seat, n)
    declined = still_provable(after_drawing(deal.declined, seat, n), deal.hands)
    return replace(deal, stock=deal.stock - n, declined=declined)


def _declining(state: State) -> Deal:
    """With it kept on what the seat in turn did not play, where whoever can must."""
    deal = state.deal
    if not state.setting.chosen.flag("must_play"):
        return deal
    return replace(deal, declined=(*deal.declined, Declined(deal.turn, deal.top, deal.suit)))


def _pass(state: State) -> Accepted:
    seat = state.deal.turn
    ruled = Ruling({"seat": seat}, say("{seat} passes", seat=seat), (cite("draw", _PASSED),))
    return Accepted(_next_turn(state, _declining(state)), (ruled,))


_PASSED = "Whoever has drawn as many cards as may be drawn, or finds none to draw, may pass."


def _penalty(state: State, seat: str, n: int) -> Accepted:
    n = min(n, state.left_to_draw)
    because = cite("penalty", "The table has said so. The turn stays where it is.")
    summary: Text = say("{seat} draws {n} as a penalty", seat=seat, n=count_cards(n))
    ruled = Ruling({"seat": seat, "draws": n}, summary, (because,))
    return Accepted(state.with_deal(_drawn(state.deal, seat, n)), (ruled,))


def _show(state: State, seat: str, cards: tuple[Card, ...], ask: Ask) -> Accepted | Refused:
    """What this seat has left; once all have shown it, the points."""
    n = state.deal.hands[seat]
    if len(cards) != n:
        why = cite("once", "{seat} has {n} in hand, after all that was entered.", seat=seat, n=count_cards(n))
        return Refused(Ruling({"legal": False, "seat": seat}, say("That is not the number of cards"), (why,)))
    if (wrong := state.seen.refuse(cards, lambda one: say("The {card} cannot be in hand", card=one))) is not None:
        return Refused(wrong)
    deal, proven = _proven(state, seat, cards, ask)
    after = state.with_deal(replace(deal, shown={**deal.shown, seat: cards}))
    if after.deal.to_show:
        return Accepted(after, proven)
    return _scored(after, ask, proven, cards={one: after.deal.shown.get(one, ()) for one in state.setting.seats})


def _proven(state: State, seat: str, cards: Iterable[Card], ask: Ask) -> tuple[Deal, tuple[Ruling, ...]]:
    """The deal once this seat has shown these cards, and what they prove."""
    declined, variant = state.deal.declined, state.setting.chosen.choice("variant")

    def has_fitted(one: Declined, card: Card) -> bool:
        return bool(ask("play", top=one.top, suit=one.suit, draws=0, card=card, variant=variant).verdict["legal"])

    for card in cards:
        declined = after_showing(declined, seat, card, has_fitted)
    declined, ruled = rule_proven(declined)
    deal = replace(state.deal, declined=still_provable(declined, state.deal.hands))
    return deal, () if ruled is None else (ask(ruled),)
