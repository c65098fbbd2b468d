"""The game, the sections of its rules, its guide, and the ranks that are slapped."""

from referee import (
    FIFTY_FOUR,
    JOKER_WORDING,
    RANK_PLURALS,
    Game,
    Preparation,
    Setting,
    card,
    hookimpl,
    read_guide,
    read_irregularities,
    read_sections,
    say,
)

GAME = Game(
    id="slapjack",
    title="Slapjack All Faces",
    players=tuple(range(2, 21)),
    family="slapping",
    summary="Play cards to a pile in turn and be the first to slap a face card: "
    "jacks, then queens, then kings.",
    source="“Slapjack All Faces”, a rules text that names no author, "
    "based on traditional Slapjack",
    options=(JOKER_WORDING,),
    score=say("Points"),
    follows={"points": "winners", "faces": "winners", "stacks": "winners"},
    verdicts={
        "good": say("The slap is good"),
        "takes": say("Face cards won with it"),
        "cards": say("Cards in the pile"),
        "counted": say("Cards counted"),
        "pile": say("Cards left in the pile"),
        "next": say("Who plays next"),
        "to": say("Who gets the cards given up"),
        "pays": say("Who gives up a card"),
        "sits_out": say("Who sits out"),
        "round_over": say("What is over"),
        "dealer": say("Who deals"),
        "leads": say("Who leads"),
    },
    picture=(card("JH"), card("QC"), card("KS")),
    minutes=(10, 30),
)
RULES = read_sections(GAME.id, __package__)
GUIDE = read_guide(__package__)
LAW = read_irregularities(RULES, __package__)

describe_game = GAME.hook
rule_sections = RULES.hook
irregularities = LAW.hook

cite = RULES.cite
"""A reason that rests on one of the sections."""


@hookimpl
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:
    """Return the steps from the pack to the first card played."""
    each, odd = divmod(len(FIFTY_FOUR), len(setting.seats))
    kind = "odd deal" if odd else "even deal"
    return GUIDE.steps(kind, each=each, odd=odd, more=each + 1)


STAGES = ("J", "Q", "K")
"""The ranks that are slapped, stage by stage."""

FACES = {}
"""The four cards of each stage, by its rank."""

for _rank in STAGES:
    FACES[_rank] = tuple(card for card in FIFTY_FOUR if card.rank == _rank)

FACE_CARDS = FACES["J"] + FACES["Q"] + FACES["K"]
"""The twelve face cards of all stages."""

WORTH = 10
"""The points of each face card."""

MAJORITY = 7
"""The number of face cards that are most of the twelve."""

PLURAL = {rank: RANK_PLURALS[rank] for rank in STAGES}
"""The name of several cards of each stage, by their rank: `jacks` for J."""
