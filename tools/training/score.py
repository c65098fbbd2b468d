"""How well the reader reads a folder of photos whose cards are known."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from training.phone import phone


@dataclass(slots=True)
class Tally:
    """Cards of a group of photos: how many there are, were read, and were read where
    there are none.
    """

    photos: int = 0
    cards: int = 0
    right: int = 0
    wrong: int = 0
    milliseconds: float = 0

    def line(self, name: str) -> str:
        """Return the tally as a row of a table."""
        share = f"{100 * self.right / self.cards:5.1f} %" if self.cards else "      -"
        return (
            f"{name:44} {self.photos:6} {self.cards:6} {self.right:6} "
            f"{self.cards - self.right:6} {self.wrong:6}"
            f" {share} {self.milliseconds / max(1, self.photos):8.0f}"
        )


def score(folder: Path, each: bool = False) -> dict[str, Tally]:
    """Tallies by group, and `all`, of the photos that `folder/truth.json` names.

    The file maps a photo's name to `{"cards": [codes], "group": a name}`. `copies` may
    say how often each card can be there, `perhaps` which cards are so far covered that
    they count neither as right nor as wrong, and `traits` what is rare in the deck.
    With `each`, what was missed or wrong is told photo by photo. Photos with a trait
    are counted once more, and so are jokers, alone.
    """
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    tallies: dict[str, Tally] = {}
    with phone() as reader:
        for name, told in truth.items():
            answer = reader.read(
                (folder / name).read_bytes(), copies=told.get("copies", 1)
            )
            found = Counter(
                reading["code"]
                for reading in answer["readings"]
                if not reading["isDoubtful"]
            )
            cards = Counter(told["cards"])
            for code in set(told.get("perhaps", ())) - set(cards):
                del found[code]
            traits = [f"of these: {trait}" for trait in told.get("traits", ())]
            _add(tallies, (told["group"], *traits, "all"), cards, found, answer["ms"])
            jokers = [
                Counter({code: n for code, n in some.items() if code[0] == "X"})
                for some in (cards, found)
            ]
            if any(jokers):
                _add(tallies, ("of these: jokers alone",), *jokers, answer["ms"])
            if each:
                missed = sorted((cards - found).elements())
                wrong = sorted((found - cards).elements())
                print(
                    f"{name} ({answer['letters']}): missed {' '.join(missed) or '-'}, "
                    f"wrong {' '.join(wrong) or '-'}"
                )
    return {
        name: tallies[name]
        for name in sorted(tallies, key=lambda name: (name == "all", ":" in name, name))
    }


def _add(
    tallies: dict[str, Tally],
    groups: tuple[str, ...],
    cards: Counter[str],
    found: Counter[str],
    milliseconds: float,
) -> None:
    for group in groups:
        tally = tallies.setdefault(group, Tally())
        tally.photos += 1
        tally.cards += cards.total()
        tally.right += (cards & found).total()
        tally.wrong += (found - cards).total()
        tally.milliseconds += milliseconds


def table(tallies: dict[str, Tally]) -> str:
    """Return the tallies as lines of text."""
    head = (
        f"{'group':44} {'photos':>6} {'cards':>6} {'right':>6} {'missed':>6} "
        f"{'wrong':>6} {'right':>7} {'ms each':>8}"
    )
    return "\n".join([head, *(tally.line(name) for name, tally in tallies.items())])
