"""What was entered: the log, corrections, and rulings that are disputed."""
