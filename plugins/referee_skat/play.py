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
    Random,
    Reason,
    Refused,
    Ruling,
    Scene,
    Setup,
    Values,
    begin_deals,
    count,
    count_points,
    hookimpl,
    rule_round,
    say,
)

from .contract import ALL, NONE, SOME, Contract, count_matadors, refused
from .questions import CONTRACT, matadors_of, result_of
from .rules import ALL_POINTS, ANNOUNCED, BIDS, CARD_POINTS, GAMES, LABELS, NULL, NULL_VALUES, cite, trumps_of
from .value import DECLARER, OPPONENTS

HAND = 10


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and in the one that is played: what the declarer plays, and who ended it early."""

    deals: Deals
    contract: Mapping[str, object] = field(default_factory=dict)
    """The fields of the prompt `contract`; empty before, and where whole deals are entered."""
    ended_by: str | None = None
    """The side that gave up or broke a rule."""
    tricks_before: int | None = None
    """How many tricks were played before the one in which it broke the rule."""

    @property
    def given(self) -> Values:
        """What the declarer plays, by the fields of the prompt."""
        return Values(self.contract)

    @property
    def is_over(self) -> bool:
        """Whether the deal is decided: all is played or claimed, a side has ended it, or a null is lost."""
        deal = self.deals.deal
        lost = self.given.choice("game") == NULL and bool(deal.tricks_of[self.given.seat("declarer")])
        return deal.over or self.ended_by is not None or lost


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal: each deals as often as the table has chosen."""
    last = setting.chosen.number("rounds") * len(setting.seats)
    return State(_seated(begin_deals(setting, THIRTY_TWO, hand=HAND, last=last)))


def _seated(deals: Deals) -> Deals:
    """With three who play: of four the dealer sits out."""
    seats = deals.rounds.playing
    return deals.with_deal(
        replace(deals.deal, seats=tuple(s for s in seats if len(seats) < 4 or s != deals.rounds.dealer))
    )


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """The contract; then each trick, and what is missing to count; or how the deal ended."""
    deals, seats = state.deals, state.deals.deal.seats
    if deals.rounds.winners:
        return ()
    asides = {one.kind: one for one in deals.asides()}
    if not state.contract:
        declarer = Field("declarer", "seat", say("Declarer"), choices=seats)
        contract = Prompt("contract", seats, say("The game"), fields=(declarer, *CONTRACT))
        asides.pop("claim", None)
        found = [contract, Prompt("passed", seats, say("All pass"), optional=True), *asides.values()]
    elif state.is_over:
        found = [_ask_cards(state), asides["misdeal"]]
    else:
        found = [*deals.prompts(by_deal=result_of(state.given.choice("game"))), _ask_who_gives_up(state)]
    return tuple(replace(one, seats=deals.rounds.playing) for one in found)


def _ask_who_gives_up(state: State) -> Prompt:
    """What is asked where a side gives up; where whole deals are entered, also when it broke a rule."""
    seats = state.deals.deal.seats
    whose = Field("seat", "seat", say("Who"), choices=seats)
    if not state.deals.by_deal:
        return Prompt("concede", seats, say("Give up"), fields=(whose,), optional=True)
    title, how = say("Given up, or a rule broken"), say("Before the deal was decided. Else enter how it ended.")
    return Prompt("concede", seats, title, how, (whose, *matadors_of(state.given.choice("game"))), optional=True)


def _ask_cards(state: State) -> Prompt:
    """What is asked where a deal ended early: the skat, and which of the trumps left are the declarer's."""
    left = state.deals.deal.left
    trumps = tuple(one for one in trumps_of(state.given.choice("game")) if one in left)
    skat = Field("skat", "cards", say("The skat"), min=2, max=2, choices=left)
    held = Field("held", "cards", say("Trumps still in the declarer’s hand"), choices=trumps, optional=True)
    return Prompt("skat", state.deals.deal.seats, say("The skat"), _ASKED, (skat, held))


_ASKED = say("The deal ended early: enter the skat, and which trumps the declarer still has.")


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """What an entry does: a deal is scored once it is known what it counts."""
    if entry.kind == "passed":
        return _pass(state)
    if entry.kind == "deal":
        return _score(state, entry.given.values, ask, ())
    if entry.kind == "contract":
        return _announce(state, entry)
    if entry.kind == "concede":
        matadors = {name: value for name, value in entry.given.values.items() if name != "seat"}
        return _end(state, matadors, entry.given.seat("seat"), ask)
    if entry.kind == "skat":
        return _count_early(state, entry.given.cards("skat"), entry.given.cards("held"), ask)
    entered = state.deals.enter(entry, ask, cite, game=state.contract.get("game"))
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if entry.kind == "depth":
        return Accepted(replace(state, deals=deals), rulings)
    if entry.kind == "misdeal":
        return Accepted(State(_seated(deals)), rulings)
    after = _with_offence(replace(state, deals=deals), rulings)
    return _settle(after, ask, rulings)


