"""The game, its sixty cards and options, the sections of its rules, and its guide."""

from dataclasses import replace

from referee import (
    DEPTH,
    MORE_RULES,
    Game,
    Preparation,
    Rank,
    Setting,
    Suit,
    card,
    choice_field,
    flag_field,
    hookimpl,
    make_deck,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve thirteen"
_RANKS = [Rank(str(number), name) for number, name in enumerate(_NUMBERS.split(), 1)]
_COLOURS = [
    Suit(name[0].upper(), name, name, naming="{suit} {rank}")
    for name in ("blue", "red", "yellow", "green")
]
# Many packs print Z and N on them, for Zauberer and Narr.
_JESTER = Rank("J", "jester", corner="N", typed="n fool", drawn="fool")
_WIZARD = Rank("W", "wizard", corner="Z", typed="z", drawn="wild")
_FACES = make_deck(_RANKS, _COLOURS, [_JESTER, _WIZARD])

JESTER = card("J", _FACES)
WIZARD = card("W", _FACES)
SIXTY = (*_FACES[:-2], *[JESTER] * 4, *[WIZARD] * 4)
"""Four colours from one to thirteen, then four jesters and four wizards."""

COLOURS = {
    "B": say("Blue"),
    "R": say("Red"),
    "Y": say("Yellow"),
    "G": say("Green"),
}
"""The colours that can be trump."""

_BIDDINGS = {
    "aloud": say("Bids are said in turn"),
    "hidden": say("Bids are hidden, and shown together"),
}
BIDDING = choice_field("bidding", say("How bids are made"), _BIDDINGS, default="aloud")
UNEVEN = flag_field(
    "uneven",
    say("Bids never add up to the tricks"),
    needs={BIDDING.name: ("aloud",)},
)
FIRST = number_field(
    "first", say("Cards each in the first deal"), 1, 20, default=1, folded=MORE_RULES
)
LAST = number_field(
    "last", say("Cards each in the last deal"), 1, 20, optional=True, folded=MORE_RULES
)

GAME = Game(
    id="wizard",
    title="Wizard",
    players=(3, 4, 5, 6),
    summary="Say exactly how many tricks you’ll take; wizards win, jesters lose.",
    source="Ken Fisher, 1984; as in its publishers’ rules",
    options=(DEPTH, BIDDING, UNEVEN, FIRST, LAST),
    deck=SIXTY,
    score=say("Points"),
    family="tricks",
    picture=(WIZARD,),
    minutes=(30, 60),
    popular=True,
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, SIXTY)
LAW = read_irregularities(RULES, __package__, (replace(UNEVEN, optional=True),))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


def count_hands(setting: Setting) -> range:
    """Return the size of hands, round by round, as far as the pack goes."""
    chosen = setting.chosen
    most = len(SIXTY) // len(setting.seats)
    last = min(chosen.number("last", most), most)
    first = min(chosen.number("first"), last)
    return range(first, last + 1)


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps to the first round, with a card for trump or without."""
    hand = count_hands(setting)[0]
    is_left = hand * len(setting.seats) < len(SIXTY)
    kind = "turned" if is_left else "all dealt"
    bidding = setting.chosen.choice("bidding")
    return GUIDE.steps(kind, bidding, n=hand)
