"""House rules for Oh Hell."""
