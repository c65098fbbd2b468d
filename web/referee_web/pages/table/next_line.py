"""Next steps: the viewer's part first and in full, the rest folded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from referee.hosting.tables.snapshot import Snapshot
from referee.vocabulary.game import Preparation
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Step, View
from referee_web.pages.forms.prompt_form import PromptForm
from referee_web.pages.template_filters import word

_YOUR_TURN = say("Your turn")


@dataclass(frozen=True, slots=True)
class NextSentences:
    """A viewer's next steps, as sentences in this answer's wording.

    A page shows the viewer's own part, `lead`, in bold, and the `rest` behind a tap.
    Above a form, whose title takes the place of the last sentence about the viewer, it
    shows `first` before that title, and `then` behind the tap.

    For Ana, in “Ana deals. Ben cuts. Ana bids.”, `lead` is “Ana deals. Ana bids.”,
    `rest` “Ben cuts.”; above the form of her bid, `first` is “Ana deals.” and `then`
    “Ben cuts. Ana bids.”

    `alone` is who acts, if nobody else does: the viewer, or whom they hold the phone
    for. `mark` says where `lead` speaks of the viewer alone, or of others only.
    """

    lead: Sequence[str]
    rest: Sequence[str]
    first: Sequence[str]
    then: Sequence[str]
    alone: str | None
    mark: Text | None


def next_steps(snapshot: Snapshot) -> NextSentences | None:
    """Return this viewer's next steps; None without any."""
    view = snapshot.view
    seat = snapshot.viewer.seat
    history = snapshot.begun_match.history
    position = history.position
    awaited = position.awaited
    steps: tuple[Step, ...] = ()
    if not position.to_reenter:
        steps = history.scene_in(position).steps
    if not awaited and not steps:
        return None

    actor = _find_actor(snapshot)
    acts = actor in view.to_act
    own = [step for step in steps if actor in step.seats]
    lead: Sequence[Step] = awaited
    if acts and steps:
        lead = _choose_acting(view, steps)
    elif not awaited:
        lead = _choose_for_spectator(snapshot, steps, own)

    first = own[:-1] if acts else []
    everything = (*steps, *awaited)
    is_table = len(view.seats) > 1
    is_alone = is_table and view.to_act == (actor,)
    mark = _mark(seat if acts and is_table else None, lead)
    words = _words(lead)
    if any(seat in waiting.seats for waiting in position.sealed):
        words.insert(0, word(say("Your entry is in.")))
    rest = [step for step in everything if step not in lead]
    then = [step for step in everything if step not in first]
    alone = actor if is_alone else None
    return NextSentences(words, _words(rest), _words(first), _words(then), alone, mark)


def _find_actor(snapshot: Snapshot) -> str | None:
    """Return the viewer's seat; a shared phone belongs to the only awaited one."""
    viewer = snapshot.viewer
    to_act = snapshot.view.to_act
    if viewer.seat is None and viewer.host and len(to_act) == 1:
        return to_act[0]
    return viewer.seat


def _choose_for_spectator(
    snapshot: Snapshot, steps: Sequence[Step], own: Sequence[Step]
) -> Sequence[Step]:
    """Return the steps that lead while others act; a shared phone says first and last.

    Else they are the viewer's `own`, or the first of whoever acts.
    """
    is_shared = snapshot.viewer.seat is None and snapshot.viewer.host
    if is_shared and len(steps) > 1:
        return steps[0], steps[-1]
    return own or _find_naming(snapshot.view.to_act, steps)[:1] or steps[:1]


def _mark(seat: str | None, lead: Sequence[Step]) -> Text | None:
    """Return the words before steps of this seat alone, or of others; else None."""
    named = {each for step in lead for each in step.seats}
    if lead and all({*step.seats} == {seat} for step in lead):
        return _YOUR_TURN
    if named and seat not in named and all(step.seats for step in lead):
        return say("Next")
    return None


def _find_naming(seats: Iterable[str], steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if not set(step.seats).isdisjoint(seats)]


def _choose_acting(view: View, steps: Sequence[Step]) -> Sequence[Step]:
    """Return the steps of the acting seats: all, if several act or one plays alone."""
    if len(view.to_act) > 1 or len(view.seats) == 1:
        return steps
    for_all = [step for step in steps if not step.seats]
    return _find_naming(view.to_act, steps) or for_all or steps[:1]


def _words(steps: Iterable[Step]) -> list[str]:
    return [word(step.text) for step in steps]


@dataclass(frozen=True, slots=True)
class NextLine:
    """The next step in one bold line, with numbered steps behind a tap."""

    key: str
    sentence: str
    mark: Text | None
    """The words before the line, as “Your turn”."""
    is_mine: bool
    """Whether the match waits for this viewer."""
    guide: Sequence[Preparation]
    """The set-up that precedes it."""
    then: Sequence[str]
    is_heading: bool = False
    whom: str | None = None
    """Who does it, if somebody else."""
    helps: Sequence[tuple[str | None, Text]] = ()
    """How to fill in the form below."""

    @property
    def is_folded(self) -> bool:
        """Return whether anything is behind a tap."""
        return bool(self.then or self.helps or self.guide)


@dataclass(frozen=True, slots=True)
class LineWriter:
    """Writes a page's lines from `seats`, `next` steps, awaited viewer, and set-up."""

    seats: Sequence[str]
    next: NextSentences | None
    is_mine: bool
    guide: Sequence[Preparation] = ()

    def line_alone(self) -> NextLine | None:
        """Return the line without a form, in the game's words; None without steps."""
        if self.next is None:
            return None
        return self._line("next", self.next.lead, self.next.rest)

    def line_above(self, form: PromptForm) -> NextLine:
        """Return the line above a form, which tells the form's purpose.

        If somebody else acts, or several with one form, or no input is needed, it has
        the game's words; whose turn it is to lay a card knows who they are.
        """
        next = self.next
        prompt = form.prompt
        key = form.key
        title = word(prompt.title)
        whom = form.seat
        is_for_some = form.seat or form.parts or prompt.secret
        if next is None:
            line = self._line(key, [title], [])
        elif prompt.fields and (is_for_some or next.alone):
            line = self._line(key, [*next.first, title], next.then)
            whom = whom or next.alone
        elif form.asks_one_card and next.mark == _YOUR_TURN:
            line = self._line(key, [title], [*next.lead, *next.rest])
            whom = None
        else:
            line = self._line(key, next.lead, next.rest)
            whom = None
        if self.is_mine or whom not in self.seats or len(self.seats) == 1:
            whom = None
        return replace(line, is_heading=True, whom=whom, helps=form.helps)

    def _line(self, key: str, lead: Sequence[str], then: Sequence[str]) -> NextLine:
        mark = None
        if self.next is not None:
            mark = say("Now") if self.is_mine else say("Next")
            mark = self.next.mark or mark
        if self.guide:
            then = ()
        return NextLine(key, " ".join(lead), mark, self.is_mine, self.guide, then)
