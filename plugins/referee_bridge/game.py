"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    Game,
    GameVariant,
    Preparation,
    Setting,
    card,
    choice_field,
    flag_field,
    hookimpl,
    read_guide,
    read_sections,
    say,
)

TRICKS = 13
"""The tricks of a deal."""

SCORINGS = {"chicago": say("Chicago: four deals"), "rubber": say("Rubber: two games")}
VULNERABLE = {"dealer": say("The dealer’s side"), "others": say("The other side")}

CHICAGO = {"scoring": ("chicago",)}
"""The options that only Chicago knows."""

GAME = Game(
    id="bridge",
    title="Bridge",
    players=(4,),
    family="tricks",
    summary="Bid with your partner how many tricks you’ll take, and in which trump; "
    "then take them.",
    source="Laws of Duplicate Bridge (WBF, 2017) and of Rubber Bridge (2014); Chicago "
    "as on pagat.com",
    options=(
        choice_field("scoring", say("Score"), SCORINGS, default="chicago"),
        choice_field(
            "vulnerable",
            say("Vulnerable in Chicago deals 2 and 3"),
            VULNERABLE,
            default="dealer",
            needs=CHICAGO,
        ),
        flag_field("honours", say("Honours are scored")),
        DEPTH,
    ),
    score=say("Points"),
    deck=FIFTY_TWO,
    verdicts={
        "declaring": say("Declarer’s side’s points"),
        "defending": say("Defenders’ points"),
        "below": say("Of these, points below the line"),
        "over": say("The auction is over"),
    },
    picture=(card("AS"), card("KH"), card("QD"), card("JC")),
    minutes=(20, 60),
    popular=True,
    variants=(
        GameVariant(say("Chicago"), {"scoring": "chicago"}, ("Four-deal bridge",)),
        GameVariant(say("Rubber bridge"), {"scoring": "rubber"}, ("Rubberbridge",)),
    ),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)

describe_game = GAME.hook
rule_sections = RULES.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps for this way of scoring."""
    return GUIDE.steps(setting.chosen.choice("scoring"))
