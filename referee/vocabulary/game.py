"""A game as it describes itself, and a match's setting-up."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import field, replace
from typing import Literal, Protocol

from referee.cards.card import Cards
from referee.cards.decks import FIFTY_FOUR
from referee.lazy_dataclass import frozen
from referee.vocabulary.markers import hookimpl
from referee.vocabulary.prompt import Field
from referee.vocabulary.ruling import Basis, Ruling, Rulings
from referee.vocabulary.text import NOTHING, Text, say
from referee.vocabulary.values import Ordinal, Seats, Values, no_such_name

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
)
"""The option of every game with jokers: how the deck tells its two apart, the higher
one named first.
"""


SCORE = say("Score")
"""What the numbers beside the seats count, where a game does not say."""

PARTS_OF_VERDICTS = {
    "legal": say("It is allowed"),
    "card": say("The card"),
    "cards": say("The cards"),
    "seat": say("Who"),
    "seats": say("Whom it concerns"),
    "clash": say("Cards that are in two places"),
    "winner": say("Winner"),
    "winners": say("Winners"),
    "round": say("Round"),
    "playoff": say("Who plays off the tie"),
    "ended_early": say("The match ends here"),
}
"""What the parts of verdicts are called that many games have, where a game does not
say.
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
"""What families of games are called, in the order in which they stand where there are
many games.
"""


@frozen
class Section:
    """A section of a game's rules, which rulings cite as `game#id`.

    >>> Section("trick", "The trick", "The highest card of the suit led wins.").basis
    'rules'
    """

    id: str
    title: str
    text: str
    basis: Basis = "rules"
    """Whose word it is."""


_ENDED_EARLY = say("Ended early")
_HOW_IT_ENDS_EARLY = say(
    "A table may end a match at any moment, and the host says so. The scores decide as "
    "they stand. If nothing has been scored, nobody wins, and there is no result. What "
    "is still secret then stays secret; if the match goes on after all, it is entered "
    "again. Anybody at the table may dispute the end: if it is overruled, the match "
    "goes on."
)

ENDED_EARLY = Section(
    "ended-early", _ENDED_EARLY.template, _HOW_IT_ENDS_EARLY.template, "reading"
)
"""The section of every game on which it rests that the host ends a match, unless a game
has one of this id itself.
"""


@frozen
class SetUpStep:
    """A step of getting the table ready with the real cards: what it is about, and what
    to do.

    `section` is the id of the rule section to read on in, `cards` are those to look
    for; both may be left out.

    >>> SetUpStep(say("The deal"), say("Deal all the cards.")).cards
    ()
    """

    title: Text
    text: Text
    section: str = ""
    cards: Cards = ()


RulingHook = Literal["answer", "resolve_trick", "score_round"]
"""A hook that rules on questions. `answer` is told which; of the others each rules on
one question of a game.
"""


@frozen
class Question:
    """Something the referee answers without any table.

    >>> cards = Field("cards", "cards", say("Cards"))
    >>> Question("trick", say("Who wins the trick?"), (cards,)).copies
    1
    """

    name: str
    title: Text
    fields: tuple[Field, ...]
    """What it needs."""
    help: Text = NOTHING
    copies: Ordinal = 1
    """How many decks of the game all the cards given can be from: one, or two where two
    are shuffled into one.
    """
    hook: RulingHook = field(default="answer", metadata={"json": False})
    """What rules on it."""


MOST_SEATS = 50
"""No table has more."""


