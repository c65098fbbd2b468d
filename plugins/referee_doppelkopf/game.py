"""The game and its options, its contracts with their trumps, and its guide."""

from referee import (
    DEPTH,
    MORE_RULES,
    TWENTY_FOUR,
    Cards,
    Game,
    Preparation,
    Seats,
    Setting,
    card,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    read_guide,
    read_irregularities,
    read_sections,
    say,
    two_of,
)

FORTY_EIGHT = two_of(TWENTY_FOUR)
DULLE = card("TH")
FOX = card("AD")
CHARLIE = card("JC")
OLD = card("QC")
"""The old cards: the ten of hearts, the ace of diamonds, the jack and the queen of
clubs.
"""

NORMAL = "normal"
WEDDING = "wedding"
POVERTY = "poverty"
PAIRS = (NORMAL, WEDDING, POVERTY)
"""The games of two against two."""

# What tables agree on

WITH_NINES = "48"
WITHOUT_NINES = "40"
_PACKS = {WITH_NINES: say("48 cards"), WITHOUT_NINES: say("40 cards, no nines")}
PACK = choice_field("cards", say("Cards"), _PACKS, default=WITH_NINES)
FIRST = "first"
SECOND = "second"
ALWAYS = "always"
_DULLEN = {
    FIRST: say("The first ten of hearts wins"),
    SECOND: say("The second wins, not in the last trick"),
    ALWAYS: say("The second always wins"),
}
DULLEN = choice_field("dullen", say("Two tens of hearts"), _DULLEN, default=FIRST)
CAUGHT = "charlie_caught"
"""Cards whose capture tables may score: an option and fields have these names."""

BOTH_SCORE = "both"
WINNERS_SCORE = "winners"
NEVER_LOSERS = "never-losers"
_SCORED = {
    BOTH_SCORE: say("Plus for winners, minus for losers"),
    WINNERS_SCORE: say("Only winners score"),
    NEVER_LOSERS: say("Only winners score, losers not even by special points"),
}
SCORED = choice_field("scored", say("Score"), _SCORED, default=BOTH_SCORE)
ANY_TRICK = "any"
SUIT_TRICK = "suit"
_WEDDING = {
    ANY_TRICK: say("Wedding: the first trick finds the partner"),
    SUIT_TRICK: say("Wedding: the first suit trick finds the partner"),
}
WEDDING_BY = choice_field(
    "wedding", say("A wedding"), _WEDDING, default=ANY_TRICK, folded=MORE_RULES
)

PIGS = flag_field("pigs", say("Pigs"))
_ALL_CARDS = {PACK.name: (WITH_NINES,)}
DOUBLES = flag_field("doubles", say("Re and Kontra double"), folded=MORE_RULES)
FIVE_NINES = flag_field("five_nines", say("Five nines: deal again"), needs=_ALL_CARDS)
BOCK = flag_field("bock", say("Bock rounds"), folded=MORE_RULES)
COMPULSORY = flag_field("compulsory", say("Compulsory solos"), folded=MORE_RULES)
SOLO_LEADS = flag_field("solo_leads", say("Soloists lead"), folded=MORE_RULES)

GAME = Game(
    id="doppelkopf",
    title="Doppelkopf",
    round_name=say("deal"),
    players=(4, 5),
    summary="Find your partner, and take 121 of the 240 eyes together.",
    source="Tournament rules of the Deutscher Doppelkopf-Verband; what tables play "
    "otherwise as on pagat.com",
    options=(
        PACK,
        DULLEN,
        DEPTH,
        number_field("rounds", say("Deals each"), 1, 24, default=6),
        PIGS,
        flag_field(POVERTY, say("Poverty")),
        FIVE_NINES,
        SCORED,
        WEDDING_BY,
        DOUBLES,
        flag_field(CAUGHT, say("A caught Charlie counts"), folded=MORE_RULES),
        SOLO_LEADS,
        COMPULSORY,
        BOCK,
    ),
    deck=FORTY_EIGHT,
    verdicts={
        "won": say("Which side wins"),
        "re": say("Points of each Re player"),
        "kontra": say("Points of each Kontra player"),
    },
    follows={"eyes": "winner"},
    version="2",
    family="tricks",
    other_names=("Doko",),
    picture=(DULLE, OLD, FOX, CHARLIE),
    minutes=(45, 180),
    popular=True,
    popular_in=("de",),
    first_in=("de",),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__, FORTY_EIGHT)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook
cite = RULES.cite


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps for this pack, and for a dealer who sits out among five."""
    kinds = [f"pack-{setting.chosen.choice('cards')}"]
    if len(setting.seats) > 4:
        kinds.append("five")
    for name, agreed in setting.options.items():
        if agreed is True:
            kinds.append(name)
    return GUIDE.steps(*kinds)


# What is played, and with which cards

_SUITS = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
GAMES = {
    NORMAL: say("normal game"),
    WEDDING: say("wedding"),
    POVERTY: say("poverty"),
    "queens": say("queens solo"),
    "jacks": say("jacks solo"),
    "no-trump": say("no-trump solo"),
    "clubs": say("clubs solo"),
    "spades": say("spades solo"),
    "hearts": say("hearts solo"),
    "diamonds": say("diamonds solo"),
}
RANKS = "9JQKTA"
CARD_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
ALL_EYES = 240
DOPPELKOPF = 40
"""The eyes in a trick that are a special point."""

_JACKS = tuple(card(f"J{suit}") for suit in "DHSC")
_QUEENS = tuple(card(f"Q{suit}") for suit in "DHSC")


def trumps_of(game: str, has_pigs: bool = False) -> Cards:
    """Return the trumps of a game, from the lowest to the highest.

    >>> trumps_of("normal")[:5], trumps_of("normal")[-2:], trumps_of("no-trump")
    ((<9D>, <KD>, <TD>, <AD>, <JD>), (<QC>, <TH>), ())
    """
    kinds = {"queens": _QUEENS, "jacks": _JACKS, "no-trump": ()}
    if game in kinds:
        return kinds[game]
    suit = [card(rank + _SUITS.get(game, "D")) for rank in "9KTA"]
    if DULLE in suit:
        suit.remove(DULLE)
    trumps = [*suit, *_JACKS, *_QUEENS, DULLE]
    if has_pigs and game in PAIRS:
        trumps.remove(FOX)
        trumps.append(FOX)
    return tuple(trumps)


def pack_of(setting: Setting) -> Cards:
    """Return the cards in play: without nines if the table has left them out."""
    if setting.chosen.choice("cards") == WITH_NINES:
        return FORTY_EIGHT
    return tuple(card for card in FORTY_EIGHT if card.rank != "9")


# Sides, and what they announce

RE = "re"
KONTRA = "kontra"
SIDES = {RE: say("Re"), KONTRA: say("Kontra")}
OTHER = {RE: KONTRA, KONTRA: RE}


def side_among(re: Seats, seat: str) -> str:
    """Return the side of a seat, if `re` are the Re players."""
    return RE if seat in re else KONTRA


NO_LEVEL = "none"
ANNOUNCED = "announced"
LEVELS = {
    NO_LEVEL: say("nothing"),
    ANNOUNCED: say("Re or Kontra"),
    "no-90": say("no 90"),
    "no-60": say("no 60"),
    "no-30": say("no 30"),
    "black": say("black"),
}
LIMITS = {"no-90": 90, "no-60": 60, "no-30": 30}


def rank_of(level: str) -> int:
    """Return the rank of a level: 0 if nothing was announced, up to 5 for black."""
    return [*LEVELS].index(level)
