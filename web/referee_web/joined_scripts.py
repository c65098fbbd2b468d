"""Scripts that are joined as they are served: a phone fetches one file for many.

Packed together they are a fifth smaller. A joined script such as `cards.js` has a line
`export * from "./cards/tabs.js";` for each of its parts. A part stands below those that
it imports, and no two define the same name. All other scripts are served as they are
written, but import the joined script in place of its parts: so no part runs twice.
"""

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STATIC = Path(__file__).parent / "static"
JOINED = ("shared.js", "live.js", "page.js", "cards.js", "numbers.js", "heard.js")

_PART = re.compile(r'^export \* from "\./([\w/]+\.js)";$', re.MULTILINE)
_IMPORT = re.compile(
    r'^import (?:(?P<names>\{[^}]*\}) from )?"(?P<path>\.{1,2}/[\w./]+)";$',
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Script:
    """A script as it is written; its name is its path in the folder of static files."""

    name: str
    text: str

    def imports(self) -> list[str]:
        """Return the names of the scripts that this one imports, in order."""
        return [self._named(written) for written in _IMPORT.finditer(self.text)]

    def imported_names(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each served file that this script imports, with the names it takes."""
        for written in _IMPORT.finditer(self.text):
            names = re.findall(r"\w+", written["names"] or "")
            yield file_of(self._named(written)), names

    def importing_files(self) -> str:
        """Return the text, with imports of joined scripts in place of their parts."""

        def import_file(written: re.Match[str]) -> str:
            folder = posixpath.dirname(self.name)
            path = posixpath.relpath(file_of(self._named(written)), folder or ".")
            if not path.startswith("."):
                path = f"./{path}"
            return written[0].replace(written["path"], path)

        return _IMPORT.sub(import_file, self.text)

    def without_imports(self) -> str:
        """Return the text without its imports."""
        return _IMPORT.sub("", self.text)

    def _named(self, written: re.Match[str]) -> str:
        folder = posixpath.dirname(self.name)
        return posixpath.normpath(posixpath.join(folder, written["path"]))


def read(name: str) -> Script:
    """Return the script of this name as it is written."""
    return Script(name, (STATIC / name).read_text("utf-8"))


def serve(file: str) -> str:
    """Return the text of a script as it is served."""
    if file in JOINED:
        return _join(file)
    return read(file).importing_files()


def _join(joined: str) -> str:
    parts = [read(name) for name in parts_of(joined)]
    names_of: dict[str, set[str]] = {}
    for part in parts:
        for file, names in part.imported_names():
            names_of.setdefault(file, set()).update(names)
    names_of.pop(joined, None)
    statements = [
        f'import {{ {", ".join(sorted(names))} }} from "./{file}";'
        for file, names in names_of.items()
    ]
    statements += [part.without_imports() for part in parts]
    return "\n".join(statements)


def files(begun: tuple[str, ...]) -> tuple[str, ...]:
    """Return these files of scripts, and then all that they import, each once."""
    found = list(begun)
    for file in found:  # the list grows meanwhile
        found += [each for each in _imports_of(file) if each not in found]
    return tuple(found)


def _imports_of(file: str) -> list[str]:
    imported = []
    for name in parts_of(file) or (file,):
        imported += [file_of(each) for each in read(name).imports()]
    return [each for each in dict.fromkeys(imported) if each != file]


def file_of(name: str) -> str:
    """Return the file in which a script is served: a joined one, or its own."""
    for joined in JOINED:
        if name in parts_of(joined):
            return joined
    return name


def parts_of(file: str) -> tuple[str, ...]:
    """Return the parts of a joined script; none of others."""
    if file not in JOINED:
        return ()
    return tuple(_PART.findall(read(file).text))
