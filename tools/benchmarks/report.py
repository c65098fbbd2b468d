"""Tables of figures, each beside a limit or a peer's figure, with the ratio of the two."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure."""

    what: str
    measured: float
    unit: str
    limit: float | None = None
    """What it should stay under, or reach; None where none is set."""
    at_least: bool = False
    """The limit is to be reached."""
    beside: str = ""
    """Whose figure the limit is where it is a peer's, which nobody has to beat."""

    @property
    def missed(self) -> bool:
        """Return whether a limit, other than a peer's figure, was not kept."""
        if self.limit is None or self.beside:
            return False
        return (
            self.measured < self.limit if self.at_least else self.measured > self.limit
        )


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure beside another one of the same run: machines differ, their ratio hardly
    does.
    """

    what: str
    referee: float
    beside: str
    other: float
    unit: str
    limit: float
    at_least: bool = False

    @property
    def ratio(self) -> float:
        """The referee's figure by the other."""
        return self.referee / self.other

    @property
    def missed(self) -> bool:
        """Return whether the limit was not kept."""
        return self.ratio < self.limit if self.at_least else self.ratio > self.limit


def ratio_table(title: str, ratios: Iterable[Ratio], notes: Sequence[str] = ()) -> str:
    """Return the ratios as a Markdown table under their title, each with the two
    figures behind it.
    """
    heads = [
        f"### {title}",
        "",
        "| what | ratio | limit | referee | beside |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    return "\n".join(
        [*heads, *map(_ratio_line, ratios), *(["", *notes] if notes else [])]
    )


def _ratio_line(each: Ratio) -> str:
    ratio = f"**{each.ratio:.2f} missed**" if each.missed else f"{each.ratio:.2f}"
    limit = f"{'≥' if each.at_least else '≤'} {shown(each.limit)}"
    beside = f"{each.beside}: {shown(each.other)} {each.unit}"
    return (
        f"| {each.what} | {ratio} | {limit} | {shown(each.referee)} {each.unit} | "
        f"{beside} |"
    )


def table(title: str, rows: Iterable[Row], notes: Sequence[str] = ()) -> str:
    """Return the rows as a Markdown table under their title."""
    lines = [
        f"### {title}",
        "",
        "| what | measured | limit or peer | ratio |",
        "| --- | ---: | ---: | ---: |",
        *(_line(row) for row in rows),
    ]
    if notes:
        lines += ["", *notes]
    return "\n".join(lines)


def _line(row: Row) -> str:
    measured = f"{shown(row.measured)} {row.unit}"
    if row.limit is None:
        return f"| {row.what} | {measured} | | |"
    against = (
        f"{row.beside} {shown(row.limit)}"
        if row.beside
        else f"{'≥' if row.at_least else '≤'} {shown(row.limit)}"
    )
    ratio = f"{row.measured / row.limit:.2f}" if row.limit else "-"
    return (
        f"| {row.what} | {measured} | {against} | "
        f"{f'**{ratio} missed**' if row.missed else ratio} |"
    )


def shown(figure: float) -> str:
    """Return a figure with about three digits."""
    if abs(figure) >= 100:
        return f"{figure:,.0f}"
    return f"{figure:.2f}" if abs(figure) < 10 else f"{figure:.1f}"


def percentile(figures: Sequence[float], percent: float) -> float:
    """Return the figure that so many percent of all do not exceed."""
    ordered = sorted(figures)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
