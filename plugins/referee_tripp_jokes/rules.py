"""What the game says of itself, and the sections of its rules."""

from referee import JOKER_WORDING, Game, hookimpl, read_sections, say

GAME = Game(
    id="tripp-jokes",
    title="Tripp Jokes",
    players=(2, 3, 4, 5, 6),
    family="shedding",
    summary="Equal or beat the card on the pile, or take the pile into hand: whoever first gets rid of hand, "
    "PENULTIMATE and FINAL cards wins.",
    source='"Tripp Jokes: Rules to the card game Tripp Jokes", without an author\'s name',
    options=(JOKER_WORDING,),
    score=say("Cards left"),
    verdicts={
        "pile": say("The pile afterwards, bottom card first"),
        "picked_up": say("Cards taken into hand"),
        "again": say("The same player plays again"),
        "cover": say("The 2 may be covered"),
        "playable": say("Cards that could be played"),
        "proven": say("It is certain that nothing could be played"),
        "known": say("Cards known to be in hand"),
        "penultimate": say("The PENULTIMATE cards"),
        "named": say("Times that the card was named"),
        "seen": say("Times that the card lies elsewhere"),
        "stock": say("Cards in the stock"),
        "missing": say("Cards that are missing"),
        "place": say("Place"),
    },
)

SECTIONS = read_sections(GAME.id, __package__)

cite = SECTIONS.cite
"""A reason that rests on one of the sections."""

rule_sections = SECTIONS.hook


@hookimpl
def describe_game() -> Game:
    """The game and its option."""
    return GAME
