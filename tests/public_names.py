"""What `from referee import …` gives."""

from inspect import ismodule

import referee

PUBLIC_NAMES = [
    name
    for name, value in vars(referee).items()
    if not name.startswith("_") and not ismodule(value)
]
