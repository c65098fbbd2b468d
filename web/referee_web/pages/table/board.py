"""The table's public board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass

from flask import Response, request

from referee.hosting.history.evenings import Evening
from referee.hosting.history.story import Chapter
from referee.hosting.tables.snapshot import Snapshot
from referee.match.taking.stopping import host_entries
from referee.vocabulary.errors import (
    UnauthorizedError,
)
from referee.vocabulary.game import Preparation
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text
from referee.vocabulary.view import Fact
from referee_web.guards import auth
from referee_web.pages.blueprint import blueprint
from referee_web.pages.entries.correct_links import ShownCard, find_corrected
from referee_web.pages.entries.news import News, list_news
from referee_web.pages.entries.ruling_card import RulingCard, card_of
from referee_web.pages.entries.shown_dispute import ShownDispute, show_open_dispute
from referee_web.pages.games.set_up_guide import begun_again, guide
from referee_web.pages.request_table import look, render_live
from referee_web.pages.scores.evening_score import score_of_evening
from referee_web.pages.scores.score_changes import ScoreChange, score_changes
from referee_web.pages.scores.scores import ShownScores
from referee_web.pages.seat_marks import SeatMark, by_label, seat_marks
from referee_web.pages.table.after_match import AfterMatch
from referee_web.pages.table.at_event import AtEvent
from referee_web.pages.table.camera_sign import CameraSign
from referee_web.pages.table.evening import story_of
from referee_web.pages.table.finish_picture import Race


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A table as spectators see it, large."""

    snapshot: Snapshot
    two_sided: bool
    """Whether its readers sit on two sides."""
    large: bool
    """Whether its type is larger."""
    race: Race
    dispute: ShownDispute | None
    news: Sequence[News]
    steps: Sequence[Preparation]
    latest_ruling: RulingCard | None
    seat_marks: Mapping[str, SeatMark]
    """What the seats do now; empty while the match waits for a verdict."""
    facts: Sequence[Sequence[Fact]]
    """What holds now, but for the facts that stand at seats."""
    facts_at_seats: Sequence[Fact]
    """The facts that several seats have under one label."""
    at_event: AtEvent | None
    evening: Evening | None
    begun_again: Text | None
    after_match: AfterMatch | None
    camera: CameraSign | None
    end: ShownScores | None
    """The scores of a finished match."""

    @classmethod
    def of(cls, snapshot: Snapshot) -> BoardPage:
        """Return the board of this table, as the request wants it."""
        view = snapshot.view
        dispute = show_open_dispute(snapshot, untouched=True)
        facts = []
        at_seats: list[Fact] = []
        for group in by_label(view.facts):
            if len(group) > 1 and group[0].seat in view.seats:
                at_seats += group
            else:
                facts.append(group)

        ruled = None
        if view.rulings:
            corrected = find_corrected(snapshot)
            ruled = card_of(view.rulings, view.seq, True, corrected=corrected)
        end = None
        if view.finished:
            end = ShownScores.of(snapshot)
        return cls(
            snapshot,
            two_sided=request.args.get("sides") == "2",
            large=request.args.get("type") == "large",
            race=Race.at(snapshot),
            dispute=dispute,
            news=list_news(snapshot),
            steps=guide(snapshot),
            latest_ruling=ruled,
            seat_marks={} if dispute else seat_marks(snapshot, on_board=True),
            facts=facts,
            facts_at_seats=at_seats,
            at_event=AtEvent.of(snapshot),
            evening=score_of_evening(snapshot),
            begun_again=begun_again(snapshot),
            after_match=AfterMatch.of(snapshot),
            camera=CameraSign.of(snapshot),
            end=end,
        )

    @property
    def chapters(self) -> Sequence[Chapter]:
        """Return the evening's story: this match first, without who has won it."""
        code = self.snapshot.code
        here = []
        of_all = []
        earlier = []
        for chapter in story_of(self.snapshot):
            if chapter.match is None:
                of_all.append(chapter)
            elif chapter.match.code != code:
                earlier.append(chapter)
            elif chapter.kind != "match":
                here.append(chapter)
        return here + of_all + earlier

    @property
    def changes(self) -> Sequence[ScoreChange]:
        """Return the changes of scores by the latest rulings."""
        snapshot = self.snapshot
        return score_changes(snapshot, snapshot.latest_seq, snapshot.view.rulings)

    @property
    def corrected(self) -> Set[ShownCard]:
        """Return the cards in whose place others were entered first."""
        return find_corrected(self.snapshot)

    @property
    def edges(self) -> Mapping[str, Sequence[str]]:
        """Return the seats by screen edge."""
        names = self.snapshot.names
        if self.snapshot.rulebook.game.counter_clockwise:
            names = names[::-1]
        return around(names, self.two_sided)

    @property
    def next(self) -> Text:
        """Return the next step."""
        return self.race.next_on_board(self.snapshot)

    @property
    def host_entries(self) -> Sequence[Prompt]:
        """Return the early ends of the match if the host's device shows the board."""
        snapshot = self.snapshot
        if snapshot.match is not None:
            with suppress(UnauthorizedError):
                holder = auth.identify_viewer(snapshot.code)
                position = snapshot.match.history.position
                return host_entries(holder, position, snapshot.view.finished)
        return ()


@blueprint.get("/t/<code>/board")
def board(code: str) -> Response:
    """Show the table as spectators see it, large.

    `sides=2` is for readers on two sides; `type=large` enlarges the type.
    """
    shown = BoardPage.of(look(code, as_spectator=True))
    return render_live("table/board.html", shown)


def around(seats: Sequence[str], two_sided: bool = False) -> dict[str, Sequence[str]]:
    """Return the seats by screen edge, clockwise from the top left.

    Screens are wide: most seats are above and below; with `two_sided` all.

    >>> around(["Ana", "Ben", "Cy"])
    {'top': ['Ana'], 'right': ['Ben'], 'bottom': [], 'left': ['Cy']}
    """
    aside = 2
    if two_sided or len(seats) < 3:
        aside = 0
    elif len(seats) < 9:
        aside = 1
    beyond = len(seats) - 2 * aside
    top = (beyond + 1) // 2
    bottom = len(seats) - aside
    return {
        "top": seats[:top],
        "right": seats[top : top + aside],
        "bottom": seats[top + aside : bottom],
        "left": seats[bottom:],
    }
