"""The daemon: reading requests, answering them by threads, and open connections."""
