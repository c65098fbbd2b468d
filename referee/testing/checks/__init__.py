"""The checks that every game has to pass, a module each: what each finds is a flaw with
its place.
"""
