"""The match at the table: how it begins, what each entry does, what lies there."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import (
    EVERYBODY,
    SUIT_NAMES,
    Accepted,
    Ask,
    Card,
    Cards,
    Entry,
    Fact,
    Refused,
    Ruling,
    Scene,
    Setup,
    Step,
    Steps,
    Text,
    Zone,
    begin_rounds,
    count,
    count_cards,
    forbid,
    hookimpl,
    rule_round,
    say,
)

from .game import cite
from .state import Deal, State, begin_deal


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first deal, of which no card is turned up."""
    chosen = setting.chosen
    target = chosen.number("target", None) or 50 * len(setting.seats)
    if chosen.choice("scoring") == "own":
        rounds = begin_rounds(setting, target, wins="fewest")
    else:
        rounds = begin_rounds(setting, target)
    return State(rounds, chosen.choice("depth") == "deals", begin_deal(rounds))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:  # noqa: C901
    """Return the match after this entry, or why it cannot be."""
    wrong = _refuse_other_pack(state, entry)
    if wrong:
        return Refused(wrong)

    given = entry.given
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal))
        case "misdeal":
            ruling = state.rounds.rule_misdeal(cite)
            return Accepted(state.dealt(state.rounds), (ruling,))
        case "deal":
            cards = given.cards_by_seat("cards")
            return _score(state, ask, cards=_by_seat(state, cards))
        case "points":
            return _score(state, ask, left=given.numbers_by_seat("left"))
        case "starter" | "play":
            return _lay(state, given.card("card"), ask)
        case "wish":
            return _wish(state, given.choice("suit"))
        case "draw":
            return _draw(state)
        case "pass":
            return _pass(state)
        case "penalty":
            return _draw_penalty(state, given.seat("seat"), given.number("n"))
        case "blocked":
            return Accepted(replace(state, deal=replace(state.deal, blocked=True)))
    return _show(state, entry.own_seat, given.cards("cards"), ask)


def _refuse_other_pack(state: State, entry: Entry) -> Ruling | None:
    """Return why a card cannot be at this table: Mau-Mau has no twos to sixes."""
    # The first version took them.
    if entry.is_under("1"):
        return None
    cards: Cards = ()
    if entry.kind in ("starter", "play"):
        cards = (entry.given.card("card"),)
    elif entry.kind == "left":
        cards = entry.given.cards("cards")

    for card in cards:
        if card not in state.variant.cards:
            why = cite("deal", "Mau-Mau is played with sevens to aces.")
            summary = say("The {card} is not in this deck", card=card)
            return forbid(summary, why, card=card)
    return None


def _by_seat(state: State, cards: Mapping[str, Cards]) -> dict[str, Cards]:
    """Return what each has left: nothing, if these cards say nothing of a seat."""
    return {seat: cards.get(seat, ()) for seat in state.seats}


def _score(state: State, ask: Ask, **left: object) -> Accepted | Refused:
    """Score the deal, and say who leads or has won; or why it cannot have ended so."""
    rounds = state.rounds
    chosen = rounds.setting.chosen
    variant = chosen.choice("variant")
    scoring = chosen.choice("scoring")
    ruling = ask("deal", **left, at_table=True, variant=variant, scoring=scoring)
    if ruling.verdict.get("legal") is False:
        return Refused(ruling)

    scored = rounds.with_scores(ruling.decided.numbers_by_seat("points"))
    standing = rule_round(rounds, scored, cite, "end", ruling)
    return Accepted(state.dealt(scored), (ruling, standing))


# Card by card


