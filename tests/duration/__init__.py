"""A type of field that the product lacks, as whoever adds one would write it: one
module, and a template part.
"""
