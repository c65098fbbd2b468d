"""Rummy 500: lay melds, lay off on anybody's, and score these less your hand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    CardLedger,
    Cards,
    Entry,
    Field,
    Game,
    Prompt,
    Prompts,
    Question,
    Random,
    Refused,
    Rounds,
    Ruling,
    Rulings,
    Scene,
    Setting,
    Step,
    Values,
    Zone,
    begin_rounds,
    hookimpl,
    is_run,
    is_set,
    lay_off,
    melds_in,
    place_in_suit,
    read_guide,
    read_sections,
    rule_illegal,
    rule_round,
    say,
    uphold,
    without,
    zone_in_rows,
)

ACE = 15
LOW_ACE = 1
COURT = 10
"""What an ace counts, one below the two, and a court card."""

RULES = read_sections("rummy-500", __package__)
cite = RULES.cite
rule_sections = RULES.hook
prepare_table = read_guide(__package__, FIFTY_TWO).hook


@hookimpl
def describe_game() -> Game:
    """Return the game, as people choose it."""
    target = Field("target", "number", say("Points that win"), min=1, default=500)
    return Game(
        id="rummy-500",
        title="Rummy 500",
        players=(2, 3, 4, 5, 6),
        summary="Lay melds, lay off on anybody’s, and score what you have laid.",
        source="Traditional; rules as on pagat.com",
        options=(target,),
        deck=FIFTY_TWO,
        family="rummy",
    )


# Melds and what they count


def is_meld(cards: Cards) -> bool:
    """Return whether these may be laid together."""
    return is_set(cards) or is_run(cards, aces="both")


def value(cards: Cards, low: bool = False) -> int:
    """Return the points of these cards; `low`: an ace among them is below the two."""
    total = 0
    for card in cards:
        if card.rank == "A":
            total += LOW_ACE if low else ACE
        else:
            total += min(place_in_suit(card), COURT)
    return total


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions that need no table."""
    cards = Field("cards", "cards", say("Cards"), min=1, choices=FIFTY_TWO)
    melds = Field("melds", "card_groups", say("Melds on the table"), choices=FIFTY_TWO)
    return (
        Question("meld", say("Is this a meld?"), (cards,)),
        Question("lay-off", say("May these be laid off?"), (cards, melds)),
    )


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    """Return whether cards may be laid, and what they count."""
    cards = given.cards("cards")
    if question == "meld":
        return _rule_meld(cards)
    melds = given.card_groups("melds")
    unfit = without(cards, _fitting(cards, melds))
    if unfit:
        summary = say("{cards:short} can’t be laid off", cards=unfit)
        return rule_illegal(
            summary, cite("lay-off", "No meld on the table goes on so.")
        )
    points = _count(_put_on(melds, cards)) - _count(melds)
    summary = say("Laid off: {cards:short}, {n} points", cards=cards, n=points)
    why = cite("values", "They count {n}.", n=points)
    return Ruling({"legal": True, "points": points}, summary, (why,))


def _rule_meld(cards: Cards) -> Ruling:
    if not is_meld(cards):
        summary = say("{cards:short} can’t be laid", cards=cards)
        template = "They are neither of one rank nor a sequence of one suit."
        return rule_illegal(summary, cite("meld", template))
    points = _count([cards])
    summary = say("Laid: {cards:short}, {n} points", cards=cards, n=points)
    why = cite("values", "They count {n}.", n=points)
    return Ruling({"legal": True, "points": points}, summary, (why,))


def _count(melds: Iterable[Cards]) -> int:
    """Return the points of these melds on the table."""
    total = 0
    for meld in melds:
        total += value(meld, low=is_run(meld, aces="low"))
    return total


def _fitting(cards: Cards, melds: tuple[Cards, ...]) -> Cards:
    """Return which of these cards can be laid off, one after the other."""
    return lay_off(cards, melds, aces="both")


# A deal


