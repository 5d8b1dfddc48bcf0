"""Whole games played by simple players, to see how the rules behave in the long run."""
