"""Every hook a game or a house rule can implement.

Hooks come in five groups: describing a game, ruling, refereeing a match, trying it out,
changing a ruling. A game implements those of the first four; a house rule describes
itself and wraps hooks of the game it changes. Plugins are modules. Hooks are pure: the
same values in give the same value out, without a clock, randomness or files. They are
called at the boundary only: inside a game, functions call each other directly.

A hook takes its arguments by name, and leaves out those it does not need. An error that
is not listed below as `:raise:` is a fault of the game, and so is an answer that cannot
be shown: nothing is changed, and its author is told the file and line. The examples are
one small game: two cut the cards, the higher card leads, and the leader enters how many
of thirteen tricks each took.
"""

from collections.abc import Mapping

import pluggy

from referee.plugin.irregularities import Irregularities
from referee.vocabulary.fields.examples import Random
from referee.vocabulary.game import (
    Accepted,
    Ask,
    Game,
    HouseRule,
    Preparation,
    Question,
    Refused,
    Section,
    Setting,
)
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Reckoning, Ruling
from referee.vocabulary.values import Values
from referee.vocabulary.view import Scene

OPTIONAL = {
    "prepare_table",
    "irregularities",
    "clashes",
    "reveal",
    "score_list",
    "example",
}
"""The optional hooks; `reveal` is optional only without secret prompts."""

hookspec = pluggy.HookspecMarker("referee")


# Describing a game


@hookspec(firstresult=True)
def describe_game() -> Game:  # type: ignore[empty-body]  # a specification has no body
    """Describe the game.

    :return: Its id (which is the name of its entry point), title, numbers of players,
        summary, source and options.

    >>> from referee import FIFTY_TWO, Game, hookimpl
    >>> @hookimpl
    ... def describe_game():
    ...     return Game(
    ...         id="high",
    ...         title="High",
    ...         players=(2,),
    ...         summary="The higher card leads, and tricks count.",
    ...         source="Made up",
    ...         deck=FIFTY_TWO,
    ...     )
    >>> describe_game().title
    'High'
    """


@hookspec(firstresult=True)
def rule_sections() -> tuple[Section, ...]:  # type: ignore[empty-body]
    """Return the sections of the game's rules; every ruling cites one.

    :return: At least one section, in reading order. `read_sections` reads them from a
        file.

    >>> from referee import Section, hookimpl
    >>> @hookimpl
    ... def rule_sections():
    ...     return (
    ...         Section("cut", "The cut", "The higher card leads."),
    ...         Section("score", "The score", "A trick counts two points."),
    ...         Section("colours", "Colours", "Diamonds and hearts are red."),
    ...     )
    >>> [section.id for section in rule_sections()]
    ['cut', 'score', 'colours']
    """


@hookspec(firstresult=True)
def prepare_table(setting: Setting) -> tuple[Preparation, ...]:  # type: ignore[empty-body]
    """Return the steps by which people set up the table, up to the first entry.

    The steps are for the real cards: the deck, jokers in or out, the seats, the deal
    and the layout. They are shown before anybody deals too, so they speak of the
    dealer, not of who that is. A game may do without this hook.

    :param setting: The seats and options as chosen so far, for which the steps are.
    :return: The steps in their order, each with what to do; a `section` is the id of
        one of the game's sections.

    >>> from referee import Preparation, Setting, hookimpl, say
    >>> @hookimpl
    ... def prepare_table(setting):
    ...     n = 52 // len(setting.seats)
    ...     text = say("Deal {n} cards to each.", n=n)
    ...     return (Preparation(say("The deal"), text, section="cut"),)
    >>> print(prepare_table(Setting(("Ana", "Ben"), "Ana"))[0].text)
    Deal 26 cards to each.
    """


# Ruling: stateless, plain values in, a ruling out
#
# A question says which of these hooks rules on it, and a game has those that its
# questions name. Any position may be put, also one that no match would reach.


