"""The guards of every request: host, origin, size, rate and identity; and error
answers.
"""