def _pass(state: State) -> Accepted:
    after = State(_seated(state.deals.scored({})))
    why = cite("passed", "Nobody has bid: the deal counts as played, and nobody scores.")
    passed = Ruling({"score": 0}, say("All pass: nobody scores"), (why,))
    ended = (rule_round(state.deals.rounds, after.deals.rounds, cite, "end"),) if after.deals.rounds.winners else ()
    return Accepted(after, (passed, *ended))


def _announce(state: State, entry: Entry) -> Accepted | Refused:
    contract = Contract.given(entry.given)
    if (wrong := contract.refuse()) is not None:
        return Refused(wrong)
    deal = replace(state.deals.deal, trumps=trumps_of(contract.game))
    return Accepted(State(state.deals.with_deal(deal), dict(entry.given.values)))


def _end(state: State, given: Mapping[str, object], seat: str, ask: Ask) -> Accepted | Refused:
    """The match once this seat has given up, for its side; with the matadors where whole deals are entered."""
    why = cite("early", "{seat} has given up the deal.", seat=seat)
    given_up = ask(Ruling({"seat": seat}, say("{seat} gives up", seat=seat), (why,)))
    side = _side(state, given_up.decided.seat("seat"))
    if not state.deals.by_deal:
        return _settle(replace(state, ended_by=side), ask, (given_up,))
    tricks = ALL if side == OPPONENTS and state.given.choice("game") != NULL else NONE
    undecided = {"points": 0, "against": 0, "tricks": tricks, "ended_by": side}
    return _score(state, {**given, **undecided}, ask, (given_up,))


def _side(state: State, seat: str) -> str:
    return DECLARER if seat == state.given.seat("declarer") else OPPONENTS


def _with_offence(state: State, rulings: tuple[Ruling, ...]) -> State:
    """With the first rule that somebody is now proven to have broken, which ends the deal."""
    for one in rulings:
        if one.verdict.get("legal") is False:
            at = one.decided.number("trick") - 1
            return replace(state, ended_by=_side(state, one.decided.seat("seat")), tricks_before=at)
    return state


def _settle(state: State, ask: Ask, rulings: tuple[Ruling, ...]) -> Accepted | Refused:
    """Score the deal if it is decided and nothing is missing to count it."""
    if not state.is_over:
        return Accepted(state, rulings)
    left = state.deals.deal.left
    if state.given.choice("game") == NULL or len(left) == 2:
        return _score(state, _counted(state, left if len(left) == 2 else ()), ask, rulings)
    return Accepted(state, rulings)


def _count_early(state: State, skat: tuple[Card, ...], held: tuple[Card, ...], ask: Ask) -> Accepted | Refused:
    """The match once the skat and the declarer's trumps are known in a deal that ended early."""
    deal, declarer = state.deals.deal, state.given.seat("declarer")
    if twice := [one for one in held if one in skat]:
        why = cite("once", "It lies in the skat.")
        return Refused(refused(say("The {card} is not in the declarer’s hand", card=twice[0]), why))
    has = HAND - len(deal.tricks) - (declarer in deal.lying)
    if len(held) > has:
        why = replace(
            cite("once", ""), text=count("{seat} has {n} card left.", "{seat} has {n} cards left.", has, seat=declarer)
        )
        return Refused(refused(say("These are too many trumps"), why))
    return _score(state, _counted(state, skat, held), ask, ())


