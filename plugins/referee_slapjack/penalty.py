"""A false slap: who gives a card to whom, and who loses the one more chance."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee import Reason, Ruling, Text, say

from .known_cards import put_under, topmost_left
from .rules import cite
from .state import Order, State, about_slap, next_with_cards


@dataclass(frozen=True, slots=True)
class Penalty:
    """What a false slap costs, by seats.

    `to` played the card that was slapped (None: no pile lies there). `pays` give a card each, `free` slapped their
    own card, `lost` had no card to give and sit out now. `back`: the cards brought `to` back.
    """

    to: str | None
    pays: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    back: bool = False


def penalise(state: State, penalty: Penalty) -> State:
    """The match after a false slap that costs this."""
    stacks, known = list(state.stacks), state.known
    for seat in penalty.pays:
        place = state.place(seat)
        known = put_under(topmost_left(known, place, stacks[place], None), (), state.last, 1)
        stacks[place] -= 1
        stacks[state.last] += 1
    out = state.out | {state.place(seat) for seat in penalty.lost}
    return replace(
        state,
        stacks=tuple(stacks),
        turn=next_with_cards(stacks, state.last),
        out=out - {state.last} if penalty.back else out,
        slaps=state.slaps + 1,
        done=_what_to_do(penalty),
        known=known,
    )


def penalty_for(state: State, slappers: Sequence[str]) -> Penalty:
    """What it costs that these seats have slapped a pile that holds nothing to slap."""
    if not state.pile.count:
        return Penalty(None)
    to = state.setting.seats[state.last]
    others = [seat for seat in slappers if seat != to]
    pays = tuple(seat for seat in others if state.stacks[state.place(seat)])
    lost = tuple(seat for seat in others if seat not in pays)
    free = (to,) if to in slappers else ()
    return Penalty(to, pays, free, lost, bool(pays) and not state.stacks[state.last])


def _what_to_do(penalty: Penalty) -> Text:
    if not penalty.pays:
        return say("No card changes hands.")
    if len(penalty.pays) == 1:
        template = "{seat} gives the top card of their stack to {to}, who puts it underneath."
        return say(template, seat=penalty.pays[0], to=penalty.to)
    template = "{seats} each give the top card of their stack to {to}, who puts them underneath."
    return say(template, seats=penalty.pays, to=penalty.to)


def rule_penalty(before: State, after: State, order: Order, penalty: Penalty, ruling: Ruling) -> Ruling:
    """The ruling in full on a false slap.

    `ruling` says that the slap is false; `after` is the match with its round ended if it is over.
    """
    verdict = {
        **ruling.verdict,
        "order": tuple(map(tuple, order)),
        "to": penalty.to,
        "pays": penalty.pays,
        "sits_out": penalty.lost,
        "next": None if after.turn is None else after.setting.seats[after.turn],
    }
    because = ruling.because if penalty.to is None else (*ruling.because, *_reasons(penalty, penalty.to))
    return replace(ruling, verdict=verdict, summary=_summary(penalty), because=because, about=about_slap(before))


def _summary(penalty: Penalty) -> Text:
    if penalty.to is None:
        return say("There is no pile to slap: nothing happens")
    if len(penalty.pays) == 1:
        return say("A false slap: {seat} gives a card to {to}", seat=penalty.pays[0], to=penalty.to)
    if penalty.pays:
        return say("A false slap: {seats} give a card each to {to}", seats=penalty.pays, to=penalty.to)
    if penalty.lost:
        return say("A false slap, and the last chance lost for {seats}", seats=penalty.lost)
    return say("A false slap that costs {seat} nothing", seat=penalty.to)


def _reasons(penalty: Penalty, to: str) -> tuple[Reason, ...]:
    reasons: list[Reason] = []
    if penalty.pays:
        reasons.append(cite("false-slap", "{to} has played the top card, and is given the penalty.", to=to))
    if len(penalty.pays) > 1:
        template = "The rules speak of one player; this referee reads it so: everybody who slapped pays, {seats}."
        reasons.append(cite("every-slapper-pays", template, seats=penalty.pays))
    if penalty.free:
        template = "{to} slapped a card of their own, which costs nothing, as this referee reads the rules."
        reasons.append(cite("own-card", template, to=to))
    if penalty.lost:
        template = "No card to give: as this referee reads the rules, it costs {seats} the one more chance."
        reasons.append(cite("no-card-to-give", template, seats=penalty.lost))
    if penalty.back:
        template = "{to} was out of cards: as this referee reads the rules, a penalty card brings them back."
        reasons.append(cite("penalty-revives", template, to=to))
    reasons.append(cite("penalty-turn", "As this referee reads the rules, a false slap changes no turn."))
    return tuple(reasons)
