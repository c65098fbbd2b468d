"""Looking back: which prompt an earlier entry answered, and what a correction changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from referee.match.corrections import Changed, compare_rulings, replay_corrected, turn
from referee.match.entry_reading import NotOpenError, open_prompt, prompt_met, read_strictly
from referee.match.log_entry import SPECTATOR, LogEntry
from referee.match.match import Match
from referee.match.replay import History
from referee.match.revisions import asked_after
from referee.match.visibility import made_while_sealed
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.prompt import Prompt


def prompts_answered(match: Match, numbers: Collection[int]) -> Mapping[int, Prompt]:
    """By entry number, the prompt that was open for each of these entries when its turn came, as the match stands now.

    Struck entries are among them where such a prompt was open then; what fits no prompt is left out. GameFaultError
    where the game has changed, and a prompt of the past cannot be shown.
    """
    history = match.history
    found: dict[int, Prompt] = {}
    for seq in numbers:
        entry = match.entry(seq)
        if entry is not None and (prompt := prompt_met(history.position_at(seq).prompts, entry)) is not None:
            found[seq] = prompt
    history.rulebook.look_at(tuple(found.values()), history.setting.seats)
    return found


def reread(match: Match, sent: LogEntry) -> LogEntry:
    """What is sent under the number of an earlier entry, as that was read: with its seat, its data in canonical form,
    and the tosses that were drawn for it, which no sender says. As it is where it cannot be read so.
    """
    prompt = prompts_answered(match, {sent.seq}).get(sent.seq)
    if prompt is None:
        return sent
    try:
        _, meant = open_prompt((prompt,), sent)
        read = read_strictly(match.history.rulebook, match.history.setting, prompt, meant)
    except (NotOpenError, WrongFieldsError):
        return sent
    return replace(read, data={**{toss.field: toss.outcome for toss in sent.tosses}, **read.data})


def compare_without(match: Match, correction: str) -> tuple[Changed, ...]:
    """What the entries decide without this correction and with it, where that differs; KeyError: no such one.

    All other corrections are taken as they stand. Of one that changed what was sealed then, nothing is told; what is
    sealed or was never shown counts only where it counted in the match itself.
    """
    named = next((one for one in match.corrections if one.id == correction), None)
    if named is None:
        raise KeyError(correction)
    if any(change.data is not None and made_while_sealed(match.history, named, change.seq) for change in named.changes):
        return ()

    def history(undone: bool) -> History:
        if named.undone == undone:
            return match.history
        corrections, sealed = turn(match.corrections, correction, undone), asked_after(match, SPECTATOR)
        return replay_corrected(match.history, match.entries, corrections, match.seq, sealed=sealed)[0]

    without, with_it = history(undone=True), history(undone=False)
    shown = match.history.open_to_all
    return compare_rulings(without, with_it) if without.open_to_all | with_it.open_to_all <= shown else ()
