"""House rules of Gin Rummy."""
