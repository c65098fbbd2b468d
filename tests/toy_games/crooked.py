"""A stranger's game that fails as it is told: each card stands for a way to fail, and
`FAILING` for one of all hooks.

Two players lay cards in turn; the second card of a pair ends a round, and Ana has a
point. Nothing else is right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee import (
    FIFTY_TWO,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Reason,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    ShownCards,
    Standing,
    Text,
    Values,
    hookimpl,
    say,
    sections_of,
)
from tests.misfit import misfit

FAILING: set[str] = set()
"""The hooks that raise from now on, as those of a game may after an upgrade; of `scene
of 1` that with one card. With `prompts of 1` those with one card cannot be shown, and
with `fields of 1` one more is asked there, of no fields.
"""

BECAUSE = (Reason("crooked#lay", "rules", say("So it is.")),)


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, the cards laid, and what is wrong with the state."""

    seats: tuple[str, ...]
    laid: tuple[Card, ...] = ()
    wrong: str = ""


def _may_fail(hook: str) -> None:
    if hook in FAILING:
        raise RuntimeError(f"{hook} fails since the upgrade")


describe_game = Game(
    id="crooked",
    title="Crooked Cards",
    players=(2,),
    summary="It fails.",
    source="Made up",
).hook


rule_sections = sections_of("crooked", Section("lay", "Laying", "A card is laid.")).hook


@hookimpl
def prepare_table(setting: Setting) -> object:
    raise LookupError("nobody knows how")


@hookimpl
def questions() -> tuple[Question, ...]:
    return (Question("why", say("Why?"), (Field("card", "card", say("Card")),)),)


@hookimpl
def answer(question: str, given: Values) -> Ruling:
    return Ruling(
        {"card": given.card("card")},
        say("{seat} wins.", card=given.card("card")),
        BECAUSE,
    )


@hookimpl
def begin(setting: Setting) -> State:
    _may_fail("begin")
    return State(setting.seats)


@hookimpl
def prompts(state: State) -> object:
    _may_fail("prompts")
    if state.wrong == "prompts":
        return None
    cards = tuple(card for card in FIFTY_TWO if card not in state.laid)
    title = (
        say("Lay {card}", name="")
        if f"prompts of {len(state.laid)}" in FAILING
        else say("Lay a card")
    )
    lay = Prompt(
        "lay",
        state.seats,
        title,
        fields=(Field("card", "card", say("Card"), choices=cards),),
    )
    return (
        (lay, replace(lay, fields=misfit(None)))
        if f"fields of {len(state.laid)}" in FAILING
        else (lay,)
    )


def _raise(error: BaseException) -> Ruling:
    raise error


class _Word(str):
    """A word that cannot be written."""

    def __str__(self) -> str:
        raise LookupError("no word")


def _nested(depth: int) -> Text:
    return say("{inner}", inner=_nested(depth - 1)) if depth else say("So.")


def _well() -> Ruling:
    return Ruling({"winner": "Ana"}, say("Ana wins."), BECAUSE)


WAYS: Mapping[str, Callable[[], object]] = {
    "2C": lambda: _raise(SystemExit("bye")),
    "3C": lambda: _raise(KeyboardInterrupt()),
    "4C": lambda: _raise(KeyError("Ana")),
    "5C": lambda: replace(
        _well(), summary=say("{seat} wins with the {card}.", seat="Ana")
    ),
    "6C": lambda: replace(_well(), shown=(ShownCards(None, misfit(("no card",))),)),
    "7C": lambda: replace(_well(), verdict={"winner": object()}),
    "8C": lambda: replace(
        _well(), because=(Reason("crooked#gone", "rules", say("So.")),)
    ),
    "9C": lambda: Refused(replace(_well(), summary=say("{seat}", card=1))),
    "TC": lambda: None,
    "JC": lambda: "scene",
    "QC": lambda: "standings",
    "KC": lambda: "prompts",
    "AC": lambda: "deep",
    "2D": lambda: replace(_well(), summary=_nested(300)),
    "3D": lambda: replace(_well(), summary=say("{a}", a=_Word("Ana"))),
    "4D": lambda: replace(
        _well(), verdict={"winner": ((((((((((((((((),),),),),),),),),),),),),),),)}
    ),
}
"""By card, how the game fails over it: what it raises, its ruling, its whole answer, or
what is wrong afterwards.
"""


@hookimpl
def accept(state: State, entry: Entry, ask: Ask) -> object:
    _may_fail("accept")
    card = entry.given.card("card")
    after = replace(state, laid=(*state.laid, card))
    if card.code not in WAYS:
        return Accepted(after, (_well(),) if len(after.laid) % 2 == 0 else ())
    way = WAYS[card.code]()
    if isinstance(way, str):
        return Accepted(replace(after, wrong=way), (_well(),))
    return Accepted(after, (way,)) if isinstance(way, Ruling) else way


@hookimpl
def scene(state: State) -> Scene:
    _may_fail("scene")
    _may_fail(f"scene of {len(state.laid)}")
    if state.wrong == "scene":
        raise ZeroDivisionError
    if state.wrong == "deep":
        return scene(state)
    standings = tuple(
        Standing(seat, len(state.laid) * (seat == "Ana"), 1) for seat in state.seats
    )
    return Scene(
        "lay",
        1,
        state.seats,
        standings if state.wrong != "standings" else (Standing("Zed", 0, 1),),
    )
