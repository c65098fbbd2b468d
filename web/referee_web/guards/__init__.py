"""The guards of every request: host, origin, size, rate, identity; and errors."""
