"""A stranger's game, made for each deck: everybody lays a card in turn, and the one
that is highest in the deck wins.

Two or three players. After three tricks it is over. A card is laid as often as the deck
holds it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint
from types import ModuleType
from typing import cast

from referee import (
    COLOURS,
    EVERYBODY,
    FIFTY_FOUR,
    FIFTY_TWO,
    FORTY,
    GERMAN_THIRTY_SIX,
    GERMAN_THIRTY_TWO,
    ITALIAN_FORTY,
    SPANISH_FORTY,
    SPANISH_FORTY_EIGHT,
    TAROT,
    THIRTY_SIX,
    THIRTY_TWO,
    TWENTY_FOUR,
    Accepted,
    Ask,
    Card,
    Entry,
    Field,
    Game,
    Prompt,
    Question,
    Rank,
    Reason,
    Refused,
    Ruling,
    Scene,
    Section,
    Setting,
    ShownCards,
    Step,
    Suit,
    Values,
    Zone,
    hookimpl,
    make_deck,
    rank_seats,
    say,
    two_of,
    without,
)
from referee.plugin.discovery import GAMES, beside

ELEMENTS = make_deck(
    [
        Rank(str(number), name)
        for number, name in enumerate(("one", "two", "three", "four"), 1)
    ],
    [
        Suit(code, name, sign=sign)
        for code, name, sign in (
            ("F", "fire", "△"),
            ("W", "water", "▽"),
            ("Q", "earth", "□"),
        )
    ],
    specials=[Rank("V", "void")],
)
"""A stranger's own deck, whose suits have no shape of ours."""

DECKS = {
    "french-54": FIFTY_FOUR,
    "french-52": FIFTY_TWO,
    "french-40": FORTY,
    "french-36": THIRTY_SIX,
    "french-32": THIRTY_TWO,
    "french-24": TWENTY_FOUR,
    "french-twice-32": two_of(THIRTY_TWO),
    "german-36": GERMAN_THIRTY_SIX,
    "german-32": GERMAN_THIRTY_TWO,
    "spanish-48": SPANISH_FORTY_EIGHT,
    "spanish-40": SPANISH_FORTY,
    "spanish-twice-48": two_of(SPANISH_FORTY_EIGHT),
    "italian-40": ITALIAN_FORTY,
    "tarot": TAROT,
    "colours": COLOURS,
    "elements": ELEMENTS,
}
"""Every deck that comes with the referee, doubles, and one that does not, by the id of
the game that deals it.
"""

TRICKS = 3


@dataclass(frozen=True, slots=True)
class State:
    """Who sits, which cards lie before whom, those gone, and the points."""

    seats: tuple[str, ...]
    points: dict[str, int]
    laid: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    tricks: int = 0

    @property
    def turn(self) -> str:
        return self.seats[len(self.laid)]


def dealing(id: str, deck: tuple[Card, ...]) -> ModuleType:
    """The game with this deck, as a module whose hooks the referee calls."""

    @hookimpl
    def describe_game() -> Game:
        return Game(
            id=id,
            title=f"Highest of {id}",
            players=(2, 3),
            summary="The highest card wins.",
            source="Made up",
            deck=deck,
        )

    @hookimpl
    def rule_sections() -> tuple[Section, ...]:
        return (Section("trick", "The trick", "The highest card wins."),)

    @hookimpl
    def questions() -> tuple[Question, ...]:
        plays = Field("plays", "card_by_seat", say("Cards"))
        return (Question("trick", say("Who wins?"), (plays,), hook="resolve_trick"),)

    @hookimpl
    def resolve_trick(given: Values) -> Ruling:
        plays = given.card_by_seat("plays")
        winner = max(plays, key=lambda seat: plays[seat].order)
        cards = tuple(plays.values())
        why = Reason(
            f"{id}#trick",
            "rules",
            say(
                "{card:the} is the highest of {cards:short}.",
                card=plays[winner],
                cards=cards,
            ),
        )
        shown = tuple(
            ShownCards(seat, (card,), (card,) if seat == winner else ())
            for seat, card in plays.items()
        )
        said = say("{seat} wins with {card:the}", seat=winner, card=plays[winner])
        return Ruling({"winner": winner, "card": plays[winner]}, said, (why,), shown)

    @hookimpl
    def begin(setting: Setting) -> State:
        return State(setting.seats, dict.fromkeys(setting.seats, 0))

    @hookimpl
    def prompts(state: State) -> tuple[Prompt, ...]:
        if state.tricks == TRICKS:
            return ()
        left = without(deck, (*state.gone, *state.laid))
        card = Field("card", "card", say("Card"), choices=left)
        return (
            Prompt("lay", (state.turn,), say("Lay a card"), fields=(card,), own=True),
        )

    @hookimpl
    def accept(state: State, entry: Entry, ask: Ask) -> Accepted | Refused:
        laid = (*state.laid, entry.given.card("card"))
        if len(laid) < len(state.seats):
            return Accepted(replace(state, laid=laid))
        ruling = ask("trick", plays=dict(zip(state.seats, laid, strict=True)))
        winner = cast(str, ruling.verdict["winner"])
        points = state.points | {winner: state.points[winner] + 1}
        return Accepted(
            State(state.seats, points, (), (*state.gone, *laid), state.tricks + 1),
            (ruling,),
        )

    @hookimpl
    def scene(state: State) -> Scene:
        over = state.tricks == TRICKS
        zones = (
            Zone("laid", None, len(state.laid), state.laid, EVERYBODY),
            Zone("gone", None, len(state.gone), state.gone, EVERYBODY),
        )
        best = max(state.points.values())
        lays = Step((state.turn,), say("{seat} lays a card.", seat=state.turn))
        return Scene(
            "finished" if over else "lay",
            state.tricks + 1 - over,
            () if over else (state.turn,),
            rank_seats(state.points, state.points),
            zones,
            () if over else (lays,),
            finished=over,
            winners=tuple(
                seat for seat, n in state.points.items() if over and n == best
            ),
        )

    module = ModuleType(f"{__name__}.{id}")
    hooks = (
        describe_game,
        rule_sections,
        questions,
        resolve_trick,
        begin,
        prompts,
        accept,
        scene,
    )
    vars(module).update({hook.__name__: hook for hook in hooks})
    return module


# An entry point names a module's attribute.
globals().update(
    {id.replace("-", "_"): dealing(id, deck) for id, deck in DECKS.items()}
)


@contextmanager
def all_dealt() -> Iterator[None]:
    """Until the end, the games of all decks are installed beside the games that are."""
    with beside(
        *(EntryPoint(id, f"{__name__}:{id.replace('-', '_')}", GAMES) for id in DECKS)
    ):
        yield
