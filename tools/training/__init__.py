"""Makes the weights of the card reader in `web/referee_web/static/camera/photo`. Not part of
the wheel.
"""
