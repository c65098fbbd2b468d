"""A game's description of itself, and a match's set-up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeVar

from referee.cards.card import Cards
from referee.cards.decks import FIFTY_FOUR
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.prompt import Field, Needs, Prompt
from referee.vocabulary.ruling import Basis, Ruling, Rulings
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import (
    Ordinal,
    Score,
    Seats,
    Side,
    Values,
    split_seats,
    unknown_name,
)
from referee.vocabulary.view import WinningScore

JOKER_WORDING = Field(
    "jokers",
    "choice",
    say("The two jokers"),
    choices=("black-red", "colour-grey"),
    labels={
        "black-red": say("One black, one red"),
        "colour-grey": say("One in colour, one grey"),
    },
    default="black-red",
    named=True,
)
"""The option of all games with jokers: how the jokers look, the higher one first."""


MORE_RULES = say("More rules")
"""The title under which pages fold away options that few tables know."""

SCORE = say("Score")
"""The name of scores, unless a game says otherwise."""

PARTS_OF_VERDICTS = {
    "legal": say("Allowed"),
    "card": say("The card"),
    "cards": say("The cards"),
    "seat": say("Who"),
    "seats": say("Who it concerns"),
    "clash": say("Cards in two places"),
    "winner": say("Winner"),
    "winners": say("Winners"),
    "points": say("Points"),
    "made": say("Who got their bid"),
    "round": say("Round"),
    "playoff": say("Who plays off the tie"),
    "ended_early": say("The match ends here"),
}
"""The names of common verdict parts, unless a game says otherwise."""


HowItFollows = Literal["as-ruled", "is-positive", "has-most", "card-shown"]
"""How a part of a verdict follows from the part that a table decides:

