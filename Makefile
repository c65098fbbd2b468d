# make run       makes .venv, installs Referee into it, starts the daemon; make run ARGS="--port 9000"
# make test      installs what the tests need, a browser too, and runs them; make test ARGS="tests/cards -x"
# make test-all  runs what `make test` leaves out: the slow tests, and every property with many more examples
# make lock      writes requirements/ from pyproject.toml
# Without make: setup/run, setup/test, setup/test-all and setup/lock do the same and take the arguments as they are.

.PHONY: run test test-all lock

run:
	@exec sh setup/run $(ARGS)

test:
	@exec sh setup/test $(ARGS)

test-all:
	@exec sh setup/test-all $(ARGS)

lock:
	@exec sh setup/lock
