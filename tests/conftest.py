"""What holds for all tests."""

from hypothesis import settings

# A machine that also does other things is no reason for a property to fail.
settings.register_profile("unhurried", deadline=None)
settings.register_profile("thorough", settings.get_profile("unhurried"), max_examples=500)
settings.load_profile("unhurried")
