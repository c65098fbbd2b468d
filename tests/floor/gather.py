"""Gathers what the oldest browsers know from MDN's compatibility data: `python -m
tests.floor.gather`.

The data (@mdn/browser-compat-data, public domain) are 20 MB and come by npm.
`features.json` keeps what the checks ask about: of style sheets and markup the names
that the oldest browsers know, since any other is a mistake or too new; and of all else,
where a name may be anybody's own, those that they do not know.
"""

import json
import re
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

FEATURES = Path(__file__).with_name("features.json")
PACKAGE = "@mdn/browser-compat-data"
FLOOR = {
    "safari": "16.4",
    "safari_ios": "16.4",
    "firefox": "121",
    "firefox_android": "121",
    "chrome": "111",
    "chrome_android": "111",
}
RECEIVERS = {
    "crypto": "Crypto",
    "document": "Document",
    "history": "History",
    "location": "Location",
    "navigator": "Navigator",
    "performance": "Performance",
    "screen": "Screen",
}
"""Names of objects that every page has, and what they are."""

Feature = tuple[tuple[str, ...], dict[str, Any]]
"""Where a feature stands in the data, such as `css.properties.display.grid`, and what
is said of its support.
"""


def main() -> None:
    data = fetch_data()
    features = list(features_in(data))
    old = {".".join(path) for path, compat in features if is_old(compat)}
    new = {".".join(path) for path, _ in features} - old
    gathered = {
        "source": (
            f"{PACKAGE} {data['__meta']['version']} of "
            f"{data['__meta']['timestamp'][:10]}"
        ),
        "floor": FLOOR,
        "known": sorted(set(known_names(old))),
        "unknown": sorted(set(unknown_names(old, new))),
    }
    FEATURES.write_text(json.dumps(gathered, indent=0) + "\n", encoding="utf-8")


def fetch_data() -> dict[str, Any]:
    """Return all data, as npm has them now."""
    with TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["npm", "pack", PACKAGE],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        )
        archive = Path(folder, packed.stdout.split()[-1])
        with tarfile.open(archive) as files:
            found = files.extractfile("package/data.json")
            assert found is not None
            data: dict[str, Any] = json.load(found)
    return data


def features_in(data: dict[str, Any]) -> Iterator[Feature]:
    """Yield every feature of pages."""
    for part in ("css", "html", "svg", "api", "javascript"):
        yield from _features_below(data[part], (part,))


def _features_below(node: dict[str, Any], path: tuple[str, ...]) -> Iterator[Feature]:
    for name, inner in node.items():
        if name == "__compat":
            yield path, inner
        elif not name.startswith("__"):
            yield from _features_below(inner, (*path, name))


def is_old(compat: dict[str, Any]) -> bool:
    """Whether every one of the oldest browsers has this feature, by this name and
    without being told to.
    """
    return all(
        _has(compat["support"].get(browser, []), version)
        for browser, version in FLOOR.items()
    )


def _has(support: dict[str, Any] | list[dict[str, Any]], version: str) -> bool:
    statements = support if isinstance(support, list) else [support]
    return any(_is_there(statement, version) for statement in statements)


def _is_there(statement: dict[str, Any], version: str) -> bool:
    """Whether by this statement the version has the feature. What has a flaw only
    (`partial_implementation`) counts.
    """
    if any(hedge in statement for hedge in ("flags", "prefix", "alternative_name")):
        return False
    added = statement.get("version_added")
    removed = statement.get("version_removed")
    return _is_by(added, version) and not _is_by(removed, version)


def _is_by(change: str | bool | None, version: str) -> bool:
    """Whether a change had been made by then: `≤13` is a version of which nobody knows
    how much earlier it was.
    """
    if not isinstance(change, str) or change == "preview":
        return False
    return _numbers(change) <= _numbers(version)


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in version.lstrip("≤").split("."))


def known_names(old: set[str]) -> Iterator[str]:
    """Yield what may stand in a style sheet, and which elements there are."""
    for feature in old:
        match feature.split("."):
            case ["css", "properties" | "selectors" | "at-rules", _] | [
                "css",
                "at-rules",
                "media",
                _,
            ]:
                yield feature
            case ["css", "types" | "properties", *_, name]:
                yield f"css.functions.{name.lower()}"
            case ["html" | "svg", "elements", name]:
                yield f"html.elements.{name.lower()}"


def unknown_names(old: set[str], new: set[str]) -> Iterator[str]:
    """Yield what a property cannot be set to, attributes, and what scripts cannot call."""
    for feature in new:
        match feature.split("."):
            case (
                ["css", "properties", _, _]
                | ["html", "elements", _, _]
                | ["html", "global_attributes", _]
            ):
                yield feature
            case ["api" | "javascript", *_] if is_asked_by_itself(feature):
                yield feature
    yield from members_nowhere(old, new)


def is_asked_by_itself(feature: str) -> bool:
    """Whether scripts say of what they ask this: a global name, a member of one, or an
    option of a global function.
    """
    match feature.split("."):
        case ["api", name]:
            return not name.endswith("_event")
        case ["javascript", "builtins", _] | ["javascript", "builtins", _, _]:
            return True
        case ["api", owner, member]:
            is_option = (
                re.fullmatch(r"(options|init)_\w+_parameter", member) is not None
            )
            return (
                owner in RECEIVERS.values() or member.endswith("_static") or is_option
            )
    return False


def members_nowhere(old: set[str], new: set[str]) -> Iterator[str]:
    """Yield names of members, `*.name`, and of events, `*.name_event`, that not one
    interface has yet.
    """
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for feature in old | new:
        match feature.split("."):
            case ["api", _, member] | ["javascript", "builtins", _, member]:
                owners[member.removesuffix("_static")].add(feature)
    for member, features in owners.items():
        if not features & old:
            yield f"*.{member}"


if __name__ == "__main__":
    main()