- `as-ruled`: the part stays as it was ruled.
- `is-positive`: the part says whether the deciding part is above zero.
- `has-most`: the part names the seat with most of it; in a tie the former winner.
- `card-shown`: the part is the card that the deciding seat shows.
"""


@dataclass(frozen=True, slots=True)
class Follows:
    """The part that another part follows from, and how.

    >>> Follows("score", "is-positive").part
    'score'
    """

    part: str
    how: HowItFollows = "as-ruled"


FOLLOWS: Mapping[str, tuple[str | Follows, ...]] = {
    "card": (Follows("winner", "card-shown"), "legal"),
    "seat": ("legal",),
    "winners": ("scores",),
    "playoff": ("scores",),
    "skunked": ("scores",),
    "made": ("points",),
    "moon": ("points",),
}
"""The common verdict parts that follow from others, such as the card from the winner.
"""


Family = Literal["tricks", "rummy", "shedding", "showdown", "slapping", "pads"]

FAMILIES: Mapping[str, Text] = {
    "tricks": say("Trick games"),
    "rummy": say("Rummy games"),
    "shedding": say("Getting rid of cards"),
    "showdown": say("The best hand wins"),
    "slapping": say("Slapping games"),
    "pads": say("Score pads"),
}
"""The names of families of games, in the order of long lists."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a game's rules, which rulings cite as `game#id`.

    >>> Section("trick", "The trick", "The highest card of the suit led wins.").basis
    'rules'
    """

    id: str
    title: str
    text: str
    basis: Basis = "rules"
    """Whose word the section is."""


_ENDED_EARLY = say("Ended early")
_HOW_IT_ENDS_EARLY = say(
    "A table may end a match at any time; the host says so. The scores decide as they "
    "stand. If nothing has been scored, nobody wins and there is no result. What is "
    "still secret stays secret; if the match goes on after all, it is entered again. "
    "Anybody at the table may dispute the end: if it is overturned, the match goes on."
)

ENDED_EARLY = Section(
    "ended-early", _ENDED_EARLY.template, _HOW_IT_ENDS_EARLY.template, "reading"
)
"""The section on the host's early end, for games without one of this id."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """A step of getting the table ready with the real cards: a title, and what to do.

    `section` is the id of the rule section to read, `cards` are cards to find; both
    optional.

    >>> Preparation(say("The deal"), say("Deal all the cards.")).cards
    ()
    """

    title: Text
    text: Text
    section: str = ""
    cards: Cards = ()


RulingHook = Literal["answer", "resolve_trick", "score_round"]
"""A hook that rules on questions; `answer` gets the question's name."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question that the referee answers without a table.

    >>> cards = Field("cards", "cards", say("Cards"))
    >>> Question("trick", say("Who wins the trick?"), (cards,)).copies
    1
    """

    name: str
    title: Text
    fields: tuple[Field, ...]
    """The fields that the question asks for."""
    help: Text = NOTHING
    copies: Ordinal = 1
    """The number of decks that its cards can be from: one, or two shuffled together."""
    hook: RulingHook = field(default="answer", metadata={"json": False})
    """The hook that rules on it."""


Asked = TypeVar("Asked", bound="Prompt | Question")


def with_fields(asked: Iterable[Asked], name: str, *fields: Field) -> tuple[Asked, ...]:
    """Return prompts or questions; the one of this name asks for more fields.

    >>> title = say("Who wins the trick?")
    >>> asked = (Question("trick", title, ()), Question("deal", title, ()))
    >>> trick, deal = with_fields(asked, "deal", Field("jack", "seat", say("Jack")))
    >>> len(trick.fields), len(deal.fields)
    (0, 1)
    """
    changed = list[Asked]()
    for each in asked:
        own_name = each.kind if isinstance(each, Prompt) else each.name
        if own_name == name:
            changed.append(replace(each, fields=(*each.fields, *fields)))
        else:
            changed.append(each)
    return tuple(changed)


@dataclass(frozen=True, slots=True)
class GameVariant:
    """A game that people know by a name of its own: another game with these options.

    >>> GameVariant(say("Low whist"), {"wins": "fewest"}).popular_in
    ()
    """

    title: Text
    options: Mapping[str, str]
    other_names: tuple[str, ...] = ()
    """Other names of it, in any language; people find it by them."""
    popular_in: tuple[str, ...] = ()
    """The languages whose speakers know it best, such as `de`."""
    first_in: tuple[str, ...] = ()
    """The languages whose speakers name it among the first."""


MOST_SEATS = 50
"""The most players at a table."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game's description: id, title, numbers of players, options, deck and more.

    >>> whist = Game(
    ...     id="whist",
    ...     title="Whist",
    ...     players=(4,),
    ...     summary="Tricks in two teams.",
    ...     source="Edmond Hoyle",
    ... )
    >>> whist.version
    '1'
    """

    id: str
    title: str
    players: tuple[int, ...]
    summary: str
    source: str
    options: tuple[Field, ...] = ()
    version: str = "1"
    score: Text = SCORE
    deck: Cards = FIFTY_FOUR
    """The deck, lowest card first, with every copy: what people type is read as these
    cards.
    """
    verdicts: Mapping[str, Text] = field(default_factory=dict)
    """The names of its verdicts' parts, for disputes, as `{"good": say("The slap is
    good")}`.

    A part without a name is called by its key.
    """
    follows: Mapping[str, str | Follows] = field(
        default_factory=dict, metadata={"json": False}
    )
    """The parts of its verdicts that follow from another part, so that a table decides
    only that.

    Examples are `{"value": "score"}`, or with the manner `{"won": Follows("score",
    "is-positive")}`.
    """
    named_by: tuple[str, ...] = ()
    """For a pad of any game: the options that name what the table plays, as a `text` or
    a `choice`.

    Lists and exports use the first option with a value.
    """
    round_name: Text = field(default=NOTHING, metadata={"json": False})
    """What players call a round, as `say("hand")`; pages then say “Hand 3”."""
    who_sits: Text = NOTHING
    """The sentence on who takes a seat, if not always one player.

    Pages show it when people name and take seats.
    """
    family: Family | None = None
    """The family under which people look for the game; its words find the game too."""
    other_names: tuple[str, ...] = field(default=(), metadata={"json": False})
    """Other names of the game, in any language; people find it by them."""
    picture: Cards = ()
    """Up to four cards of its deck that identify the game in lists.

    Without any, lists show a sheet of paper.
    """
    minutes: tuple[int, int] | None = None
    """The usual duration of a match, least and most; None if unknown."""
    popular: bool = False
    """Whether most card players know the game: it then comes first in a new house."""
    popular_in: tuple[str, ...] = field(default=(), metadata={"json": False})
    """The languages whose speakers know a popular game, such as `de`; empty: all."""
    first_in: tuple[str, ...] = field(default=(), metadata={"json": False})
    """The languages whose speakers name it among the first card games."""
    variants: tuple[GameVariant, ...] = field(default=(), metadata={"json": False})
    """What people know by a name of its own, beside the choices of `named_by`.

    Lists show both as games, which open with their options.
    """
    latecomers: bool = field(default=False, metadata={"json": False})
    """Whether people may sit down after the match has begun.

    The match is then folded again with them in `Setting.late`, and has to come out as
    before.
    """
    wins: WinningScore = field(default="most", metadata={"json": False})
    """Whether the most or the fewest points win, for the standings of events."""
    fewest_with: tuple[Needs, ...] = field(default=(), metadata={"json": False})
    """Sets of options; with any of them the fewest points win."""
    round_totals: tuple[Score, ...] = field(default=(), metadata={"json": False})
    """What the scores of a round come to: one of these, with any options.

    `referee check` holds the game to it. Empty: to anything.
    """
    counter_clockwise: bool = field(default=False, metadata={"json": False})
    """Whether the next seat in turn is the right neighbour: people sit down so, and
    `left_of` is the next in turn all the same.
    """
    first_from_dealer: int | None = field(default=None, metadata={"json": False})
    """How far in turn from the dealer sits who is asked first, or leads, in each round.

    0 is the dealer, 1 the next. `referee check` holds the game to it. None: it varies.
    """

    @property
    def hook(self) -> Callable[[], Game]:
        """Implement the hook `describe_game`: `describe_game = GAME.hook`.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> pad.hook().id
        'pad'
        """

        return hookimpl(lambda: self)

    def played(self, options: Mapping[str, object]) -> str | Text:
        """Return the name of what a table with these options plays; empty if unnamed.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> playing = Field("playing", "text", say("What you play"), optional=True)
        >>> pad = replace(pad, options=(playing,), named_by=("playing",))
        >>> pad.played({"playing": "Canasta"}), pad.played({})
        ('Canasta', '')
        """
        named = self.named_with(options)
        for variant in self.variants:
            if variant.options == named:
                return variant.title
        fields = {option.name: option for option in self.options}
        for name, value in named.items():
            return fields[name].labels.get(value, value)
        return ""

    def named_with(self, options: Mapping[str, object]) -> dict[str, str]:
        """Return those of a table's options that name what it plays.

        >>> which = Field("which", "choice", say("Which"), default="whist")
        >>> whist = Game("whist", "Whist", (4,), "", "", (which,), named_by=("which",))
        >>> whist.named_with({"which": "low"}), whist.named_with({"which": "whist"})
        ({'which': 'low'}, {})
        """
        defaults = {option.name: option.default for option in self.options}
        named = {}
        for name in self.named_by:
            value = str(options.get(name) or "")
            if value and value != defaults[name]:
                named[name] = value
        return named

    def all_variants(self) -> list[GameVariant]:
        """Return its variants, and each choice of an option that names it."""
        found = [*self.variants]
        for option in self.options:
            for value, title in option.labels.items():
                chosen = {option.name: value}
                is_known = any(chosen == variant.options for variant in found)
                if self.named_with(chosen) and not is_known:
                    found.append(GameVariant(title, chosen))
        return found

    def wins_with(self, options: Mapping[str, object]) -> WinningScore:
        """Return whether the most or the fewest points win with these options.

        >>> low = {"scoring": ("own",)}
        >>> eights = Game("eights", "Eights", (2,), "", "", fewest_with=(low,))
        >>> eights.wins_with({"scoring": "own"})
        'fewest'
        """
        for needs in self.fewest_with:
            if all(options.get(name) in values for name, values in needs.items()):
                return "fewest"
        return self.wins

    def part_of_verdict(self, name: str) -> Text:
        """Return the name of a verdict's part.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> pad = replace(pad, verdicts={"paired": say("It is a pair")})
        >>> print(pad.part_of_verdict("paired"), pad.part_of_verdict("last_card"))
        It is a pair Last card
        """
        given = self.verdicts.get(name) or PARTS_OF_VERDICTS.get(name)
        if given:
            return given
        # Translators get this template from the keys of all verdicts.
        return replace(NOTHING, template=name.replace("_", " ").capitalize())

    def lead_of(self, name: str, verdict: Container[str]) -> Follows | None:
        """Return the part of this verdict from which `name` follows, and how; or None.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> pad = replace(pad, follows={"won": "score"})
        >>> pad.lead_of("won", ["won", "score"])
        Follows(part='score', how='as-ruled')
        >>> pad.lead_of("card", ["card"])
        """
        leads = FOLLOWS.get(name, ())
        if name in self.follows:
            leads = (self.follows[name],)
        for lead in leads:
            if isinstance(lead, str):
                lead = Follows(lead)
            if lead.part in verdict:
                return lead
        return None


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule that a table may choose; it changes a ruling of `game`.

    >>> text = "An ace is the lowest card of its suit."
    >>> HouseRule("aces-low", "whist", title="Aces are low", text=text).game
    'whist'
    """

    id: str
    game: str
    title: str
    text: str
    needs: Needs = field(default_factory=dict)
    """Options without which the rule would change nothing, each with the values that
    fit.

    `players` are numbers of players.
    """
    excludes: tuple[str, ...] = ()
    """The ids of house rules that contradict it."""

    @property
    def hook(self) -> Callable[[], HouseRule]:
        """Implement `describe_house_rule`: `describe_house_rule = RULE.hook`."""

        return hookimpl(lambda: self)


