"""Playthroughs: short matches in files, with the referee's comments.

The file is TOML. What people write is its keys and values; what the referee says stands
in comment lines and is written again each time. So a comment line that somebody adds is
lost: what a playthrough shows belongs in `shows`.

    game = "hearts"                       # may be left out: the file's folder is
    shows = "Without a joker in the trick a jack is the lowest of cards."
    seats = ["Ana", "Ben"]
    dealer = "Ana"                        # may be left out: the first seat
    options = { jokers = "black-red" }    # may be left out
    house_rules = ["suit-order-jacks"]    # may be left out

    entries = [
      { kind = "board", data = { cards = "3c" } },
      { kind = "play", by = "Ana", data = { plays = { Ana = "jack of clubs" } } },
      { kind = "play", by = "Ben", data = { plays = { Ben = "3c" } }, refused = true },
    ]

An entry stands on one line. `seat` is whose it is; `by` who enters it: the seat, where
left out, or "host", who may enter for all and is meant where there is no seat either.
One with `refused` has to be refused, and is not folded.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.match.history import History
from referee.match.taking.entry_step import EntryStep
from referee.match.taking.entry_taker import RefusedMoveError
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError
from referee.plugin.rulebook import wording_at
from referee.testing.played_match import REFUSALS, PlayedMatch
from referee.vocabulary.errors import NotYoursError, RefereeError, WrongFieldsError
from referee.vocabulary.jsonable import jsonable
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.text import Wording

HOST = "host"
NEEDED = ("shows", "seats", "entries")
KEYS = (*NEEDED, "game", "dealer", "options", "house_rules")
NEEDED_OF_ENTRY = ("kind",)
KEYS_OF_ENTRY = (*NEEDED_OF_ENTRY, "seat", "by", "data", "refused")
FIRST_LINE = "entries = ["
LAST_LINE = "]"


class CannotPlay(Exception):
    """The file cannot be played; the message says why, and where."""


@dataclass(slots=True)
class Playthrough:
    """A played file: its `text` as it should be, all rulings, and the final match."""

    text: str
    history: History
    rulings: list[Ruling] = field(default_factory=list)

    @property
    def cited(self) -> set[str]:
        """Return the sections, `game#section`, that its rulings and refusals cite."""
        return {reason.rule for ruling in self.rulings for reason in ruling.because}

    @property
    def wording(self) -> Wording:
        """Return the table's wording."""
        return wording_at(self.history.setting.options)


def play_through(path: Path) -> Playthrough:
    """Return the playthrough of this file; CannotPlay."""
    name = f"{path.parent.name}/{path.name}"
    lines = path.read_text("utf-8").splitlines()
    lines = [line for line in lines if not line.lstrip().startswith("#")]
    try:
        written = tomllib.loads("\n".join(lines))
        return _play(str(written.get("game", path.parent.name)), written, lines)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        raise CannotPlay(f"{name}: {unknown.id} is not installed.") from unknown
    except (tomllib.TOMLDecodeError, WrongFieldsError, CannotPlay) as wrong:
        raise CannotPlay(f"{name}: {wrong}") from wrong


def _play(game: str, written: Mapping[str, Any], lines: Sequence[str]) -> Playthrough:
    _require_keys(written, NEEDED, KEYS)
    match = PlayedMatch.begun(
        game,
        written["seats"],
        dealer=written.get("dealer"),
        house_rules=written.get("house_rules", ()),
        **written.get("options", {}),
    )
    through = Playthrough("", match.history)
    head, entries = _split_lines(lines, len(written["entries"]))
    text = [*head, FIRST_LINE, f"  # {_where_it_stands(through.history)}"]
    for n, line in enumerate(entries):
        text += ["", line]
        for comment in _enter(through, match, n + 1, written["entries"][n]):
            text.append(f"  # {comment}")
    text += [LAST_LINE, ""]
    scene = through.history.scene
    text.append("# Standings:")
    for standing in scene.standings:
        text.append(f"#   {standing.place}. {standing.seat}: {standing.score}")
    over = f"The match is over. Won by {', '.join(scene.winners)}."
    text.append(f"# {over}" if scene.finished else "# The match goes on.")
    through.text = "\n".join(text) + "\n"
    return through


