"""Lay and bid: each in turn lays a card and says a number; the highest card takes it."""

from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    RANKS,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Refused,
    Rounds,
    Ruling,
    Scene,
    Section,
    Setting,
    Values,
    begin_rounds,
    hookimpl,
    rule_round,
    say,
    sections_of,
)

RULES = sections_of(
    "lay-and-bid",
    Section("trick", "The trick", "The highest card takes the round."),
    Section("once", "Once only", "Each card is laid once."),
    Section("score", "The score", "A round is a point, and three more for the rest."),
)
rule_sections = RULES.hook


@dataclass(frozen=True)
class State:
    setting: Setting
    rounds: Rounds
    turn: str
    laid: tuple[tuple[str, Card], ...] = ()
    seen: tuple[Card, ...] = ()


@hookimpl
def describe_game() -> Game:
    return Game(
        id="lay-and-bid",
        title="Lay and Bid",
        players=(2, 3),
        summary="The highest card takes it.",
        source="Made up",
        options=(
            Field("target", "number", say("Target"), min=1, max=20, default=3),
            Field("bonus", "flag", say("A bonus"), default=False),
        ),
        deck=FIFTY_TWO,
    )


@hookimpl
def questions() -> tuple[Question, ...]:
    plays = Field("plays", "card_by_seat", say("Cards"), choices=FIFTY_TWO, some=True)
    return (Question("trick", say("Who takes it?"), (plays,), hook="resolve_trick"),)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    plays = given.card_by_seat("plays")
    winner = max(plays, key=lambda seat: RANKS.index(plays[seat].rank))
    because = RULES.cite("trick", "The {card} is highest.", card=plays[winner])
    return Ruling({"winner": winner}, say("{seat} takes it.", seat=winner), (because,))


@hookimpl
def begin(setting: Setting) -> State:
    target = setting.chosen.number("target")
    if setting.chosen.flag("bonus"):
        target += 1
    return State(
        setting, begin_rounds(setting, target=target), setting.left_of(setting.dealer)
    )


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.rounds.winners:
        return ()
    left = tuple(card for card in FIFTY_TWO if card not in state.seen)
    card = Field("card", "card", say("Card"), choices=left)
    bid = Field("bid", "number", say("Bid"), min=0, max=3)
    return (Prompt("lay", (state.turn,), say("Lay a card"), fields=(card, bid)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    card = entry.given.card("card")
    bid = entry.given.number("bid")
    seats = state.setting.seats
    laid = (*state.laid, (state.turn, card))
    seen = (*state.seen, card)
    after = replace(state, laid=laid, seen=seen, turn=state.setting.left_of(state.turn))
    if len(laid) < len(seats):
        return Accepted(after)
    ruling = ask("trick", plays=dict(laid))
    winner = ruling.decided.seat("winner")
    rounds = state.rounds.with_scores({winner: 1 + bid})
    scored = rule_round(state.rounds, rounds, RULES.cite, "score")
    again = State(state.setting, rounds, state.setting.left_of(rounds.dealer))
    return Accepted(again, (ruling, scored))


@hookimpl
def scene(state: State) -> Scene:
    return state.rounds.scene("lay", to_act=(state.turn,))
