"""House rules for Tripp Jokes."""
