"""An evening as a story of a minute: turning points, best hand, overrule, winner.

It tells only what everybody may know of matches that are over.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Literal, get_args

from referee.cards.card import Card, Cards
from referee.hosting.history.evenings import (
    LONGEST_BREAK_SECONDS,
    Evening,
    evening_over,
    matches_of_evening,
)
from referee.hosting.history.match_story import (
    Best,
    gain_of,
    largest_change,
    led_throughout,
    longest_streak,
    tell_final_score,
    tell_match,
)
from referee.hosting.store import Store
from referee.hosting.tables.snapshot import Snapshot
from referee.match.changes import standing_changes
from referee.match.showing.highlights import (
    Highlight,
    most_remarkable,
    named_in,
)
from referee.match.showing.score_sheet import Moment
from referee.match.taking.entry_step import EntryStep
from referee.vocabulary.ruling import (
    Ruling,
    hand_ruling,
    ruling_with_cards,
    without_marks,
)
from referee.vocabulary.text import Text, say, say_round
from referee.vocabulary.values import Ordinal, Seats, written_gain

ChapterKind = Literal[
    "title",
    "match",
    "hand",
    "round",
    "setback",
    "streak",
    "offence",
    "overturned",
    "anecdote",
]
"""What a chapter is about."""

Happening = Literal["offence", "overturned", "anecdote"]
"""The chapters that are highlights of a match."""

MOST_MATCHES = 5
"""Matches that have a chapter each: the last ones."""
FEWEST_TOGETHER = 2
"""Players who make an earlier evening one of the same people."""
LONGEST_REIGN = 20
"""Evenings in a row that are looked at, at most."""
MATCHES_LOOKED_AT = 20
MOST_RARITIES = 3
"""Rare deeds that have a chapter each: the last ones."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of an evening: its subject, a sentence, and the seats it names."""

    kind: ChapterKind
    text: Text
    names: Seats
    match: Snapshot | None = None
    """The match that it is of; None: the whole evening."""
    ruling: Ruling | None = None
    """The ruling that was made then, with the cards of those whom it names."""

    @property
    def cards(self) -> Cards:
        """Return the cards of a hand or of what is rare; empty for other chapters."""
        if self.ruling is None or (self.kind != "hand" and not _is_rare(self)):
            return ()
        cards: list[Card] = []
        for group in self.ruling.shown:
            cards += group.cards
        return tuple(cards)


@dataclass(frozen=True, slots=True)
class Reign:
    """Who won the last evening of these people, and how many in a row by then."""

    champions: Seats
    evenings: Ordinal
    since: float
    """When the first of these evenings began."""


def tell_evening(
    evening: Evening, played: Sequence[Snapshot], reign: Reign | None
) -> tuple[Chapter, ...]:
    """Return the chapters of an evening: match by match, the title last.

    `played` are its decided matches with their scores, the first one first; `reign` is
    what the title was before, or None.
    """
    chapters = [_match_chapter(snapshot) for snapshot in played[-MOST_MATCHES:]]
    hand = _rarities(played)
    if not hand and not any(map(_tell_rarity, played)):
        hand = _best_hand(played)
    chapters += hand
    for kind in get_args(Happening):
        chapters += _happened(played, kind)
    chapters += _streak(played)
    chapters.sort(key=lambda chapter: played.index(chapter.match))
    return (*chapters, *_title(evening, reign))


def _is_rare(chapter: Chapter) -> bool:
    return chapter.ruling is not None and chapter.ruling.rare is not None


def _match_chapter(snapshot: Snapshot) -> Chapter:
    """Return how a match ended or turned; else who won it and by what."""
    scores = snapshot.begun_scores
    telling = snapshot.view.telling
    assert telling is not None
    winners = snapshot.view.winners
    turned = tell_winners(snapshot)
    if turned is not None:
        rare = telling if telling.summary == turned else None
        return Chapter("match", turned, winners, snapshot, rare)
    for kind in ("turning-point", "photo-finish"):
        for mark in scores.highlights:
            if mark.kind == kind:
                ruling = _ruling_at(snapshot, mark)
                return Chapter("match", mark.text, mark.seats, snapshot, ruling)
    won = tell_final_score(scores.sheet) or outcome_in(telling)
    return Chapter("match", won, winners, snapshot)


