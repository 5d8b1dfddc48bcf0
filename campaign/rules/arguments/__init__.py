"""Kinds of arguments: how each is checked, read from the line, offered in a form and shown."""