def _require_keys(
    written: Mapping[str, Any], needed: Sequence[str], known: Sequence[str]
) -> None:
    missing = ", ".join(key for key in needed if key not in written)
    if missing:
        raise CannotPlay(f"{missing} must be written.")
    unknown = ", ".join(key for key in written if key not in known)
    if unknown:
        raise CannotPlay(f"what is {unknown}? What can be written: {', '.join(known)}.")


def _split_lines(lines: Sequence[str], count: int) -> tuple[list[str], list[str]]:
    """Return the lines before the entries, and each entry's line."""
    if FIRST_LINE not in lines:
        raise CannotPlay(f"the line “{FIRST_LINE}” is missing.")
    begin = lines.index(FIRST_LINE)
    entries = []
    for line in lines[begin + 1 :]:
        if line.strip() and line != LAST_LINE:
            entries.append(line)
    if len(entries) != count:
        raise CannotPlay(
            f"{count} entries stand on {len(entries)} lines: write each on a line of "
            "its own."
        )
    return [*lines[:begin]], entries


def _enter(
    through: Playthrough, match: PlayedMatch, number: int, entry: Mapping[str, Any]
) -> list[str]:
    """Return the referee's comments on this entry, which is added unless refused."""
    _require_keys(entry, NEEDED_OF_ENTRY, KEYS_OF_ENTRY)
    seat = entry.get("seat")
    by = entry.get("by", seat)
    if by == HOST:
        by = None
    drafted = match.draft_entry(entry["kind"], seat, by, entry.get("data", {}))
    history = match.history
    try:
        step = history.take_new(history.position, drafted)
    except REFUSALS as refused:
        refusal = _describe_refusal(through, refused)
        if not entry.get("refused"):
            why = "\n".join(["", *refusal])
            raise CannotPlay(
                f"entry {number} is refused, and is not marked “refused = true”.{why}"
            ) from refused
        return refusal
    if entry.get("refused"):
        raise CannotPlay(f"entry {number} is marked “refused = true”, and is taken.")
    match.match.add([step])
    through.rulings += step.rulings
    lines = _describe_secrecy(history, step)
    for ruling in step.rulings:
        lines += _describe_ruling(ruling, through.wording)
    return [*lines, _where_it_stands(history)]


def _describe_refusal(through: Playthrough, refused: RefereeError) -> list[str]:
    wording = through.wording
    match refused:
        case RefusedMoveError():
            through.rulings.append(refused.ruling)
            first, *others = _describe_ruling(refused.ruling, wording)
            return [f"Refused: {first}", *others]
        case WrongFieldsError():
            lines = []
            for error in refused.errors:
                lines.append(f"Refused: {error.field}: {error.message.word(wording)}")
            return lines
        case NotYoursError():
            return ["Refused: only the host may enter this for another seat."]
        case _:
            return [f"Refused: {refused.message.word(wording)}"]


def _describe_ruling(ruling: Ruling, wording: Wording) -> list[str]:
    """Return a ruling's sentence, verdict and reasons."""
    verdict = json.dumps(jsonable(ruling.verdict, wording), ensure_ascii=False)
    lines = [ruling.summary.word(wording), f"  {verdict}"]
    for reason in ruling.because:
        text = reason.text.word(wording)
        lines.append(f"  {reason.rule} ({reason.basis}): {text}")
    return lines


def _describe_secrecy(history: History, last: EntryStep) -> list[str]:
    """Return that the entry is sealed, or which others it reveals."""
    if last.entry.seq not in last.opens:
        return ["(sealed)"]
    opened = []
    for step in history.steps:
        entry = step.entry
        if entry.seq in last.opens and entry is not last.entry:
            opened.append(f"{entry.kind} of {entry.seat or entry.by or HOST}")
    return [f"(opens: {', '.join(opened)})"] if opened else []


def _where_it_stands(history: History) -> str:
    """Return phase, round, and the seats to act."""
    scene = history.scene
    to_act = "nobody is to act"
    if scene.to_act:
        to_act = f"to act: {', '.join(scene.to_act)}"
    return f"→ {scene.phase}, round {scene.round}; {to_act}"
