"""The scores of a match and of an evening: the sheet, its chart and its pictures."""