def _counted(state: State, skat: tuple[Card, ...], held: tuple[Card, ...] = ()) -> dict[str, object]:
    """The fields of a whole deal, as its tricks, the skat and the declarer's trumps make them."""
    deal, declarer = state.deals.deal, state.given.seat("declarer")
    played = [trick.plays[declarer] for trick in deal.tricks]
    lying = [deal.lying[declarer]] if declarer in deal.lying else []
    matadors, without = count_matadors(state.given.choice("game"), (*played, *lying, *skat, *held))
    before = deal.tricks if state.tricks_before is None else deal.tricks[: state.tricks_before]
    points = {DECLARER: count_points(skat, CARD_POINTS), OPPONENTS: 0}
    taken = {DECLARER: 0, OPPONENTS: 0}
    for trick in before:
        points[_side(state, trick.winner)] += count_points(trick.plays.values(), CARD_POINTS)
        taken[_side(state, trick.winner)] += 1
    for seat, n in deal.claimed.items():
        points[_side(state, seat)] += ALL_POINTS - sum(points.values()) if n else 0
        taken[_side(state, seat)] += n
    tricks = NONE if not taken[DECLARER] else SOME if taken[OPPONENTS] else ALL
    told = {"matadors": matadors, "without": without, "points": points[DECLARER], "tricks": tricks}
    early = {} if state.ended_by is None else {"ended_by": state.ended_by, "against": points[OPPONENTS]}
    return {**told, **early}


def _score(state: State, result: Mapping[str, object], ask: Ask, before: tuple[Ruling, ...]) -> Accepted | Refused:
    """The match once a deal with this result is scored, or why there is no such result."""
    rounds, declarer = state.deals.rounds, state.given.seat("declarer")
    contract = {name: value for name, value in state.contract.items() if name != "declarer"}
    counted = ask("game", **contract, **result, at_table=len(rounds.playing))
    if counted.verdict.get("legal") is False:
        return Refused(counted)
    if state.tricks_before is not None:
        counted = replace(counted, because=(*counted.because, _why_so_few(state.tricks_before)))
    score, others = counted.decided.number("score"), dict.fromkeys(rounds.playing, counted.decided.number("opponents"))
    after = State(_seated(state.deals.scored({**others, declarer: score})))
    ended = rule_round(rounds, after.deals.rounds, cite, "end")
    if not after.deals.rounds.winners:
        told = {"seat": declarer, "game": LABELS[state.given.choice("game")], "score": score}
        summary = say("{seat} wins {game}: {score}", **told)
        if score < 0:
            summary = say("{seat} loses {game}: {score}", **told)
        ended = replace(ended, summary=summary, because=counted.because)
    return Accepted(after, (*before, counted, ended))


def _why_so_few(tricks: int) -> Reason:
    why = cite("offence-at", "The trick in which it happened is not counted, nor are those after it.")
    one, many = "Only {n} trick before it is counted.", "Only {n} tricks before it are counted."
    return replace(why, text=count(one, many, tricks)) if tricks else why


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: the contract, and what each has taken."""
    deals, rounds = state.deals, state.deals.rounds
    if rounds.winners:
        return deals.scene()
    if not state.contract:
        told = say("{dealer} deals. Bid, then enter who plays which game.", dealer=rounds.dealer)
        return deals.scene("bid", next=told, to_act=rounds.playing)
    game, announced = LABELS[state.given.choice("game")], ANNOUNCED[state.given.choice("announced")]
    facts = [Fact(say("Game"), game, state.given.seat("declarer")), Fact(say("Announced"), announced)]
    facts.append(Fact(say("Bid"), say("{n}", n=state.given.number("bid"))))
    if state.is_over:
        played = deals.with_deal(replace(deals.deal, claimed={}))
        return played.scene("count", next=_ASKED, to_act=rounds.playing, facts=tuple(facts))
    if deals.by_deal:
        told = say("Play the deal out, then enter how it ended.")
        return deals.scene(next=told, to_act=rounds.playing, facts=tuple(facts))
    return deals.scene(facts=tuple(facts))


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object] | None:
    """A contract or a deal that can be, or cards that may be left; tricks need no example."""
    fields = {one.name: one for one in prompt.fields}
    if prompt.kind == "skat":
        skat = random.sample(fields["skat"].cards, 2)
        held = [one for one in fields["held"].cards if one not in skat]
        return {"skat": skat, "held": held[: random.randint(0, 1)]}
    if prompt.kind == "deal" and "points" in fields:
        points = {"points": random.randint(0, ALL_POINTS)}
        return {"matadors": random.randint(1, 4), "without": random.random() < 0.5, **points}
    if prompt.kind != "contract":
        return None
    game = random.choice(GAMES)
    announced = random.choice(tuple(NULL_VALUES if game == NULL else ANNOUNCED))
    bids = [n for n in BIDS if n <= (NULL_VALUES[announced] if game == NULL else 60)]
    declarer = random.choice(fields["declarer"].words)
    return {"declarer": declarer, "game": game, "announced": announced, "bid": random.choice(bids)}
