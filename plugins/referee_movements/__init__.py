"""How people meet at an event: each module is a movement, under its entry point."""
