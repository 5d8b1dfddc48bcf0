"""What the pages of any site need; knows nothing of games."""
