"""A playthrough: a short match in a file, and beside its entries what the referee says
of them.

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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.match.entry_reading import NotOpenError
from referee.match.fold import RefusedMoveError
from referee.match.history import History
from referee.match.log_entry import LogEntry
from referee.match.position import Step
from referee.plugin.discovery import UnknownGameError, UnknownHouseRuleError, rulebook
from referee.plugin.rulebook import wording_at
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
    """The file cannot be played through: what is wrong, and where."""


@dataclass(slots=True)
class Playthrough:
    """A file played through: `text` as the file should be, every ruling made, and the
    match it came to.
    """

    text: str
    history: History
    rulings: list[Ruling] = field(default_factory=list)

    @property
    def cited(self) -> set[str]:
        """The sections, `game#section`, that its rulings and refusals rest on."""
        return {reason.rule for ruling in self.rulings for reason in ruling.because}

    @property
    def wording(self) -> Wording:
        """How this table calls its jokers."""
        return wording_at(self.history.setting.options)


def play_through(path: Path) -> Playthrough:
    """This file, played by the rules of its game: the one it names, or its folder;
    CannotPlay where that fails.
    """
    lines = [
        line
        for line in path.read_text("utf-8").splitlines()
        if not line.lstrip().startswith("#")
    ]
    try:
        written = tomllib.loads("\n".join(lines))
        return _played(str(written.get("game", path.parent.name)), written, lines)
    except (UnknownGameError, UnknownHouseRuleError) as unknown:
        raise CannotPlay(
            f"{path.parent.name}/{path.name}: {unknown.id} is not installed."
        ) from unknown
    except (tomllib.TOMLDecodeError, WrongFieldsError, CannotPlay) as wrong:
        raise CannotPlay(f"{path.parent.name}/{path.name}: {wrong}") from wrong


def _played(game: str, written: Mapping[str, Any], lines: Sequence[str]) -> Playthrough:
    _check_keys(written, NEEDED, KEYS)
    rules = rulebook(game, tuple(written.get("house_rules", ())))
    setting = rules.setting(
        written["seats"], written.get("dealer"), written.get("options", {})
    )
    through = Playthrough("", History.begin(rules, setting))
    head, entries = _parted(lines, len(written["entries"]))
    told = [*head, FIRST_LINE, *_comments([_stands(through.history)])]
    for seq, (line, entry) in enumerate(
        zip(entries, written["entries"], strict=True), start=1
    ):
        told += ["", line, *_comments(_entered(through, seq, entry))]
    told += [LAST_LINE, "", *(f"# {line}" for line in _ends(through.history))]
    through.text = "\n".join(told) + "\n"
    return through


def _check_keys(
    written: Mapping[str, Any], needed: Sequence[str], known: Sequence[str]
) -> None:
    if missing := [key for key in needed if key not in written]:
        raise CannotPlay(f"{', '.join(missing)} must be written.")
    if unknown := [key for key in written if key not in known]:
        raise CannotPlay(
            f"what is {', '.join(unknown)}? What can be written: {', '.join(known)}."
        )


def _parted(lines: Sequence[str], count: int) -> tuple[list[str], list[str]]:
    """The lines before the entries, and the entries, a line each."""
    if FIRST_LINE not in lines:
        raise CannotPlay(f"the line “{FIRST_LINE}” is missing.")
    begin = lines.index(FIRST_LINE)
    entries = [
        line for line in lines[begin + 1 :] if line.strip() and line != LAST_LINE
    ]
    if len(entries) != count:
        raise CannotPlay(
            f"{count} entries stand on {len(entries)} lines: write each on a line of "
            "its own."
        )
    return list(lines[:begin]), entries


def _comments(told: Sequence[str]) -> Iterator[str]:
    return (f"  # {line}" for line in told)


def _entered(through: Playthrough, seq: int, entry: Mapping[str, Any]) -> list[str]:
    """What the referee says of this entry, which becomes part of the match unless it is
    refused.
    """
    _check_keys(entry, NEEDED_OF_ENTRY, KEYS_OF_ENTRY)
    try:
        taken = through.history.enter(through.history.position, _logged(seq, entry))
    except (RefusedMoveError, WrongFieldsError, NotOpenError, NotYoursError) as refused:
        told = _refused(through, refused)
        if not entry.get("refused"):
            said = "\n".join(["", *told])
            raise CannotPlay(
                f"entry {seq} is refused, and is not marked “refused = true”.{said}"
            ) from refused
        return told
    if entry.get("refused"):
        raise CannotPlay(f"entry {seq} is marked “refused = true”, and is taken.")
    through.history.add(taken)
    through.rulings += taken.rulings
    rulings = [
        line for ruling in taken.rulings for line in _ruled(ruling, through.wording)
    ]
    return [*_secrecy(through.history, taken), *rulings, _stands(through.history)]


def _logged(seq: int, entry: Mapping[str, Any]) -> LogEntry:
    seat = entry.get("seat")
    by = entry.get("by", seat or HOST)
    author = None if by == HOST else by
    return LogEntry(
        seq,
        f"entry-{seq}",
        entry["kind"],
        seat,
        entry.get("data", {}),
        author,
        by == HOST,
        0.0,
    )


def _refused(through: Playthrough, refused: RefereeError) -> list[str]:
    match refused:
        case RefusedMoveError():
            through.rulings.append(refused.ruling)
            first, *others = _ruled(refused.ruling, through.wording)
            return [f"Refused: {first}", *others]
        case WrongFieldsError():
            return [
                f"Refused: {error.field}: {error.message.word(through.wording)}"
                for error in refused.errors
            ]
        case NotYoursError():
            return ["Refused: only the host may enter this for another seat."]
        case _:
            return [f"Refused: {refused.message.word(through.wording)}"]


def _ruled(ruling: Ruling, wording: Wording) -> list[str]:
    """A ruling: its sentence, its verdict, and its reasons."""
    verdict = json.dumps(jsonable(ruling.verdict, wording), ensure_ascii=False)
    reasons = (
        f"  {reason.rule} ({reason.basis}): {reason.text.word(wording)}"
        for reason in ruling.because
    )
    return [ruling.summary.word(wording), f"  {verdict}", *reasons]


def _secrecy(history: History, taken: Step) -> list[str]:
    """That the entry is sealed, or which it opens besides itself."""
    if taken.entry.seq not in taken.opens:
        return ["(sealed)"]
    opened = [
        step.entry
        for step in history.steps
        if step.entry.seq in taken.opens and step.entry is not taken.entry
    ]
    return [f"(opens: {', '.join(map(_whose, opened))})"] if opened else []


def _whose(entry: LogEntry) -> str:
    return f"{entry.kind} of {entry.seat or entry.by or HOST}"


def _stands(history: History) -> str:
    """Where the match stands: phase, round, and who is to act."""
    scene = history.scene
    to_act = (
        f"to act: {', '.join(scene.to_act)}" if scene.to_act else "nobody is to act"
    )
    return f"→ {scene.phase}, round {scene.round}; {to_act}"


def _ends(history: History) -> list[str]:
    """The standings after the last entry, and who has won."""
    scene = history.scene_in(history.position)
    standings = [f"  {one.place}. {one.seat}: {one.score}" for one in scene.standings]
    over = (
        f"The match is over. Won by {', '.join(scene.winners)}."
        if scene.finished
        else "The match goes on."
    )
    return ["Standings:", *standings, over]
