"""The match at the table: how it begins, its prompts, its entries, and its scene."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import (
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    OffenceRules,
    Prompt,
    Prompts,
    Reason,
    Refused,
    Rounds,
    Ruling,
    Rulings,
    Scene,
    Seats,
    Setting,
    Step,
    Steps,
    Text,
    begin_deals,
    hookimpl,
    leader_named,
    rule_illegal,
    say,
    uphold,
    wrong_field,
)

from .game import ALL, DECKS, cite, counts_points, find_passing
from .scoring import MOON_BRINGS, count_offence, count_taken, deal_fields
from .state import State


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal, with the cards that so many players use."""
    deck = DECKS[len(setting.seats)]
    target = setting.chosen.number("target")
    deals = begin_deals(setting, deck, target=target, wins="fewest")
    return State(deals)


# What may be entered


@hookimpl
def prompts(state: State) -> Prompts:
    """Return a deal or a trick; or what a moon brings, if somebody has to say."""
    if state.chooses is not None:
        moon = Prompt("moon", (state.chooses,), say("The moon"), fields=(MOON_BRINGS,))
        return (moon,)

    deal = state.deals.deal
    opened = state.deals.prompts(by_deal=deal_fields(deal.seats), concessions=())
    if deal.trick > 1 or deal.led_by or state.first_leader:
        return opened
    prompts = []
    for prompt in opened:
        fields = list(prompt.fields)
        for n, field in enumerate(fields):
            if field.leads:
                # Nobody has told who has the lowest club, so anybody may lead.
                fields[n] = replace(field, default=None)
        prompts.append(replace(prompt, fields=tuple(fields)))
    return tuple(prompts)


# What each entry does


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after this entry, or the ruling that refuses it."""
    deals = state.deals
    given = entry.given
    if entry.kind == "moon":
        return _count(deals, {**state.counted, **given.values}, ask)
    if entry.kind == "deal":
        nothing = dict.fromkeys(deals.deal.seats, 0)
        hearts = {**nothing, **given.numbers_by_seat("hearts")}
        return _count(deals, {**given.values, "hearts": hearts}, ask)
    if entry.kind == "trick" and deals.deal.trick == 1:
        return _play_first(state, entry, ask)
    return _enter(state, entry, ask)


def _play_first(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Play to the first trick; its last card may tell who had to lead."""
    deal = state.deals.deal
    plays = {**deal.lying, **entry.given.card_by_seat("plays")}
    holder = state.find_first_leader(plays)
    led_by = leader_named(entry) or deal.led_by
    may_follow = len(plays) < len(deal.seats)
    wrong = [*_refuse_first(state, plays, led_by)]
    if not (holder or led_by or may_follow):
        wrong.insert(0, _refuse_without_first_card(state))
    if wrong:
        because = tuple(ruling.because[0] for ruling in wrong)
        upheld = uphold(replace(wrong[0], because=because), ask)
        if upheld:
            return Refused(upheld)

    deals = state.deals.with_parts(leader=holder or led_by or deal.leader)
    state = replace(state, deals=deals)
    entered = _enter(state, entry, ask)
    if isinstance(entered, Refused) or not entered.rulings:
        return entered
    reasons = []
    may_score = state.deals.rounds.setting.chosen.flag("first_points")
    if may_score and any(map(counts_points, plays.values())):
        why = "At this table points may fall in the first trick."
        reasons.append(cite("first-points", why))
    if led_by and not holder and not state.any_club_leads:
        template = (
            "{leader} led, but the holder of the {card} should have. Everybody played "
            "to it, so the trick stands."
        )
        reasons.append(
            cite("out-of-turn", template, leader=led_by, card=state.first_card)
        )
    trick, *others = entered.rulings
    trick = replace(trick, because=(*trick.because, *reasons))
    return replace(entered, rulings=(trick, *others))


def _refuse_without_first_card(state: State) -> Ruling:
    """Return the refusal of a first trick without the card that leads it.

    If any club leads, raise `WrongFieldsError`, since somebody has to say who led.
    """
    first = state.first_card
    if state.any_club_leads:
        template = "Say who led: the {card} is not in this trick."
        message = say(template, card=first)
        raise wrong_field("leader", message)
    why = cite(
        "lead", "Whoever has the {card} leads it to the first trick.", card=first
    )
    summary = say("The {card} is missing from the first trick", card=first)
    return rule_illegal(summary, why, card=first)


def _refuse_first(
    state: State, plays: Mapping[str, Card], led_by: str | None
) -> Iterator[Ruling]:
    """Yield why these cards cannot be in the first trick; the table may overrule.

    A hand may have had nothing but cards that count.
    """
    if not state.deals.rounds.setting.chosen.flag("first_points"):
        for seat, card in plays.items():
            if counts_points(card):
                template = "{seat}’s {card} counts points."
                why = cite("lead", template, seat=seat, card=card)
                template = "{seat} can’t play the {card} to the first trick"
                summary = say(template, seat=seat, card=card)
                yield rule_illegal(summary, why, seat=seat, card=card)

    lead = plays.get(led_by or "")
    if state.any_club_leads and lead is not None and lead.suit != "C":
        why = cite("club-lead", "It is no club.")
        summary = say("The {card} does not lead the first trick", card=lead)
        yield rule_illegal(summary, why, card=lead)


