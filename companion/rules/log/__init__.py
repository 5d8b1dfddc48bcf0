"""What the log says about an action: its own sentence, then its consequences."""
