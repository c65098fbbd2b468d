"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    FIFTY_TWO,
    MORE_RULES,
    Field,
    Game,
    Preparation,
    Setting,
    as_optional,
    card,
    choice_field,
    flag_field,
    hookimpl,
    name_side,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

HAND = 4
"""The number of cards in a hand, and in the crib, once all have laid away."""

DEPTHS = {"deals": say("Each deal’s points"), "cards": say("Every card")}

DEPTH = choice_field("depth", say("What you enter"), DEPTHS, default="deals")
TARGET = Field(
    "target",
    "choice",
    say("Points that win"),
    choices=("121", "61"),
    default="121",
    named=True,
)
MUGGINS = flag_field(
    "muggins", say("Muggins (overlooked points go to whoever calls them)")
)
STRICT = flag_field(
    "strict",
    say(
        "Strict pegging (what you overlook is lost, what you peg too many "
        "goes to the others)"
    ),
    folded=MORE_RULES,
)
NEXT_GAME = choice_field(
    "next_game",
    say("Who deals the next game"),
    {"in-turn": say("Whoever is next"), "loser": say("Whoever lost")},
    default="in-turn",
    folded=MORE_RULES,
    named=True,
)

GAME = Game(
    id="cribbage",
    title="Cribbage",
    players=(2, 3, 4),
    other_names=("Crib",),
    summary="Peg fifteens, pairs and runs while you play, "
    "count your hand and crib, and be the first to 121.",
    source="Traditional; rules as on pagat.com "
    "and in the rule book of the American Cribbage Congress",
    options=(DEPTH, TARGET, MUGGINS, STRICT, NEXT_GAME),
    score=say("Points"),
    deck=FIFTY_TWO,
    picture=(card("5H"), card("JS")),
    minutes=(20, 40),
    popular=True,
    popular_in=("en",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
LAW = read_irregularities(RULES, __package__, as_optional([MUGGINS, NEXT_GAME]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the starter."""
    players = {2: "two", 3: "three", 4: "four"}[len(setting.seats)]
    first, second = map(name_side, setting.sides())
    return GUIDE.steps(players, one=first, other=second)
