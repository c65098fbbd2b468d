"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator
from dataclasses import replace

from referee import (
    EVERYBODY,
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Prompt,
    Prompts,
    Refused,
    Ruling,
    Scene,
    Seats,
    Setting,
    ShownCards,
    Step,
    Steps,
    Text,
    Values,
    Zone,
    begin_rounds,
    choice_field,
    count_pips,
    hookimpl,
    number_field,
    say,
    say_count,
)

from .deal import NO_HAND_COUNTS, decide_outcome, score_play, score_whole_deal
from .game import HAND, cite
from .pegging import (
    give_penalty,
    lose_go,
    play_card,
    put_pegs_right,
    say_go,
    share_points,
)
from .scoring import HIGHEST_COUNT, PERFECT_HAND
from .state import Entered, State

IN_PAIRS = 4
"""The number of players who play in pairs."""

ANY_CARD = 21
"""The highest count at which every card may be played."""


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, with nothing scored."""
    target = int(setting.chosen.choice("target"))
    sides = setting.sides() if len(setting.seats) == IN_PAIRS else ()
    rounds = begin_rounds(setting, target=target, sides=sides)
    return State(rounds, rounds, setting.chosen.choice("depth") == "cards")


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the prompts: those that the deal waits for, then the optional ones."""
    if state.phase == "finished":
        return ()
    again = say("Misdeal: deal again")
    help = say("The same dealer deals again; this deal’s points are taken back.")
    seats = state.setting.seats
    misdeal = Prompt("misdeal", seats, again, help, optional=True, anew=True)
    whose = Field("seat", "seat", say("Who did it"), choices=seats)
    title = say("Two penalty points")
    help = say("The opponents peg them.")
    penalty = Prompt("penalty", seats, title, help, (whose,), optional=True)
    asides = (*_ask_for_go(state), *_ask_for_strict_pegging(state), penalty, misdeal)
    return (*_list_awaited(state), *asides)


def _list_awaited(state: State) -> Iterator[Prompt]:
    if state.phase == "deal":
        yield from _ask_for_deal(state)
    elif state.phase != "play":
        yield _ask_for_show(state)
    elif state.by_card:
        reached = count_pips(state.lying)
        fitting = []
        for card in state.seen.left(FIFTY_TWO):
            if reached + count_pips((card,)) <= HIGHEST_COUNT:
                fitting.append(card)
        turn = (state.turn,)
        if fitting:
            card_played = Field(
                "card", "card", say("Card"), choices=tuple(fitting), suggests=True
            )
            fields = (card_played, *_ask_overlooked(state, state.turn))
            yield Prompt("play", turn, say("Play a card"), fields=fields, own=True)
        if reached > ANY_CARD:
            yield Prompt("go", turn, say("Go"), own=True)
    else:
        yield _ask_for_points(state)


def _ask_for_go(state: State) -> Iterator[Prompt]:
    """Yield the prompt for an overlooked point for go, if there can be one."""
    seat = state.go_pegged
    if not seat or not (state.strict or state.muggins):
        return
    fields: tuple[Field, ...] = ()
    if state.muggins:
        label = say("Muggins: called by")
        others = state.opponents(seat)
        # If pegging is strict, the point is lost unless somebody calls it.
        called = Field("called", "seat", label, choices=others, optional=state.strict)
        fields = (called,)
    title = say("{seat} overlooked the point for go", seat=seat)
    seats = state.setting.seats
    yield Prompt("overlooked", seats, title, fields=fields, optional=True)


def _ask_for_strict_pegging(state: State) -> Iterator[Prompt]:
    """Yield the prompts of strict pegging."""
    if not state.strict:
        return
    if state.heels:
        title = say("Peg 2 for his heels")
        help = say("Before the dealer plays a card; after that they are lost.")
        dealer = (state.rounds.dealer,)
        yield Prompt("heels", dealer, title, help, optional=True, own=True)
    whose = Field("seat", "seat", say("Who"), choices=state.setting.seats)
    kinds = {"pegs": say("Pegged too many"), "game": say("Claimed the game")}
    what = choice_field("what", say("What happened"), kinds, default="pegs")
    points = number_field("points", say("Holes too many"), 1, 99)
    title = say("Pegged too many")
    fields = (whose, what, points)
    yield Prompt("pegs", state.setting.seats, title, fields=fields, optional=True)


def _ask_for_deal(state: State) -> Iterator[Prompt]:
    seats = state.setting.seats
    starter = (Field("starter", "card", say("The starter")),)
    if state.by_card:
        yield Prompt("starter", seats, say("Turn up the starter"), fields=starter)
        yield Prompt("depth", seats, say("Enter each deal’s points"), optional=True)
        return
    yield _ask_for_points(state)
    count_them = say("Count hands from the cards")
    yield Prompt("starter", seats, count_them, fields=starter, optional=True)
    yield Prompt("depth", seats, say("Enter every card"), optional=True)


