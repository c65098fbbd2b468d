"""A finished deal: its other events, its score with honours, and its end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Reasons,
    Refused,
    Ruling,
    Rulings,
    Setting,
    Side,
    TakenTrick,
    Values,
    leaders,
    name_side,
    read_deal_end,
    rule_illegal,
    rule_round,
    say,
    say_count,
    seats_in_side,
    tricks_in_the_end,
    uphold,
    wrong_field,
)

from .game import TRICKS, cite
from .revokes import rule_tricks
from .scoring import DECLARING, DEFENDING
from .state import Contract, State, read_contract

_ENDS = cite(
    "end", "A Chicago ends after four deals, a rubber when a side has two games."
)
_SHARED = cite("shared-win", "Both sides have the same points.")


# A deal that is entered as a whole


def score_whole_deal(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Score a deal that is entered as a whole, by its end and other events."""
    given = entry.given
    setting = state.setting
    contract = read_contract(given)
    declarer = contract.declarer
    dummy = setting.opposite(declarer)
    declaring, defending = sides = setting.sides_from(declarer)
    end = read_deal_end(given, sides)
    numbers = dict(given.values)
    for name, side in (("rest", end.rest), ("given_up", end.given_up)):
        if side:
            numbers[name] = DECLARING if side[0] in declaring else DEFENDING
    tricks = tricks_in_the_end(Values(numbers), TRICKS, DECLARING)
    rulings: Rulings = ()
    if end.is_early:
        taker, *_ = end.find_taker(sides)
        side = next(side for side in sides if taker in side)
        summary = say("The rest goes to {side}", side=side)
        why = cite("claim", "{side} claimed it, and the others agree.", side=side)
        if end.given_up:
            why = cite("claim", "{side} conceded it (law 68 B).", side=end.given_up)
        rulings = (ask(Ruling({"winner": name_side(side)}, summary, (why,))),)

    go_over = given.number("go_over", None)
    if end.offenders:
        taken = {declaring: tricks, defending: TRICKS - tricks}
        giver, ruling = _rule_revokes(taken, end.offenders, dummy, go_over, ask)
        n = ruling.decided.number("tricks")
        tricks += n if giver == defending else -n
        rulings += (ruling,)
    elif go_over is not None:
        message = say("Say who revoked too: tricks go over for that alone.")
        raise wrong_field("go_over", message)
    return score_deal(state, contract, tricks, entry, ask, rulings)


def _rule_revokes(
    taken: Mapping[Side, int],
    offenders: Side,
    dummy: str,
    go_over: int | None,
    ask: Ask,
) -> tuple[Side, Ruling]:
    """Return the side that gives tricks for revokes, and the ruling on their number."""
    offending = [side for side in taken if not set(side).isdisjoint(offenders)]
    side = offending[0]
    most = taken[side]
    free = ""
    if len(offending) > 1:
        free = "both"
    elif offenders == (dummy,):
        free = "dummy"
    if free:
        most = 0
    if go_over is not None and go_over > most:
        message = say_count(
            "At most {n} trick can go over.", "At most {n} tricks can go over.", most
        )
        raise wrong_field("go_over", message)

    if free:
        return side, ask("revoke", won_by="others", later=1, free=free)
    tricks = min(1, most)
    section = "revoke"
    if go_over is not None:
        tricks = go_over
        template = "{seats} revoked; the table says how many go over."
    elif not most:
        template = "{seats} revoked, but the side took no trick that could go over."
    else:
        section = "revoke-uncounted"
        template = (
            "{seats} revoked: one goes over, or two if whoever revoked took that "
            "trick. Enter how many."
        )
    return side, ask(rule_tricks(tricks, cite(section, template, seats=offenders)))


# The score


