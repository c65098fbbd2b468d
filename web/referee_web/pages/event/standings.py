"""An event's standings: how each number comes about, on paper, and as a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from flask import Response, request

from referee.cards.naming import capitalize
from referee.events.event import Event, TieBreak
from referee.events.standings import EventStanding, RoundKind
from referee.hosting.events import scores
from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.errors import NotFoundError
from referee.vocabulary.ruling import Reckoning
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Ordinal
from referee.vocabulary.view import Standing
from referee_web.guards import auth
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.event.showing import EventPage
from referee_web.pages.scores.score_picture import Note, Picture, PicturePage, draw_svg
from referee_web.pages.template_filters import (
    match_title,
    say_here,
    winners_title,
    word,
    write_day,
)
from referee_web.spreadsheets import (
    answer_spreadsheet,
    tabulate_lists,
    tabulate_standings,
)
from referee_web.wording import speak_as

MOST_IN_PICTURE = 40

SIGNS: Mapping[RoundKind, tuple[str, Text]] = {
    "waiting": ("…", say("no result yet")),
    "without-result": ("×", say("gone on without the result")),
    "sat-out": ("○", say("sat out")),
    "out": ("–", say("out")),
    "absent": ("–", say("wasn’t there")),
}
"""What stands beside a round's number that is no result, and what it says."""

TIE_COLUMNS: Mapping[TieBreak, Text] = {
    "direct": say("Against equals"),
    "opponents": say("Opponents"),
    "wins": say("Won"),
    "scores": say("Scores"),
}
"""What a column of a tie-break's numbers is called."""


@dataclass(frozen=True, slots=True)
class StandingsPage(EventPage):
    """The standings: what each round brought."""

    @property
    def picture(self) -> PicturePage:
        """Return the layout of the picture: who won, and the first places."""
        event = self.event
        ranking = [each for each in self.now.standings if not each.is_playing]
        winners = self.now.winners
        standings = [Standing(each.name, each.total, each.place) for each in ranking]
        title = say_here("At equal totals")
        notes = [Note(title, word(reason)) for reason in self.tie_reasons]
        if len(ranking) > MOST_IN_PICTURE:
            others = say_here("and {n} more", n=len(ranking) - MOST_IN_PICTURE)
            notes.append(Note(others))
        game = match_title(event.plan.game, event.plan.options)
        rounds = say_here(
            "{round} of {rounds}", round=event.round_name, rounds=event.plan.rounds
        )
        return Picture(
            title=event.plan.name,
            best=(winners_title(winners), winners),
            said=[f"{game} · {capitalize(rounds)}"],
            score=say_here("Total"),
            places=standings[:MOST_IN_PICTURE],
            seats=event.names,
            notes=notes,
            dates=[write_day(last.at) for last in event.rounds[-1:]],
        ).draw()

    @property
    def ties(self) -> Mapping[TieBreak, Text]:
        """Return the columns of what decided places, as far as some are not 0."""
        level = [each for each in self.now.standings if each.is_level]
        places = {(each.total, each.place) for each in level}
        if len(places) == len({each.total for each in level}):
            return {}

        shown = {}
        for by in self.plan.ties:
            numbers = [getattr(each, by) for each in level]
            if by == "direct":
                numbers += [each.recounts for each in level]
            if any(numbers):
                shown[by] = TIE_COLUMNS[by]
        return shown

    @property
    def signs(self) -> Mapping[RoundKind, tuple[str, Text]]:
        """Return the signs beside the numbers."""
        kinds: set[RoundKind] = set()
        for standing in self.now.standings:
            kinds.update(played.kind for played in standing.rounds)
        return {kind: SIGNS[kind] for kind in SIGNS if kind in kinds}


@dataclass(frozen=True, slots=True)
class StandingPage(EventPage):
    """How an entrant's total comes about, round by round."""

    standing: EventStanding

    signs = SIGNS


@dataclass(frozen=True, slots=True)
class ListsPage(EventPage):
    """The lists of a round's tables."""

    round: Ordinal
    listed: Sequence[tuple[Ordinal, Snapshot, Sequence[Reckoning]]]
    """Each table by number, with its lists; none before anything is scored."""


@blueprint.get("/events/<code>/standings")
def event_standings(code: str) -> Response:
    """Show the standings, to print and to share: what each round brought.

    With `?as=csv`, return them as a file for a spreadsheet.
    """
    now = auth.event_desk(code).attend()
    if request.args.get("as") == "csv":
        return _answer_sheet(now.event, now.standings)
    return render("event/standings.html", StandingsPage(now))


def _answer_sheet(event: Event, ranking: Sequence[EventStanding]) -> Response:
    rounds = [event.name_round(n) for n in range(1, len(event.rounds) + 1)]
    [titles, *rows] = tabulate_standings(event, ranking, rounds)
    heading = [capitalize(word(title)) for title in titles]
    return answer_spreadsheet([heading, *rows], _name_file(event, len(rounds)))


def _name_file(event: Event, round: int, *parts: str) -> str:
    """Return a file's name: the event, the day of its round if any, and more."""
    days = [date.fromtimestamp(each.at) for each in event.rounds[:round]]
    day = [days[-1].isoformat()] if days else []
    return " ".join([event.plan.name, *day, *parts])


@blueprint.get("/events/<code>/standings/<entrant>")
def event_standing(code: str, entrant: str) -> Response:
    """Show how an entrant's total comes about, round by round."""
    now = auth.event_desk(code).attend()
    standing = now.find_standing(entrant)
    if standing is None:
        raise NotFoundError(say("Nobody with this number has entered."))
    return render("event/standing.html", StandingPage(now, standing))


@blueprint.get("/events/<code>/lists/<int:round>")
def event_lists(code: str, round: int) -> Response:
    """Show the lists of a round's tables, a sheet of paper each.

    With `?as=csv`, return them as a file for a spreadsheet.
    """
    desk = auth.event_desk(code)
    listed = scores.look_at_lists(desk, round)
    # A list is worded as at its table.
    speak_as(listed[0][1])
    now = desk.attend()
    if request.args.get("as") == "csv":
        lists = {str(number): sheet for number, _, sheet in listed}
        name = _name_file(now.event, round, word(now.event.name_round(round)))
        return answer_spreadsheet(tabulate_lists(lists), name)
    return render("event/lists.html", ListsPage(now, round, listed))


@blueprint.get("/events/<code>/standings.svg")
def picture_of_event(code: str) -> Response:
    """Return the standings as a picture to share."""
    return draw_svg(StandingsPage(auth.event_desk(code).attend()).picture)
