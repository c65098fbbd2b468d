"""Counting a deal, by its tricks or as it was entered as a whole."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from referee import (
    EARLY_END_FIELDS,
    Field,
    Seats,
    TakenTrick,
    Text,
    Values,
    choice_field,
    count_points,
    deal_end_fields,
    flag_field,
    number_field,
    read_deal_end,
    say,
    split_seats,
    wrong_field,
)

from .game import (
    ALL_EYES,
    CARD_POINTS,
    CAUGHT,
    CHARLIE,
    COMPULSORY,
    DOPPELKOPF,
    FOX,
    GAMES,
    LEVELS,
    NORMAL,
    PAIRS,
    POVERTY,
    RE,
    SIDES,
    WEDDING,
    side_among,
)
from .scoring import BY_SIDE, EYES, NINES, special_fields
from .state import State

DealAnswers = dict[str, object]
"""The values of the fields of the question `deal`, by name."""


def games_at(state: State) -> Mapping[str, Text]:
    """Return the games that the table has agreed on."""
    agreed = state.setting.options
    return {game: name for game, name in GAMES.items() if agreed.get(game, True)}


# A deal of tricks


def count_up(state: State) -> DealAnswers:
    """Return the answers about a deal's tricks, with the rest that a side takes."""
    special: Counter[str] = Counter()
    for trick in state.deal.tricks:
        special.update(_find_special(state, trick))
    re = state.re_known
    sides = split_seats(state.deal.seats, re)
    deal = state.deal.with_rest_for(sides)
    answers: DealAnswers = {**special, **_name_offended(deal.offenders, re)}
    answers["alone"] = len(re) == 1
    answers["nines"] = False
    for side, seats in zip(SIDES, sides, strict=True):
        level = state.announced_by(side)
        answers[f"announced_{side}"] = [*LEVELS][level]
        cards = deal.cards_taken(seats)
        eyes = count_points(cards, CARD_POINTS)
        if side == RE:
            answers["eyes"] = eyes
        if cards and not eyes:
            answers["nines"] = True
    return answers


def _find_special(state: State, trick: TakenTrick) -> Iterator[str]:
    """Yield a trick's special points, each by the name of its field."""
    if state.game not in PAIRS:
        return
    re = state.re_known
    side = side_among(re, trick.winner)
    is_last = trick in state.deal.tricks[state.deal.hand_size - 1 :]
    if count_points(trick.plays.values(), CARD_POINTS) >= DOPPELKOPF:
        yield f"heads_{side}"
    if is_last and trick.plays[trick.winner] is CHARLIE:
        yield f"charlie_{side}"
    caught = {}
    if not state.pigs:
        caught[FOX] = "foxes"
    if is_last and state.setting.options[CAUGHT]:
        caught[CHARLIE] = CAUGHT
    for seat, card in trick.plays.items():
        if card in caught and side_among(re, seat) != side:
            yield f"{caught[card]}_{side}"


def _name_offended(offenders: Seats, re: Seats) -> DealAnswers:
    """Return the sides that broke a rule, as the question names them."""
    offended: DealAnswers = {}
    for seat in offenders:
        offended[f"offended_{side_among(re, seat)}"] = True
    return offended


# A deal that is entered as a whole

RE_SEATS = Field("re", "seats", say("Who is Re"), min=1, max=2)
_AGAINST = number_field(
    "against", say("Kontra’s eyes by then"), 0, ALL_EYES, optional=True
)
COMPULSORY_SOLO = flag_field(COMPULSORY.name, say("A compulsory solo"), optional=True)
_PROMPT_ONLY = (
    "game",
    COMPULSORY.name,
    RE_SEATS.name,
    "offenders",
    _AGAINST.name,
    *EARLY_END_FIELDS,
)
"""The fields of the prompt that the question `deal` lacks, or names otherwise."""


def deal_fields(state: State) -> Iterator[Field]:
    """Yield the fields for a deal's end and its other events."""
    seats = state.deal.seats
    yield replace(RE_SEATS, choices=seats)
    yield EYES
    label = say("Game")
    games = games_at(state)
    played = choice_field("game", label, games, default=NORMAL, optional=True)
    yield replace(played, folded=say("A wedding or a solo"))
    if state.agrees(COMPULSORY):
        yield COMPULSORY_SOLO
    for announced in BY_SIDE:
        yield replace(announced, folded=say("Announcements"))
    yield from special_fields(state.setting.options)
    ends = deal_end_fields(seats)
    yield from ends
    for seldom in (_AGAINST, NINES):
        yield replace(seldom, folded=ends[0].folded)


def read_whole_deal(state: State, given: Values) -> DealAnswers:
    """Return the answers about a deal entered as a whole.

    Raise WrongFieldsError if the fields contradict each other.
    """
    re = read_players(given, NORMAL, WEDDING)
    sides = split_seats(state.deal.seats, re)
    end = read_deal_end(given, sides)
    answers = {name: n for name, n in given.values.items() if name not in _PROMPT_ONLY}
    if end.is_early:
        answers["eyes"] = given.number("eyes", 0)
        if end.find_taker(sides)[0] in re:
            if not given.has("against"):
                why = say("Say how many eyes Kontra had by then.")
                raise wrong_field("against", why)
            answers["eyes"] = ALL_EYES - given.number("against")
    answers["alone"] = len(re) == 1
    return answers | _name_offended(end.offenders, re)


def read_players(given: Values, *either: str) -> Seats:
    """Return the Re players; raise WrongFieldsError if the game has fewer or more.

    `either` are the games that one or two can have played.
    """
    re = given.seats(RE_SEATS.name)
    game = given.choice("game", NORMAL)
    n = 2 if game == POVERTY else 1
    if game not in either and len(re) != n:
        raise wrong_field("re", say("A solo is played alone, a poverty by two."))
    if game in PAIRS and is_compulsory(given):
        raise wrong_field(COMPULSORY.name, say("Only a solo is compulsory."))
    return re


def is_compulsory(given: Values) -> bool:
    """Return whether an entry names a compulsory solo."""
    return bool(given.values.get(COMPULSORY.name))


def read_re(state: State, given: Values) -> Seats:
    """Return the Re players; raise WrongFieldsError if the deal shows others."""
    re = given.seats(RE_SEATS.name)
    known = state.re_known
    # If more than two seem to be Re, the table decides who was wrong.
    if len(known) > 2:
        known = () if state.is_lenient else tuple(state.queens)
    if not {*known} <= {*re}:
        message = say("Name {seats} too.", seats=known)
        raise wrong_field(RE_SEATS.name, message)
    for seat in re:
        if seat not in state.may_be_re:
            message = say("By what was played and said, {seat} isn’t Re.", seat=seat)
            raise wrong_field(RE_SEATS.name, message)
    return re