def tell_winners(snapshot: Snapshot) -> Text | None:
    """Return how a match was won: by what was rare, or how it turned.

    None where its totals say all.
    """
    sheet = snapshot.begun_scores.sheet
    if led_throughout(sheet):
        throughout = say("{seats} led from start to finish", seats=sheet.winners)
        return _tell_rarity(snapshot) or throughout
    return _tell_rarity(snapshot) or tell_match(sheet)


def outcome_in(ending: Ruling) -> Text:
    """Return in words who won, by the ruling that ended a match."""
    outcome = ending.summary.values.get("outcome")
    return outcome if isinstance(outcome, Text) else ending.summary


def tells(text: Text, what: Text) -> bool:
    """Return whether a sentence is another one, or quotes it."""
    return text == what or what in text.values.values()


def _tell_rarity(snapshot: Snapshot) -> Text | None:
    """Return a rare or overturned ruling that ended or turned the match; or None."""
    scores = snapshot.begun_scores
    telling = snapshot.view.telling
    winners = snapshot.view.winners
    if telling is None or not winners:
        return None
    deciding: set[int | None] = {snapshot.latest_seq}
    for mark in scores.highlights:
        if mark.kind == "turning-point":
            deciding.add(mark.seq)

    for mark in scores.highlights:
        if mark.seq not in deciding:
            continue
        if mark.kind == "overturned":
            return say("{seats} won, after a dispute", seats=winners)
        if mark.kind != "rare":
            continue
        is_theirs = {*named_in(mark.text, snapshot.view.seats)} == {*winners}
        has_ended = mark.seq == snapshot.latest_seq
        if is_theirs and has_ended and "total" not in telling.summary.values:
            return telling.summary
        template = "{what}, and {seats} won"
        if is_theirs:
            template = "{what}, and that won the match"
        return say(template, what=mark.text, seats=winners)
    return None


def _rare_rulings(snapshot: Snapshot, seq: int | None) -> list[Ruling]:
    """Return the rare rulings on an entry that the table did not overrule."""
    step = _step_at(snapshot, seq)
    if step is None or step.overruled:
        return []
    return [ruling for ruling in step.rulings if ruling.rare is not None]


def _ruling_at(snapshot: Snapshot, highlight: Highlight) -> Ruling | None:
    """Return the highlight's ruling if it shows cards of its seats, or None."""
    step = _step_at(snapshot, highlight.seq)
    if step is None:
        return None
    ruling = ruling_with_cards(step.rulings, highlight.seats)
    return None if ruling is None else without_marks(ruling)


def _step_at(snapshot: Snapshot, seq: int | None) -> EntryStep | None:
    return snapshot.begun_match.history.step(seq)


def _rarities(played: Sequence[Snapshot]) -> list[Chapter]:
    """Return the last rare deed of each match, unless that match is told by it."""
    chapters = []
    for snapshot in played:
        told = _match_chapter(snapshot).text
        chapters += _last_rarity(snapshot, told)
    return chapters[-MOST_RARITIES:]


def _last_rarity(snapshot: Snapshot, told: Text) -> list[Chapter]:
    """Return a match's last rare deed that nothing has told; empty without one."""
    for step in reversed(snapshot.begun_match.history.steps):
        for ruling in _rare_rulings(snapshot, step.entry.seq):
            names = named_in(ruling.summary, snapshot.view.seats)
            if names and not tells(told, ruling.summary):
                cards = hand_ruling(step.rulings, names)
                return [Chapter("hand", ruling.summary, names, snapshot, cards)]
    return []


def _best_hand(played: Sequence[Snapshot]) -> list[Chapter]:
    """Return the evening's largest hand, relative to its game's usual one.

    Hands whose cards are known come before lines of a sheet.
    """
    shown: list[HandShown] = []
    for snapshot in played:
        shown += _hands_shown(snapshot)
    if shown:
        return [_chapter_of(max(shown, key=attrgetter("size")))]

    largest = 0.0
    chapters: list[Chapter] = []
    for snapshot in played:
        hand = largest_change(snapshot.begun_scores.sheet)
        if hand is None:
            continue
        step = _step_at(snapshot, hand.line.seq)
        if step is not None and _is_doubtful(snapshot, step):
            continue
        if hand.size > largest:
            largest = hand.size
            chapters = [_hand(snapshot, hand)]
    return chapters


