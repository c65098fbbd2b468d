"""The current state of each seat: whose turn it is, and who has entered."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from referee.hosting.tables.snapshot import Snapshot
from referee.match.history import History
from referee.match.taking.parts import own_fields
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.text import Text, say
from referee.vocabulary.view import Fact


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A mark beside a seat's name."""

    text: Text
    acts: bool = False
    """The match waits for this seat."""


def seat_marks(snapshot: Snapshot, on_board: bool = False) -> Mapping[str, SeatMark]:
    """Return how the seats stand, for those of whom there is something to say.

    On the board, and for the holder of the only phone, each seat is spoken to.
    """
    if snapshot.match is None or snapshot.view.finished:
        return {}
    history = snapshot.match.history
    mine = snapshot.viewer.seat
    is_for_all = on_board or (mine is None and snapshot.viewer.host)
    turns = _seats_in_turn(history)
    entered = seats_entered(history)
    are_all_asked = len(turns) > 1 and _is_each_asked(history)
    marks = {}
    for seat in snapshot.view.seats:
        if seat in entered and (are_all_asked or seat not in turns):
            marks[seat] = SeatMark(say("entered ✓"))
        elif seat in turns and are_all_asked:
            marks[seat] = SeatMark(say("to enter"))
        elif seat in turns and (is_for_all or seat == mine):
            marks[seat] = SeatMark(say("your turn"), acts=True)
        elif seat in turns:
            marks[seat] = SeatMark(say("their turn"), acts=True)
    return marks


def by_label(facts: Iterable[Fact]) -> list[list[Fact]]:
    """Return the facts in their order, those of seats under one label together."""
    groups: list[list[Fact]] = []
    for fact in facts:
        for group in groups:
            if fact.seat and group[0].seat and group[0].label == fact.label:
                group.append(fact)
                break
        else:
            groups.append([fact])
    return groups


def seats_entered(history: History) -> set[str]:
    """Return the seats that have entered while others have not yet.

    They entered in secret, played to the trick that lies there, or answered a prompt
    for each seat.
    """
    position = history.position
    entered: set[str] = set()
    for waiting in position.waiting:
        entered |= waiting.seats
    entered -= {seat for _, seat in position.missing}
    entered |= position.seats_of_parts
    for prompt in _leave_out_optional(position.prompts):
        entered |= _played_to_trick(prompt)
        if prompt.own and not prompt.secret:
            entered |= _answered_by_others(history, prompt)
    return entered


def _played_to_trick(prompt: Prompt) -> set[str]:
    """Return the seats whose card a prompt for a trick asks for no more."""
    led = {field.leads for field in prompt.fields}
    for field in prompt.fields:
        if field.name in led and field.seats:
            return {*prompt.seats} - {*field.seats}
    return set()


def _answered_by_others(history: History, prompt: Prompt) -> set[str]:
    """Return the seats that have answered a prompt which still waits for others."""
    seats: set[str] = set()
    for step in reversed(history.steps):
        seat = step.entry.seat
        before = [each for each in step.before.game_prompts if each.kind == prompt.kind]
        if step.entry.kind != prompt.kind or not before or seat is None:
            break
        if not {seat, *prompt.seats} <= {*before[0].seats}:
            break
        seats.add(seat)
    return seats


def _seats_in_turn(history: History) -> tuple[str, ...]:
    """Return the seats that the match waits for.

    If one entry of any of them is enough, only those that the last step names count;
    to a trick, those that a step named last.
    """
    scene = history.scene
    if _is_each_asked(history) or len(scene.to_act) < 2 or history.position.waiting:
        return scene.to_act
    if not scene.steps:
        return ()
    named = scene.steps[-1].seats
    if scene.trick is not None:
        named = next((step.seats for step in reversed(scene.steps) if step.seats), ())
    return tuple(seat for seat in scene.to_act if seat in named)


def _is_each_asked(history: History) -> bool:
    """Return whether each seat is asked for an entry, and not whose turn it is.

    To a trick they play in turn.
    """
    for prompt in _leave_out_optional(history.prompts):
        is_trick = any(field.leads for field in prompt.fields)
        if prompt.own or prompt.secret or (own_fields(prompt) and not is_trick):
            return True
    return False


def _leave_out_optional(prompts: Iterable[Prompt]) -> Iterable[Prompt]:
    return (prompt for prompt in prompts if not prompt.optional)
