"""A stranger's game: three play three tricks a deal with a Tarot deck; the
fool may always be played, and hearts are led only once one was played.
"""

from referee import (
    TAROT,
    Accepted,
    Ask,
    Deals,
    Entry,
    Game,
    Prompt,
    Question,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    Values,
    begin_deals,
    hookimpl,
    rule_round,
    rule_trick,
    sections_of,
    trick_question,
)

RULES = sections_of(
    "fools-tricks",
    Section("trick", "The trick", "The highest trump, else the highest card led."),
    Section("once", "Once only", "Each card is played once in a deal."),
    Section("follow", "Following suit", "Whoever can follow suit must, but the fool."),
    Section("broken", "Hearts", "Hearts are led once one was played."),
    Section("score", "The score", "A trick is a point."),
)
rule_sections = RULES.hook


describe_game = Game(
    id="fools-tricks",
    title="Fool's Tricks",
    players=(3,),
    summary="Tricks with a fool.",
    source="Made up",
    deck=TAROT,
).hook


@hookimpl
def questions() -> tuple[Question, ...]:
    return (trick_question(TAROT),)


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    return rule_trick(given.card_by_seat("plays"), RULES.cite, "trick", trump="T")


@hookimpl
def begin(setting: Setting) -> Deals:
    return begin_deals(setting, TAROT, hand=3, last=2)


@hookimpl
def prompts(state: Deals) -> tuple[Prompt, ...]:
    return state.prompts()


@hookimpl
def accept(state: Deals, entry: Entry, ask: Ask) -> Accepted | Refused:
    entered = state.enter(entry, ask, RULES.cite, closed="H")
    if isinstance(entered, Refused):
        return entered
    deals, rulings = entered
    if not deals.deal.over:
        return Accepted(deals, rulings)
    after = deals.scored(deals.deal.tricks_of)
    scored = rule_round(state.rounds, after.rounds, RULES.cite, "score")
    return Accepted(after, (*rulings, scored))


@hookimpl
def scene(state: Deals) -> Scene:
    return state.scene()
