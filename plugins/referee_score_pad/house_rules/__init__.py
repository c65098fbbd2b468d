"""House rules for the score pad."""
