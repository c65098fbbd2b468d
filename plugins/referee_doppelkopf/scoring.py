"""The questions on a trick's winner, and on a deal's score."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee import (
    EARLY_END_FIELDS,
    Field,
    Question,
    Reason,
    ReckonedSeat,
    Reckoning,
    ReckoningColumn,
    Ruling,
    Text,
    Values,
    as_optional,
    choice_field,
    count_points,
    flag_field,
    hookimpl,
    number_field,
    rule_trick,
    say,
    say_after_offence,
    say_count,
    trick_question,
    wrong_field,
)

from .game import (
    ALL_EYES,
    ANNOUNCED,
    BOTH_SCORE,
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
    NEVER_LOSERS,
    NO_LEVEL,
    NORMAL,
    OLD,
    OTHER,
    PACK,
    PAIRS,
    RANKS,
    RE,
    SCORED,
    SIDES,
    WITH_NINES,
    cite,
    rank_of,
    trumps_of,
)

ENOUGH = 121
AGREED = (SCORED, DOUBLES, PACK)
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
EYES = number_field(
    "eyes", say("Re’s eyes"), 0, ALL_EYES, unless=("offenders", *EARLY_END_FIELDS)
)
NINES = flag_field(
    "nines",
    say("The side without eyes took a trick of nines"),
    optional=True,
    folded=_SPECIAL,
)
_ANNOUNCED = {RE: say("Re announced"), KONTRA: say("Kontra announced")}


def _announced_by(side: str) -> Field:
    """Return the field for what a side announced; its first level is its own name."""
    levels = {**LEVELS, ANNOUNCED: SIDES[side]}
    name = f"announced_{side}"
    label = _ANNOUNCED[side]
    return choice_field(name, label, levels, optional=True, default=NO_LEVEL)


BY_SIDE = tuple(map(_announced_by, SIDES))
SPECIAL = {
    "foxes": (say("foxes caught"), say("fox"), 2),
    "heads": (say("doppelkopfs"), say("doppelkopf"), 6),
    "charlie": (say("Charlie took the last trick"), say("Charlie"), 1),
    CAUGHT: (say("Charlies caught"), say("Charlie caught"), 2),
}
"""Special points: their name, that of one in a headline, and the most in a deal."""

_OFFENDED = tuple(
    flag_field(f"offended_{side}", say("{side} broke a rule", side=name), optional=True)
    for side, name in SIDES.items()
)


def special_fields(agreed: Mapping[str, object]) -> Iterator[Field]:
    """Yield the fields for each side's special points, as the table has agreed."""
    for name, (what, _, most) in SPECIAL.items():
        if not agreed.get(name, True):
            continue
        for side, who in SIDES.items():
            label = say("{side}: {what}", side=who, what=what)
            n = f"{name}_{side}"
            points = number_field(n, label, 0, most, default=0, optional=True)
            # Foxes are caught all the time, the others once in an evening.
            yield points if name == "foxes" else replace(points, folded=_SPECIAL)


@hookimpl
def questions() -> tuple[Question, ...]:
    """Return the questions on a trick and on a deal."""
    agreed = as_optional(AGREED)
    offended = tuple(field.name for field in _OFFENDED)
    eyes = replace(EYES, unless=offended)
    special = special_fields({})
    fields = (eyes, _ALONE, *BY_SIDE, *special, NINES, *_OFFENDED, *agreed)
    deal = Question("deal", say("What does a deal score?"), fields, hook="score_round")
    return trick_question(FORTY_EIGHT, _PLAYED, _PIGS, _SECOND), deal


# A trick


