"""The game, its two stacks of cards, the sections of its rules, and its guide."""

from referee import (
    FIFTY_FOUR,
    JOKER_WORDING,
    Game,
    Preparation,
    Setting,
    card,
    hookimpl,
    read_guide,
    read_sections,
    say,
)

TRICK_CARDS = FIFTY_FOUR[:36]
"""The cards that lie on boards and are won: 2 to 10 of every suit."""

DRAFT_CARDS = FIFTY_FOUR[36:]
"""The cards that are drafted and played: jacks to aces of every suit, both jokers."""

HAND = 4
"""The number of cards that each seat is dealt, and keeps at the end of the draft."""

GAME = Game(
    id="faj",
    title="Faces, Aces, & Jokers",
    players=(2, 3, 4),
    first_from_dealer=0,
    family="tricks",
    summary="Draft aces, faces and jokers, win tricks with them, and make the best "
    "poker hand from the small cards you win.",
    source="“Faces, Aces, & Jokers”, a rules text that names no author",
    options=(JOKER_WORDING,),
    score=say("Cards won"),
    verdicts={
        "card": say("The card that wins"),
        "trump": say("Trump"),
        "wanted": say("Cards that belong there"),
        "named": say("Cards entered"),
    },
    picture=(card("KC"), card("AD"), card("XB")),
    minutes=(15, 30),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)

describe_game = GAME.hook
rule_sections = RULES.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the first board."""
    return GUIDE.steps(
        draft=len(DRAFT_CARDS), tricks=len(TRICK_CARDS), n=HAND * len(setting.seats)
    )
