"""President: get rid of your cards by laying higher ones, and be the first out."""

from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Climb,
    Entry,
    Field,
    Game,
    Prompts,
    Question,
    Refused,
    Rounds,
    Ruling,
    Scene,
    Setting,
    Values,
    begin_rounds,
    hookimpl,
    number_fact,
    read_guide,
    read_sections,
    rule_illegal,
    rule_round,
    say,
)

RANKS = "3456789TJQKA2"
POINTS = (2, 1)
"""What the first and the second who are out score."""

RULES = read_sections("president", __package__)
cite = RULES.cite
rule_sections = RULES.hook
prepare_table = read_guide(__package__, FIFTY_TWO).hook


@dataclass(frozen=True, slots=True)
class State:
    """The deals so far, and this one's cards."""

    rounds: Rounds
    climb: Climb


@hookimpl
def describe_game() -> Game:
    """Return the game, as people choose it."""
    target = Field("target", "number", say("Points that win"), min=1, default=11)
    return Game(
        id="president",
        title="President",
        players=(3, 4, 5, 6, 7),
        summary="Lay higher cards than those that lie, and be the first who is out.",
        source="Traditional; rules as on pagat.com",
        options=(target,),
        deck=FIFTY_TWO,
        family="shedding",
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the question whether cards beat others."""
    cards = Field("cards", "cards", say("Cards"), min=1, max=4, choices=FIFTY_TWO)
    lying = Field("lying", "cards", say("On the table"), max=4, choices=FIFTY_TWO)
    return (Question("beat", say("May these be laid?"), (cards, lying)),)


@hookimpl
def answer(given: Values) -> Ruling:
    """Return whether these cards may be laid: as many of a higher rank."""
    cards = given.cards("cards")
    lying = given.cards("lying")
    summary = say("{cards:short} can’t be laid", cards=cards)
    if len({card.rank for card in cards}) > 1:
        return rule_illegal(summary, cite("lay", "They are not of one rank."))
    if lying and len(cards) != len(lying):
        return rule_illegal(summary, cite("lay", "As many as lie: {n}.", n=len(lying)))
    if lying and RANKS.index(cards[0].rank) <= RANKS.index(lying[0].rank):
        return rule_illegal(summary, cite("lay", "They are not higher."))
    why = cite("lay", "They are of one rank, and beat what lies.")
    return Ruling({"legal": True}, say("Laid: {cards:short}", cards=cards), (why,))


@hookimpl
def begin(setting: Setting) -> State:
    """Return the first deal; the dealer's left neighbour leads."""
    rounds = begin_rounds(setting, target=setting.chosen.number("target"))
    return _deal(rounds, rounds.first)


def _deal(rounds: Rounds, leader: str) -> State:
    """Return the next deal: the first from the dealer's left have a card more."""
    seats = rounds.setting.seats
    each, more = divmod(len(FIFTY_TWO), len(seats))
    first = seats.index(rounds.first)
    hands = dict.fromkeys(seats, each)
    for seat in (seats[first:] + seats[:first])[:more]:
        hands[seat] += 1
    return State(rounds, Climb(seats, leader, hands))


@hookimpl
def prompts(state: State) -> Prompts:
    """Return the actions of the seat in turn."""
    if state.rounds.winners:
        return ()
    return state.climb.prompts(FIFTY_TWO)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """Return the match after these cards, or after a pass."""
    climb = state.climb
    if entry.kind == "pass":
        return Accepted(replace(state, climb=climb.with_pass()))
    cards = entry.given.cards("cards")
    ruling = ask("beat", cards=cards, lying=climb.lying)
    if not ruling.decided.flag("legal"):
        return Refused(ruling)
    climb = climb.with_laid(cards)
    if not climb.over:
        return Accepted(replace(state, climb=climb), (ruling,))
    rounds = state.rounds.with_scores(dict(zip(climb.out, POINTS, strict=False)))
    ended = rule_round(state.rounds, rounds, cite, "score")
    return Accepted(_deal(rounds, climb.out[0]), (ruling, ended))


@hookimpl
def scene(state: State) -> Scene:
    """Return the cards to beat, each seat's number of cards, and who is out."""
    climb = state.climb
    if state.rounds.winners:
        return state.rounds.scene("lay")
    facts = []
    for place, seat in enumerate(climb.out, start=1):
        facts.append(number_fact(say("Out"), place, seat))
    return state.rounds.scene(
        "lay",
        to_act=(climb.turn,),
        zones=climb.zones(),
        steps=(climb.step(),),
        facts=tuple(facts),
    )
