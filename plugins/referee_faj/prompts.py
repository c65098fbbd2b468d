"""What may be entered: the board while none lies, else the cards placed beside it."""

from referee import Field, Prompt, hookimpl, say

from .stacks import DRAFT_CARDS, TRICK_CARDS
from .state import State


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """The board while none lies, else a card from each seat."""
    if state.finished:
        return ()
    if not state.board:
        return (_board_prompt(state),)
    return (
        Prompt(
            "play",
            state.setting.seats,
            _PLACE,
            _PLACE_HELP,
            (_plays_field(state),),
            secret=True,
        ),
    )


_PLACE = say("Place a card")
_PLACE_HELP = say(
    "The card that lies face down by the board. Nobody sees it until everybody has "
    "placed one."
)


def _board_prompt(state: State) -> Prompt:
    seen = frozenset(state.cards_seen())
    unseen = tuple(card for card in TRICK_CARDS if card not in seen)
    wanted = state.trick
    cards = Field(
        "cards",
        "cards",
        say("Trick cards"),
        min=wanted,
        max=wanted,
        choices=unseen,
        suggests=True,
    )
    if wanted == 1:
        title, what = (
            say("Turn one trick card"),
            say("The dealer turns one trick card face up."),
        )
    else:
        title = say("Turn {n} trick cards", n=wanted)
        what = say("The dealer turns {n} trick cards face up, side by side.", n=wanted)
    return Prompt("board", state.setting.seats, title, what, (cards,))


def _plays_field(state: State) -> Field:
    played = frozenset(
        card for trick in state.tricks_of_round() for card in trick.plays.values()
    )
    unplayed = tuple(card for card in DRAFT_CARDS if card not in played)
    return Field(
        "plays",
        "card_by_seat",
        say("Card placed"),
        choices=unplayed,
        some=True,
        suggests=True,
    )
