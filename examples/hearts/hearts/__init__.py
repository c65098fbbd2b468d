"""Hearts: four avoid hearts and the queen of spades, up to 100 points. What hands hid is proved by what is played."""

from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Field,
    Game,
    Prompt,
    Question,
    Refused,
    Ruling,
    Scene,
    Setup,
    ShownCards,
    TakenTrick,
    Values,
    begin_deals,
    card,
    hookimpl,
    read_guide,
    read_sections,
    rule_round,
    rule_trick,
    say,
    trick_question,
)

ALL, FIRST, QUEEN = 26, card("2C"), card("QS")
POINTS = {one: 13 if one is QUEEN else 1 for one in FIFTY_TWO if one.suit == "H" or one is QUEEN}
PASSES = (say("to the left"), say("to the right"), say("across"), say("to nobody"))
RULES = read_sections("hearts", __package__)
cite, rule_sections, set_up = RULES.cite, RULES.hook, read_guide(__package__, FIFTY_TWO).hook


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and who is proven to have broken a rule in this one."""

    deals: Deals
    offenders: tuple[str, ...] = ()


@hookimpl
def describe_game() -> Game:
    target = Field("target", "number", say("Points that end it"), min=26, max=500, default=100)
    summary = "Take no hearts, still less the queen of spades, or take them all."
    return Game("hearts", "Hearts", (4,), summary, "Traditional", (target,), deck=FIFTY_TWO, score=say("Points"))


@hookimpl
def questions() -> tuple[Question, ...]:
    taken = Field("taken", "cards_by_seat", say("What each has taken"), choices=FIFTY_TWO)
    offenders = Field("offenders", "seats", say("Who broke a rule"), optional=True)
    return trick_question(FIFTY_TWO), Question("points", say("What counts?"), (taken, offenders), hook="score_round")


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    return rule_trick(given.card_by_seat("plays"), cite, "trick")


@hookimpl
def score_round(given: Values) -> Ruling:
    """A point a heart, thirteen for the queen; the moon; what it costs to break a rule."""
    taken, offenders = given.cards_by_seat("taken"), given.seats("offenders")
    points = {seat: sum(POINTS.get(one, 0) for one in cards) for seat, cards in taken.items()}
    moon = next((seat for seat, n in points.items() if n == ALL), None)
    summary, because = say("The deal is counted"), cite("points", "A heart counts 1, the queen of spades 13.")
    if offenders:
        summary = say("What {seats} did costs {n} points each", seats=offenders, n=ALL)
        because = cite("offence", "Whoever broke a rule takes {n} points, and nobody else any.", n=ALL)
        points = {seat: ALL if seat in offenders else 0 for seat in points}
    elif moon:
        summary = say("{seat} has shot the moon", seat=moon)
        because = cite("moon", "{seat} has all {n} points, so the others get them.", seat=moon, n=ALL)
        points = {seat: 0 if seat == moon else ALL for seat in points}
    shown = tuple(ShownCards(seat, tuple(one for one in cards if one in POINTS)) for seat, cards in taken.items())
    return Ruling({"points": points}, summary, (because,), shown)


@hookimpl
def begin(setting: Setup) -> State:
    return State(begin_deals(setting, FIFTY_TWO, target=setting.chosen.number("target"), wins="fewest"))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    return state.deals.prompts()


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """A trick, with what it proves; after the last one of a deal the points."""
    deals, given = state.deals, entry.given.card_by_seat("plays")
    begun = deals.deal
    if begun.trick == 1:
        begun = replace(begun, leader=next((seat for seat, one in given.items() if one is FIRST), begun.leader))
    plays = begun.in_order(given)
    if (wrong := begun.refuse(plays, cite, "once") or _refuse_first(begun.trick, plays, ask)) is not None:
        return Refused(wrong)
    trick = ask("trick", plays=plays)
    deal = begun.with_trick(plays, trick.decided.seat("winner"))
    proven = [ask(one) for one in (*deal.rule_revokes(cite, "follow"), *_early_lead(deal.tricks))]
    guilty = [one.decided.seat("seat") for one in proven if not one.verdict["legal"]]
    after = State(deals.with_deal(deal), tuple(dict.fromkeys((*state.offenders, *guilty))))
    if not deal.over:
        return Accepted(after, (trick, *proven))
    points = ask("points", taken=deal.cards_of, offenders=after.offenders)
    scored = deals.scored(points.decided.numbers_by_seat("points"))
    return Accepted(State(scored), (trick, *proven, points, rule_round(deals.rounds, scored.rounds, cite, "end")))


def _refuse_first(trick: int, plays: dict[str, Card], ask: Ask) -> Ruling | None:
    """Why this cannot be the first trick, unless the table lets it pass: somebody may have been dealt points alone."""
    if trick > 1 or (FIRST in plays.values() and not POINTS.keys() & plays.values()):
        return None
    why = cite("lead", "The {card} is led to the first trick, and no points are played to it.", card=FIRST)
    ruled = ask(Ruling({"legal": False}, say("This cannot be the first trick"), (why,)))
    return None if ruled.verdict["legal"] else ruled


def _early_lead(tricks: tuple[TakenTrick, ...]) -> tuple[Ruling, ...]:
    """That whoever led the first heart of a deal had something else to lead, if the last of its tricks proves that."""
    first = next((n for n, trick in enumerate(tricks) if any(one.suit == "H" for one in trick.plays.values())), -1)
    leader = next(iter(tricks[first].plays))
    others = [trick.plays[leader] for trick in tricks[first + 1 :] if trick.plays[leader].suit != "H"]
    if first < 0 or tricks[first].led != "H" or others != [tricks[-1].plays[leader]]:
        return ()
    told = {"seat": leader, "trick": first + 1, "card": others[0]}
    why = cite("broken", "In trick {trick} {seat} led the first heart, and had the {card}.", **told)
    return (Ruling({"legal": False, **told}, say("{seat} led hearts too early", seat=leader), (why,)),)


@hookimpl
def scene(state: State) -> Scene:
    """What everybody sees: tricks and points, whom to pass to, whether hearts are broken."""
    deals, rounds = state.deals, state.deals.rounds
    if deals.deal.tricks or rounds.winners:
        broken = any(one.suit == "H" for trick in deals.deal.tricks for one in trick.plays.values())
        return deals.scene(facts=(Fact(say("Leading hearts"), say("allowed") if broken else say("not yet")),))
    to = PASSES[(rounds.number - 1) % len(PASSES)]
    told = say("{dealer} deals. Pass three cards {to}. The {card} leads.", dealer=rounds.dealer, to=to, card=FIRST)
    return deals.scene("pass", next=told, facts=(Fact(say("Passing"), to),))
