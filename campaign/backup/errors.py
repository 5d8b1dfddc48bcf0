"""Why a backup cannot be written or put back."""


class BackupError(Exception):
    """The text says what is wrong and what to do."""
