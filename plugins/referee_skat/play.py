"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from functools import partial

from referee import (
    THIRTY_TWO,
    Accepted,
    Ask,
    Cards,
    Entry,
    Fact,
    Field,
    OffenceRules,
    Prompt,
    Prompts,
    Reason,
    Reasons,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Score,
    Seats,
    Setting,
    Step,
    Values,
    begin_deals,
    choice_field,
    decide_round,
    hookimpl,
    number_fact,
    rule_illegal,
    rule_round,
    say,
    say_after_offence,
)

from .counting import count_up, deal_fields, read_whole_deal
from .early import SPITZE_EARLY, settle
from .ends import Ended, claim, concede, end_at_offence, end_by_wrong_count
from .game import (
    BOTH,
    DECLARER,
    ENDS_BY_SEAT,
    GIVES_UP,
    HAND,
    IN_SKAT,
    NO_BOCK,
    NULL,
    OPPONENTS,
    PASS_IN,
    SPLIT,
    THROWS_IN,
    WRONG_COUNT,
    cite,
    trumps_of,
)
from .ramsch import TRICKS_AS, ask_for_ramsch, ask_whether_passed, count_ramsch
from .score_list import list_game
from .scoring import (
    CONTRACT,
    LEVEL,
    SPITZE,
    refuse_contract,
)
from .state import ListedDeal, State, begin_deal
from .value import ENOUGH, Sheet

