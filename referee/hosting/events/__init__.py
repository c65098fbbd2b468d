"""Events: an event's desk, where its log becomes tables with seats."""
