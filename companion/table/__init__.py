"""A table as it is read: its settings, its log, its history."""
