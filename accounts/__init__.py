"""Accounts, devices, their cookie and their links: who a browser is."""
