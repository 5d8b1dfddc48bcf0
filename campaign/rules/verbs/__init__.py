"""The verbs of the ledger: ``table`` has all of them; each topic has a module of its own."""
