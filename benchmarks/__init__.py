"""How fast rummistats is beside other programs; run ``python -m benchmarks``."""
