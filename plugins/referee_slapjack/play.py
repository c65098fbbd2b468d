"""The course of a match: its beginning, the effects of entries, its scene."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    EVERYBODY,
    FIFTY_FOUR,
    RANK_NAMES,
    Accepted,
    Ask,
    Card,
    Entry,
    Fact,
    Reason,
    Refused,
    Ruling,
    Scene,
    Seats,
    Setup,
    Standing,
    Step,
    Steps,
    Text,
    Zone,
    count,
    count_cards,
    forbid,
    hookimpl,
    rank_seats,
    say,
)

from .game import FACES, PLURAL, STAGES, cite
from .round_end import close, count_up, redeal
from .slapping import accept_slap, lay, say_where_it_lies
from .state import Pile, State, deal, forget_stacks, next_with_cards


@hookimpl
def begin(setting: Setup) -> State:
    """Return the first round, dealt and not yet played."""
    seats = len(setting.seats)
    dealer = setting.seats.index(setting.dealer)
    stacks = deal(len(FIFTY_FOUR), seats, dealer)
    turn = next_with_cards(stacks, dealer)
    won = ((),) * seats
    left = FACES[STAGES[0]]
    return State(setting, stacks, won, Pile(), dealer, turn, FIFTY_FOUR, left)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after an entry, or why that cannot be."""
    given = entry.given
    if entry.kind == "redeal":
        return Accepted(*redeal(state, ask))
    if entry.kind == "slap":
        return accept_slap(state, given, given.order("order"), ask)
    if entry.kind == "recount":
        pile = given.number("pile", None)
        return _recount(state, given.numbers_by_seat("stacks"), pile, ask)
    card = given.card("card") if given.has("card") else None
    return _play(state, card, ask)


def _play(state: State, card: Card | None, ask: Ask) -> Accepted | Refused:
    index = state.turn
    assert index is not None  # a card is only asked of a seat in turn
    if card is not None and not _may_be_played(state, card):
        summary = say("The {card} can't be played", card=card)
        return Refused(forbid(summary, say_where_it_lies(state, card), card=card))
    return Accepted(*close(lay(state, index, card), ask))


def _may_be_played(state: State, card: Card) -> bool:
    if card not in state.unseen:
        return False
    return card not in state.known or state.known[card].index == state.turn


def _recount(
    state: State, counted: Mapping[str, int], pile: int | None, ask: Ask
) -> Accepted | Refused:
    """Return the match with stacks and pile as they were counted.

    Without a pile it is the rest. Whoever turns out to have cards is in;
    whoever has none has one more chance.
    """
    by_seat = state.stacks_by_seat
    by_seat.update(counted)
    refusal = _refuse_count(state, sum(by_seat.values()), pile)
    if refusal:
        return Refused(refusal)

    stacks = tuple(by_seat.values())
    rest = state.total - sum(stacks)
    wrong = set()
    out = set(state.out)
    for index, stack in enumerate(stacks):
        if stack:
            out.discard(index)
        if stack != state.stacks[index]:
            wrong.add(index)
    after = replace(
        state,
        stacks=stacks,
        pile=state.pile.recounted(rest),
        turn=next_with_cards(stacks, state.last),
        out=frozenset(out),
        done=(Step((), say("The stacks stay as they were counted.")),),
        known=forget_stacks(state.known, wrong),
    )

    cards = count_cards(rest)
    template = "Whatever isn't in a stack or won is in the pile: {cards}."
    why = cite("recount", template, cards=cards)
    summary = say("Counted again: the pile holds {cards}", cards=cards)
    ruling = Ruling({"stacks": by_seat, "pile": rest}, summary, (why,))
    closed, rulings = close(count_up(after, ask), ask)
    return Accepted(closed, (ruling, *rulings))


def _refuse_count(state: State, counted: int, pile: int | None) -> Ruling | None:
    total = count_cards(state.total)
    rest = state.total - counted
    named = state.pile.named
    if rest < 0:
        template = "That makes {counted}, but only {total} aren't won yet."
        why = cite("recount", template, counted=count_cards(counted), total=total)
        return _refused(counted, say("There aren't that many cards"), why)
    if pile is not None and pile != rest:
        template = (
            "Stacks and pile make {counted}, but {total} aren't won yet: count again."
        )
        counted += pile
        why = cite("recount", template, counted=count_cards(counted), total=total)
        return _refused(counted, say("These numbers don't add up"), why)
    if rest < len(named):
        template = (
            "That leaves {rest} for the pile, but {named} were recorded in it: enter "
            "the slap, or correct those."
        )
        why = cite("recount", template, rest=count_cards(rest), named=named)
        return _refused(counted, say("The pile holds more cards than that"), why)
    return None


