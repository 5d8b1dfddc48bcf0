"""Whole games played by simple simulated players, to see how the rules behave."""
