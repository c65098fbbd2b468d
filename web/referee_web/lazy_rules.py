"""Rules of addresses that are compiled late."""

from collections.abc import Callable
from types import MethodType

from werkzeug.routing import Rule


class LazyRule(Rule):
    """A rule that compiles what writes its addresses when it writes the first one.

    Compiling that for all rules takes two fifths as long as importing Flask. The
    names with an underscore are werkzeug's own: one minor version of it is allowed, and
    tests/web/test_lazy_rules.py holds what is relied on.
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