@hookimpl
def resolve_trick(given: Values) -> Ruling:
    """Return the ruling on a trick; `second` lets the second ten of hearts win."""
    plays = given.card_by_seat("plays")
    game = given.choice("game", NORMAL)
    trumps = trumps_of(game, given.flag("pigs"))
    dullen = [seat for seat, card in plays.items() if card is DULLE]
    cards = dict(plays)
    is_beaten = len(dullen) == 2 and DULLE in trumps and given.flag("second")
    if is_beaten:
        # The first ten of hearts counts as the trump below it.
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


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the score: points of one side, and their name."""

    side: str
    what: Text
    n: int = 1
    is_announcement: bool = False
    """Whether it is for Re or Kontra itself, by which some tables double instead."""
    brief: Text | None = None
    """Its name in the headline; None: the same."""

    def gain(self, side: str) -> int:
        """Return the points as one side sees them: below 0 if the other has them."""
        return self.n if side == self.side else -self.n


_REACHED = {"no-90": 120, "no-60": 90, "no-30": 60, "black": 30}
"""The eyes that bring another point against each announcement."""


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a deal: each side's eyes and announcements, and who took no trick."""

    eyes: Mapping[str, int]
    announced: Mapping[str, str]
    nines: bool
    """The side without eyes that took a trick of nines."""

    def is_black(self, side: str) -> bool:
        """Return whether a side took no trick."""
        return self.eyes[side] == 0 and not self.nines

    def is_kept(self, side: str) -> bool:
        """Return whether a side has kept its announcements beyond Re or Kontra."""
        level = self.announced[side]
        if level == "black":
            return self.is_black(OTHER[side])
        return self.eyes[OTHER[side]] < LIMITS[level]

    @property
    def needed(self) -> int:
        """Return the eyes with which Re wins if nobody announced a level."""
        if self.announced[RE] == NO_LEVEL != self.announced[KONTRA]:
            return ENOUGH - 1
        return ENOUGH

    @property
    def pledged(self) -> list[str]:
        """Return the sides that announced more than Re or Kontra."""
        return [side for side in SIDES if rank_of(self.announced[side]) > 1]

    @property
    def winner(self) -> str | None:
        """Return the winning side; None if both sides missed their announcements."""
        pledged = self.pledged
        for side in pledged:
            if self.is_kept(side):
                return side
        if len(pledged) > 1:
            return None
        if pledged:
            return OTHER[pledged[0]]
        return RE if self.eyes[RE] >= self.needed else KONTRA

    def explain(self) -> Iterator[Reason]:
        """Yield the reasons that decide who wins."""
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
        """Yield a side's points for eyes, also against the others' announcements."""
        other = OTHER[side]
        for level, limit in LIMITS.items():
            if self.eyes[other] < limit:
                yield Row(side, say("under {n}", n=limit), brief=LEVELS[level])
        if self.is_black(other):
            yield Row(side, say("black"))
        for level, reached in _REACHED.items():
            is_announced = rank_of(level) <= rank_of(self.announced[other])
            if is_announced and self.eyes[side] >= reached:
                what = LEVELS[level]
                yield Row(side, say("{n} against {level}", n=reached, level=what))


def _count_won(announced: Mapping[str, str], winner: str) -> Iterator[Row]:
    """Yield the winner's points for winning, and for both sides' announcements."""
    yield Row(winner, say("deal won"))
    for side, name in SIDES.items():
        highest = rank_of(announced[side])
        if highest:
            yield Row(winner, say("{side} announced", side=name), 2, True)
        for level in [*LEVELS.values()][2 : highest + 1]:
            brief = say("{what} announced", what=level)
            what = say("{side}: {what}", side=name, what=level)
            yield Row(winner, what, brief=brief)


@hookimpl
def score_round(given: Values) -> Ruling:
    """Return the ruling on a deal: the points of each `re` and each `kontra` player.

    Matches of version 1 took contradictions too.
    """
    if given.values.get("version") != "1":
        _require_possible(given)
    announced = {side: given.choice(f"announced_{side}", NO_LEVEL) for side in SIDES}
    offended = _list_offended(given)
    if offended:
        won = None
        rows = []
        if len(offended) == 1:
            won = OTHER[offended[0]]
            rows = [*_count_won(announced, won)]
        sides = tuple(map(SIDES.get, offended))
        why = cite("offence", "Broke a rule: {sides}.", sides=sides)
        return _rule_deal(rows, given, won, why)

    eyes = given.number("eyes")
    by_side = {RE: eyes, KONTRA: ALL_EYES - eyes}
    result = Result(by_side, announced, given.flag("nines"))
    winner = result.winner
    if winner is None:
        rows = [*result.count(RE), *result.count(KONTRA)]
    else:
        rows = [*_count_won(announced, winner), *result.count(winner)]
    return _rule_deal(rows, given, winner, *result.explain())


def _require_possible(given: Values) -> None:
    """Raise WrongFieldsError for what no deal of these cards can have."""
    needed = {}
    totals: Counter[str] = Counter()
    for side in SIDES:
        counts = {name: given.number(f"{name}_{side}", 0) for name in SPECIAL}
        totals.update(counts)
        charlies = counts["charlie"] + counts[CAUGHT]
        heads = counts["heads"]
        # A fox may be a card of a doppelkopf, in place of a ten.
        foxes = counts["foxes"] if heads else 11 * counts["foxes"]
        needed[side] = DOPPELKOPF * heads + foxes + 2 * charlies
        if charlies not in (0, totals["charlie"] + totals[CAUGHT]):
            raise wrong_field(f"charlie_{side}", say("One side has the last trick."))
    if totals["charlie"] + totals[CAUGHT] > 2 or totals["foxes"] > 2:
        raise wrong_field("foxes_kontra", say("There are two of each card."))
    if totals["heads"] > 4:
        message = say("Aces and tens make four doppelkopfs at most.")
        raise wrong_field("heads_kontra", message)

    if not given.has("eyes"):
        return
    has_nines = given.choice(PACK.name, WITH_NINES) == WITH_NINES
    # A trick has a jack and three nines at least, or four jacks.
    least = 2 if has_nines else 8
    eyes = given.number("eyes")
    for side, n in ((RE, eyes), (KONTRA, ALL_EYES - eyes)):
        if n < needed[side] or 0 < n < least:
            message = say("{side} can’t have {n} eyes here.", side=SIDES[side], n=n)
            raise wrong_field("eyes", message)
    if given.flag("nines") and not (has_nines and eyes in (0, ALL_EYES)):
        raise wrong_field("nines", say("No side has a trick without eyes alone."))


