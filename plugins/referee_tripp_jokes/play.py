"""The match at the table: how it begins, and its entries."""

from dataclasses import replace

from referee import (
    FIFTY_FOUR,
    Accepted,
    Ask,
    Card,
    Cards,
    Contest,
    Entry,
    Refused,
    Ruling,
    Setting,
    Step,
    Text,
    Values,
    hookimpl,
    say,
    say_card_count,
    uphold,
    without,
)

from .game import ALL_RANKS, SPECIALS, cite, packs_for
from .pick_up import (
    caution_belied,
    refuse_pick_up,
    rule_pick_up,
    take_pile,
)
from .proof import (
    recount,
    refusal,
    refuse_play,
    refuse_unseen,
)
from .scoring import add_effect, rule_end, show_play
from .state import (
    DEALT,
    FINAL,
    HAND,
    PENULTIMATE,
    CardsPlayed,
    Holding,
    Phase,
    State,
    card_to_beat,
    first_player,
    say_round,
)


@hookimpl
def begin(setting: Setting) -> State:
    """Return the match before a card is flipped: nine each, three of them FINAL."""
    stock = packs_for(setting) * len(FIFTY_FOUR) - DEALT * len(setting.seats)
    holdings = dict.fromkeys(setting.seats, Holding(hand=DEALT - FINAL))
    return State(setting, stock, holdings, turn=first_player(setting))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    match entry.kind:
        case "play":
            return _play(state, given, ask)
        case "pickup":
            return _take_pile(state, ask)
        case "leave":
            return Accepted(end_turn(replace(state, moved=()), ask))
        case "flip":
            return _flip(state, given.card("card"), ask)
        case "lay":
            return _lay(state, entry.own_seat, given.cards("cards"), ask)
    after, ruling = recount(state, given)
    if ruling.verdict.get("legal") is False:
        return Refused(ruling)
    return Accepted(_fill_empty_hand(after), (ruling,))


# Setting up


def _flip(state: State, card: Card, ask: Ask) -> Accepted | Refused:
    pile = (card,)
    refused = refuse_unseen(state, pile)
    if refused:
        return Refused(refused)
    seen = state.seen + pile
    after = replace(state, pile=pile, stock=state.stock - 1, seen=seen)
    return Accepted(_begin_turns(after, ask), (ask("legal", pile=pile),))


def _lay(state: State, seat: str, cards: Cards, ask: Ask) -> Accepted | Refused:
    if len(cards) != PENULTIMATE:
        template = "{seat} lays three PENULTIMATE cards, not {n}."
        return Refused(refusal("three-rows", template, seat=seat, n=len(cards)))
    refused = refuse_unseen(state, cards)
    if refused:
        return Refused(refused)
    holding = state.holdings[seat]
    hand = holding.hand - PENULTIMATE
    holding = replace(holding, hand=hand, penultimate=cards)
    after = replace(state.with_holding(seat, holding), seen=state.seen + cards)
    return Accepted(_begin_turns(after, ask))


def _begin_turns(state: State, ask: Ask) -> State:
    """Begin the first turn once the pile is started and everybody has laid."""
    if state.laying or not state.pile:
        return state
    return _go_on(replace(state, phase="play"), ask)


# A turn


def _take_pile(state: State, ask: Ask) -> Accepted | Refused:
    refused = uphold(refuse_pick_up(state), ask)
    if refused:
        return Refused(refused)
    seat = state.turn
    takes = say("{seat} takes the pile into hand.", seat=seat)
    taken = state.with_holding(seat, take_pile(state))
    taken = replace(taken, pile=(), moved=(Step((seat,), takes),))
    return Accepted(end_turn(taken, ask), (rule_pick_up(state),))


