"""The match: pure functions fold a log of entries into state, rulings and views."""
