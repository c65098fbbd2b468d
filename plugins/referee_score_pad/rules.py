"""What the game says of itself, and the sections of its rules."""

from referee import Field, Game, hookimpl, read_sections, say

PRESETS = {
    "plain": say("Something else: just points"),
    "wizard": say("Wizard"),
    "rummy": say("Rummy, points against"),
    "rummy-500": say("Rummy 500"),
    "canasta": say("Canasta"),
    "doppelkopf": say("Doppelkopf"),
    "phases": say("Ten phases"),
    "dice": say("Dice sheet"),
    "countdown": say("Counting down, as in darts"),
}
"""What a table can have written down by the rules of its game, and what that is called."""

GAME = Game(
    id="score-pad",
    title="Score Pad",
    players=tuple(range(1, 13)),
    family="pads",
    summary="For any game at all: enter what each round brings everybody, and the referee adds up.",
    source="Made for this referee",
    options=(
        Field("preset", "choice", say("What you play"), choices=tuple(PRESETS), labels=PRESETS, default="plain"),
        Field("playing", "text", say("What it is called"), optional=True, max=40),
        Field(
            "wins",
            "choice",
            say("Who wins, where just points count"),
            choices=("most", "fewest"),
            labels={"most": say("Most points"), "fewest": say("Fewest points")},
            default="most",
        ),
        Field(
            "target",
            "number",
            say("Points that end the match (not Wizard, ten phases, dice)"),
            optional=True,
            min=1,
            max=1_000_000,
        ),
        Field("rounds", "number", say("Number of rounds"), optional=True, min=1, max=1_000),
        Field(
            "playoff", "flag", say("Ties are played off (not Wizard, ten phases, dice, counting down)"), default=False
        ),
        Field("halves", "flag", say("Half points are allowed, where just points count"), default=False),
        Field("deal", "flag", say("The deal passes to the left"), default=True),
    ),
    score=say("Points"),
    verdicts={
        "playing": say("Who plays"),
        "sitting_out": say("Who sits out"),
        "points": say("Points"),
        "phases": say("The phase that each is at then"),
    },
    named_by=("playing", "preset"),
    who_sits=say("A seat is a player, or a team such as “Ana + Cy”: one phone takes it, the others watch."),
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The score pad and its options."""
    return GAME