class ChosenOptions(dict[str, object]):
    """Chosen options by name; an unknown name is a KeyError that lists the known ones.

    >>> types = {"target": "number", "note": "text"}
    >>> try:
    ...     ChosenOptions({"target": 20}, types)["taget"]
    ... except KeyError as unknown:
    ...     print(unknown.args[0])
    there is no option `taget`, but `target`; there are `target`, `note`
    """

    def __init__(self, chosen: Mapping[str, object], types: Mapping[str, str]) -> None:
        super().__init__(chosen)
        self.types = types

    def __missing__(self, name: str) -> object:
        if name in self.types:
            raise KeyError(name)
        raise unknown_name(name, self.types, "option")


@dataclass(frozen=True, slots=True)
class Setting:
    """A match's setting: seats (clockwise), first dealer and chosen options.

    >>> setting = Setting(("Ana", "Ben", "Cy"), dealer="Cy", options={"target": 20})
    >>> setting.left_of("Cy"), setting.left_of("Cy", among=("Ben", "Cy"))
    ('Ana', 'Ben')
    >>> setting.clockwise_from("Ben")
    ('Ben', 'Cy', 'Ana')
    >>> setting.chosen.number("target")
    20
    """

    seats: Seats
    dealer: str
    options: Mapping[str, object] = field(default_factory=dict)
    version: str = ""
    """The game's version when the match began; empty: the current one."""
    late: Seats = ()
    """The seats that people took after the match had begun."""

    @property
    def chosen(self) -> Values:
        """Return the options by type: `setting.chosen.number("target")`."""
        options = self.options
        if isinstance(options, ChosenOptions):
            return Values(options, options.types, options.types)
        return Values(options)

    def agreed(self, options: Iterable[Field]) -> dict[str, object]:
        """Return the table's values of these options, as `ask` takes them.

        >>> target = Field("target", "number", say("Points that win"))
        >>> Setting(("Ana", "Ben"), "Ana", {"target": 20, "deals": 5}).agreed([target])
        {'target': 20}
        """
        return {option.name: self.options[option.name] for option in options}

    def left_of(self, seat: str, among: Collection[str] = ()) -> str:
        """Return the next seat clockwise, or the next one `among` these."""
        _, *others = self.clockwise_from(seat)
        for neighbour in others:
            if not among or neighbour in among:
                return neighbour
        return seat

    def clockwise_from(self, seat: str) -> Seats:
        """Return all seats clockwise from this one, as they play when it leads."""
        first = self.seats.index(seat)
        return self.seats[first:] + self.seats[:first]

    def opposite(self, seat: str) -> str:
        """Return the seat across the table: the partner among four, the other of two.

        >>> Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Ana").opposite("Dee")
        'Ben'
        """
        return self.clockwise_from(seat)[len(self.seats) // 2]

    def sides(self, n: int = 2) -> tuple[Seats, ...]:
        """Return this many sides with partners seated crosswise, each clockwise.

        >>> Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Ana").sides()
        (('Ana', 'Cy'), ('Ben', 'Dee'))
        """
        return tuple(self.seats[first::n] for first in range(n))

    def sides_from(self, seat: str) -> tuple[Side, Side]:
        """Return a seat's side, with its partner across the table, and the other side.

        >>> Setting(("Ana", "Ben", "Cy", "Dee"), dealer="Ana").sides_from("Ben")
        (('Ben', 'Dee'), ('Ana', 'Cy'))
        """
        return split_seats(self.seats, (seat, self.opposite(seat)))


class Ask(Protocol):
    """The rulebook in force as games question it, with house rules.

    `ask("trick", plays=plays)` rules on a question, from its fields' values.
    `ask(ruling)` submits a game's own ruling to the table, and returns it, maybe
    overruled.
    """

    def __call__(self, question: str | Ruling, /, **given: object) -> Ruling:
        """Return the ruling on this question with these typed field values.

        :param question: The name of one of the game's questions; or a ruling that the
            game made without a question: it comes back as it is, or as the table has
            overruled it, and the game goes on from what comes back.
        :param given: The values of the question's fields, by their names; none beside a
            ruling.
        :return: A ruling with an origin, by which the table can overrule it.
        :raise WrongFieldsError: The game's own hook has refused these values.
        """


@dataclass(frozen=True, slots=True)
class Accepted:
    """An entry taken: the next state, and its rulings.

    `reveals` makes the hook `reveal` see the secret entries so far with this state,
    even incomplete or clashing ones.

    >>> Accepted(state="Ana leads").rulings
    ()
    """

    state: object
    rulings: Rulings = ()
    reveals: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """An entry that the rules forbid, with the ruling that says why.

    >>> refusal = Ruling({"legal": False}, say("Ben has to follow suit"), ())
    >>> print(Refused(refusal).ruling.summary)
    Ben has to follow suit
    """

    ruling: Ruling
