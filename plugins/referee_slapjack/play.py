"""The match at the table: how it begins, its entries, its scene, and its prompts."""

from __future__ import annotations

from dataclasses import replace

from referee import (
    EVERYBODY,
    FIFTY_FOUR,
    RANK_NAMES,
    Accepted,
    Ask,
    Entry,
    Fact,
    Field,
    Prompt,
    Prompts,
    Refused,
    Ruling,
    Scene,
    Seats,
    Setting,
    Standing,
    Step,
    Steps,
    Values,
    Zone,
    hookimpl,
    number_field,
    rank_seats,
    rule_illegal,
    say,
    say_card_count,
    say_count,
)

from .game import PLURAL, cite
from .outcome import close, count_up, redeal
from .slapping import accept_slap, lay, say_where_it_lies
from .state import State, deal


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first round, dealt and not yet played."""
    stacks = deal(setting, len(FIFTY_FOUR), setting.dealer)
    won = dict.fromkeys(setting.seats, ())
    return State(setting, stacks, won, last=setting.dealer)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after an entry, or why that cannot be."""
    given = entry.given
    if entry.kind == "redeal":
        return Accepted(*redeal(state, ask))
    if entry.kind == "slap":
        return accept_slap(state, given, given.order("order"), ask)
    if entry.kind == "recount":
        return _recount(state, given, ask)
    seat = state.turn
    assert seat is not None  # a card is only asked of a seat in turn
    card = None
    if given.has("card"):
        card = given.card("card")
        if card not in state.may_play(seat):
            summary = say("The {card} can’t be played", card=card)
            return Refused(
                rule_illegal(summary, say_where_it_lies(state, card), card=card)
            )
    return Accepted(*close(lay(state, seat, card), ask))


def _recount(state: State, given: Values, ask: Ask) -> Accepted | Refused:
    """Return the match with stacks and pile as counted.

    If nobody counted the pile, it has the rest of the cards. A seat with cards is in; a
    seat without cards has one more chance.
    """
    stacks = {**state.stacks, **given.numbers_by_seat("stacks")}
    counted = sum(stacks.values())
    refusal = _refuse_count(state, counted, given.number("pile", None))
    if refusal:
        return Refused(refusal)

    rest = state.total - counted
    known = {}
    for card, lying in state.known.items():
        if stacks[lying.seat] == state.stacks[lying.seat]:
            known[card] = lying
    after = replace(
        state,
        stacks=stacks,
        pile=state.pile.recounted(rest),
        out=frozenset(seat for seat in state.out if not stacks[seat]),
        done=(Step((), say("The stacks stay as they were counted.")),),
        known=known,
    )

    cards = say_card_count(rest)
    template = "Whatever isn’t in a stack or won is in the pile: {cards}."
    why = cite("recount", template, cards=cards)
    summary = say("Counted again: the pile holds {cards}", cards=cards)
    ruling = Ruling({"stacks": stacks, "pile": rest}, summary, (why,))
    closed, rulings = close(count_up(after, ask), ask)
    return Accepted(closed, (ruling, *rulings))