def score_deal(
    state: State,
    contract: Contract,
    tricks: int,
    entry: Entry,
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted | Refused:
    """Score a contract by its declarer's tricks."""
    setting = state.setting
    honours = honours_of(state.deals.deal.tricks, setting, contract, entry)
    scores = {}
    if honours is not None:
        refused = uphold(_refuse_honours(honours, contract), ask)
        if refused:
            return Refused(refused)
        ruling = ask(_rule_honours(honours))
        rulings += (ruling,)
        scores[ruling.decided.seat("seat")] = ruling.decided.number("points")

    declarer = contract.declarer
    left = setting.left_of(declarer)
    side = state.side_of(declarer)
    rounds = state.deals.rounds
    ruling = _ask_score(state, contract, tricks, ask)
    decided = ruling.decided
    for seat, points in ((declarer, "declaring"), (left, "defending")):
        scores[seat] = scores.get(seat, 0) + decided.number(points)

    deals = _add_up(state.deals, scores, ends=decided.flag("rubber"))
    total = rule_round(rounds, deals.rounds, cite, "end", ruling)
    if deals.rounds.winners:
        because = (_ENDS, *_why_shared(deals))
        total = replace(total, about=ruling.summary, because=because)

    games = state.games
    below = {**state.below, side: state.below[side] + decided.number("below")}
    if decided.flag("game"):
        games = {**games, side: games[side] + 1}
        below = dict.fromkeys(below, 0)
    return Accepted(State(deals, below, games), (*rulings, ruling, total))


def _ask_score(state: State, contract: Contract, tricks: int, ask: Ask) -> Ruling:
    """Ask for the score of a contract with this many tricks."""
    rounds = state.deals.rounds
    setting = state.setting
    side = state.side_of(contract.declarer)
    others = state.side_of(setting.left_of(contract.declarer))
    return ask(
        "deal",
        level=str(contract.level),
        strain=contract.strain,
        doubled=contract.doubled,
        tricks=tricks,
        scoring=setting.chosen.choice("scoring"),
        vulnerable=side in state.vulnerable,
        others_vulnerable=others in state.vulnerable,
        part_score=state.below[side],
        last=rounds.number == rounds.last,
    )


def _why_shared(deals: Deals) -> Reasons:
    rounds = deals.rounds
    if len(rounds.winners) < len(rounds.setting.seats):
        return ()
    return (_SHARED,)


def _add_up(deals: Deals, scores: dict[str, int], ends: bool) -> Deals:
    """Add a deal up; a finished rubber goes to the side with more points."""
    after = deals.scored(scores)
    if not ends:
        return after
    winners = leaders(after.rounds.totals)
    return replace(after, rounds=deals.rounds.with_scores(scores, winners))


def end_rubber(state: State) -> Accepted:
    """End a rubber that is not finished.

    A single game brings 300, a single part-score 100.
    """
    scores: dict[str, int] = {}
    because = [cite("unfinished", "The table ended the rubber here.")]
    for having, n, name in (
        (state.games, 300, say("Game")),
        (state.below, 100, say("Part-score")),
    ):
        sides = [side for side, points in having.items() if points]
        if len(sides) != 1:
            continue
        [side] = sides
        seat = seats_in_side(side)[0]
        scores[seat] = scores.get(seat, 0) + n
        template = "{side}: {what}, the only one: {n}."
        because.append(cite("unfinished", template, what=name, side=side, n=n))

    deals = _add_up(state.deals, scores, ends=True)
    ruling = rule_round(state.deals.rounds, deals.rounds, cite, "end")
    reasons = (*_why_shared(deals), *because)
    return Accepted(replace(state, deals=deals), (replace(ruling, because=reasons),))


# Honours: what one hand scores for its highest trumps, or for four aces


@dataclass(frozen=True, slots=True)
class Honours:
    """The holder of honours, their points, and the section."""

    holder: str
    points: int
    section: str
    """The section that rests on cards, or on what people entered."""


def _refuse_honours(honours: Honours, contract: Contract) -> Ruling | None:
    """Return why a seat cannot have these honours; None if it can."""
    if contract.strain != "NT" or honours.points != 100:
        return None
    why = cite("honours", "In no trump four aces count 150, nothing else.")
    holder = honours.holder
    summary = say("{holder} can’t have honours for 100 points", holder=holder)
    return rule_illegal(summary, why, seat=holder)


def _rule_honours(honours: Honours) -> Ruling:
    holder = honours.holder
    n = honours.points
    why = cite(honours.section, "They go above the line, whoever won the deal.")
    summary = say("{holder} has honours for {n} points", holder=holder, n=n)
    return Ruling({"seat": holder, "points": n}, summary, (why,))


def honours_in(hand: Sequence[Card], strain: str) -> int:
    """Return one hand's score for honours."""
    if strain == "NT":
        aces = [card for card in hand if card.rank == "A"]
        return 150 if len(aces) == 4 else 0
    highest = [card for card in hand if card.suit == strain and card.rank in "TJQKA"]
    return {4: 100, 5: 150}.get(len(highest), 0)


def honours_of(
    tricks: Sequence[TakenTrick], setting: Setting, contract: Contract, entry: Entry
) -> Honours | None:
    """Return the honours of a deal, by its cards or as entered.

    Raise WrongFieldsError if only half of an entry is filled in.
    """
    if setting.chosen.flag("honours") and len(tricks) == TRICKS:
        for seat in tricks[0].plays:
            hand = [trick.plays[seat] for trick in tricks]
            points = honours_in(hand, contract.strain)
            if points:
                return Honours(seat, points, "honours-shown")
        return None

    holder = entry.given.seat("holder", None)
    points = int(entry.given.choice("honours", 0))
    if holder and points:
        return Honours(holder, points, "honours")
    if points:
        raise wrong_field("holder", say("Say who has them."))
    if holder:
        raise wrong_field("honours", say("Say how many points, or name nobody."))
    return None
