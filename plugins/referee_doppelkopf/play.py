"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Entry,
    Fact,
    OffenceRules,
    Prompt,
    Prompts,
    Reason,
    Refused,
    Ruling,
    Rulings,
    Scene,
    Seats,
    Setting,
    Step,
    TricksPlayed,
    Values,
    begin_deals,
    choice_field,
    hookimpl,
    number_fact,
    rule_illegal,
    say,
    split_seats,
    uphold,
)

from .announcing import announce, ask_for_announcement, name_level
from .counting import (
    COMPULSORY_SOLO,
    RE_SEATS,
    DealAnswers,
    count_up,
    deal_fields,
    games_at,
    is_compulsory,
    read_players,
    read_re,
    read_whole_deal,
)
from .game import (
    ALWAYS,
    BOCK,
    COMPULSORY,
    FIRST,
    FIVE_NINES,
    FOX,
    GAMES,
    KONTRA,
    NORMAL,
    OLD,
    PAIRS,
    PIGS,
    RE,
    SIDES,
    SOLO_LEADS,
    WEDDING,
    cite,
    pack_of,
)
from .scoring import AGREED
from .state import State, begin_deal

_WHO_HAD_QUEENS = say("Enter who had the queens of clubs.")
_WHO_HAS = say("Who has them")


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal: each deals as often as the table has agreed."""
    pack = pack_of(setting)
    last = setting.chosen.number("rounds") * len(setting.seats)
    return begin_deal(begin_deals(setting, pack, hand=len(pack) // 4, last=last))


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the open prompts; none once the match is over."""
    rounds = state.deals.rounds
    if rounds.winners:
        return ()
    # Of five, the dealer who sits out may enter it too.
    opened = []
    for prompt in _prompts(state):
        opened.append(replace(prompt, seats=rounds.playing))
    return tuple(opened)


def _prompts(state: State) -> Iterator[Prompt]:
    deals = state.deals
    seats = state.deal.seats
    if state.deal.over:
        field = replace(RE_SEATS, choices=seats)
        yield Prompt("sides", seats, say("Who was Re?"), _WHO_HAD_QUEENS, (field,))
        return
    opened = deals.prompts(tuple(deal_fields(state)), concessions=())
    yield opened[0]
    if not deals.by_deal:
        yield ask_for_announcement(state)
        if not state.deal.is_begun and state.game == NORMAL:
            yield _ask_game(state)
        is_possible = state.agrees(PIGS) and state.game in PAIRS and not state.pigs
        holders = _may_have_pigs(state.deal)
        if is_possible and holders:
            pigs = state.deals.ask_seat("pigs", say("Pigs"), _WHO_HAS)
            seat = replace(pigs.fields[0], choices=holders)
            yield replace(pigs, fields=(seat,))
    if state.agrees(BOCK) and not state.deal.is_begun:
        title = say("A Bock round begins")
        yield Prompt("bock", seats, title, optional=True)
    if state.agrees(FIVE_NINES) and not state.deal.is_begun:
        nines = state.deals.ask_seat("nines", say("Five nines"), _WHO_HAS)
        yield replace(nines, anew=True)
    yield from opened[1:]


def _may_have_pigs(deal: TricksPlayed) -> Seats:
    """Return who may have both foxes: one of them may lie in the incomplete trick."""
    lying = tuple(seat for seat, card in deal.lying.items() if card is FOX)
    left = deal.left.count(FOX)
    if left == 1:
        return lying
    return deal.seats if left else ()


def _ask_game(state: State) -> Prompt:
    """Ask for a wedding or a solo, and who plays it."""
    seats = state.deal.seats
    games = dict(games_at(state))
    del games[NORMAL]
    re = replace(RE_SEATS, choices=seats)
    fields = [choice_field("game", say("Game"), games), re]
    if state.agrees(COMPULSORY):
        fields.append(COMPULSORY_SOLO)
    title = say("A wedding or a solo")
    return Prompt("game", seats, title, fields=tuple(fields), optional=True)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    given = entry.given
    match entry.kind:
        case "game":
            return _announce_game(state, given)
        case "pigs":
            return _announce_pigs(state, given.seat("seat"))
        case "bock":
            bock = state.bock + len(state.setting.seats)
            template = "The table has begun one: {n} deals count double."
            why = cite("bock", template, n=bock)
            ruling = Ruling({"bock": bock}, say("A Bock round begins"), (why,))
            return Accepted(replace(state, bock=bock), (ruling,))
        case "nines":
            return _deal_again(state, given.seat("seat"))
        case "announce":
            return announce(state, entry, ask)
        case "sides":
            told = replace(state, re=read_re(state, given))
            state, rulings = _rule_disproven(state, told, ask)
            state = replace(state, re=told.re)
            return _score(state, count_up(state), ask, rulings)
        case "deal":
            answers = read_whole_deal(state, given)
            game = given.choice("game", NORMAL)
            state = replace(state, game=game, re=given.seats(RE_SEATS.name))
            state = replace(state, is_compulsory=is_compulsory(given))
            return _score(state, answers, ask)
    return _play(state, entry, ask)


