"""The match at the table: how it begins, its entries, its scene, and its prompts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from referee import (
    EVERYBODY,
    SUIT_NAMES,
    Accepted,
    Ask,
    Card,
    Cards,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Random,
    Refused,
    Ruling,
    Scene,
    Setting,
    Step,
    Steps,
    Text,
    Values,
    Zone,
    begin_rounds,
    hookimpl,
    number_field,
    rule_illegal,
    rule_round,
    say,
    say_card_count,
    say_count,
    without,
    wrong_field,
)

from .game import GAME, cite
from .scoring import DOUBLED, LEFT, WISHED, fits
from .state import Deal, State, begin_deal


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, of which no card is turned up."""
    chosen = setting.chosen
    target = chosen.number("target", None) or 50 * len(setting.seats)
    rounds = begin_rounds(setting, target, wins=GAME.wins_with(setting.options))
    return State(rounds, chosen.choice("depth") == "deals", begin_deal(rounds))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    match entry.kind:
        case "depth":
            return Accepted(replace(state, by_deal=not state.by_deal))
        case "misdeal":
            ruling = state.rounds.rule_misdeal(cite)
            return Accepted(state.dealt(state.rounds), (ruling,))
        case "deal":
            return _score_cards(state, given, ask)
        case "points":
            left = given.numbers_by_seat("left")
            return _score(state, ask, left=left, **_read_doubled(given))
        case "starter" | "play":
            more = given.cards("more") if given.has("more") else ()
            return _lay(state, (given.card("card"), *more), ask)
        case "wish":
            return _name_suit(state, given.choice("suit"))
        case "draw":
            return _draw(state)
        case "pass":
            return _pass(state)
        case "penalty":
            return _draw_penalty(state, given.seat("seat"), given.number("n"))
        case "blocked":
            deal = replace(state.deal, blocked=True)
            return Accepted(replace(state, deal=deal))
        case "left":
            return _show(state, entry.own_seat, given.cards("cards"), ask)
    raise LookupError(entry.kind)


def _refuse_other_pack(state: State, cards: Cards) -> Ruling | None:
    """Return why a card cannot be at this table: Mau-Mau has no twos to sixes."""
    for card in cards:
        if card not in state.variant.cards:
            why = cite("deal", "Mau-Mau is played with sevens to aces.")
            summary = say("The {card} isn’t in this deck", card=card)
            return rule_illegal(summary, why, card=card)
    return None


