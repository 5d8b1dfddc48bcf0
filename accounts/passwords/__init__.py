"""What is asked and said where somebody chooses or types a password."""