@hookspec(firstresult=True)
def questions() -> tuple[Question, ...]:  # type: ignore[empty-body]
    """Return the questions that the game answers without a table.

    :return: The questions, each under a name of its own, with the fields it needs and
        the hook that rules on it.

    >>> from referee import Field, Question, hookimpl, say
    >>> @hookimpl
    ... def questions():
    ...     plays = Field("plays", "card_by_seat", say("Cards"))
    ...     tricks = Field("tricks", "number", say("Tricks"), min=0, max=13)
    ...     card = Field("card", "card", say("Card"))
    ...     return (
    ...         Question("cut", say("Who leads?"), (plays,), hook="resolve_trick"),
    ...         Question("score", say("What points?"), (tricks,), hook="score_round"),
    ...         Question("colour", say("Which colour?"), (card,), hook="answer"),
    ...     )
    >>> questions()[0].hook
    'resolve_trick'
    """


@hookspec(firstresult=True)
def resolve_trick(given: Values) -> Ruling:  # type: ignore[empty-body]
    """Rule on a trick, or a pile in its place: who takes it, and why.

    :param given: The fields of the one question whose hook this is, read, and counted
        against the deck.
    :return: The ruling; its verdict names the `winner`, a seat or None.
    :raise WrongFieldsError: The values make no sense together.

    >>> from referee import Reason, Ruling, Values, card, hookimpl, say
    >>> @hookimpl
    ... def resolve_trick(given):
    ...     plays = given.card_by_seat("plays")
    ...     winner = max(plays, key=lambda seat: plays[seat].order)
    ...     higher = say("The {card} is higher.", card=plays[winner])
    ...     why = Reason("high#cut", "rules", higher)
    ...     summary = say("{seat} leads.", seat=winner)
    ...     return Ruling({"winner": winner}, summary, (why,))
    >>> given = Values({"plays": {"Ana": card("3C"), "Ben": card("KH")}})
    >>> print(resolve_trick(given).summary)
    Ben leads.
    """


@hookspec(firstresult=True)
def score_round(given: Values) -> Ruling:  # type: ignore[empty-body]
    """Rule on a round, or a player's part in one: what it scores, and why.

    :param given: The fields of the one question whose hook this is, read, and counted
        against the deck.
    :return: The ruling; its verdict has what is scored.
    :raise WrongFieldsError: The values make no sense together.

    >>> from referee import Reason, Ruling, Values, hookimpl, say
    >>> @hookimpl
    ... def score_round(given):
    ...     n = 2 * given.number("tricks")
    ...     why = Reason("high#score", "rules", say("A trick counts two points."))
    ...     return Ruling({"points": n}, say("{n} points.", n=n), (why,))
    >>> score_round(Values({"tricks": 3})).verdict
    {'points': 6}
    """


@hookspec(firstresult=True)
def answer(question: str, given: Values) -> Ruling:  # type: ignore[empty-body]
    """Rule on any other question of the game.

    :param question: Its name: one of those in `questions`, or one that the game puts
        only to itself, by `ask`.
    :param given: The fields of that question, read, and counted against the deck.
    :return: The ruling; its verdict is the game's own.
    :raise WrongFieldsError: The values make no sense together.

    >>> from referee import Reason, Ruling, Values, card, hookimpl, say
    >>> @hookimpl
    ... def answer(question, given):
    ...     red = given.card("card").suit in ("D", "H")
    ...     why = Reason("high#colours", "rules", say("Diamonds and hearts are red."))
    ...     summary = say("It is red.") if red else say("It is black.")
    ...     return Ruling({"red": red}, summary, (why,))
    >>> answer("colour", Values({"card": card("KH")})).verdict
    {'red': True}
    """


@hookspec(firstresult=True)
def irregularities() -> Irregularities:  # type: ignore[empty-body]
    """Return the irregularities of the game, and the remedies in its law.

    From it the referee answers the question `irregularity`. Optional.

    :return: What `read_irregularities` reads from a file of the game; each remedy
        rests on one of the game's sections.

    >>> from referee import Irregularities, Remedy, Situation, hookimpl, say
    >>> @hookimpl
    ... def irregularities():
    ...     again = say("Shuffle, and cut again.")
    ...     remedy = Remedy("both", again, say("The cut"), "cut", "rules")
    ...     title = say("A card fell down")
    ...     fell = Situation("fell", "cut", title, ("both",), ("cut",), (remedy,))
    ...     return Irregularities(
    ...         "high",
    ...         phases={"cut": say("The cut")},
    ...         people={"both": say("Somebody")},
    ...         moments={"cut": say("During the cut")},
    ...         situations={"fell": fell},
    ...     )
    >>> irregularities().question.name
    'irregularity'
    """


