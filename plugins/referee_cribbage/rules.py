"""What the game says of itself, the sections of its rules, and how the table is got ready."""

from referee import FIFTY_TWO, Field, Game, Setup, SetUpStep, hookimpl, read_guide, read_sections, say

HAND = 4
"""Cards of a hand, and of the crib, once all have laid away."""

DEPTHS = {"deals": say("What each deal brings"), "cards": say("Every card")}

RULES, GUIDE = read_sections("cribbage", __package__), read_guide(__package__, FIFTY_TWO)
cite, rule_sections = RULES.cite, RULES.hook


@hookimpl
def describe_game() -> Game:
    """The game and its options."""
    depth = Field("depth", "choice", say("What you enter"), choices=tuple(DEPTHS), labels=DEPTHS, default="deals")
    target = Field("target", "choice", say("Points that win"), choices=("121", "61"), default="121")
    muggins = Field("muggins", "flag", say("Muggins: points overlooked go to whoever calls them"), default=False)
    summary = "Peg fifteens, pairs and runs while you play, count your hand and crib, and be the first to 121."
    source = "Traditional; rules as on pagat.com and in the rule book of the American Cribbage Congress"
    options = depth, target, muggins
    return Game("cribbage", "Cribbage", (2, 3), summary, source, options, score=say("Points"), deck=FIFTY_TWO)


@hookimpl
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:
    """From the pack to the starter."""
    return GUIDE.steps("two" if len(setting.seats) == 2 else "three")
