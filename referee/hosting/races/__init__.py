"""Races: the clocks of phones, their slaps, and who was first."""
