"""The pure rules of the table: no framework, no clock, no global randomness."""