def _is_doubtful(snapshot: Snapshot, step: EntryStep) -> bool:
    """Return whether an entry, or one that it rules on, was corrected or cautioned."""
    if any(ruling.verdict.get("cautions") for ruling in step.rulings):
        return True
    for change in standing_changes(snapshot.begun_match.changes):
        edited = {edit.seq for edit in change.edits}
        if edited & step.together:
            return True
    return False


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand whose cards a ruling shows, and its gain in usual ones."""

    snapshot: Snapshot
    moment: Moment
    seats: Seats
    ruling: Ruling
    size: float


def _hands_shown(snapshot: Snapshot) -> list[HandShown]:
    """Return the hands by which somebody gained, with their cards."""
    hands = []
    sheet = snapshot.begun_scores.sheet
    for line in sheet.lines:
        for moment in line.moments:
            for seats in sheet.sides:
                gain = gain_of(sheet, moment.gains, seats)
                # What was ruled on an overruled hand no longer counts.
                if gain <= 0 or moment.step.overruled:
                    continue
                if _is_doubtful(snapshot, moment.step):
                    continue
                ruling = hand_ruling(moment.step.rulings, seats)
                if ruling is not None:
                    hands.append(HandShown(snapshot, moment, seats, ruling, gain))

    if not hands:
        return []
    usual = sum(hand.size for hand in hands) / len(hands)
    return [replace(hand, size=hand.size / usual) for hand in hands]


def _chapter_of(hand: HandShown) -> Chapter:
    """Return a hand as a chapter: in its ruling's words, unless its match has these."""
    snapshot = hand.snapshot
    moment = hand.moment
    seats = hand.seats
    text = hand.ruling.summary
    is_told = text == _match_chapter(snapshot).text
    is_of_others = named_in(text, snapshot.view.seats) != seats
    if is_told or is_of_others or _tells_several(moment.step, hand.ruling):
        gain = written_gain(moment.gains[seats[0]])
        template = "{seats}: {gain} in {round}"
        text = say(template, seats=seats, gain=gain, round=say_round(moment.round))
    return Chapter("hand", text, seats, snapshot, hand.ruling)


def _tells_several(step: EntryStep, ruling: Ruling) -> bool:
    """Return whether the entry's rulings say the same of several hands."""
    template = ruling.summary.template
    alike = [other for other in step.rulings if other.summary.template == template]
    return len(alike) > 1


def _hand(snapshot: Snapshot, hand: Best) -> Chapter:
    """Return a largest change as a chapter.

    Its sentence is the ruling's if that names this side alone.
    """
    gain = written_gain(hand.gain)
    kind: ChapterKind = "round"
    if gain_of(snapshot.begun_scores.sheet, hand.line.gains, hand.seats) < 0:
        kind = "setback"
    template = "{seats}: {gain} in {round} alone"
    if snapshot.begun_scores.sheet.lines[-1].round == 1:
        template = "{seats}: {gain} at once"
    round = say_round(hand.line.round)
    text = say(template, seats=hand.seats, gain=gain, round=round)
    step = _step_at(snapshot, hand.line.seq)
    # What was ruled then no longer counts, nor do its numbers.
    is_latest = hand.line.seq == snapshot.latest_seq
    if step is not None and not step.overruled and not is_latest:
        for ruling in step.rulings:
            if tells_more(ruling, text, snapshot.view.seats, hand.seats):
                text = ruling.summary
    return Chapter(kind, text, hand.seats, snapshot)


def tells_more(ruling: Ruling, text: Text, everybody: Seats, seats: Seats) -> bool:
    """Return whether a ruling tells more of these seats than a sentence with a number.

    One that is as short, or tells of others too, only repeats the number.
    """
    told = ruling.summary
    return named_in(told, everybody) == seats and len(str(told)) > len(str(text))