@dataclass(frozen=True, slots=True)
class Deal:
    """Where the cards are, whose turn it is, and what each has laid."""

    turn: str
    hands: Mapping[str, int]
    """How many cards each holds."""
    stock: int
    laid: Mapping[str, int]
    """The points that each has laid."""
    cards: CardLedger = field(default_factory=CardLedger)
    melds: tuple[Cards, ...] = ()
    has_drawn: bool = False
    is_over: bool = False

    def with_hand(self, change: int) -> "Deal":
        """Return the deal with so many cards more in the hand of the seat in turn."""
        hands = {**self.hands, self.turn: self.hands[self.turn] + change}
        return replace(self, hands=hands, is_over=not hands[self.turn])

    def with_laid(self, cards: Cards, points: int) -> "Deal":
        """Return the deal after the seat in turn has laid these cards."""
        ledger = self.cards.with_laid(self.turn, cards)
        laid = {**self.laid, self.turn: self.laid[self.turn] + points}
        return replace(self, cards=ledger, laid=laid).with_hand(-len(cards))

    @property
    def holding(self) -> tuple[str, ...]:
        """The seats that still have cards."""
        return tuple(seat for seat, n in self.hands.items() if n)


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this one."""

    rounds: Rounds
    deal: Deal


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal before a card is turned up."""
    return _deal(begin_rounds(setting, target=setting.chosen.number("target")))


def _deal(rounds: Rounds) -> State:
    seats = rounds.setting.seats
    each = 13 if len(seats) == 2 else 7
    stock = len(FIFTY_TWO) - each * len(seats) - 1
    hands = dict.fromkeys(seats, each)
    laid = dict.fromkeys(seats, 0)
    return State(rounds, Deal(rounds.first, hands, stock, laid))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts."""
    if state.rounds.winners:
        return ()
    return tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    deal = state.deal
    turn = (deal.turn,)
    seats = state.rounds.setting.seats
    unseen = deal.cards.unseen(FIFTY_TWO)
    own = (*deal.cards.held(deal.turn), *unseen)
    one = Field("card", "card", say("Card"), choices=own, suggests=True)
    cards = Field("cards", "cards", say("Cards"), min=1, choices=own, suggests=True)
    if deal.is_over:
        label = say("Points left in hand")
        holding = deal.holding
        held = Field("held", "numbers_by_seat", label, min=0, choices=holding, own=True)
        yield Prompt("deal", seats, say("The deal is over"), fields=(held,))
    elif not deal.cards.pile and not deal.has_drawn:
        yield Prompt("turn-up", seats, say("The card turned up"), fields=(one,))
    elif not deal.has_drawn:
        if deal.stock:
            yield Prompt("draw", turn, say("Drawn from the stock"))
        else:
            yield Prompt("end", turn, say("The stock is empty: end the deal"))
        pile = replace(one, choices=deal.cards.pile, suggests=False)
        laid = replace(cards, name="laid", label=say("Laid with it"), optional=True)
        yield Prompt("take", turn, say("Taken from the pile"), fields=(pile, laid))
    else:
        yield Prompt("discard", turn, say("Discard"), fields=(one,))
        yield Prompt("meld", turn, say("Lay a meld"), fields=(cards,))
        if deal.melds:
            yield Prompt("lay-off", turn, say("Lay off"), fields=(cards,))


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    deal = state.deal
    given = entry.given
    match entry.kind:
        case "turn-up":
            ledger = CardLedger(pile=(given.card("card"),))
            return Accepted(replace(state, deal=replace(deal, cards=ledger)))
        case "draw":
            drawn = replace(deal, stock=deal.stock - 1, has_drawn=True)
            return Accepted(replace(state, deal=drawn.with_hand(1)))
        case "end":
            return Accepted(replace(state, deal=replace(deal, is_over=True)))
        case "take":
            return _take(state, given, ask)
        case "discard":
            return _discard(state, given.card("card"), ask)
        case "deal":
            return Accepted(*_score(state, given.numbers_by_seat("held")))
    return _lay(state, entry.kind, given.cards("cards"), ask)


def _take(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Take a card of the pile with all above it; only the top one may be kept."""
    deal = state.deal
    lowest = given.card("card")
    laid = given.cards("laid") if given.has("laid") else ()
    n = len(deal.cards.pile) - deal.cards.pile.index(lowest)
    if n > 1 and lowest not in laid:
        summary = say("The {card} has to be laid at once", card=lowest)
        why = cite("draw", "More than the top card is taken: {n}.", n=n)
        wrong = uphold(rule_illegal(summary, why), ask)
        if wrong:
            return Refused(wrong)
    ledger = deal.cards.with_taken(deal.turn, n)
    taken = replace(deal, cards=ledger, has_drawn=True).with_hand(n)
    after = replace(state, deal=taken)
    if not laid:
        return Accepted(after)
    return _lay(after, "meld" if is_meld(laid) else "lay-off", laid, ask)


