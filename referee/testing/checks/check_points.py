"""The checks of points: what a round comes to, and what a house rule leaves unsaid."""

from collections.abc import Iterator
from types import ModuleType

from referee.plugin.game_faults import GameFaultError
from referee.plugin.hooks import locate_function
from referee.plugin.rulebook import Rulebook
from referee.testing.checks.game_under_check import CheckedGame
from referee.testing.flaw import Flaw, Flaws
from referee.testing.sources import hooks_of
from referee.vocabulary.errors import WrongFieldsError
from referee.vocabulary.fields.reading import parts_in
from referee.vocabulary.ruling import Reckoning, Ruling
from referee.vocabulary.text import Text
from referee.vocabulary.values import Values, sides_of
from referee.vocabulary.view import Scene, totals_of


def flaws(game: CheckedGame) -> Flaws:
    """Yield rounds whose scores come to something else than the game states."""
    stated = game.rulebook.game.round_totals
    if not stated:
        return
    for match in game.matches:
        before = match.scenes[0]
        for scene in match.scenes[1:]:
            if scene.round == before.round and not scene.finished:
                continue
            points = _add_up(scene) - _add_up(before)
            if points not in stated:
                what = (
                    f"The scores of round {before.round} come to {points}, and its "
                    f"`round_totals` are {stated}."
                )
                why = "Points are lost or made up, and a table that adds up finds it."
                instead = (
                    "Score the round so that it comes to one of them, or name this one "
                    "too."
                )
                yield game.flaw_at("accept", what, why, instead)
            before = scene


def _add_up(scene: Scene) -> float:
    scores = totals_of(scene)
    return sum(scores[side[0]] for side in sides_of([*scores], scene.sides))


class ComparingRulebook(Rulebook):
    """A game with a house rule, which notes each ruling that this changes by half.

    `flaws` are by the name of what still says numbers that do not hold any more.
    """

    def __init__(self, game: CheckedGame, module: ModuleType) -> None:
        self.flaws: dict[str, Flaw] = {}
        self._checked = game
        self._module = module
        super().__init__(game.game, (module,), game.wrap)

    def _answer(self, question: str, given: Values) -> Ruling:
        ruling = super()._answer(question, given)
        try:
            before = self._checked.rulebook._answer(question, given)
        except (GameFaultError, WrongFieldsError):
            return ruling  # the game alone does not know what the house rule asks
        old = {*_numbers_in(before.verdict)}
        new = {*_numbers_in(ruling.verdict)}
        for part in ("summary", "reckoning"):
            kept = getattr(before, part)
            if kept is None or kept != getattr(ruling, part):
                continue
            said = {*_numbers_in(kept)}
            wrong = sorted(said & (old - new))
            if wrong and new - old - said - {0}:
                self._note(question, part, wrong[0])
        return ruling

    def _note(self, question: str, part: str, wrong: float) -> None:
        published = self.questions.get(question)
        name = published.hook if published is not None else "answer"
        hook = hooks_of(self._module).get(name)
        where = f"{self._module.__file__}:1"
        if hook is not None:
            where = locate_function(hook)
        what = f"It changes the verdict, and its `{part}` still says {wrong}."
        why = "People read it there, and play goes on by the verdict."
        instead = f"Give `replace(ruling, …)` a new `{part}` too."
        self.flaws[part] = Flaw(
            self._checked.locate(where), what, why, instead, grave=False
        )


def _numbers_in(value: object) -> Iterator[float]:
    """Yield the numbers in a verdict, a sentence or a reckoning."""
    for part in parts_in(value):
        if isinstance(part, Text):
            yield from _numbers_in(part.values)
        elif isinstance(part, Reckoning):
            for row in part.rows:
                yield from _numbers_in(row.cells)
        elif isinstance(part, (int, float)) and not isinstance(part, bool):
            yield part
