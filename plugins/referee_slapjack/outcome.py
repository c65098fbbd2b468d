"""The outcome of a slap, and of the round or the game that a slap ends."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee import (
    RANK_NAMES,
    Ask,
    Cards,
    Reason,
    Reasons,
    Ruling,
    Rulings,
    Seats,
    ShownCards,
    Step,
    Text,
    say,
    say_card_count,
)

from .game import MAJORITY, PLURAL, STAGES, cite
from .state import (
    Closing,
    Order,
    Pile,
    State,
    about_slap,
    count_cards_won,
    deal,
    put_under,
    take_topmost,
)


def take_pile(state: State, seat: str, takes: Cards) -> State:
    """Return the match after this seat took the pile and set these cards aside."""
    taken = state.pile.count - len(takes)
    stacks = {**state.stacks, seat: state.stacks[seat] + taken}
    rest = [card for card in state.pile.named if card not in takes]
    return replace(
        state,
        stacks=stacks,
        won={**state.won, seat: (*state.won[seat], *takes)},
        pile=Pile(),
        out=frozenset(seat for seat, stack in stacks.items() if not stack),
        slaps=state.slaps + 1,
        done=(Step((seat,), _what_to_do(seat, taken, takes)),),
        known=put_under(state.known, rest, seat, taken),
    )


def _what_to_do(seat: str, rest: int, takes: Cards) -> Text:
    cards = say_card_count(rest)
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
    # Several cards are named by their signs, which people read at a glance.
    return say("{takes:short}", takes=takes)


def rule_taking(
    before: State, after: State, order: Order, winner: str, ruling: Ruling
) -> Ruling:
    """Return the ruling in full on a good slap, won by `winner`.

    `ruling` says that the slap is good and what it takes. `after` is the match, with
    its round ended if it is over.
    """
    verdict = dict(ruling.verdict)
    verdict["winner"] = winner
    verdict["order"] = order
    verdict["cards"] = before.pile.count
    verdict["next"] = after.turn
    sits_out = tuple(seat for seat in before.may_slap if seat in after.out)
    verdict["sits_out"] = sits_out

    because = [*ruling.because, *_list_chances(before, after, winner)]
    if len(order[0]) > 1:
        template = (
            "{seats} were first together. The rules don’t say who wins then. A toss "
            "decides, and it fell on {winner}."
        )
        why = cite("dead-heat", template, seats=order[0], winner=winner)
        because.insert(0, why)
    because.extend(_explain_next(before, after))

    takes = ruling.decided.cards("takes")
    shown = ruling.shown
    if before.pile.unnamed:
        # Not all of the pile is known, so the cards stand without their places.
        taken = ShownCards(None, takes, takes, say("in the pile"))
        shown = (taken,) if takes else ()
    summary = _say_taken(winner, takes, is_tossed=len(order[0]) > 1)
    if after.stage not in (before.stage, len(STAGES)):
        template = "{taken}. From now on: {ranks}"
        summary = say(template, taken=summary, ranks=PLURAL[after.rank])
    return replace(
        ruling,
        verdict=verdict,
        summary=summary,
        because=tuple(because),
        shown=shown,
        about=about_slap(before),
    )


def _explain_next(before: State, after: State) -> Iterator[Reason]:
    """Yield why other cards count now, and why this seat plays next."""
    if after.stage != before.stage:
        yield _cite_stage_over(before, after)
    if after.turn is not None:
        template = (
            "{last} played the last card, so the next in rotation with cards is {seat}."
        )
        yield cite("next-after-slap", template, last=after.last, seat=after.turn)


def _say_taken(winner: str, takes: Cards, is_tossed: bool) -> Text:
    """Return who takes the pile, with the cards that score."""
    template = "{winner} takes the pile"
    if takes:
        template = "{winner} takes the pile and scores {takes}"
    taken = say(template, winner=winner, takes=_name(takes))
    if not is_tossed:
        return taken
    # The loser of the toss would otherwise read their own name first.
    return say("Too close, settled by a toss: {taken}", taken=taken)


def _list_chances(before: State, after: State, winner: str) -> list[Reason]:
    reasons = []
    section = "next-good-slap"
    if winner in before.waiting:
        template = (
            "The pile held nothing else, so {winner} is still without cards "
            "and sits out until the cards are dealt again."
        )
        if after.stacks[winner]:
            template = (
                "{winner} was out of cards and has used the one more chance: "
                "the pile brings them back."
            )
        reasons.append(cite(section, template, winner=winner))

    out = after.out - {winner}
    used_up = tuple(seat for seat in before.waiting if seat in out)
    if used_up:
        template = (
            "The chance of those without cards was this slap. Sitting out until the "
            "cards are dealt again: {seats}."
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


# A false slap: who gives a card to whom, and who loses the one more chance


@dataclass(frozen=True, slots=True)
class Penalty:
    """The cost of a false slap, by seat."""

    to: str | None
    """The seat that played the card slapped; None if no pile lies there."""
    pays: Seats = ()
    """The seats that give a card each."""
    free: bool = False
    """Whether `to` slapped their own card."""
    lost: Seats = ()
    """The seats that had no card to give and sit out now."""
    back: bool = False
    """Whether the cards brought `to` back into the game."""


def penalty_for(state: State, slappers: Sequence[str]) -> Penalty:
    """Return these seats' penalty for slapping when nothing can be slapped."""
    to = state.top_seat
    if to is None:
        return Penalty(None)
    pays = []
    lost = []
    for seat in slappers:
        if seat == to:
            continue
        if state.stacks[seat]:
            pays.append(seat)
        else:
            lost.append(seat)
    back = bool(pays) and not state.stacks[to]
    return Penalty(to, tuple(pays), to in slappers, tuple(lost), back)


