"""Every hook a game or a house rule can implement.

Hooks come in four groups: describing a game, ruling, refereeing a match, changing a ruling. A game implements those
of the first three; a house rule describes itself and wraps hooks of the game it changes. Plugins are modules. Hooks
are pure: the same values in give the same value out, without a clock, randomness or files. They are called at the
boundary only: inside a game, functions call each other directly.
"""

from __future__ import annotations

from typing import Protocol

import pluggy

from referee.vocabulary.game import Accepted, Game, HouseRule, Question, Refused, Section, Setup, SetUpStep
from referee.vocabulary.prompt import Entry, Prompt
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import Values
from referee.vocabulary.view import Scene

hookspec = pluggy.HookspecMarker("referee")
hookimpl = pluggy.HookimplMarker("referee")


class Ask(Protocol):
    """The rulebook in force, as a game may question it: its own answers, house rules included."""

    def __call__(self, question: str | Ruling, /, **given: object) -> Ruling:
        """The ruling on this question with these typed field values.

        A ruling that the game made without a question may be put too: it comes back as it is, or as the table has
        overruled it, and the game goes on from what comes back.
        """


# Describing a game


@hookspec(firstresult=True)
def describe_game() -> Game:  # type: ignore[empty-body]  # a specification has no body
    """The game: its id, title, numbers of players, source and options."""


@hookspec(firstresult=True)
def rule_sections() -> tuple[Section, ...]:  # type: ignore[empty-body]
    """The sections of its rules, in reading order: every ruling cites one of them."""


@hookspec(firstresult=True)
def set_up(setting: Setup) -> tuple[SetUpStep, ...]:  # type: ignore[empty-body]
    """How people who never played it get the table ready, step by step, up to the first entry.

    With the real cards: which deck, jokers in or out, who sits where, what is dealt and laid out; for these seats
    and options. It is shown before anybody deals too, so it speaks of the dealer, not of who that is. A game may
    do without this hook.
    """


# Ruling: stateless, plain values in, a ruling out
#
# A question says which of these hooks rules on it, and a game has those that its questions name. `given` holds the
# question's fields, read and counted against the deck. Any position may be put, also one that no match would reach.
# Values that make no sense raise `WrongFieldsError`.


@hookspec(firstresult=True)
def questions() -> tuple[Question, ...]:  # type: ignore[empty-body]
    """The questions it answers without any table, each with the fields it needs and the hook that rules on it."""


@hookspec(firstresult=True)
def resolve_trick(given: Values) -> Ruling:  # type: ignore[empty-body]
    """Who takes a trick, or whatever the game has in its place (a pile, a card bid for), and why.

    `given` holds the fields of the one question whose hook this is.
    """


@hookspec(firstresult=True)
def score_round(given: Values) -> Ruling:  # type: ignore[empty-body]
    """What a round, or a player's part in one, scores, and why.

    `given` holds the fields of the one question whose hook this is.
    """


@hookspec(firstresult=True)
def answer(question: str, given: Values) -> Ruling:  # type: ignore[empty-body]
    """The ruling on any other question of the game, by its name; `given` holds that question's fields."""


# Refereeing a match


@hookspec(firstresult=True)
def begin(setting: Setup) -> object:
    """The state a match begins in: a frozen value of the game's own, never None."""


@hookspec(firstresult=True)
def prompts(state: object) -> tuple[Prompt, ...]:  # type: ignore[empty-body]
    """What may be entered in this state, first things first; nothing once the match is finished.

    Only from what everybody knows: a prompt is shown to all who may answer it. While a match goes on there is
    at least one that is not optional. A secret prompt names all seats that have to enter (optional: that may): who of
    them has, and who is still awaited, is kept by the referee, and the state stays as it is until all are in.
    """


@hookspec(firstresult=True)
def accept(state: object, entry: Entry, ask: Ask) -> Accepted | Refused:  # type: ignore[empty-body]
    """What an entry to an open prompt does: the state after it, or the ruling that refuses it.

    Its fields are read, but whether its cards can be is for the game to say. What a house rule may change is
    asked through `ask`, and what the table may overrule is put to it. Entries to secret prompts never come here, but
    to `clashes` and `reveal`.
    """


@hookspec(firstresult=True)
def clashes(state: object, entries: tuple[Entry, ...], ask: Ask) -> tuple[Ruling, ...]:  # type: ignore[empty-body]
    """Why these entries to secret prompts cannot all be so: each by itself, against what everybody knows, and
    against each other. Empty where they can.

    One ruling for each thing that is wrong, its verdict with `legal` (False), `clash` (the cards), and `seats` (those
    whose entries are concerned). It is put when somebody enters, with what that sender has entered alone, whom the
    first ruling then refuses; and with all entries when all are in: then those concerned are asked again, openly.
    Where two entries cannot both be so, either may be wrong: name both seats. A game may do without this hook.
    """


@hookspec(firstresult=True)
def reveal(state: object, entries: tuple[Entry, ...], ask: Ask) -> Accepted:  # type: ignore[empty-body]
    """What all that was entered in secret does, now that everybody may see it: the state after it, and its rulings.

    Of each seat's entries only the last is there; in one for several seats, only what counts. Nothing in them clashes.
    A game with secret prompts has this hook.
    """


@hookspec(firstresult=True)
def scene(state: object) -> Scene:  # type: ignore[empty-body]
    """Where the match stands in this state: phase, zones, standings, who is to act, who has won."""


# Changing a ruling


@hookspec
def describe_house_rule() -> HouseRule:  # type: ignore[empty-body]
    """The house rule: its id, the game it changes, a title, and its text.

    Besides, a house rule implements `resolve_trick`, `score_round`, `answer`, `accept` or any hook of its game as a
    wrapper (`@hookimpl(wrapper=True)`), and adds itself to the reasons of a ruling it changes.
    """