def _streak(played: Sequence[Snapshot]) -> list[Chapter]:
    """Return the evening's longest run of rounds in which one side did best."""
    best: Chapter | None = None
    longest = 0
    for snapshot in played:
        streak = longest_streak(snapshot.begun_scores.sheet)
        if streak is not None and streak[1] > longest:
            seats, longest = streak
            template = "{seats} did best {n} times in a row"
            text = say(template, seats=seats, n=longest)
            best = Chapter("streak", text, seats, snapshot)
    return [] if best is None else [best]


def _happened(played: Sequence[Snapshot], kind: Happening) -> list[Chapter]:
    """Return the evening's last highlight of a kind; empty without one.

    Of several anecdotes it is the one that came up most often in its match.
    """
    chapters: list[Chapter] = []
    most = 0.0
    for snapshot in played:
        for mark in most_remarkable(snapshot.begun_scores.highlights):
            times = mark.number or 1
            if mark.kind == kind and times >= most:
                chapters = [Chapter(kind, mark.text, mark.seats, snapshot)]
                most = times
    return chapters


def _title(evening: Evening, reign: Reign | None) -> list[Chapter]:
    """Return who goes home with the title, and whose it was.

    Of a single match its own chapter says who won: only another evening adds to that.
    """
    champions = champions_of(evening)
    is_told = reign is None and len(evening.decided) < 2
    if is_told or not champions:
        return []
    template = "{champions} wins the evening"
    if len(champions) > 1:
        template = "{champions} share the evening"
    evenings = 1
    before: Seats = ()
    if reign is not None:
        before = reign.champions
        if _same(before, champions):
            evenings += reign.evenings
            template = "{champions} keeps the title: {evenings} evenings in a row"
            if len(champions) > 1:
                template = "{champions} keep the title: {evenings} evenings in a row"
        elif len(champions) == 1:
            template = "{champions} takes the title from {before}"
    text = say(template, champions=champions, before=before, evenings=evenings)
    return [Chapter("title", text, champions)]


def champions_of(evening: Evening) -> Seats:
    """Return the best of an evening: several where they are level."""
    return tuple(player.name for player in evening.players if player.place == 1)


def _same(names: Seats, others: Seats) -> bool:
    return {name.casefold() for name in names} == {name.casefold() for name in others}


# Earlier evenings


def reign_before(
    store: Store, evening: Evening, listed: Sequence[str] | None
) -> Reign | None:
    """Return the winner of the evening before this one, as `reign_over` does."""
    began = evening.matches[0].opened_at
    return reign_over(store, _players_of(evening), began, listed)


def reign_over(
    store: Store, players: Collection[str], began: float, listed: Sequence[str] | None
) -> Reign | None:
    """Return who has won the evenings before `began`, and how many in a row; or None.

    An evening is of the same people if two of these players played at it. `listed` are
    the tables that may be told of; None: all.
    """
    reign = None
    while reign is None or reign.evenings < LONGEST_REIGN:
        earlier = _evening_before(store, players, began, listed)
        if earlier is None:
            break
        champions = champions_of(earlier)
        began = earlier.matches[0].opened_at
        if reign is None:
            reign = Reign(champions, 1, began)
        elif _same(champions, reign.champions):
            reign = Reign(reign.champions, reign.evenings + 1, began)
        else:
            break
        players = _players_of(earlier)
    return reign


def _players_of(evening: Evening) -> set[str]:
    players: set[str] = set()
    for match in evening.decided:
        players.update(filter(None, (placing.player for placing in match.placings)))
    return players


def _evening_before(
    store: Store, players: Collection[str], began: float, listed: Sequence[str] | None
) -> Evening | None:
    for past in store.past.matches_of(
        sorted(players), MATCHES_LOOKED_AT, before=began - LONGEST_BREAK_SECONDS
    ):
        is_listed = listed is None or past.code in listed
        players_then = {placing.player for placing in past.placings}
        is_theirs = len(players_then.intersection(players)) >= FEWEST_TOGETHER
        is_decided = any(placing.won for placing in past.placings)
        if is_listed and is_theirs and is_decided:
            together = matches_of_evening(store, past.code)
            return evening_over(
                match for match in together if listed is None or match.code in listed
            )
    return None
