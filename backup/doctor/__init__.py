"""What a host can ask when something is wrong: one finding after the other, each with what to do."""
