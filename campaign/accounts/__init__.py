"""Accounts: signing up, logging in and out, passwords."""
