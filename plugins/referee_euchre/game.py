"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    MORE_RULES,
    ONLY_JOKER,
    TWENTY_FOUR,
    Cards,
    Game,
    Preparation,
    Setting,
    card,
    choice_field,
    flag_field,
    hookimpl,
    name_side,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

HAND = 5
"""The number of cards in a hand, and so of tricks in a deal."""

TARGET = number_field("target", say("Points that win"), 1, 50, default=10)

BENNY = flag_field("benny", say("With the joker, the Benny"))
_FARMERS = {
    "none": say("No farmer’s hand"),
    "redeal": say("Farmer’s hand: deal again"),
    "swap": say("Farmer’s hand: change three cards"),
    "clean-redeal": say("Three nines or three tens: deal again"),
    "clean-swap": say("Three nines or three tens: change them"),
    "low": say("No ace, no face: deal again"),
}
FARMERS = choice_field("farmers", say("A farmer’s hand"), _FARMERS, default="none")
LONER_FOUR = flag_field("loner_four", say("4 for euchring a loner"), folded=MORE_RULES)
SUPER = flag_field("super", say("4 for a super-euchre"), folded=MORE_RULES)
DEFEND_ALONE = flag_field(
    "defend_alone", say("One may defend alone, for 4"), folded=MORE_RULES
)

JOKER = ONLY_JOKER
TWENTY_FIVE = (*TWENTY_FOUR, JOKER)

GAME = Game(
    id="euchre",
    title="Euchre",
    players=(4,),
    summary="Make trump and take three of five tricks, with your partner or alone.",
    source="Traditional; rules as on pagat.com",
    options=(TARGET, DEPTH, BENNY, FARMERS, LONER_FOUR, SUPER, DEFEND_ALONE),
    deck=TWENTY_FIVE,
    score=say("Points"),
    verdicts={
        "makers": say("Points of the makers"),
        "defenders": say("Points of the others"),
        "maker": say("Who made trump"),
        "trump": say("Trump"),
        "alone": say("Alone"),
        "dealer": say("Who deals"),
    },
    family="tricks",
    other_names=("Jucker",),
    picture=(card("JC"), card("JS")),
    minutes=(20, 40),
    popular=True,
    popular_in=("en",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, TWENTY_FIVE)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps up to the card turned up, with the partnerships."""
    first, second = map(name_side, setting.sides())
    benny = "benny" if setting.chosen.flag("benny") else "plain"
    farmers = setting.chosen.choice("farmers")
    return GUIDE.steps(benny, farmers, one=first, other=second)


def deck_of(setting: Setting) -> Cards:
    """Return the cards in play, with the joker if the table has agreed on it."""
    return TWENTY_FIVE if setting.chosen.flag("benny") else TWENTY_FOUR