def _play(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    hand = given.cards("hand")
    penultimate = given.cards("penultimate")
    played = CardsPlayed(hand, penultimate, given.cards("final"))
    refused = refuse_play(state, played, ask)
    if refused:
        return Refused(refused)
    ruling = ask("play", pile=state.pile, cards=played.cards)
    if ruling.verdict["legal"]:
        ruling = add_effect(ruling, state.pile, played.cards)
        return _carry_out(state, played, ruling, ask)
    if played.final:
        return _show_in_vain(state, played, ruling, ask)
    return Refused(ruling)


def _carry_out(state: State, played: CardsPlayed, ruling: Ruling, ask: Ask) -> Accepted:
    seat = state.turn
    actor = state.actor
    decided = ruling.decided
    pile = decided.cards("pile")
    picked_up = decided.cards("picked_up")
    discarded = _find_discarded(state.pile + played.cards, pile + picked_up)
    hidden = actor.hidden_among(played.hand)
    holding = actor.play(played)
    moved = []
    if picked_up:
        holding = holding.take(picked_up, "joker", state.round)
        template = "{seat} takes {n} from under the joker into hand."
        picks = say(template, seat=seat, n=say_card_count(len(picked_up)))
        moved.append(Step((seat,), picks))
    if discarded and pile:
        template = "What was under it goes to the discards: {n}."
        moved.append(Step((), say(template, n=say_card_count(len(discarded)))))
    elif discarded:
        moved.append(Step((), say("The pile goes to the discards.")))

    phase = _find_phase(decided) if holding.left else "finished"
    after = replace(
        state.with_holding(seat, holding),
        phase=phase,
        pile=pile,
        discard=state.discard + discarded,
        seen=state.seen + hidden + played.final,
        moved=tuple(moved),
    )
    after = end_turn(after, ask) if phase == "play" else _go_on(after, ask)
    ruling = replace(
        ruling,
        summary=_sum_up(seat, played.cards, decided),
        shown=show_play(state.pile, played.cards, seat),
        about=say_round(state),
        contest=_contest_blind(state, played),
    )
    rulings = (ruling, *caution_belied(seat, actor, hidden))
    if phase == "finished":
        after = replace(after, out=(*after.out, seat))
        rulings = (*rulings, rule_end(after))
    return Accepted(after, rulings)


def _find_discarded(lying: Cards, kept: Cards) -> Cards:
    """Return the cards on the table that are not kept.

    Raise ValueError if the ruling keeps cards that are not on the table.
    """
    strangers = without(kept, lying)
    if strangers:
        names = " ".join(map(str, strangers))
        raise ValueError(f"{names} came neither from the pile nor with the play")
    return without(lying, kept)


def _find_phase(decided: Values) -> Phase:
    """Return how the turn goes on after a play, by the decision on it."""
    if decided.flag("again"):
        return "again"
    if decided.flag("cover"):
        return "cover"
    return "play"


def _sum_up(seat: str, cards: Cards, decided: Values) -> Text:
    taken = decided.cards("picked_up")
    if taken:
        template = "{seat} plays {cards} and takes the pile under it: {taken}"
        return say(template, taken=say_card_count(len(taken)), seat=seat, cards=cards)
    template = "{seat} plays {cards:short}"
    if cards[0].is_joker:
        # The sign of a joker says less than its name.
        template = "{seat} plays {cards}"
    if decided.flag("again"):
        template = "{seat} plays {cards:short}, which clears the pile"
    return say(template, seat=seat, cards=cards)


def _show_in_vain(
    state: State, played: CardsPlayed, ruling: Ruling, ask: Ask
) -> Accepted:
    """Take the pile and an unplayable FINAL card into hand."""
    seat = state.turn
    final = played.final
    holding = state.actor.play(played)
    holding = holding.take(state.pile, "pile", state.round)
    holding = holding.take(final, "final", state.round)
    template = "{seat} takes the pile and the FINAL card into hand."
    moved = (Step((seat,), say(template, seat=seat)),)
    shown = state.with_holding(seat, holding)
    shown = replace(shown, pile=(), seen=state.seen + final, moved=moved)
    after = end_turn(shown, ask)

    taken = state.pile + final
    over = cite("final", "The pile is taken, and the turn is over.")
    template = "{cards:short} could not be played and goes too."
    goes = cite("final-goes-too", template, cards=final)
    template = "{seat} takes the pile and the FINAL card into hand: {n}."
    summary = say(template, seat=seat, n=say_card_count(len(taken)))
    verdict = {"legal": True, "seat": seat, "picked_up": taken, "proven": True}
    about = say_round(state)
    contest = _contest_blind(state, played)
    ruling = replace(ruling, about=about, contest=contest)
    taking = Ruling(verdict, summary, (over, goes), about=about)
    return Accepted(after, (ruling, taking))


def _contest_blind(state: State, played: CardsPlayed) -> Contest | None:
    """Return how narrowly a FINAL card could be played or not, within a rank."""
    beaten = card_to_beat(state.pile)
    if not played.final or beaten is None:
        return None
    card = played.final[0]
    above = ALL_RANKS.index(card.rank) - ALL_RANKS.index(beaten.rank)
    if card.rank in SPECIALS or abs(above) > 1:
        return None
    template = "{seat} turns the {card}, which equals the {beaten}"
    if above < 0:
        template = "{seat} turns the {card}, which doesn’t beat the {beaten}"
    if above > 0:
        template = "{seat} turns the {card}, which beats the {beaten}"
    summary = say(template, seat=state.turn, card=card, beaten=beaten)
    return Contest(state.turn, None, abs(above), summary)


# What follows


def end_turn(state: State, ask: Ask) -> State:
    """Return the match after the seat in turn has drawn: the next seat's turn begins.

    Seats without cards are passed over.
    """
    state = _draw(replace(state, phase="play"))
    setting = state.setting
    round = state.round
    turn = state.turn
    while turn == state.turn or not state.holdings[turn].left:
        turn = setting.left_of(turn)
        if turn == first_player(setting):
            round += 1
    return _go_on(replace(state, turn=turn, round=round), ask)


def _go_on(state: State, ask: Ask) -> State:
    """Return the match with the ranks that the seat in turn may play."""
    ranks = ask("legal", pile=state.pile).decided.words("ranks")
    return _fill_empty_hand(replace(state, ranks=ranks))


def _fill_empty_hand(state: State) -> State:
    """Draw for a seat in turn without hand cards, while there is a stock."""
    return state if state.actor.hand else _draw(state)


def _draw(state: State) -> State:
    """Draw for the seat in turn up to its limit."""
    seat = state.turn
    holding = state.actor
    drawn = min(HAND - holding.hand, state.stock)
    if drawn <= 0:
        return state
    draws = say("{seat} draws {n}.", seat=seat, n=say_card_count(drawn))
    moved = (*state.moved, Step((seat,), draws))
    # New cards may differ from what was known of hidden ones.
    holding = replace(holding, hand=holding.hand + drawn, denials=())
    state = state.with_holding(seat, holding)
    return replace(state, stock=state.stock - drawn, moved=moved)
