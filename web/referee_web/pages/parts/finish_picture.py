"""A photo finish as a small picture, and the buzzer that leads to one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.hosting.races.placing import TOUCH_SPREAD_MS
from referee.hosting.races.races import choose, entrants
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import open_dispute
from referee.vocabulary.photo_finish import PhotoFinish, Slap
from referee.vocabulary.text import Text, say
from referee_web.pages.blueprint import blueprint

WIDTH = 320
ROW_HEIGHT = 38
MARGIN_HEIGHT = 34
LEAST_SPAN_MS = 40.0
WORTH_SAYING_MS = 10.0


@dataclass(frozen=True, slots=True)
class SlapBar:
    """A slap in the picture: the heights of its name and its bar, and the ends of its ±."""

    slap: Slap
    said: Text
    base: float
    bar: float
    left: float
    right: float
    at: float


@dataclass(frozen=True, slots=True)
class FinishPicture:
    """A photo finish as it is drawn: who was first in a sentence, a row a slap, and the margin between the first two.

    `doubt` is what a dead heat is made of. Lengths are in units of the picture, which is `width` by `height`. `told` is
    all of it in words.
    """

    outcome: Text
    rows: tuple[SlapBar, ...]
    width: int
    height: int
    margin: Text | None
    doubt: Text | None
    told: Text


@dataclass(frozen=True, slots=True)
class BuzzerPanel:
    """The buzzer of this viewer's seat: the race it is for, and its title. `folded`: this seat has just slapped."""

    race: str
    title: Text
    folded: bool


def buzzer_for(seen: Snapshot) -> BuzzerPanel | None:
    """The buzzer of whoever looks; None where no race is open to their seat, or a ruling is questioned."""
    if seen.match is None or open_dispute(seen.match.disputes) is not None:
        return None
    for prompt in seen.view.prompts:
        if prompt.race is not None and seen.by.seat in entrants(prompt):
            return BuzzerPanel(prompt.race, prompt.title, _has_just_slapped(seen, prompt.race))
    return None


def _has_just_slapped(seen: Snapshot, race: str) -> bool:
    """Whether the viewer's seat slapped in the latest heat of this race; else it may open the next heat at once."""
    view = seen.view
    latest = view.finishes[-1] if view.finishes else None
    if latest is None or (latest.race, latest.seq) != (race, view.seq):
        return False
    return any(slap.seat == seen.by.seat for slap in latest.slaps)


@blueprint.app_template_filter("heat_id")
def heat_id(finish: PhotoFinish) -> str:
    """How forms and addresses name a heat."""
    return f"{finish.race} {finish.heat}"


def with_heat_chosen(seen: Snapshot, wanted: str | None) -> Snapshot:
    """Return the snapshot with this heat chosen, of several that wait for the entry of their race."""
    heat = heat_chosen(seen, wanted)
    return seen if heat is None else replace(seen, view=choose(seen.view, heat))


def heat_chosen(seen: Snapshot, wanted: str | None) -> int | None:
    """Return the number of the heat that goes by this name; None where none waits to be entered."""
    return next((finish.heat for finish in seen.view.finishes if heat_id(finish) == wanted), None)


def is_to_enter(seen: Snapshot) -> bool:
    """Whether the finish in view is one of a race that is not entered yet."""
    match = seen.match
    return match is not None and seen.view.finish is not None and seen.view.finish != match.history.finish


def is_for_toss(seen: Snapshot) -> bool:
    """Whether the finish in view is a dead heat for first that a toss settles once it is entered."""
    found = seen.view.finish
    if found is None or len(found.order[0]) == 1:
        return False
    fields = (field for prompt in seen.view.prompts if prompt.race == found.race for field in prompt.fields)
    return any(field.among is not None for field in fields)


@blueprint.app_template_filter("picture")
def picture(finish: PhotoFinish) -> FinishPicture:
    """How this finish is drawn."""
    start = min(slap.time_ms - slap.uncertainty_ms for slap in finish.slaps)
    end = max(slap.time_ms + slap.uncertainty_ms for slap in finish.slaps)
    span = max(end - start, LEAST_SPAN_MS)

    def across(time: float) -> float:
        return round(4 + (time - start) / span * (WIDTH - 8), 1)

    rows = tuple(
        SlapBar(
            slap,
            _say_slap(finish, slap),
            place * ROW_HEIGHT + 14,
            place * ROW_HEIGHT + 25,
            across(slap.time_ms - slap.uncertainty_ms),
            across(slap.time_ms + slap.uncertainty_ms),
            across(slap.time_ms),
        )
        for place, slap in enumerate(finish.slaps)
    )
    height = len(rows) * ROW_HEIGHT + (MARGIN_HEIGHT if len(rows) > 1 else 0)
    return FinishPicture(_outcome(finish), rows, WIDTH, height, _margin(finish), _doubt(finish), _describe(finish))


def _milliseconds(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _say_slap(finish: PhotoFinish, slap: Slap) -> Text:
    doubt = _milliseconds(slap.uncertainty_ms)
    if slap == finish.slaps[0]:
        return say("0 ms ± {doubt}", doubt=doubt)
    return say("+{time} ms ± {doubt}", time=_milliseconds(slap.time_ms), doubt=doubt)


def _outcome(finish: PhotoFinish) -> Text:
    first = finish.order[0]
    if len(first) > 1:
        return say("Too close to tell: {seats}", seats=first)
    return say("{seat} was first", seat=first[0])


def _margin(finish: PhotoFinish) -> Text | None:
    if finish.margin_ms is None or finish.needed_ms is None:
        return None
    margin, needed = _milliseconds(finish.margin_ms), _milliseconds(finish.needed_ms)
    return say("Margin {margin} ms; a dead heat up to {needed} ms", margin=margin, needed=needed)


def _doubt(finish: PhotoFinish) -> Text | None:
    if finish.needed_ms is None:
        return None
    template = "A dead heat: the ± of both, and {spread} ms by which touch screens differ."
    return say(template, spread=_milliseconds(TOUCH_SPREAD_MS))


def _describe(finish: PhotoFinish) -> Text:
    slaps = tuple(say("{seat} {time}", seat=slap.seat, time=_say_slap(finish, slap)) for slap in finish.slaps)
    margin = _margin(finish)
    if margin is None:
        return say("{outcome}. {slaps:;}.", outcome=_outcome(finish), slaps=slaps)
    return say("{outcome}. {slaps:;}. {margin}.", outcome=_outcome(finish), slaps=slaps, margin=margin)


@blueprint.app_template_filter("moved")
def moved(finish: PhotoFinish) -> tuple[Text, ...]:
    """For each slap whose phone's own time lay outside what its connection allows: by how much."""
    return tuple(
        say(
            "{seat}’s phone gave a time {moved} ms outside what its connection allows.",
            seat=slap.seat,
            moved=_milliseconds(slap.clamped_ms),
        )
        for slap in finish.slaps
        if slap.clamped_ms >= WORTH_SAYING_MS
    )
