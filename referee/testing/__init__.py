"""What games are tried out with, by their authors and by `referee doctor`."""
