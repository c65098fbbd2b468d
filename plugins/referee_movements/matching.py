"""Largest matchings: as many pairs as possible of people who may meet.

By Edmonds' blossoms: an odd circle of people counts as one of them, its base.
"""

from collections.abc import Iterable, Mapping, Set

from .people import leave_out

May = Mapping[str, Set[str]]
"""The people whom each person may meet."""


class Matching:
    """A largest matching of these people, grown from known pairs.

    Five in a circle, each of whom may meet two neighbours; Ed may meet Fay too. Bo
    finds Cy, and Di finds Ed. Then all paths from Ann end in the circle, until it
    counts as one person: Ann meets Bo, Cy meets Di, and Ed meets Fay.

    >>> may = {
    ...     "Bo": {"Ann", "Cy"}, "Cy": {"Bo", "Di"}, "Di": {"Cy", "Ed"},
    ...     "Ed": {"Di", "Ann", "Fay"}, "Ann": {"Bo", "Ed"}, "Fay": {"Ed"},
    ... }
    >>> Matching(may, may).mates["Ed"]
    'Fay'
    >>> Matching([*may][:-1], may).unmatched
    ['Ann']
    """

    def __init__(
        self, people: Iterable[str], may: May, mates: Mapping[str, str] | None = None
    ) -> None:
        self.people = dict.fromkeys(people)
        self.may = may
        self.mates = dict(mates or {})
        if mates is None:
            self._match(self.people)

    @property
    def unmatched(self) -> list[str]:
        """Return the people without a mate."""
        return leave_out(self.people, self.mates)

    def without(self, *leaving: str) -> "Matching":
        """Return a largest matching of all other people."""
        mates = {}
        for person, mate in self.mates.items():
            if person not in leaving and mate not in leaving:
                mates[person] = mate
        others = leave_out(self.people, leaving)
        left = Matching(others, self.may, mates)
        # Nobody else can find a mate: they found none in the larger matching.
        left._match([self.mates[each] for each in leaving if each in self.mates])
        return left

    def _match(self, people: Iterable[str]) -> None:
        for person in people:
            if person in self.people and person not in self.mates:
                tree = _Tree(self, person)
                end = tree.grow()
                # Along the path, everybody changes to the mate on the other side.
                while end is not None:
                    before = tree.before[end]
                    following = self.mates.get(before)
                    self.mates[end] = before
                    self.mates[before] = end
                    end = following


class _Tree:
    """Paths from an unmatched person on which every other step is a pair.

    From the root a first step leads to somebody who may be met, the second to that
    person's mate, and so on. So a person after an even number of steps (`reached`)
    may still look for somebody else to meet.
    """

    def __init__(self, matching: Matching, root: str) -> None:
        self.mates = matching.mates
        self.may = matching.may
        self.people = matching.people
        self.root = root
        # For each person after an odd number of steps, the person before on the path.
        self.before: dict[str, str] = {}
        # The person who stands for each one's circle; at first everybody for
        # themselves.
        self.base = dict(zip(matching.people, matching.people, strict=True))
        # The people after an even number of steps, in the order they were reached.
        self.reached = {root: None}

    def grow(self) -> str | None:
        """Return an unmatched person at the end of such a path, or None."""
        queue = [self.root]
        for person in queue:
            for other in self.people:
                in_blossom = self.base[person] == self.base[other]
                is_mate = self.mates.get(person) == other
                if other not in self.may[person] or in_blossom or is_mate:
                    continue
                if other == self.root or self.mates.get(other) in self.before:
                    # Both are an even number of steps from the root, so the way from
                    # one to the other and back is an odd circle. It can be walked
                    # either way round: each in it can be reached by an even number.
                    queue += self._shrink(person, other)
                elif other not in self.before:
                    self.before[other] = person
                    if other not in self.mates:
                        return other
                    # The person whom `other` would leave looks for somebody else.
                    self.reached[self.mates[other]] = None
                    queue.append(self.mates[other])
        return None

    def _shrink(self, one: str, other: str) -> list[str]:
        """Make the circle that closes here count as its base; return its new people."""
        base = self._common_base(one, other)
        circle: set[str] = set()
        self._open_half(one, base, other, circle)
        self._open_half(other, base, one, circle)
        fresh = []
        for person in self.people:
            if self.base[person] in circle:
                self.base[person] = base
                if person not in self.reached:
                    self.reached[person] = None
                    fresh.append(person)
        return fresh

    def _common_base(self, one: str, other: str) -> str:
        """Return the person from whom both paths part, seen from the root."""
        above = {self.base[one]}
        while one != self.root and self.base[one] != self.base[self.root]:
            one = self.before[self.mates[self.base[one]]]
            above.add(self.base[one])
        while self.base[other] not in above:
            other = self.before[self.mates[self.base[other]]]
        return self.base[other]

    def _open_half(self, person: str, base: str, child: str, circle: set[str]) -> None:
        """Add one half of a circle, from its closing step to its base."""
        while self.base[person] != base:
            mate = self.mates[person]
            circle |= {self.base[person], self.base[mate]}
            # The other way round, the path comes to this person from `child`.
            self.before[person] = child
            child = mate
            person = self.before[mate]