def _discard(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    deal = state.deal
    wrong = uphold(_refuse(deal, (card,)), ask)
    if wrong:
        return Refused(wrong)
    ledger = deal.cards.with_discard(deal.turn, card)
    after = replace(deal, cards=ledger).with_hand(-1)
    if not after.is_over:
        turn = state.rounds.setting.left_of(deal.turn)
        after = replace(after, turn=turn, has_drawn=False)
    return Accepted(replace(state, deal=after))


def _lay(state: State, kind: str, cards: Cards, ask: Ask) -> Accepted | Refused:
    """Lay a meld, or lay cards off on those that lie."""
    deal = state.deal
    wrong = uphold(_refuse(deal, cards), ask)
    if wrong:
        return Refused(wrong)
    if kind == "meld":
        ruling = ask("meld", cards=cards)
        melds = (*deal.melds, cards)
    else:
        ruling = ask("lay-off", cards=cards, melds=deal.melds)
        melds = _put_on(deal.melds, cards)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    laid = deal.with_laid(cards, ruling.decided.number("points"))
    return Accepted(replace(state, deal=replace(laid, melds=melds)), (ruling,))


def _refuse(deal: Deal, cards: Cards) -> Ruling | None:
    """Return why the seat in turn cannot have these cards, if so."""
    seen = deal.cards.seen_beside(deal.turn, cite, "once")
    wrong = seen.refuse(cards, lambda card: say("The {card} can’t be there", card=card))
    if wrong or len(cards) <= deal.hands[deal.turn]:
        return wrong
    n = deal.hands[deal.turn]
    why = cite("once", "{seat} holds {n} cards.", seat=deal.turn, n=n)
    return rule_illegal(say("So many cards can’t be laid"), why)


def _put_on(melds: tuple[Cards, ...], cards: Cards) -> tuple[Cards, ...]:
    """Return the melds with these cards on them, each on the first that it fits."""
    for card in _fitting(cards, melds):
        for n, meld in enumerate(melds):
            if is_meld((*meld, card)):
                melds = (*melds[:n], (*meld, card), *melds[n + 1 :])
                break
    return melds


def _score(state: State, held: Mapping[str, int]) -> tuple[State, Rulings]:
    """Score the deal, and deal the next."""
    scores = {}
    for seat, laid in state.deal.laid.items():
        scores[seat] = laid - held.get(seat, 0)
    rounds = state.rounds.with_scores(scores)
    return _deal(rounds), (rule_round(state.rounds, rounds, cite, "score"),)


@hookimpl
def example(
    prompt: Prompt, random: Random, state: State
) -> Mapping[str, object] | None:
    """Return cards that can be laid."""
    ledger = state.deal.cards
    unseen = ledger.unseen(FIFTY_TWO)
    own = (*ledger.held(state.deal.turn), *random.sample(unseen, min(len(unseen), 15)))
    if prompt.kind == "take":
        return {"card": ledger.pile[-1]}
    if prompt.kind == "meld":
        return {"cards": random.choice(melds_in(own) or [own[:3]])}
    if prompt.kind == "lay-off":
        return {"cards": (_fitting(own, state.deal.melds) or own)[:1]}
    return None


@hookimpl
def scene(state: State) -> Scene:
    """Return the pile, the melds, how many cards each holds, and who is to act."""
    rounds = state.rounds
    deal = state.deal
    if rounds.winners:
        return rounds.scene("play")
    zones = [Zone("stock", None, deal.stock), *deal.cards.zones()]
    for seat, n in deal.hands.items():
        zones.append(Zone("hand", seat, n))
    if deal.melds:
        zones.append(zone_in_rows("melds", None, deal.melds))
    return rounds.scene(
        "play",
        to_act=deal.holding if deal.is_over else (deal.turn,),
        zones=tuple(zones),
        steps=(_next(state),),
    )


def _next(state: State) -> Step:
    deal = state.deal
    if deal.is_over:
        return Step(deal.holding, say("The deal is over. Enter what is left in hand."))
    if not deal.cards.pile and not deal.has_drawn:
        dealer = state.rounds.dealer
        text = say("{dealer} deals, and turns a card up.", dealer=dealer)
        return Step((dealer,), text)
    template = "{seat} lays what can be laid, and discards."
    if not deal.has_drawn:
        template = "{seat} draws, or takes from the pile."
    return Step((deal.turn,), say(template, seat=deal.turn))
