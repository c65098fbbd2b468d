"""What people do now: one's own part stands first and is never cut, the rest folds
behind it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.match.position import Position
from referee.vocabulary.game import SetUpStep
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Step, View, join_steps
from referee_web.pages.forms.prompt_form import PromptForm
from referee_web.pages.template_filters import word


@dataclass(frozen=True, slots=True)
class NextSteps:
    """What a viewer does now, in this answer's wording.

    `lead` is the viewer's own part of it, `rest` what else happens. `alone` is who
    acts, where that is the viewer alone or they hold the phone for them; `is_own` says
    that `lead` speaks of nobody but the viewer. Whoever fills in a form reads its title
    in place of the last sentence that names them: `first` stands before that title,
    `then` is all else.
    """

    lead: tuple[str, ...]
    rest: tuple[str, ...]
    first: tuple[str, ...]
    then: tuple[str, ...]
    alone: str | None
    is_own: bool


def next_steps(seen: Snapshot) -> NextSteps | None:
    """Return what this viewer does now; None where nothing is to be done."""
    view, seat = seen.view, seen.by.seat
    if seen.match is None:
        return None
    history = seen.match.history
    position = history.position
    awaited = position.awaited
    steps: tuple[Step, ...] = ()
    if not position.to_reenter:
        steps = history.scene_in(position).steps
    if not awaited and not steps:
        return None

    actor = seat
    if seat is None and seen.by.host and len(view.to_act) == 1:
        # One phone for all is for whoever alone is awaited.
        actor = view.to_act[0]
    acts = actor in view.to_act
    own = [step for step in steps if actor in step.seats]
    if acts and steps:
        lead = _of_those_who_act(view, steps)
    elif awaited:
        lead = awaited
    else:
        lead = own or _naming(view.to_act, steps)[:1] or steps[:1]

    first = own[:-1] if acts else []
    everything = (*steps, *awaited)
    is_alone = view.to_act == (actor,) and len(view.seats) > 1
    return NextSteps(
        (*_is_in(position, seat), *_words(lead)),
        _words(step for step in everything if step not in lead),
        _words(first),
        _words(step for step in everything if step not in first),
        actor if is_alone else None,
        is_alone and actor == seat and all({*step.seats} == {seat} for step in lead),
    )


def _naming(seats: Iterable[str], steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if not set(step.seats).isdisjoint(seats)]


def _of_those_who_act(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return what is for those who act: all, where several act at once, or one who
    plays alone.
    """
    if len(view.to_act) > 1 or len(view.seats) == 1:
        return steps
    for_all = [step for step in steps if not step.seats]
    return _naming(view.to_act, steps) or for_all or steps[:1]


def _is_in(position: Position, seat: str | None) -> list[str]:
    """Return that the viewer has entered, and waits for others."""
    is_in = any(seat in pending.seats for pending in position.sealed)
    return [word(say("Your entry is in."))] if is_in else []


def _words(steps: Iterable[Step]) -> tuple[str, ...]:
    return tuple(word(step.text) for step in steps)


def next_for_all(seen: Snapshot) -> Text:
    """Return what is done now, for a screen that all look at: once somebody has
    entered, no more than who is awaited.
    """
    awaited = seen.match.history.position.awaited if seen.match else ()
    return join_steps(awaited) if awaited else seen.view.next


@dataclass(frozen=True, slots=True)
class NextLine:
    """What is done now, in one bold line: by `whom` where that is somebody else, and
    under which `mark`. What belongs to it stands in numbered steps behind a tap.

    `is_mine`: the match waits for this viewer. `guide`: how the table is got ready
    first. `helps`: how the form below is filled in.
    """

    key: str
    said: str
    mark: Text | None
    is_mine: bool
    is_heading: bool = False
    whom: str | None = None
    guide: tuple[SetUpStep, ...] = ()
    then: tuple[str, ...] = ()
    helps: tuple[tuple[str | None, Text], ...] = ()

    @property
    def is_folded(self) -> bool:
        """Whether anything stands behind a tap."""
        return bool(self.then or self.helps or self.guide)


def line_alone(
    next: NextSteps, is_mine: bool, guide: tuple[SetUpStep, ...]
) -> NextLine:
    """Return the line where nothing is filled in for it, in the game's own words."""
    then = () if guide else next.rest
    mark = _mark(next, is_mine)
    return NextLine("next", " ".join(next.lead), mark, is_mine, guide=guide, then=then)


def line_above(
    form: PromptForm,
    next: NextSteps | None,
    is_mine: bool,
    guide: tuple[SetUpStep, ...],
    seats: Sequence[str],
) -> NextLine:
    """Return the line above a form, which says what its form does.

    Where somebody else acts, or many at once with one form, or nothing is filled in,
    it has the game's own words.
    """
    prompt = form.prompt
    is_for_some = form.seat or form.parts or prompt.secret
    if next is None:
        lead: tuple[str, ...] = (word(prompt.title),)
        then: tuple[str, ...] = ()
        whom = form.seat
    elif prompt.fields and (is_for_some or next.alone):
        lead = (*next.first, word(prompt.title))
        then, whom = next.then, form.seat or next.alone
    else:
        lead, then, whom = next.lead, next.rest, None
    if is_mine or whom not in seats or len(seats) == 1:
        whom = None
    return NextLine(
        form.key,
        " ".join(lead),
        _mark(next, is_mine) if next else None,
        is_mine,
        is_heading=True,
        whom=whom,
        guide=guide,
        then=() if guide else then,
        helps=tuple(form.helps),
    )


def _mark(next: NextSteps, is_mine: bool) -> Text:
    if next.is_own:
        return say("Your turn")
    return say("Now") if is_mine else say("Next")
