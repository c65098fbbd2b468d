"""The scores of deals, the winners of tricks, and the questions on both."""

from collections.abc import Iterator
from dataclasses import replace

from referee import (
    EARLY_END_FIELDS,
    SUIT_NAMES,
    Field,
    Question,
    Reason,
    Ruling,
    Values,
    as_optional,
    choice_field,
    flag_field,
    hookimpl,
    number_field,
    rule_trick,
    say,
    say_after_offence,
    say_count,
    side_end_fields,
    trick_question,
    tricks_in_the_end,
)

from .game import HAND, JOKER, LONER_FOUR, SUPER, TWENTY_FIVE, cite
from .state import left_bower, trumps_of

NEEDED = 3
"""The number of tricks that the makers need."""

TRUMP = choice_field("trump", say("Trump"), SUIT_NAMES)
ALONE = flag_field(
    "alone",
    say("How the maker plays"),
    optional=True,
    labels={"yes": say("Alone"), "no": say("As a pair")},
)
TAKEN = number_field(
    "tricks",
    say("Tricks of the makers"),
    0,
    HAND,
    unless=("offenders", *EARLY_END_FIELDS),
)

DEFENDED = Field(
    "defended", "flag", say("One of the others plays alone too"), optional=True
)
AGREED = (LONER_FOUR, SUPER)
"""The options that decide what a deal scores."""

_SIDES = {"makers": say("The makers"), "defenders": say("The others")}
_REVOKED = Field(
    "revoked",
    "choice",
    say("Who revoked"),
    optional=True,
    choices=("makers", "defenders", "both"),
    labels={**_SIDES, "both": say("Both sides")},
)
_GIVEN_UP = {
    "makers": "The makers gave up the deal: the others take the rest.",
    "defenders": "The others gave up the deal: the makers take the rest.",
}
_REST = {
    "makers": "The makers take the rest.",
    "defenders": "The others take the rest.",
}


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick's winner, and on a deal's score."""
    tricks = replace(TAKEN, unless=("revoked", *EARLY_END_FIELDS))
    ends = side_end_fields(_SIDES)
    fields = (tricks, ALONE, DEFENDED, _REVOKED, *ends, *as_optional(AGREED))
    deal = Question("deal", say("What does a deal score?"), fields, hook="score_round")
    return trick_question(TWENTY_FIVE, TRUMP), deal


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on who wins a trick, and on the left bower if it was played."""
    plays = given.card_by_seat("plays")
    suit = given.choice("trump")
    ruling = rule_trick(plays, cite, "trick", trump=trumps_of(suit), most=4)
    if JOKER in plays.values():
        why = cite("benny", "The joker is the highest trump, above the bowers.")
        ruling = replace(ruling, because=(*ruling.because, why))
    left = left_bower(suit)
    if left not in plays.values():
        return ruling
    return replace(ruling, because=(*ruling.because, explain_left_bower(suit)))


def explain_left_bower(trump: str) -> Reason:
    """Return the reason that the left bower belongs to this suit."""
    template = "The {card} is the left bower: it counts as one of the {trump}."
    left = left_bower(trump)
    return cite("bowers", template, card=left, trump=SUIT_NAMES[trump])


# A deal


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of the `makers` and the `defenders`."""
    revoked = given.choice("revoked", None)
    is_alone = given.flag("alone")
    if revoked is not None:
        makers = 0
        defenders = 0
        if revoked == "both":
            summary = say_after_offence(say("Both sides"), say("Nobody scores"))
            why = cite("offence", "Both sides revoked, so nobody scores.")
        elif revoked == "makers":
            defenders, _ = _score_euchre(NEEDED - 1, is_alone, given)
            summary = say("The makers broke a rule")
            template = "The makers revoked, and count as euchred: the others score {n}."
            why = cite("offence", template, n=defenders)
        else:
            makers = _score_makers(HAND, is_alone)
            summary = say("The others broke a rule")
            template = "The others revoked: the makers score {n}."
            why = cite("offence", template, n=makers)
        return Ruling({"makers": makers, "defenders": defenders}, summary, (why,))
    tricks = tricks_in_the_end(given, HAND, "makers")
    ruling = _rule_tricks(tricks, is_alone, given)
    return replace(ruling, because=(*_why_early(given), *ruling.because))


def _why_early(given: Values) -> Iterator[Reason]:
    """Yield why the deal was over before its last trick."""
    if given.has("given_up"):
        yield cite("given-up", _GIVEN_UP[given.choice("given_up")])
    elif given.has("rest"):
        yield cite("claim", _REST[given.choice("rest")])


def _score_euchre(tricks: int, is_alone: bool, given: Values) -> tuple[int, str]:
    """Return the other side's score for a euchre, and its section."""
    if is_alone and given.flag("loner_four"):
        return 4, "loner-four"
    if is_alone and given.flag("defended"):
        return 4, "defend-alone"
    if tricks == 0 and given.flag("super"):
        return 4, "super-euchre"
    return 2, "score"


def _rule_tricks(tricks: int, is_alone: bool, given: Values) -> Ruling:
    """Return the ruling on this number of tricks of the makers."""
    if tricks < NEEDED:
        points, section = _score_euchre(tricks, is_alone, given)
        template = "The makers took {n} of {all} tricks: the others score {points}."
        why = cite(section, template, points=points, n=tricks, all=HAND)
        summary = say("The makers are euchred")
        return Ruling({"makers": 0, "defenders": points}, summary, (why,))

    points = _score_makers(tricks, is_alone)
    in_words = say_count("{n} point", "{n} points", points)
    template = "The makers took {n} of {all} tricks: {points}."
    because = [cite("score", template, points=in_words, n=tricks, all=HAND)]
    summary = say("The makers make it")
    if tricks == HAND:
        summary = say("A march")
        if is_alone:
            summary = say("A march, alone")
            template = "A maker who plays alone scores 4 for all tricks."
            because.append(cite("alone", template))
    return Ruling({"makers": points, "defenders": 0}, summary, tuple(because))


def _score_makers(tricks: int, is_alone: bool) -> int:
    """Return the score of makers who are not euchred.

    >>> [_score_makers(tricks, is_alone=True) for tricks in (3, 4, 5)]
    [1, 1, 4]
    """
    if tricks < HAND:
        return 1
    return 4 if is_alone else 2
