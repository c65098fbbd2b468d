"""The hooks that modules mark, and which of them nobody would call."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from inspect import signature, unwrap
from pathlib import Path
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pluggy

from referee.plugin.advice import FORMER_NAMES
from referee.plugin.game_faults import GameFaultError, GameFlaw

Specs = Mapping[str, Callable[..., object]]


def specs_in(module: ModuleType) -> Specs:
    """Return the specifications of hooks in this module, by name."""
    hooks = {}
    for name, value in vars(module).items():
        if hasattr(value, "referee_spec"):
            hooks[name] = value
    return hooks


def marked_in(module: ModuleType) -> dict[str, Any]:
    """Return the hooks marked in this module, by name; only functions are called."""
    marked = {}
    for name, value in vars(module).items():
        mark = getattr(value, "referee_impl", None)
        if type(mark) is dict:
            marked[mark.get("specname") or name] = value
    return marked


def is_function(value: object) -> bool:
    """Return whether pluggy calls this if it is marked: it ignores other callables."""
    return isinstance(value, FunctionType | MethodType)


def register(specs: ModuleType, *modules: ModuleType) -> dict[str, pluggy.HookCaller]:
    """Return the hooks of these modules, by name.

    Raise GameFaultError for one that would not be called.
    """
    plugins = pluggy.PluginManager("referee")
    plugins.add_hookspecs(specs)
    for module in modules:
        for flaw in find_uncalled(module, specs_in(specs)):
            raise GameFaultError(module.__name__, module.__name__, flaw)
        plugins.register(module, name=module.__name__)
    # A copy: on Python 3.13.0, attributes may be collected with their owner.
    return {**vars(plugins.hook)}


def find_uncalled(module: ModuleType, specs: Specs) -> Iterator[GameFlaw]:
    """Yield a flaw for each marked hook that cannot be called as specified."""
    for name, hook in marked_in(module).items():
        where = _locate(module, name, hook)
        if not is_function(hook):
            instead = f"Write `def {name}`, and have it call what is marked now."
            what = f"`{name}` is no function, but one of `{type(hook).__name__}`."
            yield GameFlaw(name, where, what, instead)
            continue
        if name not in specs:
            instead = "Take `@hookimpl` away; the game can call it itself."
            near = nearest_hook(name, specs)
            if near:
                instead = f"Call it `{near}`."
            yield GameFlaw(name, where, f"There is no hook `{name}`.", instead)
            continue
        given = signature(specs[name]).parameters
        wrong = []
        for parameter in signature(hook).parameters.values():
            # One with a default is the author's own.
            is_needed = parameter.default is parameter.empty
            if parameter.name not in given and is_needed:
                wrong.append(f"`{parameter.name}`")
        if wrong:
            what = f"`{name}` takes {', '.join(wrong)}, which it is not given."
            instead = f"Write `def {name}({', '.join(given)})`, or leave some out."
            yield GameFlaw(name, where, what, instead)


def nearest_hook(name: str, hooks: Iterable[str]) -> str:
    """Return the hook that this name may mean, or was called before; or empty."""
    if name in FORMER_NAMES:
        return FORMER_NAMES[name]
    return next(iter(get_close_matches(name, [*hooks], n=1)), "")


def _locate(module: ModuleType, name: str, hook: Any) -> str:
    """Return `file:line` of a hook: of its function, or where it is assigned."""
    own = Path(getattr(module, "__file__", None) or "nowhere.py")
    files = [own]
    if own.name == "__init__.py":
        files += sorted(own.parent.rglob("*.py"))
    # As `rule_sections = RULES.hook`, whose function stands elsewhere.
    for file in files:
        lines = file.read_text("utf-8").splitlines() if file.is_file() else ()
        for number, line in enumerate(lines, 1):
            if line.startswith(f"{name} ="):
                return f"{file}:{number}"
    return locate_function(hook)


def locate_function(hook: Any) -> str:
    """Return file and line of a function, or of the one it delegates to."""
    inner = getattr(hook, "func", unwrap(hook))
    code = getattr(inner, "__code__", None)
    if code is None:
        return "nowhere:1"
    return f"{code.co_filename}:{code.co_firstlineno}"
