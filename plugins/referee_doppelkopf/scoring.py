"""The questions who wins a trick, and what a deal scores."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee import (
    ENDS_EARLY,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    choice_field,
    count_points,
    flag_field,
    hookimpl,
    rule_trick,
    say,
    trick_question,
)

from .game import (
    ALL_EYES,
    CARD_POINTS,
    CAUGHT,
    DOPPELKOPF,
    DOUBLES,
    DULLE,
    FORTY_EIGHT,
    GAMES,
    KONTRA,
    LEVELS,
    LIMITS,
    NO_LEVEL,
    NORMAL,
    OLD,
    OTHER,
    PAIRS,
    RANKS,
    RE,
    SCORED,
    SIDES,
    WINNERS_SCORE,
    cite,
    rank_of,
    trumps_of,
)

ENOUGH = 121
AGREED = (SCORED, DOUBLES)
"""The options that decide what a deal scores."""

_PLAYED = choice_field("game", say("Game"), GAMES, optional=True, default=NORMAL)
_PIGS = flag_field("pigs", say("With pigs"), optional=True)
_SECOND = flag_field(
    "second", say("The second ten of hearts beats the first"), optional=True
)

# What is asked about a deal

_SPECIAL = say("Special points")
_ALONE = flag_field(
    "alone",
    say("How Re plays"),
    optional=True,
    labels={"yes": say("Alone"), "no": say("As a pair")},
)
EYES = Field(
    "eyes",
    "number",
    say("Re’s eyes"),
    min=0,
    max=ALL_EYES,
    unless=("offenders", *ENDS_EARLY),
)
NINES = flag_field(
    "nines",
    say("The side without eyes took a trick of nines"),
    optional=True,
    folded=_SPECIAL,
)
_ANNOUNCED = {RE: say("Re announced"), KONTRA: say("Kontra announced")}
BY_SIDE = tuple(
    choice_field(f"announced_{side}", label, LEVELS, optional=True, default=NO_LEVEL)
    for side, label in _ANNOUNCED.items()
)
SPECIAL = {
    "foxes": (say("foxes caught"), 2),
    "heads": (say("doppelkopfs"), 6),
    "charlie": (say("Charlie took the last trick"), 1),
    CAUGHT: (say("Charlies caught"), 2),
}
"""Special points: each with its name, and how many there are at most."""

_OFFENDED = tuple(
    flag_field(f"offended_{side}", say("{side} broke a rule", side=name), optional=True)
    for side, name in SIDES.items()
)


def special_fields(agreed: Mapping[str, object]) -> Iterator[Field]:
    """Yield the fields for each side's special points that the table has agreed on."""
    for name, (what, most) in SPECIAL.items():
        if not agreed.get(name, True):
            continue
        for side, who in SIDES.items():
            label = say("{side}: {what}", side=who, what=what)
            field = Field(f"{name}_{side}", "number", label, min=0, max=most, default=0)
            yield replace(field, optional=True, folded=_SPECIAL)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick and on a deal."""
    agreed = [replace(option, optional=True) for option in AGREED]
    eyes = replace(EYES, unless=tuple(field.name for field in _OFFENDED))
    fields = (eyes, _ALONE, *BY_SIDE, *special_fields({}), NINES, *_OFFENDED, *agreed)
    deal = Question("deal", say("What does a deal score?"), fields, hook="score_round")
    return trick_question(FORTY_EIGHT, _PLAYED, _PIGS, _SECOND), deal


# A trick


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a trick: of equal cards the first wins, if not agreed."""
    plays = given.card_by_seat("plays")
    game = given.choice("game", NORMAL)
    trumps = trumps_of(game, given.flag("pigs"))
    dullen = [seat for seat, card in plays.items() if card is DULLE]
    cards = dict(plays)
    is_beaten = len(dullen) == 2 and DULLE in trumps and given.flag("second")
    if is_beaten:
        # The first counts as the trump below it.
        cards[dullen[0]] = OLD
    ruling = rule_trick(cards, cite, "trick", trump=trumps, ranks=RANKS)

    because = [*ruling.because]
    if is_beaten:
        because.append(cite("dullen", "The second ten of hearts beats the first."))
    eyes = count_points(plays.values(), CARD_POINTS)
    if eyes >= DOPPELKOPF and game in PAIRS:
        template = "The trick has {n} eyes: a doppelkopf."
        because.append(cite("doppelkopf", template, n=eyes))
    shown = []
    for seat, each in zip(plays, ruling.shown, strict=True):
        shown.append(replace(each, cards=(plays[seat],)))
    verdict = {**ruling.verdict, "eyes": eyes}
    return replace(ruling, verdict=verdict, because=tuple(because), shown=tuple(shown))


# A deal

Row = tuple[str, Text, int]
"""A side, what it has points for, and how many."""

