"""Forms: prompts as inputs, what was filled in as data, and forms that were refused
shown once more.
"""
