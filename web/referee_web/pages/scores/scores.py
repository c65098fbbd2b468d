"""The scores: sheet, chart, final page, and pictures to share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby

from flask import Response, request, url_for

from referee.cards.card import Card
from referee.hosting.history.evenings import matches_of_evening
from referee.hosting.history.story import (
    outcome_in,
    tell_winners,
    tells,
    tells_more,
)
from referee.hosting.tables.snapshot import Snapshot
from referee.match.showing.highlights import Highlight, HighlightKind, most_remarkable
from referee.match.showing.score_sheet import (
    ScoreSheet,
    SheetLine,
    sheet_of,
    timeline_of,
)
from referee.vocabulary.ruling import (
    Ruling,
    most_telling,
    ruling_with_cards,
    without_marks,
)
from referee.vocabulary.text import Text
from referee.vocabulary.values import Score, Seats, name_side
from referee.vocabulary.view import Standing
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.entries.correct_links import correct_at
from referee_web.pages.entries.entry_words import place_of_entry
from referee_web.pages.entries.news import News, list_news
from referee_web.pages.request_table import look, render_live
from referee_web.pages.scores.chart import Chart, chart_of, short_chart_of
from referee_web.pages.scores.joke import pick_joke
from referee_web.pages.scores.score_picture import Note, Picture, PicturePage, draw_svg
from referee_web.pages.seat_marks import SeatMark, seat_marks
from referee_web.pages.template_filters import (
    match_title,
    say_here,
    winners_title,
    word,
    write_day,
)
from referee_web.spreadsheets import answer_spreadsheet, tabulate_lists

PICTURE_SECONDS = 60 * 60
MOST_HIGHLIGHTS = 2


@dataclass(frozen=True, slots=True)
class ShownHighlight:
    """A highlight, or a moment: with its ruling and the cards of its seats."""

    highlight: Highlight
    ruling: Ruling | None = None
    says_more: bool = False
    """Whether to show the ruling's sentence, which neither highlight nor page
    repeats.
    """

    @property
    def title(self) -> str:
        """Return the title; of a rare deed whose sentence names it another."""
        title = word(self.highlight.title)
        sentence = word(self.highlight.text)
        is_rare = self.highlight.kind == "rare"
        if is_rare and title.casefold() in sentence.casefold():
            return say_here("A rare moment")
        return title


MOMENTS: tuple[HighlightKind, ...] = (
    "turning-point",
    "decision",
    "photo-finish",
    "swing",
)
"""The highlights shown with their rulings after a match, most telling first."""
MOST_MOMENTS = 2


@dataclass(frozen=True, slots=True)
class ShownScores:
    """The scores of a running or finished match, looked at with scores."""

    snapshot: Snapshot
    sheet: ScoreSheet
    highlights: Sequence[ShownHighlight]
    chart: Chart | None
    """None: the match is too short."""
    decided: Text | None
    """How a finished match was won; None while it goes on, and where totals say all."""
    ended_early: Text | None
    """When, if that does not stand above."""
    joke: Text | None
    """On a finished match; None at an event, which goes on."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> ShownScores:
        """Return the scores of this match."""
        scores = snapshot.begun_scores
        view, sheet = snapshot.view, scores.sheet
        decided = None
        ended_early = None
        if view.finished and view.telling:
            decided = outcome_in(view.telling)
            when = view.telling.summary.values.get("when")
            ended_early = when if isinstance(when, Text) else None
            if "total" in decided.values:
                # The places name the winners and their score already.
                decided = tell_winners(snapshot)
        remarkable = most_remarkable(scores.highlights)
        highlights = []
        for mark in remarkable:
            # Who came from behind by how much has got ahead.
            is_told = False
            if decided is not None:
                is_turn = mark.kind == "turning-point" and "margin" in decided.values
                is_told = is_turn or tells(decided, mark.text)
            if not is_told:
                highlights.append(ShownHighlight(mark))
        joke = None
        if sheet.finished and snapshot.event is None:
            joke = _pick_joke(snapshot, remarkable)
        chart = chart_of(sheet)
        return cls(snapshot, sheet, highlights, chart, decided, ended_early, joke)

    @property
    def score(self) -> Text:
        """Return the unit of the scores."""
        return self.snapshot.rulebook.game.score

    @property
    def places(self) -> tuple[Standing, ...]:
        """Return how the sides stand, best first."""
        return self.snapshot.view.ranked

    @property
    def columns(self) -> list[Standing]:
        """Return how the sides stand, in the order of the sheet."""
        by_name = {standing.seat: standing for standing in self.places}
        return [by_name[name_side(side)] for side in self.sheet.sides]

    @property
    def ending(self) -> Ruling | None:
        """Return the ruling that ended the match, or None."""
        view = self.snapshot.view
        return view.telling if view.finished else None

    @property
    def won_by(self) -> tuple[Card, ...]:
        """Return the cards by which the match was won."""
        if self.ending is None:
            return ()
        cards: list[Card] = []
        for group in self.ending.shown:
            if group.belongs_to(self.sheet.winners):
                cards += group.deciding
        return tuple(cards)

    @property
    def parts(self) -> list[tuple[int, list[SheetLine | tuple[int, int]]]]:
        """Return the sheet's lines by round if a line is a score, else as one part, 0.

        Consecutive rounds without scores share a line.
        """
        lines = self.sheet.lines
        if self.sheet.unit == "entry":
            by_round = groupby(lines, key=lambda line: line.round)
            return [(round, [*of_round]) for round, of_round in by_round]

        shown: list[SheetLine | tuple[int, int]] = []
        for has_scored, group in groupby(lines, key=lambda line: line.scored):
            alike = [*group]
            if has_scored:
                shown += alike
            else:
                shown.append((alike[0].round, alike[-1].round))
        return [(0, shown)]

    def place_of(self, line: SheetLine) -> Text:
        """Return the place of a line in the game: `Round 1, trick 2`."""
        return place_of_entry(self.snapshot, line.seq)

    def correct_at(self, line: SheetLine) -> dict[str, str]:
        """Return the address to correct each side's score in a line, by first seat.

        A side whose score several entries made has none.
        """
        all_scored = line.entries_of([*line.gains])
        addresses = {}
        for side in self.sheet.sides:
            entries = line.entries_of(side) or all_scored
            if len(entries) != 1:
                continue
            [seq] = entries
            seats = correct_at(self.snapshot, seq, with_cards=False).seats
            for partner in side:
                if partner in seats:
                    addresses[side[0]] = seats[partner]
                    break
        return addresses

    @property
    def news(self) -> Sequence[News]:
        """Return the latest changes and verdicts, as the table's page tells them."""
        return list_news(self.snapshot)

    @property
    def gains_before(self) -> Mapping[tuple[int, str], Score]:
        """Return the gains that the latest change moved as they were.

        By the number of the sheet's line and the first seat of each side.
        """
        made = self.snapshot.latest_change
        if made is None or made.effect.old is None or not made.effect.points:
            return {}
        before = {}
        for line in sheet_of(timeline_of(made.effect.old)).lines:
            before[self._key(line)] = line.gains
        moved: dict[tuple[int, str], Score] = {}
        for line in self.sheet.lines:
            old = before.get(self._key(line), {})
            for first, *_ in self.sheet.sides:
                gain = old.get(first, 0)
                if gain != line.gains[first]:
                    moved[line.seq, first] = gain
        return moved

    def _key(self, line: SheetLine) -> int:
        return line.round if self.sheet.unit == "round" else line.seq

    @property
    def moments(self) -> Sequence[ShownHighlight]:
        """Return turning point and closest ruling or finish; else the largest swing."""
        steps = self.snapshot.begun_match.history.steps
        rulings_on = {step.entry.seq: step.rulings for step in steps}
        marks = [each.highlight for each in self.highlights]
        telling = [mark for mark in marks if mark.kind in MOMENTS]
        telling.sort(key=lambda mark: MOMENTS.index(mark.kind))

        moments = {}
        for mark in telling:
            seq = mark.seq or 0
            rulings = rulings_on.get(seq)
            if rulings and seq not in moments:
                moments[seq] = _moment(mark, rulings, self)
        return [*moments.values()][:MOST_MOMENTS]

    @property
    def remarks(self) -> list[ShownHighlight]:
        """Return the highlights that no moment tells of."""
        told = [moment.highlight for moment in self.moments]
        return [each for each in self.highlights if each.highlight not in told]

    @property
    def seat_marks(self) -> Mapping[str, SeatMark]:
        """Return how each seat stands."""
        return seat_marks(self.snapshot)

    @property
    def short_chart(self) -> Chart | None:
        """Return the chart beside much else on a phone, or None."""
        return short_chart_of(self.sheet)

    @property
    def picture(self) -> PicturePage:
        """Return the contents of this match's picture, for `scores/picture.svg`."""
        row = self.snapshot.row
        winners = self.snapshot.view.winners
        entries = self.snapshot.begun_match.entries
        dates = []
        if entries and entries[-1].at:
            dates.append(write_day(entries[-1].at))
        said = (self.decided, self.ended_early)
        notes = []
        for each in self.highlights[:MOST_HIGHLIGHTS]:
            notes.append(Note(each.title, word(each.highlight.text)))
        return Picture(
            title=match_title(row.game, row.options),
            best=(winners_title(winners), winners),
            said=[word(text) for text in said if text],
            score=word(self.score),
            places=self.places,
            seats=self.snapshot.view.seats,
            notes=notes,
            joke=word(self.joke) if self.joke else "",
            dates=dates,
            chart=self.chart,
            snapshot=self.snapshot,
        ).draw()

    @property
    def picture_address(self) -> str:
        """Return the picture's address, new after entries and forgotten names."""
        forgotten = len(self.snapshot.nameless) or None
        return url_for(
            "pages.picture_of_scores",
            code=self.snapshot.code,
            n=self.snapshot.view.seq,
            forgotten=forgotten,
        )