def _announce_game(state: State, given: Values) -> Accepted:
    """Begin a wedding or a solo."""
    game = given.choice("game")
    re = read_players(given)
    is_owed = is_compulsory(given)
    state = replace(state, game=game, re=re, is_compulsory=is_owed).with_trumps()
    section = game if game in PAIRS else "solos"
    why = cite(section, "{re} plays as Re.", re=re)
    if state.is_solo and (is_owed or state.agrees(SOLO_LEADS)):
        section = "compulsory" if is_owed else "solo-leads"
        why = cite(section, "{re} plays as Re, and leads.", re=re)
        state = replace(state, deals=state.deals.with_parts(leader=re[0]))
    summary = say("{re}: {game}", re=re, game=GAMES[game])
    ruling = Ruling({"re": re, "game": game}, summary, (why,))
    return Accepted(state, (ruling,))


def _announce_pigs(state: State, seat: str) -> Accepted:
    template = "{seat} has both aces of diamonds: they are the highest trumps."
    why = cite("pigs", template, seat=seat)
    summary = say("{seat} has pigs", seat=seat)
    ruling = Ruling({"seat": seat}, summary, (why,))
    if state.deal.winning and state.deal.lying.get(seat) is FOX:
        state = replace(state, deals=state.deals.with_parts(winning=seat))
    return Accepted(replace(state, pigs=seat).with_trumps(), (ruling,))


def _deal_again(state: State, seat: str) -> Accepted:
    """Deal again, since this seat has five nines."""
    template = "{seat} has five nines or more: the same dealer deals again."
    why = cite("five-nines", template, seat=seat)
    summary = say("{seat} has five nines: deal again", seat=seat)
    ruling = Ruling({"seat": seat}, summary, (why,))
    return Accepted(begin_deal(state.deals.dealt_again(), state.bock), (ruling,))