def _ask_for_points(state: State) -> Prompt:
    """Ask for all points of a deal; only for the play's if hands are shown."""
    seats = state.setting.seats
    title = say("The deal’s points")
    pegged = _numbers("pegged", say("Pegged in the play"), state.order)
    if state.rounds.sides:
        # A side has a single peg.
        pegged = replace(pegged, some=True)
    if state.starter is not None:
        return Prompt("deal", seats, title, fields=(pegged,))

    pegged = replace(pegged, label=say("Pegging (heels and go included)"))
    hands = _numbers("hands", say("Hands"), state.order)
    crib = number_field(
        "crib", say("Crib"), 0, PERFECT_HAND, optional=True, skips=NO_HAND_COUNTS
    )
    hands = replace(hands, max=crib.max, skips=crib.skips, some=True, optional=True)
    help = say("Leave out what no longer counts once somebody is out.")
    if state.rounds.sides:
        help = say(
            "What a side pegs may stand with either partner. Leave out what is not "
            "counted any more once a side is out."
        )
    return Prompt("deal", seats, title, help, (pegged, hands, crib))


def _numbers(name: str, label: Text, seats: Seats) -> Field:
    return Field(name, "numbers_by_seat", label, min=0, max=99, choices=seats)


def _ask_for_show(state: State) -> Prompt:
    """Ask for the next hand, with its cards if they were played; or for the crib."""
    seat = state.showing
    left = state.seen.left(FIFTY_TWO)
    four = Field(
        "cards",
        "cards",
        say("The four cards"),
        min=HAND,
        max=HAND,
        choices=left,
        suggests=True,
    )
    called = _ask_overlooked(state, seat)
    if state.phase == "crib":
        title = say("Count the crib")
        return Prompt("crib", (seat,), title, fields=(four, *called), own=True)
    fields = called if state.by_card else (four, *called)
    title = say("Count {seat}’s hand", seat=seat)
    return Prompt("hand", (seat,), title, fields=fields, own=True)


def _ask_overlooked(state: State, seat: str) -> tuple[Field, ...]:
    """Return the fields for points that this seat overlooked, if there can be any."""
    fields = []
    if state.strict:
        label = say("Overlooked, and lost")
        lost = number_field("overlooked", label, 0, PERFECT_HAND, optional=True)
        fields.append(replace(lost, folded=say("Something overlooked?")))
    if state.muggins:
        others = state.opponents(seat)
        called = _numbers("called", say("Muggins: points called by"), others)
        fields.append(replace(called, some=True, optional=True))
    return tuple(fields)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    entered = _enter(state, entry.kind, entry.given, ask)
    if isinstance(entered, Refused):
        return entered

    after, rulings = entered
    if not (after.rounds.winners or after.over):
        return Accepted(after, rulings)
    after, outcome = decide_outcome(after, ask)
    rulings = (*rulings, outcome)
    if after.rounds.winners:
        return Accepted(after, rulings)
    rounds = after.rounds.with_scores({})
    return Accepted(State(rounds, rounds, after.by_card), rulings)


def _enter(state: State, kind: str, given: Values, ask: Ask) -> Entered | Refused:
    match kind:
        case "depth":
            return replace(state, by_card=not state.by_card), ()
        case "misdeal":
            dealer = state.rounds.dealer
            template = "{dealer} deals again; this deal’s points are taken back."
            why = cite("misdeal", template, dealer=dealer)
            ruling = Ruling({"dealer": dealer}, say("The deal doesn’t count"), (why,))
            return State(state.before, state.before, state.by_card), (ruling,)
        case "starter":
            return _cut(state, given.card("starter"), ask)
        case "deal":
            if state.starter is None:
                return score_whole_deal(state, given, ask)
            return score_play(state, given, ask)
        case "heels":
            return _peg_heels(state, ask)
        case "overlooked":
            return lose_go(state, given, ask)
        case "pegs":
            return put_pegs_right(state, given, ask)
        case "penalty":
            return give_penalty(state, given, ask)
    # Now a point for go has been pegged, or was overlooked for good.
    state = replace(state, go_pegged="")
    match kind:
        case "play":
            return play_card(state, given, ask)
        case "go":
            return say_go(state, given, ask)
        case _:
            return _count(state, given, ask)


