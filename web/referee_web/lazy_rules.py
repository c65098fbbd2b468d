"""Routing rules that compile late."""

from collections.abc import Callable
from types import MethodType

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A rule that compiles its address builder at first use.

    Compiling all takes two fifths of Flask's import time. The underscored names are
    werkzeug's: only one minor version is allowed, and tests/web/test_lazy_rules.py
    checks them.
    """

    def _compile_builder(
        self, append_unknown: bool = True
    ) -> Callable[..., tuple[str, str]]:
        compile_builder = super()._compile_builder

        def build(rule: LazyRule, /, **values: object) -> tuple[str, str]:
            compiled = MethodType(compile_builder(append_unknown), rule)
            setattr(rule, "_build_unknown" if append_unknown else "_build", compiled)
            address: tuple[str, str] = compiled(**values)
            return address

        return build
