"""What is asked in a match of Skat: the game, each trick or how a deal ended, and what
ends one early.
"""

from dataclasses import replace

from referee import Field, Prompt, hookimpl, say

from . import rules
from .rules import GIVES_UP, IN_SKAT, NULL, THROWS_IN, WRONG_COUNT
from .state import State
from .whole_deal import deal_fields

ASKED = say(
    "The deal ended early: enter the skat, and which trumps the declarer still has."
)


@hookimpl
def prompts(state: State) -> tuple[Prompt, ...]:
    """The contract; then each trick, and what is missing to count; or how the deal
    ended.
    """
    deals, seats = state.deals, state.deals.deal.seats
    if deals.rounds.winners:
        return ()
    asides = {aside.kind: aside for aside in deals.asides()}
    if not state.contract:
        declarer = Field("declarer", "seat", say("Declarer"), choices=seats)
        contract = Prompt(
            "contract", seats, say("The game"), fields=(declarer, *rules.CONTRACT)
        )
        found = [
            contract,
            Prompt("passed", seats, say("All pass"), optional=True),
            *asides.values(),
        ]
    elif state.is_over:
        found = [_ask_cards(state), _ask_wrong_count(asides["misdeal"])]
    else:
        found = _ask_play(state)
    return tuple(replace(prompt, seats=deals.rounds.playing) for prompt in found)


def _ask_play(state: State) -> list[Prompt]:
    """What is asked while a game is played."""
    deals, seats = state.deals, state.deals.deal.seats
    found = []
    for prompt in deals.prompts(by_deal=deal_fields(state)):
        if prompt.kind == "misdeal":
            prompt = _ask_wrong_count(prompt)
        if prompt.kind == "claim":
            is_null = state.game == NULL
            prompt = _ask_null_claim(prompt) if is_null else _ask_claim(prompt)
        found.append(prompt)
    if not deals.by_deal:
        found.append(_ask_end(seats, state.game))
    return found


def _ask_wrong_count(misdeal: Prompt) -> Prompt:
    """After the bidding it matters whose number of cards is wrong."""
    title = say("Wrong number of cards")
    return replace(misdeal, title=title, fields=(rules.WRONG,))


def _ask_claim(claim: Prompt) -> Prompt:
    """A declarer who lays down says which level they demand."""
    return replace(claim, fields=(*claim.fields, rules.LEVEL))


def _ask_null_claim(claim: Prompt) -> Prompt:
    """Who lays down in a null, claims that the declarer takes no more trick."""
    whose = replace(claim.fields[0], label=say("Who lays down"))
    title = say("The declarer takes no more trick")
    return replace(claim, title=title, fields=(whose,))


def _ask_end(seats: tuple[str, ...], game: str) -> Prompt:
    """A side gives up, throws its cards in, or broke a rule that no cards prove.

    In a null nobody counts what is left: whoever throws the cards in gives up.
    """
    labels = dict(rules.ENDS_BY_SEAT)
    if game == NULL:
        del labels[THROWS_IN]
    whose = Field("seat", "seat", say("Who"), choices=seats)
    how = Field(
        "how",
        "choice",
        say("What they did"),
        optional=True,
        choices=tuple(labels),
        labels=labels,
        default=GIVES_UP,
    )
    title = say("End the deal early")
    return Prompt("concede", seats, title, fields=(whose, how), optional=True)


def _ask_cards(state: State) -> Prompt:
    """What is asked where a deal ended early: the skat, and which of the trumps left
    are the declarer's. Where their number is wrong, so may be that of the skat.
    """
    deal = state.deals.deal
    trumps = tuple(card for card in rules.trumps_of(state.game) if card in deal.left)
    few, most, has = IN_SKAT, IN_SKAT, state.cards_left
    if state.how == WRONG_COUNT:
        few, most, has = 0, 2 * IN_SKAT, has + IN_SKAT

    skat = Field("skat", "cards", say("The skat"), min=few, max=most, choices=deal.left)
    held = Field(
        "held",
        "cards",
        say("Trumps the declarer still has"),
        optional=not trumps,
        max=has,
        choices=trumps,
        not_in=("1",),
    )
    return Prompt("skat", deal.seats, say("The skat"), ASKED, (skat, held))
