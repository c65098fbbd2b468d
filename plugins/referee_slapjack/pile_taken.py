"""A good slap: who takes the pile, what becomes of it, and who sits out after it."""

from dataclasses import replace

from referee import Card, FieldError, Reason, Ruling, ShownCards, Text, WrongFieldsError, count_cards, say

from .known_cards import put_under
from .pile import Pile
from .rules import cite
from .stages import FACES, MANY, STAGES
from .state import Order, State, about_slap, next_with_cards, unseen_after


def first_of(order: Order, toss: str | None) -> str:
    """The seat that was first; `toss` is the one that a toss favoured. WrongFieldsError when one is missing."""
    first = order[0]
    if len(first) == 1:
        return first[0]
    if toss is None or toss not in first:
        template = "{seats} were first together: toss a coin between them, and name here whom it favours."
        raise WrongFieldsError(FieldError("toss", say(template, seats=tuple(first))))
    return toss


def take_pile(state: State, seat: str, takes: tuple[Card, ...]) -> State:
    """The match after this seat has taken the pile and set these cards of the stage aside."""
    winner = state.place(seat)
    stacks, won = list(state.stacks), list(state.won)
    taken = state.pile.count - len(takes)
    stacks[winner] += taken
    won[winner] += takes
    out = (state.out | set(state.waiting)) - ({winner} if stacks[winner] else set())
    left = tuple(card for card in state.left if card not in takes)
    rest = [card for card in state.pile.named if card not in takes]
    stage = state.stage if left else state.stage + 1
    return replace(
        state,
        stacks=tuple(stacks),
        won=tuple(won),
        pile=Pile(),
        turn=next_with_cards(stacks, state.last),
        unseen=unseen_after(won),
        left=left if left or stage == len(STAGES) else FACES[STAGES[stage]],
        out=frozenset(out),
        stage=stage,
        slaps=state.slaps + 1,
        done=_what_to_do(state, winner, takes),
        known=put_under(state.known, rest, winner, taken),
    )


def _what_to_do(state: State, winner: int, takes: tuple[Card, ...]) -> Text:
    seat, rest, named = state.setting.seats[winner], state.pile.count - len(takes), _named(takes)
    if not takes:
        return say(
            "{seat} shuffles the pile and puts it under their stack: {cards}.", seat=seat, cards=count_cards(rest)
        )
    if not rest:
        return say("{seat} sets {takes} aside, face up.", seat=seat, takes=named)
    template = "{seat} sets {takes} aside, face up, shuffles the other {cards} and puts them under their stack."
    if rest == 1:
        template = "{seat} sets {takes} aside, face up, and puts the other card under their stack."
    return say(template, seat=seat, takes=named, cards=count_cards(rest))


def _named(takes: tuple[Card, ...]) -> Text:
    """One card in words; several by their signs, which are read at a glance."""
    return say("{takes}" if len(takes) == 1 else "{takes:short}", takes=takes)


def rule_taking(before: State, after: State, order: Order, winner: str, ruling: Ruling) -> Ruling:
    """The ruling in full on a good slap: `winner`, the first of `order`, has taken the pile.

    `ruling` says that the slap is good, and what it takes; `after` is the match with its round ended if it is over.
    """
    sits_out = after.names(sorted(after.out - before.out))
    verdict = {
        **ruling.verdict,
        "winner": winner,
        "order": tuple(map(tuple, order)),
        "cards": before.pile.count,
        "next": None if after.turn is None else after.setting.seats[after.turn],
        "sits_out": sits_out,
    }
    takes = ruling.decided.cards("takes")
    template = "{winner} takes the pile, and {takes} as score" if takes else "{winner} takes the pile"
    because = (
        *_who_was_first(order, winner),
        *ruling.because,
        *_chances(before, after, winner, sits_out),
        *_stage_over(before, after),
        *_who_plays(after),
    )
    taken = _and_that_it_was_tossed_for(say(template, winner=winner, takes=_named(takes)), order)
    summary = _and_what_is_slapped(taken, before, after)
    shown = _found_in_pile(takes) if before.pile.unnamed else ruling.shown
    return replace(ruling, verdict=verdict, summary=summary, because=because, shown=shown, about=about_slap(before))


def _and_that_it_was_tossed_for(taken: Text, order: Order) -> Text:
    """With the toss, where one decided: whoever lost it had seen their own name first."""
    return taken if len(order[0]) == 1 else say("Too close, settled by a toss: {taken}", taken=taken)


def _and_what_is_slapped(taken: Text, before: State, after: State) -> Text:
    """With what is slapped from now on, where that changes."""
    if before.stage == after.stage or after.stage == len(STAGES):
        return taken
    return say("{taken}. From now on: {ranks}", taken=taken, ranks=MANY[after.rank])


def _found_in_pile(takes: tuple[Card, ...]) -> tuple[ShownCards, ...]:
    """The cards that were taken; where in the pile they lay is not known, as not all of its cards were entered."""
    return (ShownCards(None, takes, takes, say("in the pile")),) if takes else ()


def _who_was_first(order: Order, winner: str) -> tuple[Reason, ...]:
    if len(order[0]) == 1:
        return ()
    template = (
        "{seats} were first together. The rules do not say who wins then; this referee reads it so:"
        " a toss decides, and it fell on {winner}."
    )
    return (cite("dead-heat", template, seats=tuple(order[0]), winner=winner),)


def _chances(before: State, after: State, winner: str, sits_out: tuple[str, ...]) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    place = before.place(winner)
    if place in before.waiting:
        reasons.append(_came_back(winner) if after.stacks[place] else _nothing_besides(winner))
    if used_up := tuple(seat for seat in sits_out if seat != winner):
        template = (
            "The chance of those without cards was this slap, as this referee reads the rules."
            " Sitting out until the next round: {seats}."
        )
        reasons.append(cite("next-good-slap", template, seats=used_up))
    return tuple(reasons)


def _came_back(winner: str) -> Reason:
    template = "{winner} was out of cards and has used the one more chance: the pile brings them back."
    return cite("next-good-slap", template, winner=winner)


def _nothing_besides(winner: str) -> Reason:
    template = "The pile held nothing else, so {winner} is still without cards and sits out until the next round."
    return cite("next-good-slap", template, winner=winner)


def _stage_over(before: State, after: State) -> tuple[Reason, ...]:
    if after.stage == before.stage:
        return ()
    ranks = MANY[before.rank]
    if after.stage == len(STAGES):
        return (cite("stages", "All four {ranks} are won, and with them all the face cards.", ranks=ranks),)
    template = "All four {ranks} are won: from now on it is the {others}."
    return (cite("stages", template, ranks=ranks, others=MANY[after.rank]),)


def _who_plays(after: State) -> tuple[Reason, ...]:
    if after.turn is None:
        return ()
    template = "{last} played the last card, so the next in rotation with cards is {seat}, as this referee reads it."
    last, seat = after.names((after.last, after.turn))
    return (cite("next-after-slap", template, last=last, seat=seat),)
