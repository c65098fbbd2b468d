"""Hooks of a game that is looked at: one that does not come to its end is called off."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, TypeVar, cast

from referee.calling_off import CalledOffError, in_time, in_time_apart
from referee.plugin.rulebook import Rulebook
from referee.vocabulary.game import HouseRule

T = TypeVar("T")


class PatientRulebook(Rulebook):
    """A rulebook for a game that is looked at: a hook that does not come to its end is called off, and has a fault."""

    def _call(self, name: str, check: Callable[[Any], T], **given: object) -> T:
        try:
            return in_time(partial(super()._call, name, check, **given))
        except CalledOffError as error:  # raised once more, while the fault was being worded
            raise self._fault(self._hook(name), error) from error


def described(rule: ModuleType) -> HouseRule:
    """What a house rule says of itself, in time; it raises whatever that does."""
    return cast(HouseRule, in_time_apart(rule.describe_house_rule))