def _cut(state: State, starter: Card, ask: Ask) -> Entered:
    after = replace(state, starter=starter, turn=state.order[0])
    if starter.rank != "J":
        return after, ()
    if state.strict:
        return replace(after, heels=True), ()
    return _peg_heels(after, ask)


def _peg_heels(state: State, ask: Ask) -> Entered:
    starter = state.starter
    assert starter is not None  # only a starter brings heels
    dealer = state.rounds.dealer
    template = "The {card} is the starter: {dealer} pegs 2 at once."
    why = cite("heels", template, card=starter, dealer=dealer)
    shown = ShownCards(None, (starter,), (starter,), say("Starter"))
    summary = say("His heels: {dealer} pegs 2", dealer=dealer)
    ruling = Ruling({"seat": dealer, "points": 2}, summary, (why,), (shown,))
    heels = ask(ruling)
    after = replace(state, heels=False)
    points = {dealer: heels.decided.number("points")}
    return after.with_points("pegged", points), (heels,)


def _count(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Count the next hand, as played or shown; or the crib, which ends the deal."""
    seat = state.showing
    is_crib = state.phase == "crib"
    cards = () if is_crib else state.hands.get(seat, ())
    if not cards:
        cards = given.cards("cards")
        wrong = state.seen.refuse(
            cards, lambda card: say("The {card} can’t be one of them", card=card)
        )
        if wrong:
            return Refused(wrong)

    ruling = ask("hand", cards=cards, starter=state.starter, crib=is_crib)
    hand, cut = ruling.shown
    ruling = replace(ruling, shown=(replace(hand, seat=seat), cut))
    what = "crib"
    if not is_crib:
        what = "hand"
        n = ruling.decided.number("points")
        summary = say_count(
            "{seat}’s hand scores {n} point",
            "{seat}’s hand scores {n} points",
            n,
            seat=seat,
        )
        ruling = replace(ruling, summary=summary)
        state = replace(
            state, hands={**state.hands, seat: cards}, counted=(*state.counted, seat)
        )

    shared = share_points(state, seat, ruling, given)
    if isinstance(shared, Refused):
        return shared
    points, rulings = shared
    return replace(state, over=is_crib).with_points(what, points), rulings


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the cards on the table, the scores, and the next steps."""
    phase = state.phase
    if phase == "finished":
        # If the loser deals the next game, the last scene says who deals.
        end = state.rounds.scene("finished")
        if state.setting.chosen.choice("next_game") != "loser":
            return end
        totals = state.rounds.totals
        losers = [seat for seat in state.order if totals[seat] == min(totals.values())]
        deals = Step((losers[0],), say("{seat} deals the next game.", seat=losers[0]))
        return replace(end, deals_next=losers[0], steps=(*end.steps, deals))
    to_act, steps = _list_next(state)
    return state.rounds.scene(
        phase, to_act=to_act, zones=tuple(_list_zones(state)), steps=steps
    )


def _list_zones(state: State) -> Iterator[Zone]:
    if state.starter is None:
        return
    yield Zone("starter", None, 1, (state.starter,), EVERYBODY)
    if state.lying:
        yield Zone("count", None, len(state.lying), state.lying, EVERYBODY)
    if not state.play_over:
        for seat in state.setting.seats:
            yield Zone("hand", seat, HAND - len(state.hands.get(seat, ())))
    for seat, cards in state.hands.items():
        yield Zone("played", seat, len(cards), cards, EVERYBODY)


def _list_next(state: State) -> tuple[Seats, Steps]:
    """Return who is to act, and the next steps."""
    seats = state.setting.seats
    dealer = state.rounds.dealer
    match state.phase:
        case "deal" if state.by_card:
            cuts = state.order[0]
            template = (
                "{dealer} deals, everyone lays away to the crib, and {cuts} cuts: "
                "enter the starter."
            )
            text = say(template, dealer=dealer, cuts=cuts)
            return seats, (Step((dealer, cuts), text),)
        case "deal":
            deals = Step((dealer,), say("{dealer} deals.", dealer=dealer))
            play = Step((), say("Play and count, then enter the points."))
            return seats, (deals, play)
        case "play" if state.by_card:
            turn = (state.turn,)
            template = "The count is {n}, and {seat} plays next."
            text = say(template, n=count_pips(state.lying), seat=state.turn)
            return turn, (Step(turn, text),)
        case "play":
            text = say("Play all cards, then enter what each pegged.")
            return seats, (Step((), text),)
        case "show":
            seat = state.showing
            template = "{seat} shows their hand and counts it with the starter."
            return (seat,), (Step((seat,), say(template, seat=seat)),)
        case _:
            text = say("{dealer} turns up the crib: enter its cards.", dealer=dealer)
            return (dealer,), (Step((dealer,), text),)
