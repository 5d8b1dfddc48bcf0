"""The whole site in one file, written while it runs, restored while it does not."""