_ASKED = say(
    "The deal ended early: enter the skat, and which trumps the declarer still has."
)
_WRONG = choice_field(
    "wrong",
    say("Who has the wrong number of cards"),
    {
        BOTH: say("both sides’"),
        DECLARER: say("the declarer’s"),
        OPPONENTS: say("the opponents’"),
    },
)


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal: each deals as often as the table has chosen."""
    deals = setting.chosen.number("rounds") * len(setting.seats)
    return begin_deal(begin_deals(setting, THIRTY_TWO, hand=HAND, last=deals))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is over."""
    rounds = state.deals.rounds
    if rounds.winners:
        return ()
    # Of four, the dealer who sits out may enter it too.
    seats = rounds.playing
    return tuple(replace(prompt, seats=seats) for prompt in _prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    misdeal, *depth = state.deals.asides()
    if state.pushed is not None:
        yield from ask_for_ramsch(state)
    elif not state.contract:
        seats = state.deal.seats
        declarer = Field("declarer", "seat", say("Declarer"), choices=seats)
        fields: tuple[Field, ...] = (declarer, *CONTRACT)
        if state.deals.rounds.setting.chosen.flag("spitze"):
            fields = (*fields, SPITZE)
        yield Prompt("contract", seats, say("The game"), fields=fields)
        yield ask_whether_passed(state)
        if state.bock_is != NO_BOCK:
            title = say("A Bock round begins")
            help = say("Every player deals once, and all counts double.")
            yield Prompt("bock", seats, title, help, optional=True)
        yield misdeal
        yield from depth
    elif state.is_over:
        yield _ask_for_skat(state)
        yield _ask_whose_count(misdeal)
    else:
        yield from _ask_for_play(state)


def _ask_for_play(state: State) -> Iterator[Prompt]:
    """Ask for a trick, a whole deal, or an early end."""
    deals = state.deals
    for prompt in deals.prompts(by_deal=deal_fields(state)):
        if prompt.kind == "misdeal":
            yield _ask_whose_count(prompt)
        elif prompt.kind == "claim":
            # A declarer who lays down demands a level, or in a null claims that they
            # take no more trick.
            asked = replace(prompt, fields=(*prompt.fields, LEVEL))
            if state.game == NULL:
                whose = replace(prompt.fields[0], label=say("Who lays down"))
                title = say("The declarer takes no more tricks")
                asked = replace(prompt, title=title, fields=(whose,))
            yield asked
        else:
            yield prompt
    if not deals.by_deal:
        # In a null nobody counts the remaining cards: a seat that throws them in gives
        # up.
        labels = dict(ENDS_BY_SEAT)
        if state.game == NULL:
            del labels[THROWS_IN]
        how = choice_field(
            "how", say("What happened"), labels, optional=True, default=GIVES_UP
        )
        title = say("End the deal early")
        yield state.deals.ask_seat("concede", title, say("Who"), how)


def _ask_whose_count(misdeal: Prompt) -> Prompt:
    """Ask after the bidding whose number of cards is wrong: the side matters then."""
    return replace(misdeal, title=say("Wrong number of cards"), fields=(_WRONG,))


def _ask_for_skat(state: State) -> Prompt:
    """Ask for the skat, and for the trumps that the declarer still has.

    If the declarer's number of cards is wrong, the skat's may be wrong too.
    """
    deal = state.deal
    left = deal.left
    trumps = tuple(card for card in trumps_of(state.game) if card in left)
    few = most = IN_SKAT
    in_hand = state.cards_left
    if state.how == WRONG_COUNT:
        few = 0
        most += IN_SKAT
        in_hand += IN_SKAT

    title = say("The skat")
    skat = Field("skat", "cards", title, min=few, max=most, choices=left)
    held = Field(
        "held",
        "cards",
        say("Trumps the declarer still has"),
        optional=not trumps,
        max=in_hand,
        choices=trumps,
    )
    return Prompt("skat", deal.seats, title, _ASKED, (skat, held))


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it.

    A deal is scored as soon as its score is known.
    """
    given = entry.given
    match entry.kind:
        case "passed":
            return _pass(state, given, ask)
        case "bock":
            bock = state.bock + len(state.deals.rounds.playing)
            template = "The table has begun one, and {n} deals are doubled."
            why = cite("bock", template, n=bock)
            ruling = Ruling({"bock": bock}, say("A Bock round begins"), (why,))
            return Accepted(replace(state, bock=bock), (ruling,))
        case "ramsch":
            return _score_ramsch(state, entry, ask)
        case "contract":
            named = replace(state, contract=given.values)
            wrong = refuse_contract(named.sheet)
            if wrong:
                return Refused(wrong)
            deals = state.deals.with_parts(trumps=trumps_of(named.game))
            return Accepted(replace(named, deals=deals))
        case "deal":
            sheet, because = read_whole_deal(state, given)
            offenders = given.seats("offenders")
            return _score(state, sheet, ask, because=because, offenders=offenders)
        case "skat":
            return _score_cards(state, entry, ask)

    entered = _enter_play(state, entry, ask)
    if isinstance(entered, Refused):
        return entered
    return _settle(*entered, entry, ask)


def _enter_play(state: State, entry: Entry, ask: Ask) -> Ended | Refused:
    """Enter a trick, or an early end of the deal."""
    kind = entry.kind
    if kind == "concede":
        return concede(state, entry, ask)
    if kind == "claim":
        return claim(state, entry, ask)
    if kind == "misdeal" and state.contract:
        return end_by_wrong_count(state, entry, ask)

    offences = OffenceRules(
        cost=partial(_say_cost, state), blame=partial(_blame, state)
    )
    game = TRICKS_AS if state.pushed is not None else state.contract.get("game")
    entered = state.deals.enter(entry, ask, cite, offences=offences, game=game)
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    if kind == "misdeal":
        return begin_deal(after, state.bock, state.listed), rulings
    state = replace(state, deals=after)
    if state.pushed is not None or after.deal.lying:
        return state, rulings
    return end_at_offence(state, rulings), rulings


def _blame(state: State, seat: str) -> Mapping[str, object]:
    """Return the side of a seat that has led out of turn, for the law."""
    if state.pushed is not None:
        return {"who": "opponent", "passed": state.passed_is}
    if state.side_of(seat) == DECLARER:
        return {"who": "declarer"}
    return {"who": "opponent"}


def _say_cost(state: State, seat: str) -> Reason:
    """Return the reason that states the cost of breaking a rule."""
    if state.pushed is not None:
        return cite("ramsch-offence", "So the Ramsch is lost.")
    template = "So the opponents lose the deal, unless it was already decided."
    if state.side_of(seat) == DECLARER:
        template = "So the declarer loses the deal, unless it was already decided."
    return cite("early", template)


def _pass(state: State, given: Values, ask: Ask) -> Accepted:
    if state.passed_is != PASS_IN:
        deals = state.deals.with_parts(trumps=trumps_of(TRICKS_AS))
        pushed = given.number("pushed", 0)
        return Accepted(replace(state, deals=deals, pushed=pushed))

    before = state.deals.rounds

    def score(scores: Mapping[str, Score]) -> tuple[State, Ruling]:
        listed = (*state.listed, ListedDeal(say("all pass"), scores))
        scored = state.deals.scored(scores)
        after = begin_deal(scored, max(state.bock - 1, 0), listed)
        rounds = after.deals.rounds
        return after, rule_round(before, rounds, cite, "end", shared="shared-win")

    after, ended = decide_round(score, {}, before, ask)
    template = "Nobody bid: the deal counts as played, and nobody scores."
    why = cite("passed", template)
    passed = Ruling({"score": 0}, say("All pass: nobody scores"), (why,))
    if not after.deals.rounds.winners:
        return Accepted(after, (passed,))
    return Accepted(after, (passed, ended))


def _settle(
    state: State, rulings: Rulings, entry: Entry, ask: Ask
) -> Accepted | Refused:
    """Score the deal if it is decided and countable."""
    if state.pushed is not None and (state.deal.over or state.deal.offenders):
        return _score_ramsch(state, entry, ask, rulings)
    if not state.contract or not state.is_over:
        return Accepted(state, rulings)
    left = state.deal.left
    skat: Cards = ()
    if len(left) == IN_SKAT:
        skat = left
    elif len(left) > IN_SKAT and state.game != NULL:
        return Accepted(state, rulings)
    return _score(state, count_up(state, skat), ask, rulings)


def _score_cards(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Score a deal that ended early, by the skat and the declarer's remaining cards."""
    skat = entry.given.cards("skat")
    held = entry.given.cards("held")
    for card in held:
        if card in skat:
            why = cite("once", "It is in the skat.")
            summary = say("The {card} isn’t in the declarer’s hand", card=card)
            return Refused(rule_illegal(summary, why))

    because: Reasons = ()
    n = len(skat)
    if n != IN_SKAT:
        template = "There are {n} cards in the skat: none counts as a matador."
        because = (cite("wrong-skat", template, n=n),)
    return _score(state, count_up(state, skat, held), ask, because=because)


Scores = dict[str, int]


def _score(
    state: State,
    sheet: Sheet,
    ask: Ask,
    before: Rulings = (),
    because: Reasons = (),
    offenders: Seats = (),
) -> Accepted | Refused:
    """Score a deal that ended like this, unless that is impossible."""
    playing = state.deals.rounds.playing
    # A house rule may have asked for more than the sheet holds.
    asked = {**state.contract, **asdict(sheet)}
    counted = ask("deal", **asked, at_table=len(playing))
    if counted.verdict.get("legal") is False:
        return Refused(counted)
    because = (*counted.because, *because, *_limit_to_before(state, sheet))
    counted = replace(counted, because=because)

    score = counted.decided.number("score")
    scores = dict.fromkeys(playing, counted.decided.number("opponents"))
    scores[state.declarer] = score
    bock = max(state.bock - 1, 0)
    scores, doubled = _double(state, scores, ask)
    is_points = sheet.game != NULL and sheet.ended_by is None
    has_all_but_one = is_points and sheet.points == ENOUGH - 1
    if has_all_but_one and state.bock_is == SPLIT:
        bock += len(playing)
        why = cite("bock-split", "Both sides have 60.")
        verdict = {"bock": bock}
        doubled += (Ruling(verdict, say("A Bock round begins"), (why,)),)
    settled, _ = settle(sheet)
    listed = (*state.listed, list_game(state, counted, settled.listed, scores))
    template = "{seat} loses {game}: {score}"
    if score > 0:
        template = "{seat} wins {game}: {score}"
    seat = state.declarer
    value = settled.sum_up(score)
    summary = say(template, seat=seat, game=state.name, score=value)
    if state.bock:
        template = "{summary}; doubled: {n}"
        summary = say(template, summary=summary, n=scores[seat])
    if offenders:
        summary = say_after_offence(offenders, summary)
    headline = replace(counted, summary=summary)
    deals, ended = state.deals.score(scores, cite, headline)
    after = begin_deal(deals, bock, listed)
    return Accepted(after, (*before, counted, *doubled, ended))


def _limit_to_before(state: State, sheet: Sheet) -> Iterator[Reason]:
    """Yield why only a part of the tricks, or of the announcement, counts."""
    if state.broken_in is not None and state.how != WRONG_COUNT:
        template = "Only the tricks before trick {n} count."
        yield cite("offence-at", template, n=state.broken_in)
    if state.sheet.spitze and not sheet.spitze:
        yield SPITZE_EARLY


def _double(state: State, scores: Scores, ask: Ask) -> tuple[Scores, Rulings]:
    """Double the score of a deal in a Bock round; any other score stays."""
    if not state.bock:
        return scores, ()
    twice = {seat: 2 * n for seat, n in scores.items()}
    why = cite("bock", "In a Bock round all counts double.")
    scored = tuple(
        say("{seat} {n:+d}", seat=seat, n=n) for seat, n in twice.items() if n
    )
    summary = say("Bock: nobody scores")
    if scored:
        summary = say("Bock: {scores}", scores=scored)
    ruling = ask(Ruling({"scores": twice}, summary, (why,)))
    return dict(ruling.decided.numbers_by_seat("scores")), (ruling,)


def _score_ramsch(
    state: State, entry: Entry, ask: Ask, before: Rulings = ()
) -> Accepted | Refused:
    counted = count_ramsch(state, entry, ask)
    if isinstance(counted, Refused):
        return counted
    scores = dict(counted.decided.numbers_by_seat("scores"))
    scores, doubled = _double(state, scores, ask)
    listed = (*state.listed, ListedDeal(say("Ramsch"), scores))
    headline = counted
    lost = [n for n in scores.values() if n]
    if doubled and lost:
        template = "{summary}; doubled: {n}"
        summary = say(template, summary=counted.summary, n=lost[0])
        headline = replace(counted, summary=summary)
    deals, ended = state.deals.score(scores, cite, headline)
    after = begin_deal(deals, max(state.bock - 1, 0), listed)
    return Accepted(after, (*before, counted, *doubled, ended))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the game being played, the cards taken, and the next steps."""
    deals = state.deals
    rounds = deals.rounds
    if rounds.winners:
        return deals.scene()
    doubled: tuple[Fact, ...] = ()
    if state.bock:
        doubled = (number_fact(say("Deals doubled (Bock)"), state.bock),)
    if state.pushed is not None:
        played = Fact(say("Game"), say("Ramsch"))
        return deals.scene(is_dealt=True, facts=(played, *doubled))
    if not state.contract:
        bid = say("Bid, then enter who plays which game.")
        steps = rounds.dealing, Step((), bid)
        return deals.scene("bid", steps=steps, to_act=rounds.playing, facts=doubled)

    facts = (
        Fact(say("Game"), state.name, state.declarer, DECLARER),
        number_fact(say("Bid"), state.sheet.bid),
        *doubled,
    )
    if state.sheet.spitze:
        facts = (*facts, Fact(say("Announced"), say("Spitze")))
    if not state.is_over:
        return deals.scene(is_dealt=True, facts=facts)
    unclaimed = deals.with_parts(claimed={})
    return unclaimed.scene(
        "count",
        steps=(Step((state.declarer,), _ASKED),),
        to_act=(state.declarer,),
        facts=facts,
    )
