"""Ending a match early: the effect of the host's entry `stop`, which no game knows."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from referee.match.log_entry import LogEntry
from referee.match.taking.entry_reading import NotOpenError, require_seat_here
from referee.match.taking.entry_step import EntryStep, Overrule
from referee.match.taking.entry_taker import EntryTaker
from referee.match.taking.overrules import EntryOutcome
from referee.match.taking.position import STOP_PROMPT, EarlyEnd, Position
from referee.match.viewer import Viewer
from referee.plugin.game_faults import GameFaultError
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.errors import NotYoursError
from referee.vocabulary.game import ENDED_EARLY, Ask, Refused, Setting
from referee.vocabulary.prompt import Prompt
from referee.vocabulary.ruling import Reason, Ruling
from referee.vocabulary.text import NOTHING, Text, say, say_round
from referee.vocabulary.values import Seats, require_seats, written_score
from referee.vocabulary.view import Scene, totals_of

GOES_ON = {"ended_early": False}
"""The table's verdict when it overrules an early end without details."""


def require_right_to_stop(host: bool, camera: bool) -> None:
    """Raise NotYoursError unless the viewer may end a match early.

    The host may, but no camera that enters in the host's place.
    """
    if camera or not host:
        raise NotYoursError(
            say(
                "Only the host can end the match early. Ask them, or have them hand "
                "the role over to you."
            )
        )


def host_entries(
    viewer: Viewer, position: Position, is_over: bool
) -> tuple[Prompt, ...]:
    """Return the host's ways to end the match, the game's own first."""
    if is_over or viewer.watcher or not viewer.host:
        return ()
    stop = STOP_PROMPT
    if viewer.seat is not None:
        stop = replace(stop, seats=(viewer.seat,))
    return (*(prompt for prompt in position.prompts if prompt.ends), stop)


def take_stop(
    taker: EntryTaker,
    entry: LogEntry,
    earlier: Iterable[Position],
    overrules: Sequence[Overrule],
) -> EntryStep:
    """Return the step by which the host ends the match in this taker's position.

    `earlier` are the positions before it, latest first. Sealed entries stay unread and
    are dropped.

    Raise NotOpenError if the match is over, NotYoursError for others than the host,
    WrongFieldsError for any field, RefusedMoveError if the table decided that it goes
    on.
    """
    rulebook = taker.rulebook
    setting = taker.setting
    position = taker.position
    scene = rulebook.scene(position.state, setting.seats)
    if position.ended_early is not None or scene.finished:
        raise NotOpenError(entry.kind, entry.seat, ())
    require_right_to_stop(entry.host, entry.seen)
    require_seat_here(entry.seat, setting)
    rulebook.read(STOP_PROMPT, entry.data, setting)

    scored = _score_until(scene, _scenes_in(rulebook, setting, earlier))
    ruling = _rule_end(rulebook, scene, scored)

    def end_match(ask: Ask) -> EntryOutcome:
        decided = ask(ruling)
        if not decided.verdict["ended_early"]:
            return Refused(decided)
        winners = decided.decided.seats("winners")
        require_seats(winners, setting.seats)
        end = EarlyEnd(scored.round, winners, scored.anything or bool(winners))
        after = Position(position.state, (), since=entry.seq, ended_early=end)
        return EntryStep(entry, position, after, (decided,), (entry.seq,))

    meant = []
    for overrule in overrules:
        verdict = overrule.verdict or GOES_ON
        meant.append(replace(overrule, verdict=verdict))
    return taker.under_overrules(entry, end_match, meant)


@dataclass(frozen=True, slots=True)
class _Scored:
    """The progress of scores: to a round's end, `within` one, or none.

    Or not `anything` at all.
    """

    round: int
    within: bool
    anything: bool


def _scenes_in(
    rulebook: Rulebook, setting: Setting, positions: Iterable[Position]
) -> Iterator[Scene]:
    """Yield the scenes of these positions that the game can show.

    In a match loaded from the store some may be unshowable: only looking back checks
    them.
    """
    for position in positions:
        with suppress(GameFaultError):
            yield rulebook.scene(position.state, setting.seats)


def _score_until(scene: Scene, earlier: Iterable[Scene]) -> _Scored:
    """Return how far a match with this scene was scored; `earlier` is latest first."""
    totals = totals_of(scene)
    last = scene.round
    within = True
    for before in earlier:
        if before.round != scene.round:
            last = scene.round - 1
            within = False
        if totals_of(before) != totals:
            return _Scored(last, within, anything=True)
    return _Scored(max(scene.round - 1, 0), within=False, anything=False)


def _rule_end(rulebook: Rulebook, scene: Scene, scored: _Scored) -> Ruling:
    """Return the ruling that a match ends here.

    Whoever stands first has won, if anything was scored.
    """
    winners: Seats = ()
    if scored.anything:
        winners = tuple(
            standing.seat for standing in scene.standings if standing.place == 1
        )
    text = say("The host ended the match here: the scores decide as they stand.")
    if not winners:
        text = say("The host ended the match here, with nothing scored.")
    section = rulebook.sections[ENDED_EARLY.id]
    because = Reason(f"{rulebook.game.id}#{section.id}", section.basis, text)
    when = say(_when(scored), round=say_round(scored.round))
    summary = when
    if winners:
        outcome = _outcome(scene, winners)
        summary = say("{when}: {outcome}", when=when, outcome=outcome)
    verdict = {"ended_early": True, "winners": winners}
    return Ruling(verdict, summary, (because,), about=_about(scored))


def _when(scored: _Scored) -> str:
    if not scored.anything:
        return "The match ended early, before anything was scored"
    if scored.within:
        return "The match ended early in {round}"
    return "The match ended early after {round}"


def _about(scored: _Scored) -> Text:
    if scored.within:
        return say("Round {n}", n=scored.round)
    if not scored.round:
        return NOTHING
    return say("After {round}", round=say_round(scored.round))


def _outcome(scene: Scene, winners: Seats) -> Text:
    """Return in words who won, and with which score."""
    best = [standing for standing in scene.standings if standing.seat in winners]
    if best[0].ranked_by is not None:
        return say("{winners} won: {what}", winners=winners, what=best[0].ranked_by)
    if len({standing.score for standing in best}) > 1:
        return say("{winners} share the win", winners=winners)
    total = written_score(best[0].score)
    if len(winners) == 1:
        return say("{winner} wins with {total}", winner=winners[0], total=total)
    if winners in scene.sides:
        return say("{partners} win with {total}", partners=winners, total=total)
    return say(
        "{winners} share the win with {total} each", winners=winners, total=total
    )
