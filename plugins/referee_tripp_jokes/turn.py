"""A turn: cards played, a 2 left uncovered, a pile taken, and what follows from each."""

from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Contest,
    Entry,
    Refused,
    Ruling,
    Text,
    Values,
    count_cards,
    say,
    uphold,
    without,
)

from .game_end import rule_end
from .holding import CardsPlayed, Holding, read_played
from .pick_up import belied, refuse_pick_up, rule_pick_up, with_pile
from .pile import card_to_beat
from .play import cards_of, with_effect
from .ranks import ALL_RANKS, SPECIALS
from .rules import cite
from .state import Phase, State, counted, first_player, in_round
from .validation import refuse_play


def take_play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Cards played by the seat in turn; a FINAL card that cannot be played goes into hand with the pile."""
    played = read_played(entry.given)
    if (wrong := refuse_play(state, played, ask)) is not None:
        return Refused(wrong)
    ruling = ask("play", pile=state.pile, cards=played.cards)
    if ruling.verdict["legal"]:
        return _carry_out(state, played, with_effect(ruling, state.pile, played.cards), ask)
    return _shown_in_vain(state, played, ruling, ask) if played.final else Refused(ruling)


def _carry_out(state: State, played: CardsPlayed, ruling: Ruling, ask: Ask) -> Accepted:
    actor, decided = state.actor, ruling.decided
    hidden = actor.hidden_among(played.hand)
    holding = actor.without_played(played)
    moved: tuple[Text, ...] = ()
    if picked_up := decided.cards("picked_up"):
        holding = holding.with_taken(picked_up, "joker", state.round)
        moved = (say(_FROM_UNDER, seat=state.turn, n=count_cards(len(picked_up))),)
    pile = decided.cards("pile")
    if gone := _gone(state, played, pile, picked_up):
        moved = (*moved, _to_discards(gone, pile))
    seen = counted(state.seen, (*hidden, *played.final))
    lying = replace(state, pile=pile, discard=(*state.discard, *gone), seen=seen)
    shown = cards_of(state.pile, played.cards, state.turn)
    summary, contest = _told(state.turn, played.cards, decided), _blind(state, played)
    told = replace(ruling, summary=summary, shown=shown, about=in_round(state), contest=contest)
    rulings = (told, *belied(state.turn, actor, hidden))
    after = settle(lying, holding, moved, _next_phase(decided, holding), ask)
    if after.phase == "finished":
        after = replace(after, out=(*after.out, state.turn))
    return Accepted(after, (*rulings, rule_end(after)) if after.phase == "finished" else rulings)


def _told(seat: str, cards: tuple[Card, ...], decided: Values) -> Text:
    """What was played and what it does, as the table hears it."""
    values = {"seat": seat, "cards": cards}
    if taken := decided.cards("picked_up"):
        template = "{seat} plays {cards} and takes the pile under it: {taken}"
        return say(template, taken=count_cards(len(taken)), **values)
    if decided.flag("again"):
        return say("{seat} plays {cards:short}, which clears the pile", **values)
    # The sign of a joker says less than its name.
    return say("{seat} plays {cards}" if cards[0].is_joker else "{seat} plays {cards:short}", **values)


_FROM_UNDER = "{seat} takes {n} from under the joker into hand."


def _next_phase(decided: Values, holding: Holding) -> Phase:
    if not holding.left:
        return "finished"
    if decided.flag("again"):
        return "again"
    return "cover" if decided.flag("cover") else "play"


def _gone(state: State, played: CardsPlayed, pile: tuple[Card, ...], picked_up: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that a play sends to the discards: those that neither lie on the pile now nor went into hand.

    ValueError where cards are to lie on the pile that were not there before: only the table can decide so.
    """
    there, now = (*state.pile, *played.cards), (*pile, *picked_up)
    if more := without(now, there):
        raise ValueError(f"{' '.join(map(str, more))} came neither from the pile nor with the play")
    return without(there, now)


def _to_discards(gone: tuple[Card, ...], pile: tuple[Card, ...]) -> Text:
    if pile:
        return say("What lay under it goes to the discards: {n}.", n=count_cards(len(gone)))
    return say("The pile goes to the discards.")


