"""The daemon: requests read from sockets and answered by threads, and the connections
that stay open.
"""
