"""The daemon: requests read from sockets, answered by threads, and the streams that stay open."""