def _refuse_count(state: State, counted: int, pile: int | None) -> Ruling | None:
    total = say_card_count(state.total)
    rest = state.total - counted
    named = state.pile.named
    if rest < 0:
        template = "That makes {counted}, but only {total} aren’t won yet."
        why = cite("recount", template, counted=say_card_count(counted), total=total)
        return rule_illegal(say("There aren’t that many cards"), why, counted=counted)
    if pile is not None and pile != rest:
        template = (
            "Stacks and pile make {counted}, but {total} aren’t won yet: count again."
        )
        counted += pile
        why = cite("recount", template, counted=say_card_count(counted), total=total)
        return rule_illegal(say("These numbers don’t add up"), why, counted=counted)
    if rest < len(named):
        template = (
            "That leaves {rest} for the pile, but {named} were recorded in it: enter "
            "the slap, or correct those."
        )
        why = cite("recount", template, rest=say_card_count(rest), named=named)
        summary = say("The pile holds more cards than that")
        return rule_illegal(summary, why, counted=counted)
    return None


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the scene of a match.

    Its phase is what is slapped, `redeal` at a round's end, or `finished`.
    """
    pile = state.pile
    named = None
    if pile.named or not pile.count:
        named = pile.named
    zones = [Zone("pile", None, pile.count, named, EVERYBODY)]
    for seat, stack in state.stacks.items():
        zones.append(Zone("stack", seat, stack))
    for seat, won in state.won.items():
        zones.append(Zone("won", seat, len(won), won, EVERYBODY))
    shown = Scene(
        phase="finished",
        round=state.round,
        to_act=(),
        standings=_rank_standings(state),
        zones=tuple(zones),
        steps=(*state.done, *_list_steps(state)),
        winners=state.winners,
    )
    if state.winners:
        return replace(shown, finished=True)

    if pile.count:
        top = say("a card, not named")
        card = pile.cards[-1]
        if card is not None:
            top = say("{card}", card=card)
        shown = replace(shown, facts=(Fact(say("On top"), top, state.top_seat),))
    if state.closing:
        holders = state.holders
        return replace(shown, phase="redeal", to_act=holders, dealer=holders[0])
    to_act = state.waiting
    if state.turn is not None:
        to_act = (state.turn,)
    phase = str(PLURAL[state.rank])
    has_begun = state.round > 1 or state.slaps
    dealer = None if has_begun else state.setting.dealer
    return replace(shown, phase=phase, to_act=to_act, dealer=dealer)


def _rank_standings(state: State) -> tuple[Standing, ...]:
    """Rank by points, between equals by stack.

    At the end the count gives the places; the winner is first, also by the table's
    word.
    """
    points = {}
    ranks = {}
    for seat, stack in state.stacks.items():
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
            decided_by[seat] = say_count(
                "{n} card in the stack", "{n} cards in the stack", state.stacks[seat]
            )
    return rank_seats(points, ranks, ranked_by=decided_by)


def _list_steps(state: State) -> Steps:
    winners = state.winners
    if winners:
        template = "Game over: {winners} won."
        if len(winners) > 1:
            template = "Game over: {winners} share the win."
        return (Step(winners, say(template, winners=winners)),)
    if state.closing:
        (holder,) = state.holders
        alone = Step((holder,), say("Only {holder} has cards.", holder=holder))
        if state.closing == "over":
            template = (
                "{holder} gathers stack and pile, shuffles, and deals to everybody "
                "evenly."
            )
            return alone, Step((holder,), say(template, holder=holder))
        template = (
            "Look through the pile: if there’s a {rank} in it, slap it; if not, say so."
        )
        return alone, Step((), say(template, rank=RANK_NAMES[state.rank]))
    waiting = state.waiting
    out = tuple(seat for seat in state.stacks if seat in state.out)
    steps = []
    if waiting:
        text = say("Out of cards, with one more chance: {waiting}.", waiting=waiting)
        steps.append(Step(waiting, text))
    if out:
        steps.append(Step(out, say("Sitting out: {out}.", out=out)))
    return (*_list_turn(state), *steps)


def _list_turn(state: State) -> Steps:
    rank = RANK_NAMES[state.rank]
    ranks = PLURAL[state.rank]
    seat = state.turn
    if seat is None:
        template = "There’s a {rank} in the pile: first to slap it takes the pile."
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


# What may be entered

_PLAY = say("Play a card")
_PLAY_HELP = say("Your top card goes face up on the pile. You needn’t name it.")
_CARD = say("Card played")
_ORDER = say("Who slapped, from first to last")
_TOSS = say("Toss, if it was too close")
_RECOUNT = say("Count the cards again")
_STACKS = say("Cards in the stack")
_PILE = say("Cards in the pile")
_REDEAL = say("Deal again")
_REDEAL_HELP = say("Only one player has cards: they are dealt out again.")
_END = say("Nothing to slap")


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the prompts: a card in turn, a slap, a recount, or the next deal."""
    if state.winners:
        return ()
    seats = state.setting.seats
    recount = _ask_recount(state)
    if state.closing == "over":
        return Prompt("redeal", seats, _REDEAL, _REDEAL_HELP), recount
    if state.turn is None:
        return _ask_slap(state, optional=False), recount
    slap = _ask_slap(state, optional=True)
    if state.closing is None:
        return _ask_card(state, state.turn, optional=False), slap, recount
    help = say(
        "Look through the pile. If it holds one of the {ranks}, slap it instead.",
        ranks=PLURAL[state.rank],
    )
    end = Prompt("redeal", seats, _END, help)
    return end, _ask_card(state, state.turn, optional=True), slap, recount


