"""What every request passes: hosts, origins, sizes, rates, whoever asks, and how errors
are answered.
"""
