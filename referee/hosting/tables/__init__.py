"""Tables as people sit at them: seats, claims, entering, correcting, disputing; in
memory, held while they are used.
"""
