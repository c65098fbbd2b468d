# make run       makes .venv, installs Referee into it, starts the daemon; make run ARGS="--port 9000"
# make test      installs what the tests need, a browser too, and runs them; make test ARGS="tests/cards -x"
# make test-all  runs what `make test` leaves out: the slow tests, and every property with many more examples
# make screens   takes the pictures of the README, in docs/screens, of a referee that it runs
# make pyz       builds referee.pyz: the referee with all it needs in one file, for any Python from 3.11
# make lock      writes tools/requirements/ from pyproject.toml
# PYTHON=/path/to/python3 before any of them chooses the Python.
# Without make: the file of that name in tools/setup/ does the same and takes the arguments as they are.

.PHONY: run test test-all screens pyz lock

run:
	@exec sh tools/setup/run $(ARGS)

test:
	@exec sh tools/setup/test $(ARGS)

test-all:
	@exec sh tools/setup/test-all $(ARGS)

screens:
	@exec sh tools/setup/screens $(ARGS)

pyz:
	@exec sh tools/setup/pyz $(ARGS)

lock:
	@exec sh tools/setup/lock
