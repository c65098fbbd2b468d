"""A false slap: who gives a card to whom, and who loses the one more chance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee import Reasons, Ruling, Seats, Step, Text, say

from .game import cite
from .state import Order, State, about_slap, next_with_cards, put_under, take_topmost


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a false slap costs, by seats.

    `to` played the card that was slapped (None: no pile lies there). `pays` give a card
    each, `free` slapped their own card, `lost` had no card to give and sit out now.
    `back`: the cards brought `to` back.
    """

    to: str | None
    pays: Seats = ()
    free: bool = False
    lost: Seats = ()
    back: bool = False


def penalty_for(state: State, slappers: Sequence[str]) -> Penalty:
    """Return what it costs these seats to slap where nothing can be slapped."""
    to = state.top_seat
    if to is None:
        return Penalty(None)
    stacks = state.stacks_by_seat
    pays = []
    lost = []
    for seat in slappers:
        if seat == to:
            continue
        if stacks[seat]:
            pays.append(seat)
        else:
            lost.append(seat)
    back = bool(pays) and not stacks[to]
    return Penalty(to, tuple(pays), to in slappers, tuple(lost), back)


def penalise(state: State, penalty: Penalty) -> State:
    """Return the match after a false slap that costs this."""
    last = state.last
    known = state.known
    stacks = list(state.stacks)
    for seat in penalty.pays:
        place = state.place(seat)
        known = take_topmost(known, place, stacks[place], None)
        known = put_under(known, (), last, 1)
        stacks[place] -= 1
        stacks[last] += 1

    out = state.out.union(map(state.place, penalty.lost))
    if penalty.back:
        out -= {last}
    return replace(
        state,
        stacks=tuple(stacks),
        turn=next_with_cards(stacks, last),
        out=out,
        slaps=state.slaps + 1,
        done=(_what_to_do(penalty),),
        known=known,
    )


def _what_to_do(penalty: Penalty) -> Step:
    pays, to = penalty.pays, penalty.to
    if to is None or not pays:
        return Step((), say("No card changes hands."))
    if len(pays) == 1:
        template = (
            "{seat} gives the top card of their stack to {to}, who puts it underneath."
        )
        return Step((*pays, to), say(template, seat=pays[0], to=to))
    template = (
        "{seats} each give the top card of their stack to {to}, "
        "who puts them underneath."
    )
    return Step((*pays, to), say(template, seats=pays, to=to))


def rule_penalty(
    before: State, after: State, order: Order, penalty: Penalty, ruling: Ruling
) -> Ruling:
    """Return the ruling in full on a false slap.

    `ruling` says that it is false; `after` is the match with its round ended if it is
    over.
    """
    verdict = dict(ruling.verdict)
    verdict["order"] = tuple(tuple(group) for group in order)
    verdict["to"] = penalty.to
    verdict["pays"] = penalty.pays
    verdict["sits_out"] = penalty.lost
    verdict["next"] = after.next_seat

    because = ruling.because
    if penalty.to is not None:
        because += _list_reasons(penalty, penalty.to)
    return replace(
        ruling,
        verdict=verdict,
        summary=_sum_up(penalty),
        because=because,
        about=about_slap(before),
    )


def _sum_up(penalty: Penalty) -> Text:
    pays, to = penalty.pays, penalty.to
    if to is None:
        return say("There is no pile to slap: nothing happens")
    if len(pays) == 1:
        return say("A false slap: {seat} gives a card to {to}", seat=pays[0], to=to)
    if pays:
        return say("A false slap: {seats} give a card each to {to}", seats=pays, to=to)
    if penalty.lost:
        template = "A false slap, and the last chance lost for {seats}"
        return say(template, seats=penalty.lost)
    return say("A false slap that costs {seat} nothing", seat=to)


def _list_reasons(penalty: Penalty, to: str) -> Reasons:
    reasons = []
    if penalty.pays:
        template = "{to} has played the top card, and is given the penalty."
        reasons.append(cite("false-slap", template, to=to))
    if len(penalty.pays) > 1:
        template = (
            "The rules speak of one player; this referee reads it so: "
            "everybody who slapped pays, {seats}."
        )
        reasons.append(cite("every-slapper-pays", template, seats=penalty.pays))
    if penalty.free:
        template = (
            "{to} slapped a card of their own, which costs nothing, "
            "as this referee reads the rules."
        )
        reasons.append(cite("own-card", template, to=to))
    if penalty.lost:
        template = (
            "No card to give: as this referee reads the rules, "
            "it costs {seats} the one more chance."
        )
        reasons.append(cite("no-card-to-give", template, seats=penalty.lost))
    if penalty.back:
        template = (
            "{to} was out of cards: as this referee reads the rules, "
            "a penalty card brings them back."
        )
        reasons.append(cite("penalty-revives", template, to=to))
    template = "As this referee reads the rules, a false slap changes no turn."
    reasons.append(cite("penalty-turn", template))
    return tuple(reasons)
