"""What holds for all tests."""

from hypothesis import settings

# A machine that also does other things is no reason for a property to fail.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")
