"""House rules of Gin Rummy."""

from collections.abc import Mapping
from dataclasses import replace

from referee import Reason, Reckoning, ReckoningColumn, Ruling, Text, say


def count_twice(ruling: Ruling, part: str, numbers: Mapping[str, int], summary: Text, because: Reason) -> Ruling:
    """Return a ruling in which this part of the verdict has these numbers, which stand in a column of their own."""
    reckoning = ruling.reckoning and Reckoning(
        (*ruling.reckoning.columns, ReckoningColumn(say("Doubled"))),
        tuple(replace(row, cells=(*row.cells, numbers[row.seat or ""])) for row in ruling.reckoning.rows),
    )
    told, reasons = {**ruling.verdict, part: numbers}, (*ruling.because, because)
    return replace(ruling, verdict=told, summary=summary, because=reasons, reckoning=reckoning)
