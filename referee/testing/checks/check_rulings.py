"""What holds for every ruling of a game, beside what the referee itself insists on."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from referee.testing.checks.checked_game import CheckedGame
from referee.testing.flaw import Flaw
from referee.vocabulary.ruling import Ruling
from referee.vocabulary.values import parts_of, side_of


def flaws_of_ruling(
    game: CheckedGame, check: str, hook: str, ruling: Ruling, seats: Collection[str] | None
) -> Iterator[Flaw]:
    """What is wrong with a ruling of this hook, among these seats; None: any name is a seat."""
    said = ruling.summary.template
    if not str(ruling.summary).strip():
        instead = "Write one sentence for people."
        yield Flaw(check, game.place_of_hook(hook), "A ruling says nothing.", "People read it aloud.", instead)
    if not ruling.because:
        what = f"The ruling “{ruling.summary}” has no reasons."
        instead = "Give it a `Reason`: `SECTIONS.cite(…)` makes one."
        yield Flaw(check, game.place_of_hook(hook, said), what, "Nobody could check it.", instead)
    for reason in ruling.because:
        basis = game.rulebook.sections[reason.rule.partition("#")[2]].basis
        if reason.basis != basis:
            what = f"A reason says that {reason.rule!r} is of the basis {reason.basis!r}; the section is {basis!r}."
            why = "The table is shown whose word a ruling is."
            yield Flaw(check, game.place_of_hook(hook, reason.rule), what, why, f"Write {basis!r}; `cite` does.")
    for what, instead in () if seats is None else _of_winners(ruling, tuple(seats)):
        why = "Pages, totals and the closest ruling go by them."
        yield Flaw(check, game.place_of_hook(hook, said), what, why, instead)
    for what, instead in _of_cards(ruling, seats):
        why = "Pages show the cards of a ruling beside their owner's name, and mark those that decided."
        yield Flaw(check, game.place_of_hook(hook, said), what, why, instead)


def _of_winners(ruling: Ruling, seats: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with those of whom a ruling says that they won, or could have, and what to write instead."""
    instead = "Name a seat, or a side by `name_of(side)`; None for nobody."
    winner, winners = ruling.verdict.get("winner"), ruling.verdict.get("winners")
    if winner is not None and side_of(winner, seats) is None:
        yield f"In a verdict `winner` is {winner!r}, who does not sit here.", instead
    if winners is not None and not (isinstance(winners, list | tuple) and set(winners) <= set(seats)):
        yield f"In a verdict `winners` is {winners!r}, which are not seats.", "Name all of them in a tuple, as seats."
    parties = (ruling.contest.winner, ruling.contest.against) if ruling.contest is not None else ()
    for party in parties:
        if party is not None and side_of(party, seats) is None:
            yield f"A contest names {party!r}, who does not sit here.", instead


def _of_cards(ruling: Ruling, seats: Collection[str] | None) -> Iterator[tuple[str, str]]:
    """What is wrong with the cards that a ruling shows, and what to write instead."""
    for shown in ruling.shown:
        if seats is not None and shown.seat is not None and not set(parts_of(shown.seat)) <= set(seats):
            what = f"The ruling “{ruling.summary}” shows cards of {shown.seat!r}, who does not sit here."
            yield what, "Name a seat, or a side by both names; None for the table's cards."
        if Counter(shown.deciding) - Counter(shown.cards):
            what = f"The ruling “{ruling.summary}” is decided by cards that are not among those it shows."
            yield what, "Give `ShownCards` all the cards, and as `deciding` some of them."
