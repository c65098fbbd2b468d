"""The scores: the sheet, the line of totals, and what of it can be shared."""
