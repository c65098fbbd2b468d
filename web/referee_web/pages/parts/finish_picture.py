"""A photo finish as a small picture, and the buzzer that leads to one."""

from dataclasses import replace

from referee.hosting.races.placing import TOUCH_SPREAD_MS
from referee.hosting.races.races import choose, entrants
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import open_dispute
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee_web.pages.blueprint import blueprint

LEAST_SPAN_MS = 40.0


def buzzer_for(seen: Snapshot) -> Prompt | None:
    """Return the prompt that whoever looks can slap for; None where there is none, or a
    ruling is questioned.
    """
    if seen.match is None or open_dispute(seen.match.disputes) is not None:
        return None
    raced = (
        prompt
        for prompt in seen.view.prompts
        if prompt.race is not None and seen.by.seat in entrants(prompt)
    )
    return next(raced, None)


@blueprint.app_template_filter("has_just_slapped")
def has_just_slapped(seen: Snapshot, race: str) -> bool:
    """Whether the viewer's seat slapped in the latest heat of this race; else it may
    open the next heat at once.
    """
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
    """Return the snapshot with this heat chosen, of several that wait for the entry of
    their race.
    """
    heat = heat_chosen(seen, wanted)
    return seen if heat is None else replace(seen, view=choose(seen.view, heat))


def heat_chosen(seen: Snapshot, wanted: str | None) -> int | None:
    """Return the number of the heat that goes by this name; None where none waits to be
    entered.
    """
    return next(
        (finish.heat for finish in seen.view.finishes if heat_id(finish) == wanted),
        None,
    )


def is_to_enter(seen: Snapshot) -> bool:
    """Whether the finish in view is one of a race that is not entered yet."""
    match = seen.match
    return (
        match is not None
        and seen.view.finish is not None
        and seen.view.finish != match.history.finish
    )


def is_for_toss(seen: Snapshot) -> bool:
    """Whether the finish in view is a dead heat for first that a toss settles once it
    is entered.
    """
    found = seen.view.finish
    if found is None or len(found.order[0]) == 1:
        return False
    return any(
        field.among is not None for prompt in _raced(seen) for field in prompt.fields
    )


def is_tossed_at_once(seen: Snapshot) -> bool:
    """Whether the finish in view is tossed for where it is entered as it stands."""
    return is_for_toss(seen) and any(_needs_no_input(prompt) for prompt in _raced(seen))


def _raced(seen: Snapshot) -> list[Prompt]:
    """What the finish in view fills in, also for whoever is asked nothing."""
    match, found = seen.match, seen.view.finish
    if match is None or found is None:
        return []
    return [prompt for prompt in match.history.prompts if prompt.race == found.race]


def _needs_no_input(prompt: Prompt) -> bool:
    """Whether the finish leaves nothing to fill in: whatever else it needs has a value,
    and no card is in doubt.
    """
    empty = [
        field
        for field in prompt.fields
        if field.default is None and field.type != "order"
    ]
    return all(
        field.optional
        and (not type_of(field).of_cards or field.max == (field.min or 0))
        for field in empty
    )


@blueprint.app_template_filter("slap_positions")
def slap_positions(finish: PhotoFinish, width: int) -> list[tuple[float, float, float]]:
    """Where each slap is drawn in a picture so wide: from its earliest time, at its
    time, to its latest.
    """
    start = min(slap.time_ms - slap.uncertainty_ms for slap in finish.slaps)
    end = max(slap.time_ms + slap.uncertainty_ms for slap in finish.slaps)
    scale = (width - 8) / max(end - start, LEAST_SPAN_MS)

    def across(time: float) -> float:
        return round(4 + (time - start) * scale, 1)

    return [
        (
            across(slap.time_ms - slap.uncertainty_ms),
            across(slap.time_ms),
            across(slap.time_ms + slap.uncertainty_ms),
        )
        for slap in finish.slaps
    ]


@blueprint.app_template_filter("milliseconds")
def milliseconds(value: float) -> str:
    """A time to a tenth of a millisecond: `7`, `7.5`."""
    return f"{value:.1f}".removesuffix(".0")


@blueprint.app_template_global()
def touch_spread() -> str:
    """By how many milliseconds touch screens differ."""
    return milliseconds(TOUCH_SPREAD_MS)