def _score_cards(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Score the deal by the cards left, unless a jack laid is in another hand."""
    cards = _fill_seats(state, given.cards_by_seat("cards"))
    doubled = _read_doubled(given)
    if doubled.get("doubled"):
        deck = state.variant.deck(len(state.seats))
        held = chain.from_iterable(cards.values())
        left = without(deck, held)
        if not any(card.rank == state.variant.wild for card in left):
            raise wrong_field("doubled", say("All jacks are left in hand."))
    return _score(state, ask, cards=cards, **doubled)


def _fill_seats(state: State, cards: Mapping[str, Cards]) -> dict[str, Cards]:
    """Return each seat's cards left; none for a seat that these cards leave out."""
    return {seat: cards.get(seat, ()) for seat in state.seats}


def _read_doubled(given: Values) -> dict[str, bool]:
    """Return whether somebody went out with a jack, if the entry was asked that."""
    return {"doubled": given.flag("doubled")} if given.has("doubled") else {}


def _score(state: State, ask: Ask, **left: object) -> Accepted | Refused:
    """Score the deal and name the leader or winner, or refuse its end."""
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


def _lay(state: State, cards: Cards, ask: Ask) -> Accepted | Refused:
    """Lay a card of the seat in turn and others of its rank, or turn one up."""
    wrong = _refuse_cards(state, cards)
    if wrong:
        return Refused(wrong)

    laid = state.deal
    rulings = []
    for card in cards:
        ruling = _ask_card(state, laid, card, ask)
        if not ruling.verdict["legal"]:
            return Refused(ruling)
        rulings.append(ruling)
        draws = ruling.decided.number("draws")
        pile = (*laid.pile, card)
        laid = replace(laid, pile=pile, wished="", draws=draws, misses=False)
    if not state.deal.pile:
        return _turn_up(state, laid, rulings[0])
    return _play(state, laid, cards, rulings)


def _ask_card(state: State, deal: Deal, card: Card, ask: Ask) -> Ruling:
    """Ask whether a card may be laid on the top card."""
    lying: dict[str, object] = {}
    if deal.pile:
        lying = {"top": deal.pile[-1], "draws": deal.draws, "misses": deal.misses}
    if deal.wished:
        lying["suit"] = deal.wished
    return ask(
        "play",
        card=card,
        **lying,
        variant=state.chosen.choice("variant"),
        eight_on_eight=state.chosen.flag("eight_on_eight"),
        at_table=True,
    )


def _turn_up(state: State, laid: Deal, ruling: Ruling) -> Accepted:
    """Begin the pile with the card that the dealer turns up."""
    begun = _go_on(replace(laid, stock=laid.stock - 1), ruling)
    [card] = laid.pile
    summary = say("{dealer} turns up the {card}", dealer=laid.turn, card=card)
    ruling = replace(ruling, summary=summary)
    return Accepted(replace(state, deal=begun), (ruling,))


def _play(
    state: State, laid: Deal, cards: Cards, rulings: Sequence[Ruling]
) -> Accepted:
    """Take cards that lie on the pile now from the hand of the seat in turn."""
    seat = laid.turn
    left = laid.hands[seat] - len(cards)
    laid = replace(laid, hands={**laid.hands, seat: left})
    summary = say("{seat} plays the {card}", seat=seat, card=cards[0])
    if len(cards) > 1:
        summary = say("{seat} plays {cards}", seat=seat, cards=cards)
    first, *others = rulings
    ruled = [replace(first, summary=summary), *others]
    if not left:
        template = "It was {seat}’s last card: the deal is over."
        out = cite("out", template, seat=seat)
        ruled[-1] = replace(ruled[-1], because=(*ruled[-1].because, out))
        return Accepted(replace(state, deal=laid), tuple(ruled))

    after = _go_on(laid, *ruled)
    if cards[0].rank == state.variant.wild:
        after = replace(after, wisher=seat)
    return Accepted(replace(state, deal=after), tuple(ruled))


def _refuse_cards(state: State, cards: Cards) -> Ruling | None:
    """Return why these cards cannot be laid, whatever is on top; None if they can."""
    wrong = _refuse_other_pack(state, cards) or state.seen.refuse(
        cards, lambda card: say("The {card} can’t be played", card=card)
    )
    if wrong:
        return wrong
    first, *more = cards
    others = tuple(card for card in more if card.rank != first.rank)
    if others:
        why = cite("several", "Only cards of one rank are laid together.")
        summary = say("The {card} can’t be played with it", card=others[0])
        return rule_illegal(summary, why, card=others[0])
    seat = state.deal.turn
    n = state.deal.hands[seat]
    if len(cards) > n:
        template = "By the entries so far, {seat} has {n} in hand."
        why = cite("once", template, seat=seat, n=say_card_count(n))
        return rule_illegal(say("That’s too many cards"), why, seat=seat)
    packs = state.variant.packs(len(state.seats))
    for card, n in Counter(cards).items():
        if n > packs:
            why = cite("once", "There is one in each pack.")
            summary = say("The {card} can’t be played twice", card=card)
            return rule_illegal(summary, why, card=card)
    return None


def _go_on(deal: Deal, *rulings: Ruling) -> Deal:
    """Begin the next turn, by the decision on the cards laid."""
    clockwise = deal.clockwise
    skips = draws = 0
    again = misses = False
    for ruling in rulings:
        decided = ruling.decided
        skips += decided.number("skips")
        draws = decided.number("draws")
        misses = bool(ruling.verdict.get("misses"))
        again = again or bool(ruling.verdict.get("again"))
        if decided.flag("reverses"):
            clockwise = not clockwise

    seats = tuple(deal.hands)
    steps = 0 if again else 1 + skips
    at = seats.index(deal.turn) + (steps if clockwise else -steps)
    turn = seats[at % len(seats)]
    return replace(
        deal, turn=turn, drawn=0, draws=draws, misses=misses, clockwise=clockwise
    )


def _name_suit(state: State, suit: str) -> Accepted:
    """Name the suit to follow, as whoever laid a wild card may."""
    template = "Follow this suit, or play a card that goes on anything."
    why = cite("wish", template)
    seat = state.deal.wisher
    summary = say("{seat} names {suit}", seat=seat, suit=SUIT_NAMES[suit])
    deal = replace(state.deal, wished=suit, wisher="")
    ruling = Ruling({"suit": suit}, summary, (why,))
    return Accepted(replace(state, deal=deal), (ruling,))


def _draw_penalty(state: State, seat: str, n: int) -> Accepted:
    """Draw this many cards, or all that are left to draw."""
    n = min(n, state.deal.left_to_draw)
    why = cite("penalty", "The table says so.")
    summary = say("{seat} draws {n} as a penalty", seat=seat, n=say_card_count(n))
    ruling = Ruling({"seat": seat, "drawn": n}, summary, (why,))
    deal = state.deal.with_drawn(seat, n)
    return Accepted(replace(state, deal=deal), (ruling,))


def _pass(state: State) -> Accepted:
    seat = state.deal.turn
    why = cite(
        "draw",
        "Once you have drawn all you may, or none are left to draw, you may pass.",
    )
    summary = say("{seat} passes", seat=seat)
    if state.deal.misses:
        why = cite("eight", "Nobody passed the eight on.")
        summary = say("{seat} misses a turn", seat=seat)
    ruling = Ruling({"seat": seat}, summary, (why,))
    return Accepted(replace(state, deal=_go_on(state.deal)), (ruling,))


def _draw(state: State) -> Accepted:
    """Draw a card, or all cards due, which ends the turn of the seat in turn."""
    deal = state.deal
    seat = deal.turn
    n = min(deal.draws or 1, deal.left_to_draw)
    after = replace(deal.with_drawn(seat, n), drawn=deal.drawn + n)
    if deal.draws:
        after = _go_on(after)
    why = cite("draw", "If you don’t play, you draw.")
    summary = say("{seat} draws {n}", seat=seat, n=say_card_count(n))
    ruling = Ruling({"seat": seat, "drawn": n}, summary, (why,))
    return Accepted(replace(state, deal=after), (ruling,))


def _show(state: State, seat: str, cards: Cards, ask: Ask) -> Accepted | Refused:
    """Enter this seat's cards left; score the deal once all have shown their cards."""
    n = state.deal.hands[seat]
    wrong = _refuse_other_pack(state, cards)
    if not wrong and len(cards) != n:
        template = "By the entries so far, {seat} has {n} in hand."
        why = cite("once", template, seat=seat, n=say_card_count(n))
        wrong = rule_illegal(say("That isn’t the number of cards"), why, seat=seat)
    wrong = wrong or state.seen.refuse(
        cards, lambda card: say("The {card} can’t be in hand", card=card)
    )
    if wrong:
        return Refused(wrong)

    shown = {**state.deal.shown, seat: cards}
    deal = replace(state.deal, shown=shown)
    after = replace(state, deal=deal)
    if after.deal.to_show:
        return Accepted(after)
    is_wild = after.deal.pile[-1].rank == after.variant.wild
    is_doubled = is_wild and state.chosen.flag("jack_doubles")
    doubled = is_doubled and after.deal.out is not None
    return _score(after, ask, cards=_fill_seats(state, shown), doubled=doubled)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the hands, stock and pile if cards are entered, and the next steps."""
    deal = state.deal
    rounds = state.rounds
    if rounds.winners:
        return rounds.scene("finished")
    if state.by_deal:
        play = Step((), say("Play the deal out, then enter what is left in hand."))
        return rounds.scene("deal", steps=(rounds.dealing, play))

    phase = "starter"
    if deal.to_show:
        phase = "left"
    elif deal.pile:
        phase = "play"
    top = deal.pile[-1:]
    under = deal.pile[:-1]
    zones = [
        Zone("pile", None, len(top), top, EVERYBODY),
        Zone("discard", None, len(under), under, EVERYBODY, collapsed=True),
        Zone("stock", None, deal.stock),
    ]
    for seat, n in deal.hands.items():
        zones.append(Zone("hand", seat, n, deal.shown.get(seat), EVERYBODY))
    facts = []
    if deal.wished:
        facts.append(Fact(say("Named suit"), SUIT_NAMES[deal.wished]))
    if not deal.clockwise:
        facts.append(Fact(say("Turns go"), say("to the right")))
    return rounds.scene(
        phase,
        to_act=deal.to_show or (deal.wisher or deal.turn,),
        zones=tuple(zones),
        steps=_list_steps(state),
        facts=tuple(facts),
    )


def _list_steps(state: State) -> Steps:
    deal = state.deal
    out = deal.out
    if out is not None:
        is_out = Step((out,), say("{seat} went out.", seat=out))
        return is_out, Step((), say("Everyone else shows what they have left."))
    if deal.blocked:
        blocked = Step((), say("Nobody can play."))
        return blocked, Step((), say("Everyone shows what they have left."))
    if not deal.pile:
        dealer = state.rounds.dealer
        text = say("{dealer} deals and turns up a card: enter it.", dealer=dealer)
        return (Step((dealer,), text),)
    if deal.wisher:
        return (Step((deal.wisher,), say("{seat} names a suit.", seat=deal.wisher)),)
    return (Step((deal.turn,), _say_turn(state)),)


def _say_turn(state: State) -> Text:
    deal = state.deal
    seat = deal.turn
    if deal.misses:
        return say("{seat} misses a turn, or lays another eight.", seat=seat)
    if deal.draws:
        n = min(deal.draws, deal.left_to_draw)
        return say_count(
            "{seat} draws {n} card, or passes that on.",
            "{seat} draws {n} cards, or passes that on.",
            n,
            seat=seat,
        )
    if state.may_pass:
        return say("{seat} plays a card, or passes.", seat=seat)
    return say("{seat} plays a card, or draws.", seat=seat)


# What may be entered

MORE = Field(
    "more",
    "cards",
    say("More cards of that rank, in their order"),
    optional=True,
    max=7,
    suggests=True,
)


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is over."""
    if state.rounds.winners:
        return ()
    return (*_list_awaited(state), *_list_asides(state))


def _list_awaited(state: State) -> Iterator[Prompt]:
    deal = state.deal
    if state.by_deal:
        yield from _ask_for_deal(state)
    elif deal.to_show:
        for seat in deal.to_show:
            n = state.deal.hands[seat]
            cards = Field(
                "cards",
                "cards",
                say("Cards left in hand"),
                min=n,
                max=n,
                choices=state.unseen,
                suggests=True,
            )
            title = say("Show what is left")
            yield Prompt("left", (seat,), title, fields=(cards,), own=True)
    elif not deal.pile:
        label = say("Card turned up")
        card = Field("card", "card", label, choices=state.unseen, suggests=True)
        yield Prompt("starter", state.seats, say("Turn up a card"), fields=(card,))
    elif deal.wisher:
        wisher = (deal.wisher,)
        yield Prompt("wish", wisher, say("Name a suit"), fields=(WISHED,), own=True)
    else:
        yield from _ask_for_turn(state)


def _ask_for_deal(state: State) -> Iterator[Prompt]:
    seats = state.seats
    whoever = say("Leave out whoever went out.")
    cards = replace(LEFT, choices=state.variant.deck(len(seats)))
    doubled = (DOUBLED,) if state.chosen.flag("jack_doubles") else ()
    yield Prompt("deal", seats, say("Cards left"), whoever, (cards, *doubled))

    label = say("What they have left counts")
    nothing = dict.fromkeys(seats, 0)
    left = Field("left", "numbers_by_seat", label, min=0, default=nothing)
    title = say("Points left, as you count them")
    yield Prompt("points", seats, title, fields=(left, *doubled))


def _ask_for_turn(state: State) -> Iterator[Prompt]:
    """Ask for a card first; its alternatives are buttons."""
    deal = state.deal
    variant = state.variant
    unseen = state.unseen
    top = deal.pile[-1]
    fitting = []
    for card in unseen:
        is_eight = card.rank == variant.skips
        fits_pile = fits(variant, top, deal.suit, deal.draws, card)
        if fits_pile and (is_eight or not deal.misses):
            fitting.append(card)

    seat = (deal.turn,)
    title = say("Play a card")
    other = Prompt("draw", seat, say("Draw a card"), own=True)
    if deal.misses:
        title = say("Lay another eight, or miss the turn")
        other = Prompt("pass", seat, say("Miss the turn"), own=True)
    elif deal.draws:
        title = say("Lay one of the same rank, or draw")
        n = min(deal.draws, deal.left_to_draw)
        draw = say_count("Draw {n} card", "Draw {n} cards", n)
        other = Prompt("draw", seat, draw, own=True)
    elif state.may_pass:
        other = Prompt("pass", seat, say("Pass"), own=True)
    choices = tuple(fitting) or unseen
    fields = [Field("card", "card", say("Card"), choices=choices, suggests=True)]
    if state.chosen.flag("several"):
        fields.append(replace(MORE, choices=unseen))
    asked = tuple(fields)
    yield Prompt("play", seat, title, fields=asked, optional=not fitting, own=True)
    yield other


def _list_asides(state: State) -> Iterator[Prompt]:
    """Yield the prompts beside all others."""
    seats = state.seats
    deal = state.deal
    again = say("Misdeal: deal again")
    yield Prompt("misdeal", seats, again, optional=True, anew=True)
    if not deal.pile:
        title = say("Score by deal")
        if state.by_deal:
            title = say("Enter every card")
        yield Prompt("depth", seats, title, optional=True)
        return
    if deal.to_show:
        return

    who = Field("seat", "seat", say("Who"), choices=seats)
    n = number_field("n", say("Cards"), 1, 10, default=2)
    title = say("Somebody draws as a penalty")
    help = say(
        "For not saying “Mau” with one card left, for example. The turn stays where "
        "it is."
    )
    yield Prompt("penalty", seats, title, help, (who, n), optional=True)
    if not deal.left_to_draw:
        yield Prompt("blocked", seats, say("Nobody can play"), optional=True)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """Return a deal in which one seat is out."""
    seats = prompt.seats
    _, *others = random.sample(seats, len(seats))
    if prompt.kind == "points":
        left = dict.fromkeys(seats, 0)
        for seat in seats:
            if seat in others:
                left[seat] = random.randint(1, 60)
        return {"left": left}
    if prompt.kind != "deal":
        return None

    drawn = random.sample(prompt.fields[0].choices, 3 * len(others))
    cards = {}
    for seat in others:
        cards[seat] = drawn[:3]
        drawn = drawn[3:]
    return {"cards": cards}
