"""A table's evening: standings, story, and a picture to share."""

from __future__ import annotations

import time
from dataclasses import dataclass

from flask import Response, url_for

from referee.hosting.history.evenings import Evening, evening_for, evening_of
from referee.hosting.history.story import (
    champions_of,
    reign_before,
    reign_over,
    tell_evening,
)
from referee.hosting.tables.player_names import comparable
from referee.hosting.tables.snapshot import Snapshot
from referee.match.viewer import SPECTATOR
from referee.vocabulary.errors import RefereeError
from referee.vocabulary.text import Text, say
from referee.vocabulary.values import Seats
from referee_web.guards.auth import codes_to_list
from referee_web.guards.services import room
from referee_web.pages.blueprint import blueprint, go_to, render
from referee_web.pages.crews import CrewStanding
from referee_web.pages.request_table import look
from referee_web.pages.scores.evening_score import (
    WordedChapter,
    WordedEvening,
    picture_of_evening,
)
from referee_web.pages.scores.joke import pick_joke
from referee_web.pages.scores.score_picture import PicturePage, draw_svg


@dataclass(frozen=True, slots=True)
class EveningPage:
    """An evening's page: its story, its standings, and a picture to share."""

    snapshot: Snapshot
    evening: WordedEvening
    """As far as the viewer may know it."""
    chapters: tuple[WordedChapter, ...]
    joke: Text
    crew: CrewStanding | None
    """Those who played its last match, if they stand."""
    may_play_again: bool
    """Whether the viewer can begin the next match from here."""
    picture: PicturePage
    """The layout of the picture; `address`: where it is drawn."""
    address: str

    @classmethod
    def of(cls, snapshot: Snapshot) -> EveningPage | None:
        """Return the page of a table's evening; None before anybody has won a match."""
        whole = evening_of(room().store, snapshot.code)
        if not whole.players:
            return None
        seen = evening_for(whole, snapshot, snapshot.viewer)
        evening = WordedEvening(seen.matches, seen.players)
        chapters = _story(whole)
        lowest = whole.players[-1].place
        last = [player.name for player in whole.players if player.place == lowest]
        happened: dict[str, Seats] = {"last": tuple(last)}
        for chapter in chapters:
            happened[chapter.kind] = chapter.names
        joke = pick_joke(happened, champions_of(whole), len(whole.matches))
        return cls(
            snapshot=snapshot,
            evening=evening,
            chapters=chapters,
            joke=joke,
            crew=CrewStanding.after(whole),
            may_play_again=_may_play_again(snapshot),
            picture=picture_of_evening(snapshot, evening, chapters, joke),
            address=url_for("pages.picture_of_the_evening", code=snapshot.code),
        )


def _may_play_again(snapshot: Snapshot) -> bool:
    """Return whether this viewer can begin the next match after this one."""
    if not snapshot.over or snapshot.viewer == SPECTATOR or snapshot.event is not None:
        return False
    return room().store.past.next_table(snapshot.code) is None


@blueprint.get("/t/<code>/evening")
def evening(code: str) -> Response:
    """Show the evening's story, its standings, and a picture to share."""
    snapshot = look(code)
    shown = EveningPage.of(snapshot)
    if shown is None:
        return go_to("table", code=snapshot.code)
    return render("scores/evening.html", shown)


@blueprint.get("/t/<code>/evening.svg")
def picture_of_the_evening(code: str) -> Response:
    """Return the evening as a picture to share."""
    snapshot = look(code)
    shown = EveningPage.of(snapshot)
    if shown is None:
        return go_to("table", code=snapshot.code)
    return draw_svg(shown.picture)


def story_of(snapshot: Snapshot) -> tuple[WordedChapter, ...]:
    """Return the story of this table's evening; empty before its first win.

    It only tells what everybody may know, so spectators get all of it.
    """
    return _story(evening_of(room().store, snapshot.code))


def title_to_defend(snapshot: Snapshot) -> Text | None:
    """Return who has won the last evenings of those who sit here, for them to read."""
    if snapshot.viewer == SPECTATOR:
        return None
    players = {comparable(name) for name in snapshot.names}
    reign = reign_over(room().store, players, time.time(), codes_to_list())
    if reign is None or not reign.champions:
        return None
    template = "Title to defend: {champions}"
    if reign.evenings > 1:
        template = "Title to defend: {champions}, {n} evenings in a row"
    return say(template, champions=reign.champions, n=reign.evenings)


def _story(evening: Evening) -> tuple[WordedChapter, ...]:
    played = []
    for match in evening.decided:
        snapshot = _look_back(match.code)
        if snapshot is not None and snapshot.scores is not None:
            played.append(snapshot)
    reign = None
    if evening.decided:
        reign = reign_before(room().store, evening, codes_to_list())
    codes = [match.code for match in evening.decided]
    chapters = []
    for told in tell_evening(evening, played, reign):
        number = None
        if told.match is not None and len(codes) > 1:
            number = codes.index(told.match.code) + 1
        words = told.kind, told.text, told.names
        chapters.append(WordedChapter(*words, told.match, told.ruling, number))
    return tuple(chapters)


def _look_back(code: str | None) -> Snapshot | None:
    """Return a table as anybody sees it; None if it or its game is gone."""
    try:
        return room().snapshot(code or "", SPECTATOR, scores=True)
    except RefereeError:
        return None