def _shown_in_vain(state: State, played: CardsPlayed, ruling: Ruling, ask: Ask) -> Accepted:
    """A FINAL card that cannot be played: it goes into hand with the pile, and the turn ends."""
    seat, taken = state.turn, (*state.pile, *played.final)
    holding = state.actor.without_played(played).with_taken(state.pile, "pile", state.round)
    holding = holding.with_taken(played.final, "final", state.round)
    moved = (say("{seat} takes the pile and the FINAL card into hand.", seat=seat),)
    lying = replace(state, pile=(), seen=counted(state.seen, played.final))
    after = settle(lying, holding, moved, "play", ask)
    goes = cite("final-goes-too", "{cards:short} could not be played and goes too.", cards=played.final)
    because = (cite("final", "The pile is taken, and the turn is over."), goes)
    template = "{seat} takes the pile and the FINAL card into hand: {n}."
    verdict = {"legal": True, "seat": seat, "picked_up": taken, "proven": True}
    taking = Ruling(verdict, say(template, seat=seat, n=count_cards(len(taken))), because, about=in_round(state))
    return Accepted(after, (replace(ruling, about=in_round(state), contest=_blind(state, played)), taking))


def _blind(state: State, played: CardsPlayed) -> Contest | None:
    """How narrowly a FINAL card, chosen blind, could be played or not: None where it was by more than a rank."""
    beaten = card_to_beat(state.pile)
    if not played.final or beaten is None or played.final[0].rank in SPECIALS:
        return None
    turned = played.final[0]
    above = ALL_RANKS.index(turned.rank) - ALL_RANKS.index(beaten.rank)
    if abs(above) > 1:
        return None
    template = (
        "{seat} turns the {card}, which does not beat the {beaten}"
        if above < 0
        else "{seat} turns the {card}, which equals the {beaten}"
        if not above
        else "{seat} turns the {card}, which beats the {beaten}"
    )
    return Contest(state.turn, None, abs(above), say(template, seat=state.turn, card=turned, beaten=beaten))


def take_pile(state: State, ask: Ask) -> Accepted | Refused:
    """The pile taken by the seat in turn, or why it may not be."""
    if (wrong := uphold(refuse_pick_up(state), ask)) is not None:
        return Refused(wrong)
    moved = (say("{seat} takes the pile into hand.", seat=state.turn),)
    after = settle(replace(state, pile=()), with_pile(state), moved, "play", ask)
    return Accepted(after, (rule_pick_up(state),))


def leave_two(state: State, ask: Ask) -> Accepted:
    """The turn over, with the 2 left uncovered."""
    return Accepted(settle(state, state.actor, (), "play", ask))


def settle(state: State, holding: Holding, moved: tuple[Text, ...], phase: Phase, ask: Ask) -> State:
    """The match after the seat in turn came to this holding: with `play` its turn is over and the next begins.

    `state` is the match before that, except for what lies in the middle now.
    """
    seat, turn, round, stock = state.turn, state.turn, state.round, state.stock
    if phase == "play" or not holding.hand:
        n = holding.to_draw(stock)
        stock -= n
        holding, moved = _with_drawn(seat, holding, moved, n)
    holdings = {**state.holdings, seat: holding}
    while phase == "play" and (turn == seat or not holdings[turn].left):
        turn = state.setting.left_of(turn)
        round += turn == first_player(state.setting)
    after = replace(
        state,
        stock=stock,
        holdings=holdings,
        turn=turn,
        round=round,
        phase=phase,
        ranks=_ranks_on(state.pile, ask),
        moved=moved,
    )
    return after if after.actor.hand or phase == "finished" else ready(after)


def _ranks_on(pile: tuple[Card, ...], ask: Ask) -> tuple[str, ...]:
    return ask("legal", pile=pile).decided.words("ranks")


def _with_drawn(seat: str, holding: Holding, moved: tuple[Text, ...], n: int) -> tuple[Holding, tuple[Text, ...]]:
    """This holding with `n` cards drawn, and what was moved, the drawing included."""
    if not n:
        return holding, moved
    return holding.with_drawn(n), (*moved, say("{seat} draws {n}.", seat=seat, n=count_cards(n)))


def ready(state: State) -> State:
    """The match with the seat in turn able to play: without a hand card it draws first, while there is a stock."""
    n = 0 if state.actor.hand else state.actor.to_draw(state.stock)
    holding, moved = _with_drawn(state.turn, state.actor, state.moved, n)
    return replace(state, stock=state.stock - n, holdings={**state.holdings, state.turn: holding}, moved=moved)


def begin_turns(state: State, ask: Ask) -> State:
    """The first turn, once the table is set."""
    return replace(state, phase="play", ranks=_ranks_on(state.pile, ask))
