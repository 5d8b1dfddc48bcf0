"""The devices of an account: when each was seen and where from, and how they are ended."""