def _pick_joke(snapshot: Snapshot, remarkable: Sequence[Highlight]) -> Text:
    happened: dict[str, Seats] = {mark.kind: mark.seats for mark in remarkable}
    view = snapshot.view
    if view.winners:
        happened["last"] = tuple(view.ranked[-1].partners)
    code = snapshot.code
    evening = [match.code for match in matches_of_evening(room().store, code)]
    return pick_joke(happened, view.winners, evening.index(code))


def _moment(
    highlight: Highlight, rulings: tuple[Ruling, ...], scores: ShownScores
) -> ShownHighlight:
    """Return a highlight with the ruling that tells most, or with its seats' cards."""
    telling = rulings[most_telling(rulings)]
    ruling = ruling_with_cards(rulings, highlight.seats) or telling
    # A round's last trick does not tell what the round came to.
    is_trick = all(len(group.cards) < 2 for group in ruling.shown)
    if is_trick and "winners" in telling.verdict:
        ruling = replace(telling, shown=())
    if highlight.kind == "decision":
        return ShownHighlight(highlight, ruling)
    # Nothing lies beside these cards that they were compared with.
    ruling = without_marks(ruling)
    says_more = scores.ending is None or ruling.summary != scores.ending.summary
    if highlight.kind in ("swing", "turning-point"):
        everybody = scores.sheet.seats
        says_more &= tells_more(ruling, highlight.text, everybody, highlight.seats)
    return ShownHighlight(highlight, ruling, says_more)


