"""The checks that every game has to pass, a module each."""
