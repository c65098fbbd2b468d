"""What the game says of itself, and the sections of its rules."""

from referee import DEPTH, FIFTY_TWO, Field, Game, Setup, SetUpStep, hookimpl, read_guide, read_sections, say

SCORINGS = {"chicago": say("Chicago: four deals"), "rubber": say("Rubber: two games")}
"""How a match can be scored."""

GAME = Game(
    id="bridge",
    title="Bridge",
    players=(4,),
    family="tricks",
    summary="Bid with your partner how many tricks you will take, and in which trump; then take them.",
    source="Laws of Duplicate Bridge (WBF, 2017) and of Rubber Bridge (2014); Chicago as on pagat.com",
    options=(
        Field("scoring", "choice", say("Score"), choices=tuple(SCORINGS), labels=SCORINGS, default="chicago"),
        Field(
            "vulnerable",
            "choice",
            say("Vulnerable in deals 2 and 3 of Chicago"),
            choices=("dealer", "others"),
            labels={"dealer": say("The dealer's side"), "others": say("The other side")},
            default="dealer",
        ),
        Field("honours", "flag", say("Honours are scored"), default=False),
        DEPTH,
    ),
    score=say("Points"),
    deck=FIFTY_TWO,
    verdicts={
        "made": say("The contract is made"),
        "declaring": say("Points of the declarer's side"),
        "defending": say("Points of the defenders"),
        "below": say("Of these, points below the line"),
        "game": say("It makes a game"),
        "rubber": say("It wins the rubber"),
        "tricks": say("Tricks"),
        "dealer": say("Who deals"),
        "points": say("Points"),
    },
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""Make a reason that rests on one of the sections."""

rule_sections = SECTIONS.hook

_GUIDE = read_guide(__package__, FIFTY_TWO)


@hookimpl
def describe_game() -> Game:
    """Describe the game and its options."""
    return GAME


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """List the steps for this way of scoring."""
    return _GUIDE.steps(setting.chosen.choice("scoring"))
