"""What a group does between two games: setup, clean-up, Burn the Midnight Oil, joining mid-way."""