def _enter(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Enter what any deal of tricks knows; after the last trick count the points."""
    offences = OffenceRules(_say_cost)
    closed = state.closed_suit
    entered = state.deals.enter(entry, ask, cite, closed=closed, offences=offences)
    if isinstance(entered, Refused):
        return entered

    deals, rulings = entered
    deal = deals.deal
    if not deal.over:
        return Accepted(State(deals), rulings)
    return _count(deals, {"taken": deal.cards_of, **deal.end}, ask, rulings)


def _say_cost(seat: str) -> Reason:
    template = (
        "That costs {seat} {n} points at the end of the deal; whoever broke no rule "
        "scores 0."
    )
    return cite("offence", template, seat=seat, n=ALL)


def _count(
    deals: Deals,
    counted: Mapping[str, object],
    ask: Ask,
    rulings: Rulings = (),
) -> Accepted:
    """Count a deal, or wait until its shooter says what the moon brings."""
    points = ask("deal", **counted)
    reasons = []
    for revoke in deals.deal.revokes():
        if revoke.seat in deals.deal.offenders:
            named = {"seat": revoke.seat, "n": revoke.trick}
            reasons.append(cite("follow", "{seat} revoked in trick {n}.", **named))
    points = replace(points, because=(*reasons, *points.because))
    chooses = points.decided.seat("chooses", None)
    if chooses is not None:
        return Accepted(State(deals, chooses, counted), (*rulings, points))

    rounds = deals.rounds
    scores = dict(points.decided.numbers_by_seat("points"))
    counts = [points]
    winners: Seats = ()
    exact = _rule_exact(rounds, scores)
    if exact is not None:
        counts.append(exact)
        for seat in exact.decided.seats("exact"):
            scores[seat] -= exact.decided.number("less")
        if rounds.setting.chosen.choice("exact") == "wins":
            winners = exact.decided.seats("exact")

    scored, ended = deals.score(scores, cite, points, winners=winners)
    return Accepted(State(scored), (*rulings, *counts, ended))


def _rule_exact(rounds: Rounds, scores: Mapping[str, int]) -> Ruling | None:
    """Return the ruling on reaching the target exactly; None if nothing changes."""
    target = rounds.setting.chosen.number("target")
    exact = rounds.setting.chosen.choice("exact")
    totals = rounds.totals
    seats = tuple(seat for seat, n in scores.items() if totals[seat] + n == target)
    if not seats or exact == "ends":
        return None

    if exact == "wins":
        why = cite("exact", "Exactly {target} wins at once.", target=target)
        summary = say("Exactly {target}: {seats} won", target=target, seats=seats)
        return Ruling({"exact": seats, "less": 0}, summary, (why,))
    back = target // 2 if exact == "half" else 0
    why = cite("exact", "Exactly {target} falls back to {n}.", target=target, n=back)
    template = "Exactly {target}: {seats} back to {n}"
    summary = say(template, target=target, seats=seats, n=back)
    return Ruling({"exact": seats, "less": target - back}, summary, (why,))


# What lies on the table


@hookimpl
def scene(state: State) -> Scene:
    """Return tricks and points, whom to pass to, and whether hearts are broken."""
    deals = state.deals
    deal = deals.deal
    if state.chooses is not None:
        shooter = (state.chooses,)
        template = "{seat} shot the moon, and decides who pays."
        says = Step(shooter, say(template, seat=state.chooses))
        return deals.scene("moon", steps=(says,), to_act=shooter)
    if deals.rounds.winners:
        return deals.scene()
    if not deal.is_begun:
        to = find_passing(deals.rounds.number, deals.rounds.setting)
        passing = Fact(say("Passing"), to or say("not this deal"))
        return deals.scene("pass", steps=_list_passing(state, to), facts=(passing,))

    hearts = say("not broken")
    if state.is_broken:
        hearts = say("broken")
    elif deal.led and deal.led[1].suit == state.closed_suit:
        template = "not broken: {seat} may lead them only with nothing else"
        hearts = say(template, seat=deal.led[0])
    fact = Fact(say("Hearts are"), hearts)
    so_far = count_taken(deal.cards_of).points
    if deal.offenders:
        so_far = count_offence(deal.offenders, deal.seats)
    scene = deals.scene(facts=(fact,), so_far=so_far)
    if deal.tricks or deal.led_by or state.first_leader:
        return scene
    waits = say("Waiting for {seats}.", seats=deal.to_play)
    step = Step(deal.to_play, waits)
    # The winner so far depends on the leader.
    trick = replace(deal.on_table, winner=None)
    return replace(scene, steps=(_say_who_leads(state), step), trick=trick)


def _say_who_leads(state: State) -> Step:
    template = "Whoever holds the {card} leads it."
    if state.any_club_leads:
        template = "Whoever holds the {card} leads a club."
    return Step((), say(template, card=state.first_card))


def _list_passing(state: State, to: Text | None) -> Steps:
    dealer = state.deals.rounds.dealer
    if to is None:
        text = say("{dealer} deals; no passing.", dealer=dealer)
        steps = [Step((dealer,), text)]
    else:
        passing = say("Pass three cards {to}.", to=to)
        step = Step((), passing)
        steps = [state.deals.rounds.dealing, step]
    steps.append(_say_who_leads(state))
    if state.deals.by_deal:
        steps.append(Step((), say("Then enter who took what.")))
    return tuple(steps)
