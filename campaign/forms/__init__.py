"""What members send, checked for its shape before the rules see it."""