# Refereeing a match


@hookspec(firstresult=True)
def begin(setting: Setting) -> object:
    """Return the state in which a match begins.

    :param setting: Who sits where, who deals first, and the options as chosen.
    :return: A frozen value of the game's own, never None. The other hooks get it back
        as it is.

    >>> from collections import namedtuple
    >>> from referee import Setting, hookimpl
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def begin(setting):
    ...     return State(setting.seats, leader=None, tricks=())
    >>> begin(Setting(("Ana", "Ben"), dealer="Ana")).seats
    ('Ana', 'Ben')
    """


@hookspec(firstresult=True)
def prompts(state: object) -> tuple[Prompt, ...]:  # type: ignore[empty-body]
    """Return the prompts that are open in this state.

    A secret prompt names all seats that have to enter (optional: that may). The referee
    tracks who has; the state stays the same until all are in.

    :param state: The game's own. Prompts tell only what everybody knows, since all who
        may answer one are shown it.
    :return: First things first; nothing once the match is finished, and until then at
        least one that is not optional. None has the kind `stop`, by which the host ends
        any match. One by which a match ends early as the game's own rules score that
        says that it `ends`.

    >>> from collections import namedtuple
    >>> from referee import Field, Prompt, hookimpl, say
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def prompts(state):
    ...     if state.tricks:
    ...         return ()
    ...     if state.leader is None:
    ...         fields = (Field("card", "card", say("Card")),)
    ...         cut = Prompt(
    ...             "cut",
    ...             state.seats,
    ...             say("Cut the cards"),
    ...             fields=fields,
    ...             secret=True,
    ...             own=True,
    ...         )
    ...         return (cut,)
    ...     won = Field("won", "number", say("Tricks won"), min=0, max=13)
    ...     lost = Field("lost", "number", say("Tricks lost"), min=0, max=13)
    ...     fields = (won, lost)
    ...     return (Prompt("tricks", (state.leader,), say("Tricks"), fields=fields),)
    >>> prompts(State(("Ana", "Ben"), leader=None, tricks=()))[0].kind
    'cut'
    """


@hookspec(firstresult=True)
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:  # type: ignore[empty-body]
    """Decide on an entry to an open prompt; secret ones go to `clashes` and `reveal`.

    :param state: The game's own, as it was when this was entered.
    :param entry: Its kind is that of a prompt of this state, and its fields are as that
        prompt states; whether its cards can be is for the game to say.
    :param ask: Answers what a house rule may change, and lets pass or overrules what is
        put to the table.
    :return: The state after it with what it decided, or the ruling that refuses it.
    :raise WrongFieldsError: The values make no sense together.

    >>> from collections import namedtuple
    >>> from referee import Accepted, Entry, FieldError, Values, WrongFieldsError
    >>> from referee import hookimpl, say
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def accept(state, entry, ask):
    ...     won = entry.given.number("won")
    ...     lost = entry.given.number("lost")
    ...     if won + lost != 13:
    ...         wrong = say("Both numbers together are thirteen.")
    ...         raise WrongFieldsError(FieldError("lost", wrong))
    ...     first = state.leader == state.seats[0]
    ...     tricks = (won, lost) if first else (lost, won)
    ...     return Accepted(state._replace(tricks=tricks), (ask("score", tricks=won),))
    >>> state = State(("Ana", "Ben"), leader="Ben", tricks=())
    >>> entry = Entry("tricks", "Ben", Values({"won": 9, "lost": 4}))
    >>> accept(state, entry, ask=lambda question, tricks: None).state.tricks
    (4, 9)
    """