def penalise(state: State, penalty: Penalty) -> State:
    """Return the match after a false slap that costs this."""
    last = state.last
    known = state.known
    stacks = dict(state.stacks)
    for seat in penalty.pays:
        known = take_topmost(known, seat, stacks[seat], None)
        known = put_under(known, (), last, 1)
        stacks[seat] -= 1
        stacks[last] += 1

    out = state.out.union(penalty.lost)
    if penalty.back:
        out -= {last}
    return replace(
        state,
        stacks=stacks,
        out=out,
        slaps=state.slaps + 1,
        done=(_give_cards(penalty),),
        known=known,
    )


def _give_cards(penalty: Penalty) -> Step:
    pays = penalty.pays
    to = penalty.to
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

    `ruling` says that the slap is false. `after` is the match, with its round ended if
    it is over.
    """
    verdict = dict(ruling.verdict)
    verdict["order"] = order
    verdict["to"] = penalty.to
    verdict["pays"] = penalty.pays
    verdict["sits_out"] = penalty.lost
    verdict["next"] = after.turn

    because = ruling.because
    if penalty.to is not None:
        because += _why_penalty(penalty, penalty.to)
    return replace(
        ruling,
        verdict=verdict,
        summary=_sum_up_penalty(penalty),
        because=because,
        about=about_slap(before),
    )


def _sum_up_penalty(penalty: Penalty) -> Text:
    pays = penalty.pays
    to = penalty.to
    if to is None:
        return say("No pile to slap: nothing happens")
    if len(pays) == 1:
        return say("A false slap: {seat} gives a card to {to}", seat=pays[0], to=to)
    if pays:
        return say("A false slap: {seats} give a card each to {to}", seats=pays, to=to)
    if penalty.lost:
        template = "A false slap: {seats} lose their last chance"
        return say(template, seats=penalty.lost)
    return say("A false slap that costs {seat} nothing", seat=to)


def _why_penalty(penalty: Penalty, to: str) -> Reasons:
    reasons = []
    if penalty.pays:
        template = "{to} played the top card, and gets the penalty."
        reasons.append(cite("false-slap", template, to=to))
    if len(penalty.pays) > 1:
        template = (
            "The rules speak of one player. Here everybody who slapped pays: {seats}."
        )
        reasons.append(cite("every-slapper-pays", template, seats=penalty.pays))
    if penalty.free:
        template = "{to} slapped a card of their own, which costs nothing."
        reasons.append(cite("own-card", template, to=to))
    if penalty.lost:
        template = "No card to give: it costs {seats} the one more chance."
        reasons.append(cite("no-card-to-give", template, seats=penalty.lost))
    if penalty.back:
        template = "{to} was out of cards: a penalty card brings them back."
        reasons.append(cite("penalty-revives", template, to=to))
    template = "A false slap changes no turn."
    reasons.append(cite("penalty-turn", template))
    return tuple(reasons)


# The end of a round, and of the game


def count_up(state: State, ask: Ask) -> State:
    """Return the match with everybody's score and place by their present cards."""
    count = count_cards_won(state, ask).decided
    points = count.scores("points")
    ranking = count.order("ranking")
    return replace(state, points=points, ranking=ranking)


