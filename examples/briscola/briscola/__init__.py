"""Briscola with forty Italian cards, for two, or four in partnerships.

A card is turned for trump, and cards are drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from referee import (
    ITALIAN_FORTY,
    Accepted,
    Ask,
    Card,
    Deals,
    Entry,
    Fact,
    Field,
    Game,
    OffenceRules,
    Prompt,
    Question,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Refused,
    Ruling,
    Scene,
    Setting,
    Step,
    Values,
    Zone,
    begin_deals,
    hookimpl,
    leaders,
    name_side,
    read_guide,
    read_sections,
    rule_round,
    rule_trick,
    say,
    seats_in_side,
    trick_question,
)

HAND = 3
RANKS = "24567JNK3A"
POINTS = {"A": 11, "3": 10, "K": 4, "N": 3, "J": 2}
SUITS = {"O": say("coins"), "C": say("cups"), "S": say("swords"), "B": say("batons")}
RULES = read_sections("briscola", __package__)
cite = RULES.cite
rule_sections = RULES.hook
prepare_table = read_guide(__package__, ITALIAN_FORTY).hook


@dataclass(frozen=True, slots=True)
class State:
    """The games so far, and this one's trump.

    The card turned for trump is drawn with the last of the stock.
    """

    deals: Deals
    turned: Card | None = None
    drawn_by: str | None = None


@hookimpl
def describe_game() -> Game:
    """What people choose the game by."""
    games = Field("games", "number", say("Games that win"), min=1, max=11, default=2)
    summary = "One card is turned for trump; whoever takes more of the 120 points wins."
    return Game(
        id="briscola",
        title="Briscola",
        players=(2, 4),
        summary=summary,
        source="Traditional",
        options=(games,),
        deck=ITALIAN_FORTY,
        score=say("Games"),
        family="tricks",
        counter_clockwise=True,
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    """Who wins a trick, and what cards count."""
    trump = Field("trump", "choice", say("Trump"), choices=tuple(SUITS), labels=SUITS)
    taken = Field("taken", "cards_by_seat", say("What each side took"), partners=True)
    return (
        trick_question(ITALIAN_FORTY, trump),
        Question(
            "deal", say("What are the cards worth?"), (taken,), hook="score_round"
        ),
    )


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """The highest trump, else the highest card of the suit led."""
    return rule_trick(
        given.card_by_seat("plays"), cite, "trick", given.choice("trump"), RANKS
    )


@hookimpl
def score_round(given: Values) -> Ruling:
    """What each side has in its cards, and which has won: the one with most."""
    sides = given.cards_by_side("taken")
    points = {
        side: sum(POINTS.get(one.rank, 0) for own in cards or () for one in own)
        for side, cards in sides.items()
    }
    best = leaders(points)
    winner = best[0] if len(best) == 1 else None
    if winner is None:
        summary = say("Nobody wins this game: {n} points each", n=points[best[0]])
    elif len(partners := seats_in_side(winner)) == 1:
        summary = say(
            "{winner} wins the game with {n} points", winner=winner, n=points[winner]
        )
    else:
        summary = say(
            "{winners} win the game with {n} points", winners=partners, n=points[winner]
        )
    because = cite(
        "points", "An ace counts 11, a three 10, a king 4, a knight 3, a knave 2."
    )
    rows = tuple(ReckonedSeat(side, (n,), side == winner) for side, n in points.items())
    reckoning = Reckoning((ReckoningColumn(say("Points")),), rows)
    return Ruling(
        {"winner": winner, "points": points}, summary, (because,), reckoning=reckoning
    )


@hookimpl
def begin(setting: Setting) -> State:
    """The first game. Four play two against two, crosswise."""
    games = setting.chosen.number("games")
    return State(
        begin_deals(setting, ITALIAN_FORTY, target=games, sides=setting.sides())
    )


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """The card that is turned, and then trick after trick."""
    if state.turned or state.deals.rounds.winners:
        return state.deals.prompts()
    turned = Field("card", "card", say("Card"), choices=ITALIAN_FORTY)
    return (
        Prompt(
            "turn",
            state.deals.deal.seats,
            say("Trump"),
            say("The card turned up."),
            (turned,),
        ),
    )


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    """The card turned, or a trick; after the last one of a game its points."""
    if state.turned is None:
        return Accepted(replace(state, turned=entry.given.card("card")))
    deals = state.deals
    plays = entry.given.card_by_seat("plays")
    if (wrong := _refuse_turned(state, state.turned, plays)) is not None:
        return Refused(wrong)
    entered = deals.enter(
        entry, ask, cite, offences=OffenceRules(may_play=None), trump=state.turned.suit
    )
    if isinstance(entered, Refused):
        return entered
    after, rulings = entered
    deal = after.deal
    if not deal.over:
        drawn = len(deal.tricks) == len(deal.deck) // len(deal.seats) - HAND
        last = (
            deals.rounds.setting.clockwise_from(deal.leader)[-1]
            if drawn
            else state.drawn_by
        )
        return Accepted(replace(state, deals=after, drawn_by=last), rulings)
    taken = {
        name_side(side): tuple(deal.cards_of[seat] for seat in side)
        for side in deals.rounds.sides
    }
    points = ask("deal", taken=taken)
    winner = points.decided.seat("winner", None)
    scored = deals.scored({} if winner is None else {seats_in_side(winner)[0]: 1})
    return Accepted(
        State(scored),
        (*rulings, points, rule_round(deals.rounds, scored.rounds, cite, "end")),
    )


def _refuse_turned(
    state: State, turned: Card, plays: Mapping[str, Card]
) -> Ruling | None:
    """Return the refusal of the card turned, unless its holder plays it.

    It lies under the stock, and then goes to whoever draws it.
    """
    seat = next((seat for seat, one in plays.items() if one is turned), state.drawn_by)
    if turned not in plays.values() or seat == state.drawn_by:
        return None
    why = cite("turned", "It stays under the stock until the last draw.")
    if state.drawn_by is not None:
        why = cite(
            "turned", "{seat} drew it with the last of the stock.", seat=state.drawn_by
        )
    return Ruling(
        {"legal": False, "card": turned},
        say("{seat} can’t have the {card}", seat=seat, card=turned),
        (why,),
    )


@hookimpl
def scene(state: State) -> Scene:
    """Show the trump, and how many cards each has taken.

    Nobody may look through them.
    """
    deals = state.deals
    deal = state.deals.deal
    taken = tuple(
        Zone("won", seat, len(cards), seen_by=())
        for seat, cards in deal.cards_of.items()
    )
    if state.turned is None:
        if deals.rounds.winners:
            return deals.scene("turn", zones=taken)
        dealer = deals.rounds.dealer
        template = "{dealer} deals three cards each and turns the next for trump."
        turn = Step((dealer,), say(template, dealer=dealer))
        return deals.scene("turn", zones=taken, steps=(turn,))
    return deals.scene(
        zones=taken, facts=(Fact(say("Trump"), SUITS[state.turned.suit or ""]),)
    )
