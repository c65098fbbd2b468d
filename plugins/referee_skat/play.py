"""A match of Skat: contracts, tricks or whole deals, and what they bring."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee import (
    THIRTY_TWO,
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Field,
    Prompt,
    Refused,
    Ruling,
    Scene,
    Setup,
    Values,
    begin_deals,
    count_points,
    hookimpl,
    rule_round,
    say,
)

from . import rules
from .result import DECLARER, OPPONENTS, count_matadors, refuse, refuse_contract
from .rules import NULL, cite, name_game

HAND, IN_SKAT = 10, 2


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and in the one that is played: what the declarer plays, and who ended it early."""

    deals: Deals
    contract: Mapping[str, object] = field(default_factory=dict)
    """The fields of the prompt `contract`; empty before it."""
    ended_by: str | None = None
    """The side that gave up or broke a rule."""
    broken_in: int | None = None
    """The number of the trick in which it broke the rule."""

    @property
    def game(self) -> str:
        """The game that is played."""
        return Values(self.contract).choice("game")

    @property
    def declarer(self) -> str:
        """Who plays it."""
        return Values(self.contract).seat("declarer")

    @property
    def is_over(self) -> bool:
        """Whether the deal is decided: all is played or claimed, a side has ended it, or a null is lost."""
        deal = self.deals.deal
        return deal.over or self.ended_by is not None or (self.game == NULL and deal.tricks_of[self.declarer] > 0)

    def side_of(self, seat: str) -> str:
        """Return the side of a seat."""
        return DECLARER if seat == self.declarer else OPPONENTS


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal: each deals as often as the table has chosen."""
    deals = setting.chosen.number("rounds") * len(setting.seats)
    return _begin_deal(begin_deals(setting, THIRTY_TWO, hand=HAND, last=deals))


def _begin_deal(deals: Deals) -> State:
    """The state in which a deal begins: of four the dealer sits out."""
    playing, dealer = deals.rounds.playing, deals.rounds.dealer
    seats = tuple(seat for seat in playing if len(playing) < 4 or seat != dealer)
    return State(deals.with_deal(replace(deals.deal, seats=seats)))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """The contract; then each trick, and what is missing to count; or how the deal ended."""
    deals, seats = state.deals, state.deals.deal.seats
    if deals.rounds.winners:
        return ()
    asides = {one.kind: one for one in deals.asides()}
    if not state.contract:
        declarer = Field("declarer", "seat", say("Declarer"), choices=seats)
        contract = Prompt("contract", seats, say("The game"), fields=(declarer, *rules.CONTRACT))
        found = [contract, Prompt("passed", seats, say("All pass"), optional=True), *asides.values()]
    elif state.is_over:
        found = [_ask_cards(state), asides["misdeal"]]
    else:
        found = [*deals.prompts(by_deal=rules.result_of(state.game))]
        if not deals.by_deal:
            whose = Field("seat", "seat", say("Who"), choices=seats)
            found.append(Prompt("concede", seats, say("Give up"), fields=(whose,), optional=True))
    return tuple(replace(one, seats=deals.rounds.playing) for one in found)


def _ask_cards(state: State) -> Prompt:
    """What is asked where a deal ended early: the skat, and which of the trumps left are the declarer's."""
    deal = state.deals.deal
    trumps = tuple(one for one in rules.trumps_of(state.game) if one in deal.left)
    has = HAND - len(deal.tricks) - (state.declarer in deal.lying)
    skat = Field("skat", "cards", say("The skat"), min=IN_SKAT, max=IN_SKAT, choices=deal.left)
    held = Field("held", "cards", say("Trumps the declarer still has"), max=has, choices=trumps, optional=True)
    return Prompt("skat", deal.seats, say("The skat"), _ASKED, (skat, held))


_ASKED = say("The deal ended early: enter the skat, and which trumps the declarer still has.")


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """What an entry does: a deal is scored once it is known what it counts."""
    given, deals = entry.given, state.deals
    if entry.kind == "passed":
        return _pass(state)
    if entry.kind == "contract":
        trumps = rules.trumps_of(given.choice("game"))
        named = State(deals.with_deal(replace(deals.deal, trumps=trumps)), dict(given.values))
        return Accepted(named) if (wrong := refuse_contract(given)) is None else Refused(wrong)
    if entry.kind == "deal":
        return _score(state, given.values, ask)
    if entry.kind == "concede":
        seat = given.seat("seat")
        why = cite("early", "{seat} has given up the deal.", seat=seat)
        given_up = ask(Ruling({"seat": seat}, say("{seat} gives up", seat=seat), (why,)))
        return _settle(replace(state, ended_by=state.side_of(given_up.decided.seat("seat"))), ask, (given_up,))
    if entry.kind == "skat":
        skat, held = given.cards("skat"), given.cards("held")
        if twice := [one for one in held if one in skat]:
            why = cite("once", "It lies in the skat.")
            return Refused(refuse(say("The {card} is not in the declarer’s hand", card=twice[0]), why))
        return _score(state, _count_up(state, skat, held), ask)
    entered = deals.enter(entry, ask, cite, game=state.contract.get("game"))
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if entry.kind == "misdeal":
        return Accepted(_begin_deal(after), rulings)
    return _settle(replace(state, deals=after), ask, rulings)


