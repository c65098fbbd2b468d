"""What each entry does to a match."""

from dataclasses import replace

from referee import SUIT_NAMES, Accepted, Ask, Card, Entry, Refused, Ruling, count_cards, hookimpl, rule_round, say

from .rules import cite
from .state import Deal, State


@hookimpl(specname="accept")
def accept_entry(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The match after this entry, or why it cannot be."""
    given = entry.given
    if (wrong := _refuse_other_pack(state, entry)) is not None:
        return Refused(wrong)
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal))
        case "misdeal":
            because = cite("misdeal", "{dealer} deals again, and nothing is scored.", dealer=state.rounds.dealer)
            return Accepted(state.dealt(state.rounds), (Ruling({}, say("The deal does not count"), (because,)),))
        case "deal":
            return _scored(state, ask, cards={seat: given.cards_by_seat("cards").get(seat, ()) for seat in state.seats})
        case "points":
            return _scored(state, ask, left=given.numbers_by_seat("left"))
        case "starter" | "play":
            return _lay(state, given.card("card"), ask)
        case "wish":
            return _wish(state, given.choice("suit"))
        case "draw" | "pass":
            return _decline(state, entry.kind == "draw")
        case "penalty":
            n = min(given.number("n"), state.deal.left_to_draw)
            told = _told(given.seat("seat"), n, "{seat} draws {n} as a penalty", "penalty", "The table has said so.")
            return Accepted(replace(state, deal=state.deal.with_drawn(given.seat("seat"), n)), (told,))
        case "blocked":
            return Accepted(replace(state, deal=replace(state.deal, blocked=True)))
    return _show(state, entry.own_seat, given.cards("cards"), ask)


def _refuse_other_pack(state: State, entry: Entry) -> Ruling | None:
    """Return why a card cannot be at this table: Mau-Mau has no twos to sixes. The first version took them."""
    if entry.version == "1":
        return None
    cards: tuple[Card, ...] = ()
    if entry.kind in ("starter", "play"):
        cards = (entry.given.card("card"),)
    elif entry.kind == "left":
        cards = entry.given.cards("cards")
    for card in cards:
        if card not in state.variant.cards:
            why = cite("deal", "Mau-Mau is played with sevens to aces.")
            summary = say("The {card} is not in this deck", card=card)
            return Ruling({"legal": False, "card": card}, summary, (why,))
    return None


def _scored(state: State, ask: Ask, **left: object) -> Accepted | Refused:
    """What the deal has brought, and who leads or has won; or why it cannot have ended so."""
    chosen = state.rounds.setting.chosen
    ruled = ask("deal", **left, at_table=True, variant=chosen.choice("variant"), scoring=chosen.choice("scoring"))
    if ruled.verdict.get("legal") is False:
        return Refused(ruled)
    rounds = state.rounds.with_scores(ruled.decided.numbers_by_seat("points"))
    return Accepted(state.dealt(rounds), (ruled, rule_round(state.rounds, rounds, cite, "end", ruled)))


def _told(seat: str, n: int, template: str, section: str, why: str) -> Ruling:
    return Ruling({"seat": seat, "drawn": n}, say(template, seat=seat, n=count_cards(n)), (cite(section, why),))


# Card by card


def _lay(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    """A card laid by the seat in turn, or turned up by the dealer: what it does."""
    deal, seat = state.deal, state.deal.turn
    if (wrong := state.seen.refuse((card,), lambda one: say("The {card} cannot be played", card=one))) is not None:
        return Refused(wrong)
    lying = {"top": deal.pile[-1], "draws": deal.draws} if deal.pile else {}
    suit = {"suit": deal.wished} if deal.wished else {}
    variant = state.rounds.setting.chosen.choice("variant")
    ruling = ask("play", card=card, **lying, **suit, variant=variant, at_table=True)
    if not ruling.verdict["legal"]:
        return Refused(ruling)
    laid = replace(deal, pile=(*deal.pile, card), wished="")
    if not deal.pile:
        begun = replace(laid, stock=deal.stock - 1)
        return Accepted(replace(state, deal=_go_on(state, begun, ruling)), (ruling,))
    ruling = replace(ruling, summary=say("{seat} plays the {card}", seat=seat, card=card))
    laid = replace(laid, hands={**deal.hands, seat: deal.hands[seat] - 1})
    if not laid.hands[seat]:
        out = cite("out", "It was the last card of {seat}, and the deal is over.", seat=seat)
        return Accepted(replace(state, deal=laid), (replace(ruling, because=(*ruling.because, out)),))
    wisher = seat if card.rank == state.variant.wild else ""
    return Accepted(replace(state, deal=replace(_go_on(state, laid, ruling), wisher=wisher)), (ruling,))


def _go_on(state: State, deal: Deal, ruling: Ruling | None = None) -> Deal:
    """The deal with the next turn begun, as what was decided on a card has it."""
    skips, draws = (ruling.decided.number("skips"), ruling.decided.number("draws")) if ruling else (0, 0)
    clockwise = deal.clockwise != (ruling is not None and ruling.decided.flag("reverses"))
    seats = state.rounds.setting.clockwise_from(deal.turn)
    turn = seats[(1 + skips) * (1 if clockwise else -1) % len(seats)]
    return replace(deal, turn=turn, drawn=0, draws=draws, clockwise=clockwise)


def _wish(state: State, suit: str) -> Accepted:
    told = {"seat": state.deal.wisher, "suit": SUIT_NAMES[suit]}
    why = cite("wish", "The next card is of this suit, or is laid on anything.")
    wished = Ruling({"suit": suit}, say("{seat} wishes {suit}", **told), (why,))
    return Accepted(replace(state, deal=replace(state.deal, wished=suit, wisher="")), (wished,))


def _decline(state: State, draws: bool) -> Accepted:
    """A card drawn by the seat in turn, or all that it has to draw, which ends its turn; or a pass."""
    deal, seat, due = state.deal, state.deal.turn, state.deal.draws
    if not draws:
        why = cite("draw", "Whoever has drawn as many cards as may be drawn, or finds none to draw, may pass.")
        told = Ruling({"seat": seat}, say("{seat} passes", seat=seat), (why,))
        return Accepted(replace(state, deal=_go_on(state, deal)), (told,))
    n = min(due or 1, deal.left_to_draw)
    after = deal.with_drawn(seat, n)
    after = _go_on(state, after) if due else replace(after, drawn=deal.drawn + n)
    told = _told(seat, n, "{seat} draws {n}", "draw", "Whoever does not play draws.")
    return Accepted(replace(state, deal=after), (told,))


def _show(state: State, seat: str, cards: tuple[Card, ...], ask: Ask) -> Accepted | Refused:
    """What this seat has left; once all have shown it, the points."""
    n = state.deal.hands[seat]
    if len(cards) != n:
        why = cite("once", "{seat} has {n} in hand, after all that was entered.", seat=seat, n=count_cards(n))
        return Refused(Ruling({"legal": False, "seat": seat}, say("That is not the number of cards"), (why,)))
    if (wrong := state.seen.refuse(cards, lambda one: say("The {card} cannot be in hand", card=one))) is not None:
        return Refused(wrong)
    after = replace(state, deal=replace(state.deal, shown={**state.deal.shown, seat: cards}))
    if after.deal.to_show:
        return Accepted(after)
    return _scored(after, ask, cards={one: after.deal.shown.get(one, ()) for one in state.seats})
