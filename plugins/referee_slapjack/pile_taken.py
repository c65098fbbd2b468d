"""A good slap: who takes the pile, what becomes of it, and who sits out after it."""

from collections.abc import Sequence
from dataclasses import replace

from referee import (
    Cards,
    Reason,
    Ruling,
    ShownCards,
    Step,
    Text,
    count_cards,
    say,
    wrong_field,
)

from .game import FACES, PLURAL, STAGES, cite
from .state import (
    Order,
    Pile,
    State,
    about_slap,
    next_with_cards,
    put_under,
    unseen_after,
)


def find_first(order: Order, toss: str | None) -> str:
    """Return the seat that was first; `toss` is the seat that a toss favoured.

    Raise WrongFieldsError when a toss is needed and missing.
    """
    first = order[0]
    if len(first) == 1:
        return first[0]
    if toss is not None and toss in first:
        return toss
    template = (
        "{seats} were first together: toss a coin between them, "
        "and name here whom it favours."
    )
    raise wrong_field("toss", say(template, seats=tuple(first)))


def take_pile(state: State, seat: str, takes: Cards) -> State:
    """Return the match after this seat took the pile and set these cards aside."""
    winner = state.place(seat)
    taken = state.pile.count - len(takes)
    stacks = list(state.stacks)
    stacks[winner] += taken
    won = list(state.won)
    won[winner] += takes
    out = state.out.union(state.waiting)
    if stacks[winner]:
        out -= {winner}

    rest = [card for card in state.pile.named if card not in takes]
    left = tuple(card for card in state.left if card not in takes)
    stage = state.stage
    if not left:
        stage += 1
        if stage < len(STAGES):
            left = FACES[STAGES[stage]]
    return replace(
        state,
        stacks=tuple(stacks),
        won=tuple(won),
        pile=Pile(),
        turn=next_with_cards(stacks, state.last),
        unseen=unseen_after(won),
        left=left,
        out=out,
        stage=stage,
        slaps=state.slaps + 1,
        done=(Step((seat,), _what_to_do(seat, taken, takes)),),
        known=put_under(state.known, rest, winner, taken),
    )


def _what_to_do(seat: str, rest: int, takes: Cards) -> Text:
    cards = count_cards(rest)
    if not takes:
        template = "{seat} shuffles the pile and puts it under their stack: {cards}."
        return say(template, seat=seat, cards=cards)
    named = _name(takes)
    if not rest:
        return say("{seat} sets {takes} aside, face up.", seat=seat, takes=named)
    template = (
        "{seat} sets {takes} aside, face up, shuffles the other {cards} "
        "and puts them under their stack."
    )
    if rest == 1:
        template = (
            "{seat} sets {takes} aside, face up, "
            "and puts the other card under their stack."
        )
    return say(template, seat=seat, takes=named, cards=cards)


def _name(takes: Cards) -> Text:
    if len(takes) == 1:
        return say("{takes}", takes=takes)
    # Several are named by their signs, which are read at a glance.
    return say("{takes:short}", takes=takes)


def rule_taking(
    before: State, after: State, order: Order, winner: str, ruling: Ruling
) -> Ruling:
    """Return the ruling in full on a good slap, won by `winner`.

    `ruling` says that it is good and what it takes; `after` is the match with its round
    ended if it is over.
    """
    verdict = dict(ruling.verdict)
    verdict["winner"] = winner
    verdict["order"] = tuple(tuple(group) for group in order)
    verdict["cards"] = before.pile.count
    verdict["next"] = after.next_seat
    verdict["sits_out"] = after.names(sorted(after.out - before.out))

    because = [*ruling.because, *_list_chances(before, after, winner)]
    if len(order[0]) > 1:
        because.insert(0, _cite_toss(order[0], winner))
    if after.stage != before.stage:
        because.append(_cite_stage_over(before, after))
    if after.turn is not None:
        because.append(_cite_who_plays(after))

    takes = ruling.decided.cards("takes")
    shown = ruling.shown
    if before.pile.unnamed:
        shown = _show_taken(takes)
    return replace(
        ruling,
        verdict=verdict,
        summary=_sum_up(before, after, order, winner, takes),
        because=tuple(because),
        shown=shown,
        about=about_slap(before),
    )


def _sum_up(
    before: State, after: State, order: Order, winner: str, takes: Cards
) -> Text:
    template = "{winner} takes the pile"
    if takes:
        template = "{winner} takes the pile, and {takes} as score"
    summary = say(template, winner=winner, takes=_name(takes))
    if len(order[0]) > 1:
        # Whoever lost the toss had seen their own name first.
        summary = say("Too close, settled by a toss: {taken}", taken=summary)
    if after.stage not in (before.stage, len(STAGES)):
        template = "{taken}. From now on: {ranks}"
        summary = say(template, taken=summary, ranks=PLURAL[after.rank])
    return summary


def _show_taken(takes: Cards) -> tuple[ShownCards, ...]:
    """Where in the pile they lay is not known, as not all of its cards were entered."""
    if not takes:
        return ()
    return (ShownCards(None, takes, takes, say("in the pile")),)


def _cite_toss(first: Sequence[str], winner: str) -> Reason:
    template = (
        "{seats} were first together. The rules do not say who wins then; "
        "this referee reads it so: a toss decides, and it fell on {winner}."
    )
    return cite("dead-heat", template, seats=tuple(first), winner=winner)


def _list_chances(before: State, after: State, winner: str) -> list[Reason]:
    reasons = []
    section = "next-good-slap"
    place = before.place(winner)
    if place in before.waiting:
        template = (
            "The pile held nothing else, so {winner} is still without cards "
            "and sits out until the next round."
        )
        if after.stacks[place]:
            template = (
                "{winner} was out of cards and has used the one more chance: "
                "the pile brings them back."
            )
        reasons.append(cite(section, template, winner=winner))

    used_up = after.names(sorted(after.out - before.out - {place}))
    if used_up:
        template = (
            "The chance of those without cards was this slap, as this referee reads "
            "the rules. Sitting out until the next round: {seats}."
        )
        reasons.append(cite(section, template, seats=used_up))
    return reasons


def _cite_stage_over(before: State, after: State) -> Reason:
    ranks = PLURAL[before.rank]
    if after.stage == len(STAGES):
        template = "All four {ranks} are won, and with them all the face cards."
        return cite("stages", template, ranks=ranks)
    template = "All four {ranks} are won: from now on it is the {others}."
    return cite("stages", template, ranks=ranks, others=PLURAL[after.rank])


def _cite_who_plays(after: State) -> Reason:
    template = (
        "{last} played the last card, so the next in rotation with cards is {seat}, "
        "as this referee reads it."
    )
    last = after.setting.seats[after.last]
    return cite("next-after-slap", template, last=last, seat=after.next_seat)