@hookspec(firstresult=True)
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:  # type: ignore[empty-body]
    """Return rulings on secret entries that contradict public facts or each other.

    It is called at each secret entry, with that sender's entries alone: the first
    ruling refuses the new one. It is called again with all entries when all are in: the
    seats concerned then enter again, openly. Optional.

    :param state: The game's own, as it was when the prompts were made.
    :param entries: Any part of the entries, the last of each seat.
    :param ask: Answers what a house rule may change.
    :return: Empty where they can all be so. One ruling for each thing that is wrong,
        its verdict with `legal` (False), `clash` (the cards; empty where none is to
        blame), and `seats`: all whose entries are concerned, since any of them may be
        wrong.

    >>> from referee import Entry, Reason, Values, card, hookimpl, rule_clashes, say
    >>> @hookimpl
    ... def clashes(state, entries, ask):
    ...     def why(card, seats):
    ...         summary = say("{seats} name the {card}.", seats=seats, card=card)
    ...         only = say("There is one {card}.", card=card)
    ...         return summary, Reason("high#cut", "rules", only)
    ...     cards = {entry.seat: (entry.given.card("card"),) for entry in entries}
    ...     return rule_clashes(cards, why)
    >>> given = Values({"card": card("9H")})
    >>> entries = Entry("cut", "Ana", given), Entry("cut", "Ben", given)
    >>> print(clashes(None, entries, ask=None)[0].summary)
    Ana and Ben name the nine of hearts.
    """


@hookspec(firstresult=True)
def reveal(state: object, entries: tuple[Entry, ...], ask: Ask) -> Accepted:  # type: ignore[empty-body]
    """Decide on all secret entries, now that everybody may see them.

    :param state: The game's own, as it was when the prompts were made, or that of an
        `Accepted` that `reveals`.
    :param entries: Of each seat only the last; in one for several seats, only what
        counts. Nothing in them clashes, except where an `Accepted` has them revealed
        before all are in.
    :param ask: Answers what a house rule may change, and lets the table overrule what
        is put to it.
    :return: The state after them, and what they decided.

    >>> from collections import namedtuple
    >>> from referee import Accepted, Entry, Ruling, Values, card, hookimpl, say
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def reveal(state, entries, ask):
    ...     plays = {entry.seat: entry.given.card("card") for entry in entries}
    ...     ruling = ask("cut", plays=plays)
    ...     return Accepted(state._replace(leader=ruling.verdict["winner"]), (ruling,))
    >>> entries = (Entry("cut", "Ben", Values({"card": card("KH")})),)
    >>> leads = Ruling({"winner": "Ben"}, say("Ben leads."), ())
    >>> state = State(("Ana", "Ben"), leader=None, tricks=())
    >>> reveal(state, entries, ask=lambda question, plays: leads).state.leader
    'Ben'
    """


@hookspec(firstresult=True)
def scene(state: object) -> Scene:  # type: ignore[empty-body]
    """Return the current scene of the match.

    :param state: The game's own.
    :return: Phase, round, who is to act, zones, what to do next, who has won, and one
        standing for each seat.

    >>> from collections import namedtuple
    >>> from referee import Scene, Standing, Step, hookimpl, say
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def scene(state):
    ...     if state.tricks:
    ...         most = max(state.tricks)
    ...         standings = []
    ...         for seat, tricks in zip(state.seats, state.tricks):
    ...             place = 1 if tricks == most else 2
    ...             standings.append(Standing(seat, 2 * tricks, place))
    ...         winners = tuple(each.seat for each in standings if each.place == 1)
    ...         end = dict(finished=True, winners=winners)
    ...         return Scene("finished", 1, (), tuple(standings), **end)
    ...     standings = tuple(Standing(seat, score=0, place=1) for seat in state.seats)
    ...     if state.leader is None:
    ...         steps = (Step((), say("Each cuts a card.")),)
    ...         return Scene("cut", 1, state.seats, standings, steps=steps)
    ...     steps = (Step((state.leader,), say("Enter the tricks.")),)
    ...     return Scene("tricks", 1, (state.leader,), standings, steps=steps)
    >>> scene(State(("Ana", "Ben"), leader=None, tricks=())).to_act
    ('Ana', 'Ben')
    >>> scene(State(("Ana", "Ben"), leader="Ben", tricks=(4, 9))).winners
    ('Ben',)
    """


