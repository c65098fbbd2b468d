"""What `referee.pyz` runs first: looks whether it can run here, and unpacks itself.

Old Pythons read this too, so that it can say so.
"""

import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  # that is what is looked at
    here = ".".join(map(str, sys.version_info[:2]))
    sys.exit(
        f"referee.pyz needs Python 3.11 or newer, and this is Python {here}: name "
        "another, as in python3.13 referee.pyz."
    )

from _bootstrap import Environment, bootstrap, cache_path, current_zipfile

with current_zipfile() as archive:
    environment = Environment.from_json(archive.read("environment.json").decode())
    own = cache_path(archive, environment.root, environment.build_id)
    of_any_build = f"{Path(archive.filename).name}_*"

with suppress(OSError):
    own.parent.mkdir(parents=True, exist_ok=True)
if not own.exists() and not os.access(own.parent, os.W_OK):
    sys.exit(
        f"referee.pyz unpacks itself into {own.parent}, which cannot be written: name "
        "another folder by SHIV_ROOT=/a/folder."
    )
for unpacked in own.parent.glob(of_any_build):
    if unpacked != own:
        shutil.rmtree(unpacked, ignore_errors=True)

bootstrap()