def _pass(state: State) -> Accepted:
    after = _begin_deal(state.deals.scored({}))
    why = cite("passed", "Nobody has bid: the deal counts as played, and nobody scores.")
    passed = Ruling({"score": 0}, say("All pass: nobody scores"), (why,))
    ended = rule_round(state.deals.rounds, after.deals.rounds, cite, "end")
    return Accepted(after, (passed, ended) if after.deals.rounds.winners else (passed,))


def _settle(state: State, ask: Ask, rulings: tuple[Ruling, ...]) -> Accepted | Refused:
    """Score the deal if it is decided, as by a proof that somebody broke a rule, and nothing is missing to count it."""
    for one in rulings:
        if one.verdict.get("legal") is False and state.ended_by is None:
            side = state.side_of(one.decided.seat("seat"))
            state = replace(state, ended_by=side, broken_in=one.decided.number("trick"))
    left = state.deals.deal.left
    if not state.contract or not state.is_over or (state.game != NULL and len(left) > IN_SKAT):
        return Accepted(state, rulings)
    return _score(state, _count_up(state, left if len(left) == IN_SKAT else ()), ask, rulings)


def _count_up(state: State, skat: tuple[Card, ...], held: tuple[Card, ...] = ()) -> dict[str, object]:
    """The fields of a whole deal, as its tricks, the skat and the declarer's trumps make them."""
    deal, points, taken = state.deals.deal, {DECLARER: count_points(skat, rules.CARD_POINTS), OPPONENTS: 0}, set[str]()
    for trick in deal.tricks[: state.broken_in and state.broken_in - 1]:
        side = state.side_of(trick.winner)
        points[side] += count_points(trick.plays.values(), rules.CARD_POINTS)
        taken.add(side)
    for side in [state.side_of(seat) for seat, n in deal.claimed.items() if n]:
        points[side] += rules.ALL_POINTS - sum(points.values())
        taken.add(side)
    played = [plays.get(state.declarer) for plays in (*(trick.plays for trick in deal.tricks), deal.lying)]
    matadors, without = count_matadors(state.game, [*filter(None, played), *skat, *held])
    tricks = rules.NONE if DECLARER not in taken else rules.SOME if OPPONENTS in taken else rules.ALL
    early = {"ended_by": state.ended_by, "against": points[OPPONENTS]} if state.ended_by else {}
    return {"matadors": matadors, "without": without, "points": points[DECLARER], "tricks": tricks, **early}


def _score(state: State, result: Mapping[str, object], ask: Ask, before: tuple[Ruling, ...] = ()) -> Accepted | Refused:
    """The match once a deal with this result is scored, or why there is no such result."""
    rounds = state.deals.rounds
    counted = ask("deal", **state.contract, **result, at_table=len(rounds.playing))
    if counted.verdict.get("legal") is False:
        return Refused(counted)
    if state.broken_in is not None:
        why = cite("offence-at", "Only the tricks before trick {n} are counted.", n=state.broken_in)
        counted = replace(counted, because=(*counted.because, why))
    score, others = counted.decided.number("score"), dict.fromkeys(rounds.playing, counted.decided.number("opponents"))
    after = _begin_deal(state.deals.scored({**others, state.declarer: score}))
    told = {"seat": state.declarer, "game": name_game(state.game, str(state.contract["announced"])), "score": score}
    summary = say("{seat} wins {game}: {score}", **told) if score > 0 else say("{seat} loses {game}: {score}", **told)
    ended = rule_round(rounds, after.deals.rounds, cite, "end", replace(counted, summary=summary))
    return Accepted(after, (*before, counted, ended))


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: the contract, and what each has taken."""
    deals, to_act = state.deals, state.deals.rounds.playing
    if deals.rounds.winners:
        return deals.scene()
    if not state.contract:
        told = say("{dealer} deals. Bid, then enter who plays which game.", dealer=deals.rounds.dealer)
        return deals.scene("bid", next=told, to_act=to_act)
    bid = Fact(say("Bid"), say("{n}", n=Values(state.contract).number("bid")))
    facts = Fact(say("Game"), name_game(state.game, str(state.contract["announced"])), state.declarer), bid
    if state.is_over:
        return deals.with_deal(replace(deals.deal, claimed={})).scene("count", next=_ASKED, to_act=to_act, facts=facts)
    return deals.scene(facts=facts)