@hookspec(firstresult=True)
def score_list(state: object) -> tuple[Reckoning, ...]:  # type: ignore[empty-body]
    """Return the list of a match as clubs keep it on paper, to read and to print.

    Optional: without it a game has only its score sheet.

    :param state: The game's own. The list tells only what everybody knows.
    :return: Reckonings one below the other, as a row a deal and then a row a seat;
        empty while there is nothing to list.

    >>> from collections import namedtuple
    >>> from referee import ReckonedSeat, Reckoning, ReckoningColumn, hookimpl, say
    >>> State = namedtuple("State", "seats leader tricks")
    >>> @hookimpl
    ... def score_list(state):
    ...     if not state.tricks:
    ...         return ()
    ...     columns = (ReckoningColumn(say("Tricks")),)
    ...     rows = []
    ...     for seat, tricks in zip(state.seats, state.tricks):
    ...         rows.append(ReckonedSeat(seat, (tricks,)))
    ...     return (Reckoning(columns, tuple(rows)),)
    >>> state = State(("Ana", "Ben"), leader="Ben", tricks=(4, 9))
    >>> [row.seat for row in score_list(state)[0].rows]
    ['Ana', 'Ben']
    """


# Trying the game out


@hookspec(firstresult=True)
def example(
    prompt: Prompt, random: Random, state: object
) -> Mapping[str, object] | None:
    """Return an entry for a prompt whose fields cannot express what fits together.

    Everything that plays the game at random asks for it, `referee check` above all.
    Fields that state their bounds, `choices` and `total` are filled in without it, and
    tricks (a `card_by_seat` that `suggests`) are played from hands dealt at random.
    Optional.

    :param prompt: It is to be entered for the first of its `seats`.
    :param random: Chance, as a `random.Random` has it: the same one gives the same
        example.
    :param state: The game's own, in which the prompt is made.
    :return: Values by the names of the fields, as JSON or as cards. None where the
        fields say all there is to know.

    >>> from referee import Field, Prompt, hookimpl, say
    >>> @hookimpl
    ... def example(prompt, random):
    ...     won = random.randint(0, 13)
    ...     return {"won": won, "lost": 13 - won} if prompt.kind == "tricks" else None
    >>> won = Field("won", "number", say("Tricks won"), min=0, max=13)
    >>> lost = Field("lost", "number", say("Tricks lost"), min=0, max=13)
    >>> from random import Random
    >>> prompt = Prompt("tricks", ("Ana",), say("Tricks"), fields=(won, lost))
    >>> example(prompt, Random(5))
    {'won': 9, 'lost': 4}
    """


# Changing a ruling


@hookspec
def describe_house_rule() -> HouseRule:  # type: ignore[empty-body]
    """Describe the house rule.

    Its module stands in the folder `house_rules` of its game's package, or has an entry
    point in the group `referee.house_rules`. Besides, it implements `resolve_trick`,
    `score_round`, `answer`, `accept` or any hook of its game as a wrapper
    (`@hookimpl(wrapper=True)`), and adds itself to the reasons of a ruling it changes.

    :return: Its id, the id of the game it changes, a title, and its text.

    >>> from dataclasses import replace
    >>> from referee import HouseRule, by_house_rule, hookimpl, say
    >>> RULE = HouseRule(
    ...     id="low-leads",
    ...     game="high",
    ...     title="The lower card leads",
    ...     text="Whoever cuts the lower card leads.",
    ... )
    >>> @hookimpl
    ... def describe_house_rule():
    ...     return RULE
    >>> @hookimpl(wrapper=True)
    ... def resolve_trick(given):
    ...     ruling = yield
    ...     plays = given.card_by_seat("plays")
    ...     lower = min(plays, key=lambda seat: plays[seat].order)
    ...     return replace(
    ...         ruling,
    ...         verdict={"winner": lower},
    ...         summary=say("{seat} leads.", seat=lower),
    ...         because=(by_house_rule(RULE, "The lower card leads."), *ruling.because),
    ...     )
    >>> describe_house_rule().game
    'high'
    """