@blueprint.get("/t/<code>/scores")
def scores(code: str) -> Response:
    """Show the score sheet with its chart; before the match, the table."""
    snapshot = look(code, scores=True)
    if snapshot.match is None:
        return go_to("table", code=snapshot.code)
    return render_live("scores/scores.html", ShownScores.of(snapshot))


@dataclass(frozen=True, slots=True)
class ListPage:
    """A table's list as clubs keep it, to print."""

    snapshot: Snapshot


@blueprint.get("/t/<code>/list")
def list_of_scores(code: str) -> Response:
    """Show the list as clubs keep it, to print; the scores where the game has none.

    With `?as=csv`, return it as a file for a spreadsheet.
    """
    snapshot = look(code)
    if not snapshot.score_list:
        return go_to("scores", code=snapshot.code)
    if request.args.get("as") == "csv":
        title = match_title(snapshot.row.game, snapshot.row.options)
        day = date.fromtimestamp(snapshot.begun_match.entries[-1].at)
        rows = tabulate_lists({snapshot.code: snapshot.score_list})
        return answer_spreadsheet(rows, f"{title} {day} {snapshot.code}")
    return render("scores/list.html", ListPage(snapshot))


@blueprint.get("/t/<code>/scores.svg")
def picture_of_scores(code: str) -> Response:
    """Return the picture of the scores to share: places, chart and highlights."""
    snapshot = look(code, scores=True)
    if snapshot.match is None:
        return go_to("table", code=snapshot.code)
    shown = ShownScores.of(snapshot)
    response = draw_svg(shown.picture)
    if request.args.get("n") == str(snapshot.view.seq):
        # The address changes with the match's number; the language is the phone's own.
        response.headers["Cache-Control"] = f"private, max-age={PICTURE_SECONDS}"
        response.vary.update(["Accept-Language", "Cookie"])
    return response
