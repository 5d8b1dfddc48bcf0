"""Taking over: what a game's table says and the ledger does not, and the entries that mend it."""