def _lay(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    """Lay a card of the seat in turn, or turn it up for the dealer."""
    deal = state.deal
    wrong = state.seen.refuse(
        (card,), lambda card: say("The {card} can't be played", card=card)
    )
    if wrong:
        return Refused(wrong)

    lying: dict[str, object] = {}
    if deal.pile:
        lying = {"top": deal.pile[-1], "draws": deal.draws}
    if deal.wished:
        lying["suit"] = deal.wished
    variant = state.rounds.setting.chosen.choice("variant")
    ruling = ask("play", card=card, **lying, variant=variant, at_table=True)
    if not ruling.verdict["legal"]:
        return Refused(ruling)

    laid = replace(deal, pile=(*deal.pile, card), wished="")
    if not deal.pile:
        begun = replace(laid, stock=deal.stock - 1)
        return Accepted(replace(state, deal=_go_on(begun, ruling)), (ruling,))

    seat = deal.turn
    left = deal.hands[seat] - 1
    laid = replace(laid, hands={**deal.hands, seat: left})
    summary = say("{seat} plays the {card}", seat=seat, card=card)
    ruling = replace(ruling, summary=summary)
    if not left:
        template = "It was the last card of {seat}, and the deal is over."
        out = cite("out", template, seat=seat)
        ruling = replace(ruling, because=(*ruling.because, out))
        return Accepted(replace(state, deal=laid), (ruling,))

    after = _go_on(laid, ruling)
    if card.rank == state.variant.wild:
        after = replace(after, wisher=seat)
    return Accepted(replace(state, deal=after), (ruling,))


def _go_on(deal: Deal, ruling: Ruling | None = None) -> Deal:
    """Begin the next turn, as what was decided on a card has it."""
    clockwise = deal.clockwise
    skips = draws = 0
    if ruling is not None:
        skips = ruling.decided.number("skips")
        draws = ruling.decided.number("draws")
        if ruling.decided.flag("reverses"):
            clockwise = not clockwise

    seats = tuple(deal.hands)
    steps = 1 + skips
    at = seats.index(deal.turn) + (steps if clockwise else -steps)
    turn = seats[at % len(seats)]
    return replace(deal, turn=turn, drawn=0, draws=draws, clockwise=clockwise)


def _wish(state: State, suit: str) -> Accepted:
    why = cite("wish", "The next card is of this suit, or is laid on anything.")
    seat = state.deal.wisher
    summary = say("{seat} wishes {suit}", seat=seat, suit=SUIT_NAMES[suit])
    after = replace(state.deal, wished=suit, wisher="")
    ruling = Ruling({"suit": suit}, summary, (why,))
    return Accepted(replace(state, deal=after), (ruling,))


def _pass(state: State) -> Accepted:
    seat = state.deal.turn
    why = cite(
        "draw",
        "Whoever has drawn as many cards as may be drawn, "
        "or finds none to draw, may pass.",
    )
    ruling = Ruling({"seat": seat}, say("{seat} passes", seat=seat), (why,))
    return Accepted(replace(state, deal=_go_on(state.deal)), (ruling,))


def _draw(state: State) -> Accepted:
    """Draw a card, or all that the seat in turn has to draw, which ends its turn."""
    deal = state.deal
    seat = deal.turn
    n = min(deal.draws or 1, deal.left_to_draw)
    after = replace(deal.with_drawn(seat, n), drawn=deal.drawn + n)
    if deal.draws:
        after = _go_on(after)
    why = cite("draw", "Whoever does not play draws.")
    summary = say("{seat} draws {n}", seat=seat, n=count_cards(n))
    ruling = Ruling({"seat": seat, "drawn": n}, summary, (why,))
    return Accepted(replace(state, deal=after), (ruling,))


def _draw_penalty(state: State, seat: str, n: int) -> Accepted:
    n = min(n, state.deal.left_to_draw)
    why = cite("penalty", "The table has said so.")
    summary = say("{seat} draws {n} as a penalty", seat=seat, n=count_cards(n))
    ruling = Ruling({"seat": seat, "drawn": n}, summary, (why,))
    return Accepted(replace(state, deal=state.deal.with_drawn(seat, n)), (ruling,))


def _show(state: State, seat: str, cards: Cards, ask: Ask) -> Accepted | Refused:
    """Enter what this seat has left; score the deal once all have shown it."""
    n = state.deal.hands[seat]
    if len(cards) != n:
        template = "{seat} has {n} in hand, after all that was entered."
        why = cite("once", template, seat=seat, n=count_cards(n))
        return Refused(forbid(say("That is not the number of cards"), why, seat=seat))
    wrong = state.seen.refuse(
        cards, lambda card: say("The {card} cannot be in hand", card=card)
    )
    if wrong:
        return Refused(wrong)

    shown = {**state.deal.shown, seat: cards}
    after = replace(state, deal=replace(state.deal, shown=shown))
    if after.deal.to_show:
        return Accepted(after)
    return _score(after, ask, cards=_by_seat(state, shown))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return hands, stock and pile if every card is entered, and what to do next."""
    deal = state.deal
    rounds = state.rounds
    if rounds.winners:
        return rounds.scene("finished")
    if state.by_deal:
        dealer = rounds.dealer
        deals = Step((dealer,), say("{dealer} deals.", dealer=dealer))
        play = Step((), say("Play the deal out, then enter what is left in hand."))
        return rounds.scene("deal", steps=(deals, play))

    phase = "starter"
    if deal.to_show:
        phase = "left"
    elif deal.pile:
        phase = "play"
    facts = []
    if deal.wished:
        facts.append(Fact(say("Wished"), SUIT_NAMES[deal.wished]))
    if not deal.clockwise:
        facts.append(Fact(say("Turns go"), say("to the right")))
    return rounds.scene(
        phase,
        to_act=deal.to_show or (deal.wisher or deal.turn,),
        zones=tuple(_zones(deal)),
        steps=_list_steps(state),
        facts=tuple(facts),
    )


def _zones(deal: Deal) -> Iterator[Zone]:
    top = deal.pile[-1:]
    under = deal.pile[:-1]
    yield Zone("pile", None, len(top), top, EVERYBODY)
    yield Zone("discard", None, len(under), under, EVERYBODY, collapsed=True)
    yield Zone("stock", None, deal.stock)
    for seat, n in deal.hands.items():
        yield Zone("hand", seat, n, deal.shown.get(seat), EVERYBODY)


def _list_steps(state: State) -> Steps:
    deal = state.deal
    out = deal.out
    if out is not None:
        is_out = Step((out,), say("{seat} is out.", seat=out))
        return is_out, Step((), say("All others show what they have left."))
    if deal.blocked:
        blocked = Step((), say("Nobody can play."))
        return blocked, Step((), say("All show what they have left."))
    if not deal.pile:
        dealer = state.rounds.dealer
        text = say("{dealer} deals and turns up a card: enter it.", dealer=dealer)
        return (Step((dealer,), text),)
    if deal.wisher:
        return (Step((deal.wisher,), say("{seat} wishes a suit.", seat=deal.wisher)),)
    return (Step((deal.turn,), _say_turn(state)),)


def _say_turn(state: State) -> Text:
    deal = state.deal
    seat = deal.turn
    if deal.draws:
        n = min(deal.draws, deal.left_to_draw)
        return count(
            "{seat} draws {n} card, or passes that on.",
            "{seat} draws {n} cards, or passes that on.",
            n,
            seat=seat,
        )
    if state.may_pass:
        return say("{seat} plays a card, or passes.", seat=seat)
    return say("{seat} plays a card, or draws.", seat=seat)
