"""A match of Skat: contracts, tricks or whole deals, and what they bring."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from referee import (
    THIRTY_TWO,
    Accepted,
    Ask,
    Entry,
    Fact,
    Proofs,
    Reason,
    Refused,
    Ruling,
    Scene,
    Setup,
    Values,
    begin_deals,
    hookimpl,
    rule_round,
    say,
)

from . import rules
from .counting import count_up
from .ends import Ended, claim, concede, end_by_wrong_count, find_offence
from .prompts import ASKED
from .result import refuse, refuse_contract
from .rules import DECLARER, HAND, IN_SKAT, NULL, WRONG_COUNT, cite, name_game
from .state import State, begin_deal
from .whole_deal import read_whole_deal


@hookimpl
def begin(setting: Setup) -> State:
    """The first deal: each deals as often as the table has chosen."""
    deals = setting.chosen.number("rounds") * len(setting.seats)
    return begin_deal(begin_deals(setting, THIRTY_TWO, hand=HAND, last=deals))


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """What an entry does: a deal is scored once it is known what it counts."""
    if entry.kind == "passed":
        return _pass(state)
    if entry.kind == "contract":
        return _name_game(state, entry.given)
    if entry.kind == "deal":
        result, because = read_whole_deal(state, entry.given)
        return _score(state, result, ask, because=because)
    if entry.kind == "skat":
        return _score_cards(state, entry, ask)
    entered = _enter_play(state, entry, ask)
    if isinstance(entered, Refused):
        return entered
    return _settle(*entered, entry, ask)


def _enter_play(state: State, entry: Entry, ask: Ask) -> Ended | Refused:
    """Enter a trick, or what ends the deal without one."""
    if entry.kind == "concede":
        return concede(state, entry, ask)
    if entry.version != "1" and entry.kind == "claim":
        return claim(state, entry, ask)
    if entry.version != "1" and entry.kind == "misdeal" and state.contract:
        return end_by_wrong_count(state, entry, ask)

    game = state.contract.get("game")
    proofs = (
        Proofs(is_old=True)
        if entry.version == "1"
        else Proofs(cost=partial(_cost, state))
    )
    entered = state.deals.enter(entry, ask, cite, proofs=proofs, game=game)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if entry.kind == "misdeal":
        return begin_deal(after), rulings
    return find_offence(replace(state, deals=after), entry, rulings), rulings


def _name_game(state: State, given: Values) -> Accepted | Refused:
    if (wrong := refuse_contract(given)) is not None:
        return Refused(wrong)
    trumps = rules.trumps_of(given.choice("game"))
    deal = replace(state.deals.deal, trumps=trumps)
    return Accepted(State(state.deals.with_deal(deal), dict(given.values)))


def _cost(state: State, seat: str) -> Reason:
    """What it costs to have broken a rule."""
    if state.side_of(seat) == DECLARER:
        return cite(
            "early", "So the declarer has lost the deal, unless it was decided before."
        )
    return cite(
        "early", "So the opponents have lost the deal, unless it was decided before."
    )


def _pass(state: State) -> Accepted:
    after = begin_deal(state.deals.scored({}))
    why = cite(
        "passed", "Nobody has bid: the deal counts as played, and nobody scores."
    )
    passed = Ruling({"score": 0}, say("All pass: nobody scores"), (why,))
    ended = rule_round(
        state.deals.rounds, after.deals.rounds, cite, "end", shared="shared-win"
    )
    return Accepted(after, (passed, ended) if after.deals.rounds.winners else (passed,))


def _settle(
    state: State, rulings: tuple[Ruling, ...], entry: Entry, ask: Ask
) -> Accepted | Refused:
    """Score the deal if it is decided, and nothing is missing to count it."""
    left = state.deals.deal.left
    if not state.contract or not state.is_over:
        return Accepted(state, rulings)
    if state.game != NULL and len(left) > IN_SKAT:
        return Accepted(state, rulings)
    skat = left if len(left) == IN_SKAT else ()
    return _score(state, count_up(state, entry, skat), ask, rulings)


def _score_cards(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The skat, and what the declarer still had."""
    skat, held = entry.given.cards("skat"), entry.given.cards("held")
    for card in held:
        if card in skat:
            why = cite("once", "It lies in the skat.")
            summary = say("The {card} is not in the declarer’s hand", card=card)
            return Refused(refuse(summary, why))

    because: tuple[Reason, ...] = ()
    if len(skat) != IN_SKAT:
        template = "There are {n} cards in the skat: none counts as a matador."
        because = (cite("wrong-skat", template, n=len(skat)),)
    return _score(state, count_up(state, entry, skat, held), ask, because=because)


def _score(
    state: State,
    result: Mapping[str, object],
    ask: Ask,
    before: tuple[Ruling, ...] = (),
    because: tuple[Reason, ...] = (),
) -> Accepted | Refused:
    """The match once a deal with this result is scored, or why there is no such result."""
    rounds = state.deals.rounds
    counted = ask("deal", **state.contract, **result, at_table=len(rounds.playing))
    if counted.verdict.get("legal") is False:
        return Refused(counted)
    if state.broken_in is not None and state.how != WRONG_COUNT:
        why = cite(
            "offence-at",
            "Only the tricks before trick {n} are counted.",
            n=state.broken_in,
        )
        because = (*because, why)
    counted = replace(counted, because=(*counted.because, *because))

    score = counted.decided.number("score")
    scores = dict.fromkeys(rounds.playing, counted.decided.number("opponents"))
    scores[state.declarer] = score
    after = begin_deal(state.deals.scored(scores))

    played = name_game(state.game, str(state.contract["announced"]))
    template = (
        "{seat} wins {game}: {score}" if score > 0 else "{seat} loses {game}: {score}"
    )
    summary = say(template, seat=state.declarer, game=played, score=score)
    headline = replace(counted, summary=summary)
    ended = rule_round(
        rounds, after.deals.rounds, cite, "end", headline, shared="shared-win"
    )
    return Accepted(after, (*before, counted, ended))


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: the contract, and what each has taken."""
    deals, to_act = state.deals, state.deals.rounds.playing
    if deals.rounds.winners:
        return deals.scene()
    if not state.contract:
        told = say(
            "{dealer} deals. Bid, then enter who plays which game.",
            dealer=deals.rounds.dealer,
        )
        return deals.scene("bid", next=told, to_act=to_act)
    bid = Fact(say("Bid"), say("{n}", n=Values(state.contract).number("bid")))
    facts = (
        Fact(
            say("Game"),
            name_game(state.game, str(state.contract["announced"])),
            state.declarer,
        ),
        bid,
    )
    if state.is_over:
        return deals.with_deal(replace(deals.deal, claimed={})).scene(
            "count", next=ASKED, to_act=to_act, facts=facts
        )
    return deals.scene(facts=facts)