@frozen
class Game:
    """A game: its id (in addresses and entry points), title, the numbers of players
    that can play (at most 50), a summary of a sentence or two, where its rules come
    from, the options its rules leave to the table, the version of its rulings (a match
    and each entry keep the one they were made under), what the numbers beside the seats
    count, and the deck.

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
    """The cards that it is played with, from the lowest to the highest, each as often
    as the deck holds it: what people type is read as these cards, and fields without
    choices ask for any of them.
    """
    verdicts: Mapping[str, Text] = field(default_factory=dict)
    """What the parts of its verdicts are called where people decide them otherwise, as
    `{"good": say("The slap is good")}`; a part that is not here goes by its name.
    """
    named_by: tuple[str, ...] = ()
    """The options in which a table says what it plays, where this is a game for any: a
    `text`, or a `choice` that says it by the label of whatever is not its default. Past
    matches, what is shared and plays for other programs go by the first that says
    something.
    """
    who_sits: Text = NOTHING
    """Who takes a seat, as a sentence, where that need not be a single player: said
    where seats are named and taken.
    """
    family: Family | None = None
    """The games among which people look for it: they find it by these words too."""
    picture: Cards = ()
    """Up to four cards of its deck by which people know it where games are chosen;
    without any it is drawn as a sheet of paper.
    """
    minutes: tuple[int, int] | None = None
    """How long a match usually lasts, at least and at most; None: nobody can say."""
    popular: bool = False
    """Most people who play cards know it. Where nothing was played yet, such games
    stand first.
    """

    @property
    def hook(self) -> Callable[[], Game]:
        """Return the hook `describe_game`, which answers this game: `describe_game =
        GAME.hook`.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> pad.hook().id
        'pad'
        """

        @hookimpl
        def describe_game() -> Game:
            return self

        return describe_game

    def played(self, options: Mapping[str, object]) -> str | Text:
        """Return what a table with these options says it plays; empty where it does
        not.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> playing = Field("playing", "text", say("What you play"), optional=True)
        >>> pad = replace(pad, options=(playing,), named_by=("playing",))
        >>> pad.played({"playing": "Canasta"}), pad.played({})
        ('Canasta', '')
        """
        fields = {option.name: option for option in self.options}
        for name in self.named_by:
            field, value = fields[name], str(options.get(name) or "")
            if value and value != field.default:
                return field.labels.get(value, value)
        return ""

    def part_of_verdict(self, name: str) -> Text:
        """Return what this part of a verdict is called.

        >>> pad = Game(id="pad", title="Pad", players=(2,), summary="", source="")
        >>> pad = replace(pad, verdicts={"paired": say("It is a pair")})
        >>> print(pad.part_of_verdict("paired"), pad.part_of_verdict("last_card"))
        It is a pair Last card
        """
        return self.verdicts.get(name) or PARTS_OF_VERDICTS.get(name) or _by_name(name)


def _by_name(part: str) -> Text:
    """Translators have these from the keys of all verdicts."""
    return replace(NOTHING, template=part.replace("_", " ").capitalize())


@frozen
class HouseRule:
    """A house rule that a table may agree on: it changes a ruling of the rules of
    `game`.

    >>> text = "An ace is the lowest card of its suit."
    >>> HouseRule("aces-low", "whist", title="Aces are low", text=text).game
    'whist'
    """

    id: str
    game: str
    title: str
    text: str

    @property
    def hook(self) -> Callable[[], HouseRule]:
        """Return the hook `describe_house_rule`, which answers this rule:
        `describe_house_rule = RULE.hook`.
        """

        @hookimpl
        def describe_house_rule() -> HouseRule:
            return self

        return describe_house_rule


class ChosenOptions(dict[str, object]):
    """Options as chosen, which know all that the game has: a name that is none of them
    is a KeyError that says so.

    >>> ChosenOptions({"target": 20}, names=("target", "note"))["taget"]
    Traceback (most recent call last):
    KeyError: 'there is no option `taget`, but `target`; there are `target`, `note`'
    """

    def __init__(self, chosen: Mapping[str, object], names: tuple[str, ...]) -> None:
        super().__init__(chosen)
        self.names = names

    def __missing__(self, name: str) -> object:
        if name in self.names:
            raise KeyError(name)
        raise KeyError(no_such_name(name, self.names, "option"))


@frozen
class Setup:
    """A match's setting-up: who sits where (clockwise), who deals first, and the
    options as chosen.

    >>> setting = Setup(("Ana", "Ben", "Cy"), dealer="Cy", options={"target": 20})
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
    """The game's version with which the match began; empty where nobody says: as now.
    """

    @property
    def chosen(self) -> Values:
        """Return the options, each by its type: `setting.chosen.number("target")`."""
        options = self.options
        if isinstance(options, ChosenOptions):
            return Values(options, options.names)
        return Values(options)

    def left_of(self, seat: str, among: Collection[str] = ()) -> str:
        """Return the left neighbour: the next seat clockwise, or the next of those
        `among` whom it is looked for.
        """
        _, *others = self.clockwise_from(seat)
        for neighbour in others:
            if not among or neighbour in among:
                return neighbour
        return seat

    def clockwise_from(self, seat: str) -> Seats:
        """Return all seats clockwise, beginning with this one: the order in which cards
        are played to a trick that it leads.
        """
        first = self.seats.index(seat)
        return self.seats[first:] + self.seats[:first]

    def sides(self, n: int = 2) -> tuple[Seats, ...]:
        """Return this many sides whose partners sit crosswise, as most teams do; each
        side's seats clockwise.

        >>> Setup(("Ana", "Ben", "Cy", "Dee"), dealer="Ana").sides()
        (('Ana', 'Cy'), ('Ben', 'Dee'))
        """
        return tuple(self.seats[first::n] for first in range(n))


class Ask(Protocol):
    """The rulebook in force, as a game may question it: its own answers, house rules
    included.

    `ask("trick", plays=plays)` is the ruling on a question of the game, with the values
    of its fields. `ask(ruling)` puts a ruling to the table that the game made without a
    question: it comes back as it is, or as it was overruled.
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


@frozen
class Accepted:
    """An entry taken: the state after it, and what it decided.

    `reveals`: an open entry has `reveal` see what was entered in secret by now, though
    not all is in, and whatever clashes; the state that `reveal` then gets is this one.

    >>> Accepted(state="Ana leads").rulings
    ()
    """

    state: object
    rulings: Rulings = ()
    reveals: bool = False


@frozen
class Refused:
    """An entry the rules forbid: the ruling that says why. Nothing has changed.

    >>> refusal = Ruling({"legal": False}, say("Ben has to follow suit"), ())
    >>> print(Refused(refusal).ruling.summary)
    Ben has to follow suit
    """

    ruling: Ruling
