"""What the referee takes of time and memory, each figure beside its limit or a peer:
`python -m benchmarks`.
"""