def _ask_card(state: State, seat: str, optional: bool) -> Prompt:
    choices = state.may_play(seat)
    field = Field("card", "card", _CARD, optional=True, choices=choices, suggests=True)
    return Prompt(
        "play", (seat,), _PLAY, _PLAY_HELP, (field,), optional=optional, own=True
    )


def _ask_slap(state: State, optional: bool) -> Prompt:
    able = state.may_slap
    whose = _ask_whose(state)
    order = Field("order", "order", _ORDER, min=1, choices=able, suggests=True)
    toss = Field(
        "toss", "toss", _TOSS, optional=True, choices=able, among="order", suggests=True
    )
    fields = [order, _ask_takes(state, whose is not None), toss]
    if whose is not None:
        fields.append(whose)
    ranks = PLURAL[state.rank]
    title = say("Slap {ranks}", ranks=ranks)
    help = say(
        "Who slapped the pile. If it held no {ranks}, pick none: the slap was false.",
        ranks=ranks,
    )
    asked = tuple(fields)
    race = f"slap-{state.slaps + 1}"
    return Prompt("slap", able, title, help, asked, optional=optional, race=race)


def _ask_takes(state: State, whose: bool) -> Field:
    """Ask which faces the pile held; with `whose` another card may lie on top."""
    faces = state.faces
    choices = state.left
    if faces and not state.pile.unnamed and not whose:
        choices = faces
    choices = tuple(card for card in choices if card not in state.known)
    known = state.faces_known is not None
    recorded: Seats = ()
    if not known:
        recorded = tuple(card.code for card in faces)
    most = min(state.most_faces + whose, len(state.left))
    fewest = state.fewest_faces
    template = "Which {ranks} the pile held: none, if the slap was false"
    if fewest or known:
        template = "Which {ranks} the pile held"
    label = say(template, ranks=PLURAL[state.rank])
    return Field(
        "takes",
        "cards",
        label,
        optional=known,
        min=fewest,
        max=most,
        choices=choices,
        default=recorded or None,
        suggests=True,
    )


def _ask_whose(state: State) -> Field | None:
    """Ask whose card was slapped, unless a card of the stage lies on top.

    A slap is often entered before its card.
    """
    coming = state.turn
    last = state.top_seat
    if coming is None or coming == last:
        return None
    if last is None:
        label = say("Whose card was slapped? Nothing in this pile is entered yet.")
        return Field("whose", "seat", label, optional=True, choices=(coming,))
    card = state.pile.cards[-1]
    if card in state.left:
        return None
    label = say("Whose card was slapped? {last}’s was the last one entered.", last=last)
    if card is not None:
        template = (
            "Whose card was slapped? {last}’s {card:short} was the last one entered."
        )
        label = say(template, last=last, card=card)
    choices = last, coming
    return Field("whose", "seat", label, optional=True, choices=choices, default=last)


def _ask_recount(state: State) -> Prompt:
    stacks = Field(
        "stacks",
        "numbers_by_seat",
        _STACKS,
        min=0,
        max=state.total,
        some=True,
        default=state.stacks,
    )
    fields = (
        stacks,
        number_field(
            "pile", _PILE, 0, state.total, optional=True, default=state.pile.count
        ),
    )
    template = (
        "Change whatever differs from the table. Stacks and pile make {total} together."
    )
    help = say(template, total=say_card_count(state.total))
    return Prompt("recount", state.setting.seats, _RECOUNT, help, fields, optional=True)
