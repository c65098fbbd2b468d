"""The game, the sections of its rules, its guide, and its ranks."""

from referee import (
    JOKER_WORDING,
    RANKS,
    Game,
    Preparation,
    Setting,
    Text,
    card,
    hookimpl,
    read_guide,
    read_sections,
    say,
)

GAME = Game(
    id="tripp-jokes",
    title="Tripp Jokes",
    players=(2, 3, 4, 5, 6),
    family="shedding",
    summary="Equal or beat the card on the pile, or take the pile into hand: the first "
    "to get rid of hand, PENULTIMATE and FINAL cards wins.",
    source="“Tripp Jokes: Rules to the card game Tripp Jokes”, "
    "without an author’s name",
    options=(JOKER_WORDING,),
    score=say("Cards left"),
    verdicts={
        "pile": say("The pile afterwards, bottom card first"),
        "picked_up": say("Cards taken into hand"),
        "again": say("The same player plays again"),
        "cover": say("The 2 may be covered"),
        "playable": say("Playable cards"),
        "proven": say("Certainly nothing could be played"),
        "known": say("Cards known to be in hand"),
        "penultimate": say("The PENULTIMATE cards"),
        "named": say("Times the card was entered"),
        "seen": say("Times the card is elsewhere"),
        "stock": say("Cards in the stock"),
        "missing": say("Missing cards"),
        "place": say("Place"),
    },
    picture=(card("XR"), card("XB"), card("3C")),
    minutes=(15, 40),
    wins="fewest",
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)

describe_game = GAME.hook
rule_sections = RULES.hook

cite = RULES.cite
"""A reason that rests on one of the sections."""

MOST_FOR_ONE_PACK = 3
"""The most players that share one pack; more players use two."""


def packs_for(setting: Setting) -> int:
    """Return the number of packs, and so of copies of each card."""
    if len(setting.seats) > MOST_FOR_ONE_PACK:
        return 2
    return 1


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the first play."""
    if packs_for(setting) > 1:
        return GUIDE.steps("two packs")
    return GUIDE.steps("one pack")


ALL_RANKS = tuple(f"{RANKS}X")
"""The ranks in the order in which they are named; `X` is the joker."""

SPECIALS = frozenset("23TX")
"""The ranks that may be played on anything."""

ORDINARY = list("456789JQKA")
"""The ranks without a special effect."""

_RANKS = {
    "2": say("2s"),
    "3": say("3s"),
    "4": say("4s"),
    "5": say("5s"),
    "6": say("6s"),
    "7": say("7s"),
    "8": say("8s"),
    "9": say("9s"),
    "T": say("10s"),
    "J": say("jacks"),
    "Q": say("queens"),
    "K": say("kings"),
    "A": say("aces"),
    "X": say("jokers"),
}


def name_ranks(ranks: tuple[str, ...]) -> Text:
    """Return ranks as people say them: `9s or higher, or 2s, 3s, 10s and jokers`.

    All ranks together are `cards of any rank`.
    """
    if ranks == ALL_RANKS:
        return say("cards of any rank")
    ordinary = [rank for rank in ranks if rank not in SPECIALS]
    are_highest = ordinary and ordinary == ORDINARY[-len(ordinary) :]
    if not are_highest or not SPECIALS.issubset(ranks):
        return say("{ranks}", ranks=tuple(_RANKS[rank] for rank in ranks))
    specials = tuple(_RANKS[rank] for rank in ranks if rank in SPECIALS)
    lowest = _RANKS[ordinary[0]]
    if len(ordinary) == 1:
        return say("{highest}, or {specials}", highest=lowest, specials=specials)
    return say("{lowest} or higher, or {specials}", lowest=lowest, specials=specials)