def _refused(counted: int, summary: Text, why: Reason) -> Ruling:
    return forbid(summary, why, counted=counted)


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the scene of a match.

    Its phase is what is slapped, `redeal` at a round's end, or `finished`.
    """
    return Scene(
        phase=_phase(state),
        round=state.round,
        to_act=_list_to_act(state),
        standings=_rank_standings(state),
        zones=_list_zones(state),
        steps=(*state.done, *_list_steps(state)),
        finished=bool(state.winners),
        winners=state.winners,
        dealer=_dealer(state),
        facts=_list_facts(state),
    )


def _rank_standings(state: State) -> tuple[Standing, ...]:
    """Rank by points, between equals by stack.

    At the end the count gives the places; whoever has won is first, also by the table's
    word.
    """
    points = {}
    ranks = {}
    stacks = state.stacks_by_seat
    for seat, stack in stacks.items():
        points[seat] = state.points.get(seat, 0)
        ranks[seat] = points[seat], stack
    if state.winners:
        for index, group in enumerate(state.ranking):
            for seat in group:
                ranks[seat] = seat in state.winners, -index

    decided_by = {}
    scores = list(points.values())
    for seat, score in points.items():
        if score and scores.count(score) > 1:
            decided_by[seat] = _say_stack(stacks[seat])
    return rank_seats(points, ranks, ranked_by=decided_by)


def _say_stack(stack: int) -> Text:
    return count("{n} card in the stack", "{n} cards in the stack", stack)


def _phase(state: State) -> str:
    if state.winners:
        return "finished"
    if state.closing:
        return "redeal"
    return str(PLURAL[state.rank])


def _dealer(state: State) -> str | None:
    """Return who deals, or has just dealt."""
    if state.winners:
        return None
    if state.closing:
        return state.names(state.holders)[0]
    if state.round > 1 or state.slaps:
        return None
    return state.setting.dealer


def _list_to_act(state: State) -> Seats:
    if state.winners:
        return ()
    if state.closing:
        return state.names(state.holders)
    if state.turn is None:
        return state.names(state.waiting)
    return state.names((state.turn,))


def _list_zones(state: State) -> tuple[Zone, ...]:
    pile = state.pile
    named = None
    if pile.named or not pile.count:
        named = pile.named
    zones = [Zone("pile", None, pile.count, named, EVERYBODY)]
    for seat, stack in state.stacks_by_seat.items():
        zones.append(Zone("stack", seat, stack))
    for seat, won in zip(state.setting.seats, state.won, strict=True):
        zones.append(Zone("won", seat, len(won), won, EVERYBODY))
    return tuple(zones)


def _list_facts(state: State) -> tuple[Fact, ...]:
    if not state.pile.count or state.winners:
        return ()
    card = state.pile.cards[-1]
    top = say("a card, not named")
    if card is not None:
        top = say("{card}", card=card)
    return (Fact(say("On top"), top, state.top_seat),)


def _list_steps(state: State) -> Steps:
    winners = state.winners
    if winners:
        template = "Game over: {winners} won."
        if len(winners) > 1:
            template = "Game over: {winners} share the win."
        return (Step(winners, say(template, winners=winners)),)
    if state.closing:
        return _list_round_over(state)
    return (*_list_turn(state), *_list_chances(state))


def _list_turn(state: State) -> Steps:
    rank, ranks = RANK_NAMES[state.rank], PLURAL[state.rank]
    seat = state.next_seat
    if seat is None:
        template = "There's a {rank} in the pile: first to slap it takes the pile."
        nobody = Step((), say("Nobody has cards."))
        return nobody, Step((), say(template, rank=rank))

    template = "{seat} plays their top card, face up."
    play = Step((seat,), say(template, seat=seat))
    slap = Step((), say("Slap {ranks}.", ranks=ranks))
    has_begun = state.pile.count or state.slaps or state.round > 1
    if has_begun:
        return play, slap
    dealer = state.setting.dealer
    left = state.setting.left_of(dealer)
    template = "{dealer} deals out all 54 cards, {left} first."
    deals = Step((dealer, left), say(template, dealer=dealer, left=left))
    return deals, play, slap


def _list_chances(state: State) -> Steps:
    waiting = state.names(state.waiting)
    out = state.names(sorted(state.out))
    steps = []
    if waiting:
        text = say("Out of cards, with one more chance: {waiting}.", waiting=waiting)
        steps.append(Step(waiting, text))
    if out:
        steps.append(Step(out, say("Sitting out: {out}.", out=out)))
    return tuple(steps)


def _list_round_over(state: State) -> Steps:
    (holder,) = state.names(state.holders)
    alone = Step((holder,), say("Only {holder} has cards.", holder=holder))
    if state.closing == "over":
        template = (
            "{holder} gathers stack and pile, shuffles, and deals to everybody evenly."
        )
        return alone, Step((holder,), say(template, holder=holder))
    template = (
        "Look through the pile: if there's a {rank} in it, slap it; if not, end the "
        "round."
    )
    return alone, Step((), say(template, rank=RANK_NAMES[state.rank]))