def close(state: State, ask: Ask) -> tuple[State, Rulings]:
    """End the round or the game if it is over after an entry.

    Return the match, and the rulings that end it.
    """
    if state.stage == len(STAGES):
        return _finish(state, ask, cite("winning", "All twelve face cards are won."))
    closing = _decide_closing(state, ask)
    if closing == "over":
        return _end_round(state, ask)
    return replace(state, closing=closing), ()


def _decide_closing(state: State, ask: Ask) -> Closing | None:
    pile = state.pile
    if len(state.holders) != 1 or state.waiting or state.fewest_faces:
        return None
    if pile.unnamed:
        return "unsure"
    if not pile.count:
        return "over"
    slap = ask("slap", stage=state.rank, pile=pile.named)
    if slap.verdict["good"]:
        return None
    return "over"


def _end_round(state: State, ask: Ask) -> tuple[State, Rulings]:
    """End the game if somebody has most of the face cards; else end the round."""
    (holder,) = state.holders
    template = (
        "Only {holder} has cards, nobody else has a chance left, and no {rank} can be "
        "slapped."
    )
    rank = RANK_NAMES[state.rank]
    over = cite("round-over", template, holder=holder, rank=rank)
    for seat, won in state.won.items():
        if len(won) >= MAJORITY:
            template = "{seat} won {n} of the twelve face cards, which is most of them."
            why = cite("majority", template, seat=seat, n=len(won))
            return _finish(state, ask, why, over)

    template = "{holder} gathers stack and pile and deals again."
    why = cite("new-round", template, holder=holder)
    round = say("Round {n}", n=state.round)
    template = "{round} is over: only {holder} has cards"
    ruling = Ruling(
        {"round_over": state.round, "dealer": holder},
        say(template, round=round, holder=holder),
        (why, over),
        reckoning=count_cards_won(state, ask).reckoning,
    )
    return replace(state, closing="over"), (ruling,)


def redeal(state: State, ask: Ask) -> tuple[State, Rulings]:
    """Deal the next round, or end the game if it is time."""
    rulings: Rulings = ()
    if state.closing == "unsure":
        state, rulings = _end_round(state, ask)
        if state.winners:
            return state, rulings
    (dealer,) = state.holders
    leads = state.setting.left_of(dealer)
    template = (
        "{dealer} gathers their stack and the pile, shuffles the {cards} "
        "and deals them all out, {leads} first."
    )
    cards = say_card_count(state.total)
    gathers = say(template, dealer=dealer, cards=cards, leads=leads)
    after = replace(
        state,
        stacks=deal(state.setting, state.total, dealer),
        pile=Pile(),
        last=dealer,
        out=frozenset(),
        round=state.round + 1,
        closing=None,
        known={},
        done=(Step((dealer, leads), gathers),),
    )
    dealt = _rule_redeal(after, dealer, leads)
    return count_up(after, ask), (*rulings, dealt)


def _rule_redeal(after: State, dealer: str, leads: str) -> Ruling:
    """Return the ruling on a new round: who deals how many cards, and who leads."""
    cards = say_card_count(after.total)
    template = "The {cards} not won yet are dealt out evenly."
    evenly = cite("new-round", template, cards=cards)
    template = (
        "{dealer} had the only cards and deals, {leads} at their left leads, and "
        "everybody is back in."
    )
    back = cite("next-deal", template, dealer=dealer, leads=leads)
    round = say("Round {n}", n=after.round)
    summary = say("{round} begins, and {leads} leads", round=round, leads=leads)
    verdict = {
        "round": after.round,
        "dealer": dealer,
        "leads": leads,
        "stacks": after.stacks,
    }
    return Ruling(verdict, summary, (evenly, back))


def _finish(state: State, ask: Ask, *over: Reason) -> tuple[State, Rulings]:
    count = count_cards_won(state, ask)
    winners = count.decided.seats("winners")
    after = replace(count_up(state, ask), closing=None, winners=winners)
    return after, (replace(count, because=over + count.because),)
