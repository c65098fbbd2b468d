"""The play, card by card: points for cards and goes, muggins, and wrong goes."""

from collections.abc import Mapping
from dataclasses import replace

from referee import (
    Ask,
    Card,
    Refused,
    Ruling,
    Rulings,
    Values,
    count_pips,
    rule_illegal,
    say,
    uphold,
)

from .game import cite
from .scoring import HIGHEST_COUNT
from .state import Entered, State

PENALTY = 2
"""The points that an offence gives each opponent."""

FALSE_GAME = 15
"""The holes that a peg goes back for a game claimed wrongly."""


def play_card(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Play a card of the seat in turn."""
    seat = state.turn
    card = given.card("card")
    ruling = state.seen.refuse(
        (card,), lambda card: say("The {card} can’t be played now", card=card)
    )
    if ruling is None:
        ruling = ask("play", cards=state.lying, card=card)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)

    # A card that the table let pass scores nothing by itself.
    n = ruling.decided.number("points", 0)
    reached = ruling.verdict["count"]
    template = (
        "{seat} plays the {card}: {count} for {n}"
        if n
        else "{seat} plays the {card}: {count}"
    )
    summary = say(template, n=n, seat=seat, card=card, count=reached)
    shared = share_points(state, seat, replace(ruling, summary=summary), given)
    if isinstance(shared, Refused):
        return shared

    points, rulings = shared
    state, lost = lose_heels(state, seat)
    rulings += lost
    after = state.with_card(seat, card).with_points("pegged", points)
    after, proven = _prove_renege(after, card, ask)
    after, ended = _end_count(after, ask)
    if proven or any(points.values()):
        return after, (*rulings, *proven, *ended)
    # If the card brings nothing, the point for the last card is told first.
    return after, (*ended, *rulings)


def say_go(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Enter a go of the seat in turn; its point is announced first."""
    seat = state.turn
    n = count_pips(state.lying)
    why = cite("go", "Nothing in {seat}’s hand fits: the count is {n}.", seat=seat, n=n)
    summary = say("{seat} says go at {n}", seat=seat, n=n)
    ruling = Ruling({"seat": seat, "count": n}, summary, (why,))
    stopped = (*state.stopped, seat)
    goes = (*state.goes, (seat, n))
    after = replace(state, stopped=stopped, goes=goes)
    after, ended = _end_count(after, ask)
    return after, (*ended, ruling)


def _end_count(state: State, ask: Ask) -> Entered:
    """Find whose turn is next; begin a new count once nobody can play."""
    n = count_pips(state.lying)
    last = state.last
    following = state.next_with_cards(state.turn, but=state.stopped)
    if state.rounds.winners or (n < HIGHEST_COUNT and following is not None):
        return replace(state, turn=following or last), ()

    leader = state.next_with_cards(last)
    play_over = leader is None
    after = replace(
        state, lying=(), stopped=(), turn=leader or last, play_over=play_over
    )
    if n == HIGHEST_COUNT:
        return after, ()

    template = "Nobody can play on {n}, and {seat} played the last card."
    why = cite("last", template, n=n, seat=last)
    template = "{seat} pegs 1 for go"
    if play_over:
        template = "{seat} pegs 1 for the last card"
    summary = say(template, seat=last)
    ruling = ask(Ruling({"seat": last, "points": 1}, summary, (why,)))
    points = ruling.decided.number("points")
    after = replace(after, go_pegged=last if points else "")
    return after.with_points("pegged", {last: points}), (ruling,)


def lose_go(state: State, given: Values, ask: Ask) -> Entered:
    """Take back a point for go not pegged in time; a seat that called it pegs it."""
    seat = state.go_pegged
    caller = None
    if given.has("called"):
        caller = given.seat("called")
    summary = say("The 1 for go is lost")
    section = "underpegging"
    if caller:
        summary = say("Muggins by {others}: {n}", others=(caller,), n=1)
        section = "muggins"
    why = cite(section, "{seat} did not peg it.", seat=seat)
    verdict = {"seat": seat, "lost": 1, "called": caller}
    ruling = ask(Ruling(verdict, summary, (why,)))

    after = replace(state, go_pegged="")
    after = after.with_points("pegged", {seat: -ruling.decided.number("lost")})
    if caller:
        after = after.with_points("pegged", {caller: ruling.decided.number("lost")})
    return after, (ruling,)


def _prove_renege(state: State, card: Card, ask: Ask) -> Entered:
    """Let the others peg if the card just played would have fitted at its seat's go."""
    seat = state.last
    pips = count_pips((card,))
    missed = []
    for speaker, at in state.goes:
        if speaker == seat and at + pips <= HIGHEST_COUNT:
            missed.append(at)
    if not missed or state.rounds.winners:
        return state, ()

    at = missed[0]
    template = (
        "{seat} said go at {n} but had the {card}, which makes {count}: 2 points for "
        "every other player."
    )
    if state.rounds.sides:
        template = (
            "{seat} said go at {n}, and had the {card}, which makes {count}: "
            "2 points for the other side."
        )
    because = (
        cite(
            "renege",
            template,
            seat=seat,
            card=card,
            n=at,
            count=at + pips,
        ),
        cite("renege-stands", "Cards played since then stay."),
    )
    summary = say("{seat} said go, holding the {card}", seat=seat, card=card)
    refusal = rule_illegal(summary, *because, seat=seat, card=card, points=2)
    ruling = ask(refusal)
    if not ruling.decided.flag("legal"):
        state = state.with_points_across(seat, ruling.decided.number("points"))
    return state, (ruling,)


def share_points(
    state: State, seat: str, ruling: Ruling, given: Values
) -> tuple[Mapping[str, int], Rulings] | Refused:
    """Share the points of this ruling between a seat and those who called muggins."""
    points = ruling.decided.number("points")
    called: Mapping[str, int] = {}
    if given.has("called"):
        called = given.numbers_by_seat("called")
    lost = given.number("overlooked", 0)
    n = sum(called.values())
    if not n + lost:
        return {seat: points}, (ruling,)
    most = min(points, state.target - int(state.rounds.totals[seat]))
    if n + lost > most:
        section = "muggins" if n else "underpegging"
        template = "There are {points} in all, but {n} were called."
        if not n:
            template = "There are {points} in all, not {n}."
        if most < points:
            template = "Only {most} of {points} could be pegged before the last hole."
        why = cite(section, template, points=points, n=n + lost, most=most)
        return Refused(rule_illegal(say("Not that many were overlooked"), why))

    rulings: Rulings = (ruling,)
    if lost:
        template = "{seat} overlooked {n} of {points} points, and loses them."
        why = cite("underpegging", template, points=points, seat=seat, n=lost)
        summary = say("{seat} pegs {n}", seat=seat, n=most - n - lost)
        rulings += (Ruling({"seat": seat, "overlooked": lost}, summary, (why,)),)
    if not n:
        return {seat: most - lost}, rulings

    template = "{seat} overlooked {n} of {points} points."
    why = cite("muggins", template, seat=seat, points=points, n=n)
    others = tuple(other for other, taken in called.items() if taken)
    text = say("Muggins by {others}: {n}", others=others, n=n)
    muggins = Ruling({"called": called}, text, (why,))
    return {seat: most - n - lost, **called}, (*rulings, muggins)


def lose_heels(state: State, seat: str) -> Entered:
    """Take the dealer's two for the starter away once the dealer plays a card."""
    if not state.heels or seat != state.rounds.dealer:
        return state, ()
    template = "{dealer} played a card without pegging them first."
    why = cite("heels-lost", template, dealer=seat)
    summary = say("The 2 for his heels are lost")
    verdict = {"seat": seat, "lost": 2}
    return replace(state, heels=False), (Ruling(verdict, summary, (why,)),)


def put_pegs_right(state: State, given: Values, ask: Ask) -> Entered | Refused:
    """Give excess pegs to the other side; a false claim costs 15 holes besides."""
    seat = given.seat("seat")
    what = given.choice("what")
    n = given.number("points")
    refused = uphold(_refuse_kind(state, seat, what, n), ask)
    if refused:
        return Refused(refused)

    template = (
        "{seat} has pegged {n} too many: they go back, and the other side pegs {n}."
    )
    section = "overpegging"
    back = 0
    if what == "game":
        section = "false-game"
        back = FALSE_GAME
        template = (
            "{seat} has claimed the game with {n} too many: the peg goes back by these "
            "and 15 more, and the other side pegs {n}."
        )
    why = [cite(section, template, seat=seat, n=n)]
    if len(state.rounds.all_sides) > 2:
        why.append(cite("across-of-three", "Each of the others pegs them."))
    summary = say("{seat} has pegged {n} too many", seat=seat, n=n)
    verdict = {"seat": seat, "points": n, "back": back}
    ruling = ask(Ruling(verdict, summary, tuple(why)))
    after = state.with_points("pegged", {seat: -ruling.decided.number("back")})
    after = after.with_points_across(seat, ruling.decided.number("points"))
    return after, (ruling,)


def give_penalty(state: State, given: Values, ask: Ask) -> Entered:
    """Let each opponent peg two for an offence."""
    seat = given.seat("seat")
    others = state.opponents(seat)
    template = "{others} pegs two for it."
    if len(others) > 1:
        template = "{others} peg two for it."
    why = cite("penalty", template, others=others)
    summary = say("{seat} gives two points", seat=seat)
    ruling = ask(Ruling({"seat": seat, "points": PENALTY}, summary, (why,)))
    return state.with_points_across(seat, ruling.decided.number("points")), (ruling,)


def _refuse_kind(state: State, seat: str, what: str, n: int) -> Ruling | None:
    """Return why so many holes are no such fault; None if they are.

    A peg in the last hole claims the game.
    """
    total = int(state.rounds.totals[seat])
    claims_game = total + n >= state.target
    if claims_game == (what == "game"):
        return None
    values = {"seat": seat, "total": total, "n": n}
    if claims_game:
        template = "{seat} has {total}: with {n} more the peg is in the last hole."
        why = cite("false-game", template, **values)
        text = say("{seat} has claimed the game", seat=seat)
        return rule_illegal(text, why, seat=seat)
    template = "{seat} has {total}: {n} more don’t reach the last hole."
    why = cite("overpegging", template, **values)
    summary = say("{seat} hasn’t claimed the game", seat=seat)
    return rule_illegal(summary, why, seat=seat)