def _play(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter any entry of a deal of tricks; once the sides are known score the deal."""
    disproven: Rulings = ()
    if entry.kind == "trick":
        plays = entry.given.card_by_seat("plays")
        if state.is_lenient:
            wrong = uphold(_refuse_cards(state, plays), ask)
            if wrong:
                return Refused(wrong)
        lying = {**state.deal.lying, **plays}
        seen = replace(state, deals=state.deals.with_parts(lying=lying))
        state, disproven = _rule_disproven(state, seen, ask)

    entered = state.deals.enter(
        entry,
        ask,
        cite,
        offences=OffenceRules(_say_cost),
        game=state.game,
        pigs=bool(state.pigs),
        second=_second_beats(state),
    )
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if entry.kind in ("misdeal", "depth"):
        return Accepted(begin_deal(deals, state.bock), rulings)
    rulings += disproven
    after = replace(state, deals=deals)
    if after.game == WEDDING and after.is_settled != state.is_settled:
        rulings = (*rulings, _rule_wedding(after.re_known))
    if not after.deal.over or not after.is_settled:
        return Accepted(after, rulings)
    return _score(after, count_up(after), ask, rulings)


def _rule_disproven(state: State, seen: State, ask: Ask) -> tuple[State, Rulings]:
    """Rule on announcements that are disproven in `seen`, the state with new facts."""
    rulings = []
    offenders = dict.fromkeys(state.deal.offenders)
    for seat in state.deal.seats:
        if seat not in seen.disproven - state.disproven:
            continue
        why = cite("announced-wrongly", "What {seat} announced is not so.", seat=seat)
        summary = say("{seat} announced wrongly", seat=seat)
        ruled = ask(rule_illegal(summary, why, _say_cost(seat), seat=seat))
        rulings.append(ruled)
        if ruled.verdict["legal"] is False:
            offenders[ruled.decided.seat("seat")] = None
    if seen.lacks_pigs:
        state = replace(state, pigs="").with_trumps()
    deals = state.deals.with_parts(offenders=tuple(offenders))
    return replace(state, deals=deals), tuple(rulings)


def _second_beats(state: State) -> bool:
    """Return whether a second ten of hearts beats the first one in this trick."""
    dullen = state.setting.chosen.choice("dullen")
    is_last = state.deal.tricks_left == 1
    return {FIRST: False, ALWAYS: True}.get(dullen, not is_last)


def _rule_wedding(re: Seats) -> Ruling:
    """Return the ruling on a wedding that is settled: who plays as Re."""
    template = "{seat} has found a partner."
    if len(re) == 1:
        template = "{seat} has found no partner."
    why = cite("wedding", template, seat=re[0])
    return Ruling({"re": re}, say("Re: {re}", re=re), (why,))


def _say_cost(seat: str) -> Reason:
    template = (
        "So the side of {seat} loses the deal, unless the other broke a rule too."
    )
    return cite("offence", template, seat=seat)


def _refuse_cards(state: State, plays: Mapping[str, Card]) -> Ruling | None:
    """Return why a seat cannot have a card that the table knows elsewhere."""
    for seat, card in plays.items():
        is_pig = card is FOX and state.pigs not in ("", seat)
        is_guest = state.game == WEDDING and seat not in state.re
        is_kontra = state.game == NORMAL and state.side_of(seat) == KONTRA
        is_old = card is OLD and (is_guest or is_kontra)
        if not is_pig and not is_old:
            continue
        section = "pigs" if is_pig else "sides"
        why = cite(section, "By what was said, {seat} doesn’t have it.", seat=seat)
        summary = say("{seat} can’t play the {card}", seat=seat, card=card)
        return rule_illegal(summary, why, seat=seat, card=card)
    return None


# What a deal scores


def _score(
    state: State, answers: DealAnswers, ask: Ask, rulings: Rulings = ()
) -> Accepted:
    """Score a deal for both sides, and begin the next."""
    agreed = state.setting.agreed(AGREED)
    counted = ask("deal", **answers, **agreed, version=state.setting.version)
    scores = {}
    sides = split_seats(state.deal.seats, state.re_known)
    for side, seats in zip(SIDES, sides, strict=True):
        points = counted.decided.number(side) * (2 if state.bock else 1)
        scores.update(dict.fromkeys(seats, points))
    summary = say("{what}; Re: {re}", what=counted.summary, re=sides[0])
    counted = replace(counted, summary=summary)
    if state.bock:
        why = cite("bock", "In a Bock round all counts double.")
        counted = replace(counted, because=(*counted.because, why))

    bock = max(state.bock - 1, 0)
    if not state.is_compulsory:
        deals, ended = state.deals.score(scores, cite, counted)
        return Accepted(begin_deal(deals, bock), (*rulings, counted, ended))

    why = cite("compulsory", "It comes on top: the same dealer deals again.")
    counted = replace(counted, because=(*counted.because, why))
    before = state.deals.rounds
    rounds = replace(before, last=(before.last or 0) + 1)
    deals, ended = replace(state.deals, rounds=rounds).score(scores, cite, counted)
    rounds = replace(deals.rounds, due=before.due)
    deals = replace(deals, rounds=rounds).dealt_again()
    return Accepted(begin_deal(deals, bock), (*rulings, counted, ended))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return the game being played, the announcements, and the next steps."""
    deals = state.deals
    if deals.rounds.winners:
        return deals.scene()
    facts = tuple(_list_facts(state))
    if state.deal.over:
        step = Step((), _WHO_HAD_QUEENS)
        return deals.scene("sides", steps=(step,), facts=facts)
    return deals.scene(facts=facts)


def _list_facts(state: State) -> Iterator[Fact]:
    if state.bock:
        yield number_fact(say("Deals doubled (Bock)"), state.bock)
    if state.game != NORMAL:
        yield Fact(say("Game"), GAMES[state.game], state.re[0])
    if state.pigs:
        yield Fact(say("Pigs"), say("highest trumps"), state.pigs)
    for seat in state.re_known:
        yield Fact(say("Side"), SIDES[RE], seat)
    for each in state.announcements:
        yield Fact(say("Announced"), name_level(each), each.seat)
