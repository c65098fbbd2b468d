"""What may be entered: how a deal ended, or each draw and discard; a misdeal, a dead deal, the other depth."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import FIFTY_TWO, Card, Field, Prompt, Random, card, hookimpl, place_in_suit, say, without

from .questions import HANDS, KNOCKER, LEFT, UPCARD
from .rules import HAND
from .state import Play, State

_DRAWS = {"stock": say("From the stock"), "pile": say("From the pile")}
_POINTS_HELP = say("What each has left after laying off: with no points it is gin.")
_HANDS_HELP = say("The ten cards of each. The referee melds them.")


@hookimpl(specname="prompts")
def open_prompts(state: State) -> tuple[Prompt, ...]:
    """What may be entered now; nothing once the game is over."""
    return () if state.rounds.winners else tuple(_prompts(state))


def _prompts(state: State) -> Iterator[Prompt]:
    seats, is_begun = state.setting.seats, not state.by_deal and state.play.upcard is not None
    if state.by_deal:
        upcard = () if state.setting.chosen.choice("knock") == "ten" else (UPCARD,)
        yield Prompt("deal", seats, say("The deal in points"), _POINTS_HELP, (KNOCKER, LEFT, *upcard))
        hands = (KNOCKER, HANDS, *upcard)
        yield Prompt("hands", seats, say("The deal by the hands"), _HANDS_HELP, hands, optional=True)
    elif is_begun:
        yield from _turn(state)
    else:
        yield Prompt("upcard", seats, say("The card turned up"), fields=(UPCARD,))
    if state.by_deal or state.at_wall:
        help = say("Two cards are left of the stock.")
        yield Prompt("dead", seats, say("Nobody has knocked"), help, optional=state.by_deal)
    yield Prompt("misdeal", seats, say("Misdeal: deal again"), optional=True)
    if not is_begun:
        other = say("Enter every draw and discard") if state.by_deal else say("Enter how deals end")
        yield Prompt("depth", seats, other, optional=True)


def _turn(state: State) -> Iterator[Prompt]:
    """A draw and a discard, a knock with hands that begin with the cards known to be in them, or no wish to draw."""
    play, seats = state.play, state.setting.seats
    draw = Field("draw", "choice", say("Drawn"), choices=play.draws, labels=_DRAWS, default=play.draws[0])
    cards = without(FIFTY_TWO, (*play.pile, *play.known[play.other]))
    discard = Field("discard", "card", say("Discarded"), choices=cards, suggests=True)
    if not state.at_wall:
        yield Prompt("turn", seats, say("{seat} draws and discards", seat=play.turn), fields=(draw, discard))
    known = {seat: [card.code for card in cards] for seat, cards in play.known.items()}
    begun, may_be = known if any(known.values()) else None, without(FIFTY_TWO, play.pile[:-1])
    knock = (draw, discard, replace(HANDS, choices=may_be, suggests=True, default=begun))
    yield Prompt("knock", seats, say("{seat} knocks", seat=play.turn), _HANDS_HELP, knock, optional=True)
    if play.passes is not None and play.draws == ("pile",):
        yield Prompt("pass", seats, say("{seat} does not want it", seat=play.turn), optional=True)


@hookimpl
def example(prompt: Prompt, random: Random, state: State) -> Mapping[str, object] | None:
    """Points or hands with which somebody may knock; None where the fields say all."""
    names, play, knocker = {field.name for field in prompt.fields}, state.play, state.play.turn
    told: dict[str, object] = {"upcard": card("KD")} if "upcard" in names else {}
    if state.by_deal:
        told["knocker"] = knocker
    if prompt.kind == "deal":
        return {**told, "deadwood": {knocker: 0, play.other: random.randint(0, 60)}}
    if "hands" not in names:
        return None
    if not state.by_deal:
        draw, discard = play.draws[0], random.choice(_unseen(play))
        told, play = {"draw": draw, "discard": discard}, play.after(draw, discard)
    # The lowest cards leave the fewest points, most of them in sets.
    hands, unseen = dict(play.known), sorted(_unseen(play), key=place_in_suit)
    for seat in (knocker, state.play.other):
        needed = HAND - len(hands[seat])
        hands[seat], unseen = (*hands[seat], *unseen[:needed]), unseen[needed:]
    return {**told, "hands": hands}


def _unseen(play: Play) -> tuple[Card, ...]:
    """The cards of which nobody knows where they are."""
    return without(FIFTY_TWO, (*play.pile, *[one for cards in play.known.values() for one in cards]))
