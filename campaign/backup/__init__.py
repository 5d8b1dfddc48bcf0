"""The whole site in one file, written while it runs, and put back while it does not."""