_REACHED = {"no-90": 120, "no-60": 90, "no-30": 60, "black": 30}
"""So many eyes against an announcement are a point more."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: each side's eyes and announcements, and who took no trick."""

    eyes: Mapping[str, int]
    announced: Mapping[str, str]
    nines: bool
    """The side without eyes took a trick of nines."""

    def is_black(self, side: str) -> bool:
        """Return whether a side took no trick."""
        return self.eyes[side] == 0 and not self.nines

    def is_kept(self, side: str) -> bool:
        """Return whether a side has kept what it announced beyond Re or Kontra."""
        level = self.announced[side]
        if level == "black":
            return self.is_black(OTHER[side])
        return self.eyes[OTHER[side]] < LIMITS[level]

    @property
    def needed(self) -> int:
        """Return the eyes with which Re wins if nobody announced more."""
        if self.announced[RE] == NO_LEVEL != self.announced[KONTRA]:
            return ENOUGH - 1
        return ENOUGH

    @property
    def pledged(self) -> list[str]:
        """Return the sides that announced more than Re or Kontra."""
        return [side for side in SIDES if rank_of(self.announced[side]) > 1]

    @property
    def winner(self) -> str | None:
        """Return which side wins; None if both miss what they announced."""
        pledged = self.pledged
        for side in pledged:
            if self.is_kept(side):
                return side
        if pledged:
            return OTHER[pledged[0]] if len(pledged) == 1 else None
        return RE if self.eyes[RE] >= self.needed else KONTRA

    def explain(self) -> Iterator[Reason]:
        """Yield what decides who wins."""
        template = "Re has {re} eyes, Kontra {kontra}."
        if not self.pledged:
            template = "Re has {re} eyes, Kontra {kontra}; Re needs {n}."
        yield cite("winning", template, **self.eyes, n=self.needed)
        for side in self.pledged:
            template = "{side} missed {level}."
            if self.is_kept(side):
                template = "{side} kept {level}."
            level = LEVELS[self.announced[side]]
            yield cite("winning", template, side=SIDES[side], level=level)

    def count(self, side: str) -> Iterator[Row]:
        """Yield a side's points for eyes, and for what it reached."""
        other = OTHER[side]
        for limit in LIMITS.values():
            if self.eyes[other] < limit:
                yield side, say("under {n}", n=limit), 1
        if self.is_black(other):
            yield side, say("black"), 1
        for level, reached in _REACHED.items():
            is_announced = rank_of(level) <= rank_of(self.announced[other])
            if is_announced and self.eyes[side] >= reached:
                what = LEVELS[level]
                yield side, say("{n} against {level}", n=reached, level=what), 1


def _count_won(announced: Mapping[str, str], winner: str) -> Iterator[Row]:
    """Yield the winner's points for the deal, and for what both sides announced."""
    yield winner, say("deal won"), 1
    for side, name in SIDES.items():
        highest = rank_of(announced[side])
        if highest:
            yield winner, say("{side} announced", side=name), 2
        for what in [*LEVELS.values()][2 : highest + 1]:
            yield winner, say("{side}: {what}", side=name, what=what), 1


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of each `re` and each `kontra` player."""
    announced = {side: given.choice(f"announced_{side}", NO_LEVEL) for side in SIDES}
    offended = _list_offended(given)
    if offended:
        won = OTHER[offended[0]] if len(offended) == 1 else None
        rows = [*_count_won(announced, won)] if won else []
        sides = tuple(SIDES[side] for side in offended)
        why = cite("offence", "Broke a rule: {sides}.", sides=sides)
        return _rule(rows, given, won, why)

    eyes = given.number("eyes")
    by_side = {RE: eyes, KONTRA: ALL_EYES - eyes}
    result = Result(by_side, announced, given.flag("nines"))
    winner = result.winner
    if winner is None:
        rows = [*result.count(RE), *result.count(KONTRA)]
    else:
        rows = [*_count_won(announced, winner), *result.count(winner)]
    return _rule(rows, given, winner, *result.explain())


def _list_offended(given: Values) -> list[str]:
    return [side for side in SIDES if given.flag(f"offended_{side}")]


def _count_special(given: Values, winner: str | None) -> Iterator[Row]:
    """Yield the special points; a side that broke a rule has none."""
    if winner == KONTRA:
        yield KONTRA, say("against the queens of clubs"), 1
    offended = _list_offended(given)
    for name, (what, _) in SPECIAL.items():
        for side in SIDES:
            n = given.number(f"{name}_{side}", 0)
            if n and side not in offended:
                yield side, what, n


def _rule(
    rows: list[Row], given: Values, winner: str | None, *because: Reason
) -> Ruling:
    """Return the ruling on these points, with special points and what is agreed."""
    alone = given.flag("alone")
    if given.flag("doubles") and winner:
        _double(rows, winner)
        because += (cite("doubles", "Special points are not doubled."),)
    if not alone:
        rows.extend(_count_special(given, winner))
    value = sum(n if side == RE else -n for side, _, n in rows)
    points = {RE: value, KONTRA: -value}
    if alone:
        points[RE] = 3 * value
        why = cite("solo-score", "Re plays alone: three times {n}.", n=abs(value))
        because = (*because, why)
    if given.choice("scored", None) == WINNERS_SCORE:
        points = {side: max(n, 0) for side, n in points.items()}

    counted = []
    parts = []
    own = winner or RE
    for side, what, n in rows:
        gain = n if side == own else -n
        counted.append(ReckonedSeat(None, (gain,), name=what))
        parts.append(say("{what} {n:+d}", what=what, n=gain))
    if rows:
        points_of = cite("score", "{side}: {all}.", side=SIDES[own], all=tuple(parts))
        because += (points_of,)
    reckoning = Reckoning((ReckoningColumn(say("Points")),), tuple(counted))
    summary = say("Nobody wins")
    if winner:
        value = points[winner]
        summary = say("{side} wins: {n:+d}", side=SIDES[winner], n=value)
    verdict = {"won": winner or "nobody", **points}
    return Ruling(verdict, summary, because, reckoning=reckoning if rows else None)


def _double(rows: list[Row], winner: str) -> None:
    """Double the points for Re and for Kontra, in place of 2 for each."""
    plain = [row for row in rows if row[2] == 1]
    times = 2 ** (len(rows) - len(plain))
    rows[:] = plain
    if times > 1:
        rows.append((winner, say("doubled"), len(plain) * (times - 1)))
