"""Makes the weights of the card reader in `web/referee_web/static/photo`. Not part of
the wheel.
"""