def _list_offended(given: Values) -> list[str]:
    return [side for side in SIDES if given.flag(f"offended_{side}")]


def _count_special(given: Values, winner: str | None) -> Iterator[Row]:
    """Yield the special points; a side that broke a rule has none."""
    if winner == KONTRA:
        yield Row(KONTRA, say("against the queens of clubs"))
    offended = _list_offended(given)
    for name, (what, each, _) in SPECIAL.items():
        for side in SIDES:
            n = given.number(f"{name}_{side}", 0)
            brief = each if n == 1 else say("{n} × {what}", n=n, what=each)
            if n and side not in offended:
                yield Row(side, what, n, brief=brief)


def _rule_deal(
    rows: list[Row], given: Values, winner: str | None, *because: Reason
) -> Ruling:
    """Return the ruling on these points, with special points and agreements."""
    reasons = [*because]
    if given.flag("doubles") and winner:
        rows = _double_points(rows, winner)
        reasons.append(cite("doubles", "Special points are not doubled."))
    is_alone = given.flag("alone")
    if not is_alone:
        rows = [*rows, *_count_special(given, winner)]
    ahead = sum(row.gain(RE) for row in rows)
    points = {RE: ahead, KONTRA: -ahead}
    if is_alone:
        points[RE] = 3 * ahead
        template = "Re plays alone: three times {n}."
        reasons.append(cite("solo-score", template, n=abs(ahead)))
    scored = given.choice("scored", BOTH_SCORE)
    if scored != BOTH_SCORE:
        points = {side: max(n, 0) for side, n in points.items()}
    if winner and scored != BOTH_SCORE and points[OTHER[winner]]:
        reasons.append(cite("winners-score", "The losers have more special points."))
        if scored == NEVER_LOSERS:
            points[OTHER[winner]] = 0

    reckoning = None
    if rows:
        why, reckoning = _list_points(rows, winner or RE)
        reasons.append(why)
    summary = say("Nobody wins")
    if winner:
        summary = _summarise(rows, winner, points[winner], is_alone)
    offended = tuple(map(SIDES.get, _list_offended(given)))
    if offended:
        summary = say_after_offence(offended, summary)
    verdict = {"won": winner or "nobody", **points}
    return Ruling(verdict, summary, tuple(reasons), reckoning=reckoning)


def _summarise(rows: list[Row], winner: str, n: int, is_alone: bool) -> Text:
    """Return the headline: the winner's points, and what they are for."""
    parts = []
    for row in rows:
        part = row.brief or row.what
        if row.side != winner:
            part = say("minus {what}", what=part)
        parts.append(part)
    if is_alone and winner == RE:
        parts.append(say("solo × 3"))
    one, many = "{side} won: {n} point", "{side} won: {n} points"
    if len(parts) > 1:
        one = "{side} won: {n} point ({all:,})"
        many = "{side} won: {n} points ({all:,})"
    return say_count(one, many, n, side=SIDES[winner], all=tuple(parts))


def _list_points(rows: list[Row], side: str) -> tuple[Reason, Reckoning]:
    """Return all points as gains and losses of a side: in words, and as a table."""
    gains = []
    said = []
    for row in rows:
        n = row.gain(side)
        gains.append(ReckonedSeat(None, (n,), name=row.what))
        said.append(say("{what} {n:+d}", what=row.what, n=n))
    why = cite("score", "{side}: {all}.", side=SIDES[side], all=tuple(said))
    return why, Reckoning((ReckoningColumn(say("Points")),), tuple(gains))


def _double_points(rows: list[Row], winner: str) -> list[Row]:
    """Return the rows with Re and Kontra doubling the others instead of adding 2."""
    plain = [row for row in rows if not row.is_announcement]
    times = 2 ** (len(rows) - len(plain))
    if times == 1:
        return plain
    gain = len(plain) * (times - 1)
    return [*plain, Row(winner, say("doubled"), gain)]
