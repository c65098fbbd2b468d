"""A stranger's game of melds: two sides lay them in turn, and who has laid most cards
when the stock is out has won.

A meld is three or more cards of one rank, or of one suit in sequence. Four play as
partners.
"""

from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Random,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    Values,
    hookimpl,
    is_run,
    is_set,
    rank_sides,
    say,
    sections_of,
    zone_in_rows,
)

RULES = sections_of(
    "laid-melds",
    Section(
        "meld",
        "The meld",
        "Three or more cards of one rank, or of one suit in sequence.",
    ),
    Section("once", "Once only", "What was laid lies there to the end."),
)
rule_sections = RULES.hook

Melds = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """What each seat has laid, one turn after the other."""

    setting: Setting
    target: int
    laid: tuple[Melds, ...] = ()

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        return self.setting.sides()

    @property
    def turn(self) -> str:
        return self.setting.seats[len(self.laid) % len(self.setting.seats)]

    def melds_of(self, side: tuple[str, ...]) -> Melds:
        seats = self.setting.seats
        return tuple(
            meld
            for n, melds in enumerate(self.laid)
            if seats[n % len(seats)] in side
            for meld in melds
        )

    @property
    def scores(self) -> dict[tuple[str, ...], int]:
        return {side: sum(map(len, self.melds_of(side))) for side in self.sides}

    @property
    def over(self) -> bool:
        return max(self.scores.values()) >= self.target

    @property
    def left(self) -> tuple[Card, ...]:
        gone = {card for melds in self.laid for meld in melds for card in meld}
        return tuple(card for card in FIFTY_TWO if card not in gone)


TARGET = Field("target", "number", say("Cards that end it"), min=3, max=40, default=12)

describe_game = Game(
    id="laid-melds",
    title="Laid Melds",
    players=(2, 4),
    summary="Lay melds.",
    source="Made up",
    options=(TARGET,),
    deck=FIFTY_TWO,
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    melds = Field("melds", "card_groups", say("Melds"), min=1, choices=FIFTY_TWO)
    return (Question("melds", say("Are these melds?"), (melds,)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    wrong = tuple(
        meld
        for meld in given.card_groups("melds")
        if not (is_set(meld) or is_run(meld, aces="high"))
    )
    if wrong:
        because = RULES.cite(
            "meld",
            "These are neither of one rank nor a sequence: {wrong:short}.",
            wrong=wrong,
        )
        return Ruling(
            {"legal": False, "wrong": wrong},
            say("{wrong:short} cannot be laid", wrong=wrong),
            (because,),
        )
    melds = given.card_groups("melds")
    because = RULES.cite("meld", "Each is of one rank, or a sequence.")
    return Ruling(
        {"legal": True, "wrong": ()},
        say("Laid: {melds:short}", melds=melds),
        (because,),
    )


@hookimpl
def begin(setting: Setting) -> State:
    return State(setting, setting.chosen.number("target"))


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    if state.over:
        return ()
    melds = Field("melds", "card_groups", say("Melds"), min=3, choices=state.left)
    return (Prompt("lay", (state.turn,), say("Lay melds"), fields=(melds,)),)


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
    melds = entry.given.card_groups("melds")
    ruled = ask("melds", melds=melds)
    if not ruled.decided.flag("legal"):
        return Refused(ruled)
    return Accepted(replace(state, laid=(*state.laid, melds)), (ruled,))


@hookimpl
def scene(state: State) -> Scene:
    zones = tuple(
        zone_in_rows("melds", side[0], state.melds_of(side), shared=True)
        for side in state.sides
    )
    standings = rank_sides(state.scores)
    winners = tuple(one.seat for one in standings if one.place == 1)
    told = (
        {"to_act": (), "finished": True, "winners": winners}
        if state.over
        else {"to_act": (state.turn,)}
    )
    return Scene("lay", 1, standings=standings, zones=zones, sides=state.sides, **told)


@hookimpl
def example(prompt: Prompt, random: Random) -> dict[str, object]:
    ranks: dict[str, list[Card]] = {}
    for card in prompt.fields[0].choices:
        assert isinstance(card, Card)
        ranks.setdefault(card.rank, []).append(card)
    whole = [cards for cards in ranks.values() if len(cards) > 2]
    return {"melds": random.sample(whole, 1)}
