"""How often somebody may try something, and how many at once."""
