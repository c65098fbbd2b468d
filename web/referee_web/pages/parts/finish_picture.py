"""A photo finish as a small picture, and the buzzer that leads to one."""

from collections.abc import Sequence
from dataclasses import replace

from referee.hosting.races.placing import TOUCH_SPREAD_MS
from referee.hosting.races.races import choose, entrants
from referee.hosting.tables.snapshot import Snapshot
from referee.match.disputes import open_dispute
from referee.vocabulary.fields import type_of
from referee.vocabulary.photo_finish import PhotoFinish
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee_web.pages.blueprint import blueprint
from referee_web.pages.parts.next_line import next_for_all

LEAST_SPAN_MS = 40.0


def buzzer_for(seen: Snapshot) -> Prompt | None:
    """Return the prompt that whoever looks can slap for; None where there is none, or a
    ruling is questioned.
    """
    if seen.match is None or open_dispute(seen.match.disputes) is not None:
        return None
    for prompt in seen.view.prompts:
        if prompt.race is not None and seen.by.seat in entrants(prompt):
            return prompt
    return None


def has_just_slapped(seen: Snapshot, race: str) -> bool:
    """Return whether the viewer's seat slapped in the latest heat of this race; else it
    may open the next heat at once.
    """
    view = seen.view
    if not view.finishes:
        return False
    latest = view.finishes[-1]
    if (latest.race, latest.seq) != (race, view.seq):
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
    for finish in seen.view.finishes:
        if heat_id(finish) == wanted:
            return finish.heat
    return None


def is_to_enter(seen: Snapshot) -> bool:
    """Whether the finish in view is one of a race that is not entered yet."""
    match, finish = seen.match, seen.view.finish
    if match is None or finish is None:
        return False
    return finish != match.history.finish


def is_for_toss(seen: Snapshot) -> bool:
    """Whether the finish in view is a dead heat for first that a toss settles once it
    is entered.
    """
    finish = seen.view.finish
    if finish is None or len(finish.order[0]) == 1:
        return False
    for prompt in _raced(seen):
        if any(field.among is not None for field in prompt.fields):
            return True
    return False


def is_tossed_at_once(seen: Snapshot) -> bool:
    """Whether the finish in view is tossed for where it is entered as it stands."""
    return is_for_toss(seen) and any(map(_needs_no_input, _raced(seen)))


def _raced(seen: Snapshot) -> list[Prompt]:
    """What the finish in view fills in, also for whoever is asked nothing."""
    match, finish = seen.match, seen.view.finish
    if match is None or finish is None:
        return []
    return [prompt for prompt in match.history.prompts if prompt.race == finish.race]


def _needs_no_input(prompt: Prompt) -> bool:
    """Whether the finish leaves nothing to fill in: whatever else it needs has a value,
    and no card is in doubt.
    """
    for field in prompt.fields:
        if field.default is not None or field.type == "order":
            continue
        is_in_doubt = type_of(field).of_cards and field.max != (field.min or 0)
        if is_in_doubt or not field.optional:
            return False
    return True


@blueprint.app_template_filter("say_which_counts")
def say_which_counts(finishes: Sequence[PhotoFinish]) -> Text:
    """Return the question which of several heats is entered."""
    if len(finishes) == 2:
        return say("Slapped twice in a row: which one counts?")
    template = "Slapped {n} times in a row: which one counts?"
    return say(template, n=len(finishes))


def next_on_board(seen: Snapshot) -> Text:
    """Return what is done next, for all to read: of a race first how it is entered."""
    if not is_to_enter(seen):
        return next_for_all(seen)
    if len(seen.view.finishes) > 1:
        return say_which_counts(seen.view.finishes)
    if is_tossed_at_once(seen):
        return say("Toss! Somebody taps it on a phone.")
    if is_for_toss(seen):
        return say("Somebody fills in the rest on a phone; then the referee tosses.")
    return say("Somebody enters it on a phone, as it is or put right.")


@blueprint.app_template_filter("slap_positions")
def slap_positions(finish: PhotoFinish, width: int) -> list[tuple[float, float, float]]:
    """Where each slap is drawn in a picture so wide: from its earliest time, at its
    time, to its latest.
    """
    spans = []
    for slap in finish.slaps:
        at, doubt = slap.time_ms, slap.uncertainty_ms
        spans.append((at - doubt, at, at + doubt))
    start = min(earliest for earliest, _, _ in spans)
    end = max(latest for _, _, latest in spans)
    scale = (width - 8) / max(end - start, LEAST_SPAN_MS)

    def across(time: float) -> float:
        return round(4 + (time - start) * scale, 1)

    return [(across(first), across(at), across(last)) for first, at, last in spans]


@blueprint.app_template_filter("milliseconds")
def milliseconds(value: float) -> str:
    """A time to a tenth of a millisecond: `7`, `7.5`."""
    return f"{value:.1f}".removesuffix(".0")


@blueprint.app_template_global()
def touch_spread() -> str:
    """By how many milliseconds touch screens differ."""
    return milliseconds(TOUCH_SPREAD_MS)
