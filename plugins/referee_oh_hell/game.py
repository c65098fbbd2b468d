"""The game and its options, the sections of its rules, its guide, and its deals."""

from referee import (
    DEPTH,
    FIFTY_TWO,
    MORE_RULES,
    Game,
    Preparation,
    Setting,
    as_optional,
    card,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

USUAL = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
"""The size of the largest hands by the number of players, unless agreed."""

COURSES = {
    "down-up": say("Down to one card and back up"),
    "up-down": say("Up from one card and back down"),
    "down": say("Down to one card"),
    "up": say("Up from one card"),
}
SCORINGS = {
    "exact": say("Right: 10 plus a point a trick; wrong: nothing"),
    "tricks": say("Right: 10 plus a point a trick; wrong: a point a trick"),
    "off": say(
        "Right: 10 plus a point a trick; wrong: a point off for each trick over or "
        "under"
    ),
    "five": say("Right: 5 and a point a trick; wrong: a point a trick"),
    "ten": say("Right: 10 a trick; wrong: nothing"),
    "square": say("Right: 10 and the bid squared; wrong: the difference squared off"),
}

_WITH_A_BONUS = ("exact", "tricks", "off", "ten", "square")
"""The option for zeros: a right zero scores 10, unless the table has agreed on 5."""

SCORING = choice_field("scoring", say("What a bid scores"), SCORINGS, default="exact")
COURSE = choice_field("course", say("How deals grow"), COURSES, default="down-up")
ZERO_FIVE = flag_field(
    "zero_five",
    say("A zero that is right scores 5"),
    needs={SCORING.name: _WITH_A_BONUS},
)
_TRUMPS = {
    "turned": say("The card turned up says trump"),
    "spades": say("Spades are always trump"),
}
TRUMP = choice_field("trump", say("Trump"), _TRUMPS, default="turned")
NO_TRUMP = flag_field(
    "no_trump", say("The largest deals have no trump"), folded=MORE_RULES
)
HIGHEST = number_field(
    "highest",
    say("Cards each in the largest deal"),
    1,
    17,
    optional=True,
    most_together=len(FIFTY_TWO),
)

_OPTIONS = (DEPTH, SCORING, ZERO_FIVE, COURSE, HIGHEST, TRUMP, NO_TRUMP)
GAME = Game(
    id="oh-hell",
    title="Oh Hell",
    players=tuple(USUAL),
    summary="Say how many tricks you’ll take, and take exactly that many.",
    source="Traditional; rules as on pagat.com",
    options=_OPTIONS,
    deck=FIFTY_TWO,
    score=say("Points"),
    family="tricks",
    other_names=(
        "Blackout",
        "Nomination Whist",
        "Up and Down the River",
        "Stichansage",
        "Stiche raten",
        "Pocha",
        "Podrida",
        "La Podrida",
    ),
    picture=(card("AD"),),
    minutes=(30, 60),
    popular=True,
    first_in=("es",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FIFTY_TWO)
LAW = read_irregularities(RULES, __package__, as_optional([TRUMP]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


def count_hands(setting: Setting) -> tuple[int, ...]:
    """Return the size of hands, deal by deal, as far as the pack goes."""
    players = len(setting.seats)
    highest = setting.chosen.number("highest", None) or USUAL[players]
    highest = min(highest, len(FIFTY_TWO) // players)
    up = tuple(range(1, highest + 1))
    down = up[::-1]
    match setting.chosen.choice("course"):
        case "down-up":
            return down + up[1:]
        case "up-down":
            return up + down[1:]
        case "down":
            return down
    return up


def find_trump(setting: Setting, hand: int) -> str | None:
    """Return `turned` if a card is turned up for trump, or `S`, or None for none."""
    chosen = setting.chosen
    if chosen.flag("no_trump") and hand == max(count_hands(setting)):
        return None
    if chosen.choice("trump") == "spades":
        return "S"
    is_left = len(setting.seats) * hand < len(FIFTY_TWO)
    return "turned" if is_left else None


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps to the first deal, with trump or without."""
    hand = count_hands(setting)[0]
    kind = find_trump(setting, hand)
    if kind is None:
        kind = "all dealt"
        if setting.chosen.flag("no_trump"):
            kind = "largest"
    return GUIDE.steps(kind, n=hand)
