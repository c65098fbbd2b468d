"""The game and its options, the sections of its rules, and its guide."""

from referee import (
    DEPTH,
    MORE_RULES,
    THIRTY_TWO,
    Field,
    Game,
    Preparation,
    Setting,
    as_optional,
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

PLAY = choice_field(
    "play",
    say("What you play"),
    {"belote": say("Belote"), "coinche": say("Coinche")},
    default="belote",
)
ANNOUNCEMENTS = choice_field(
    "announcements",
    say("Announcements"),
    {
        "none": say("Only belote-rebelote"),
        "count": say("With announcements"),
        "aside": say("Announcements don’t help the contract"),
    },
    default="none",
)
WIDE = flag_field("wide", say("No trump and all trump too"))
TARGET = number_field("target", say("Points that win"), 100, 5000, default=1000)
_TIES = {
    "litige": say("A tie is held over (litige)"),
    "down": say("A tie is lost"),
    "made": say("A tie is made"),
}
TIE = choice_field("tie", say("A tie"), _TIES, default="litige", folded=MORE_RULES)
UNDER = flag_field(
    "under",
    say("Trumping under: free in Belote, owed in Coinche"),
    folded=MORE_RULES,
)
"""The option that turns round whether a lower trump must be played.

Without it Belote demands a lower trump, and Coinche does not.
"""
_LEADS = {
    "first": say("Next to the dealer leads"),
    "taker": say("The taker leads"),
}
LEADS = choice_field(
    "leads", say("The first lead"), _LEADS, default="first", folded=MORE_RULES
)
DEALS = number_field(
    "deals", say("Deals to play (empty: up to the target)"), 1, 100, optional=True
)
PLAIN_CAPOT = flag_field(
    "plain_capot", say("A capot that was not bid has no bonus"), folded=MORE_RULES
)
KEPT = flag_field(
    "kept", say("In a litige the takers keep their belote"), folded=MORE_RULES
)
SINGLE = flag_field(
    "single", say("Coinche does not multiply the belote"), folded=MORE_RULES
)
BY_PLAY = flag_field(
    "by_play", say("A belote alone does not win after a lost deal"), folded=MORE_RULES
)
ROUNDED = flag_field("rounded", say("Rounded to tens"), folded=MORE_RULES)

# What can be bid in Coinche

BIDS = {str(n): n for n in range(80, 170, 10)} | {"capot": 250}
"""The possible bids, each with what it adds to the score."""

BID = Field(
    "bid",
    "choice",
    say("The bid"),
    choices=tuple(BIDS),
    labels={"capot": say("capot")},
)
_DOUBLED = {
    "no": say("not doubled"),
    "coinche": say("coinche"),
    "surcoinche": say("surcoinche"),
}
DOUBLED = choice_field("doubled", say("Coinche"), _DOUBLED, default="no", optional=True)

GAME = Game(
    id="belote",
    title="Belote",
    players=(4,),
    other_names=("Belotte", "Klaberjass"),
    summary="Take the card turned up, or bid as in Coinche, and make more points with "
    "your partner than the others.",
    source="Official rules of Belote and of Belote coinchée (Fédération française de "
    "belote)",
    options=(
        PLAY,
        TARGET,
        DEALS,
        DEPTH,
        ANNOUNCEMENTS,
        WIDE,
        TIE,
        UNDER,
        LEADS,
        PLAIN_CAPOT,
        KEPT,
        SINGLE,
        BY_PLAY,
        ROUNDED,
    ),
    version="2",
    deck=THIRTY_TWO,
    score=say("Points"),
    named_by=("play",),
    family="tricks",
    picture=(card("JH"), card("9H"), card("KH"), card("QH")),
    minutes=(30, 60),
    popular=True,
    popular_in=("fr",),
    first_in=("fr",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, THIRTY_TWO)
LAW = read_irregularities(RULES, __package__, as_optional([PLAY]))

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps up to the first trick, with the partnerships."""
    first, second = map(name_side, setting.sides())
    chosen = setting.chosen
    play = chosen.choice("play")
    return GUIDE.steps(play, chosen.choice("announcements"), one=first, other=second)
