"""What stops a backup, a restore or a start; each text says what is wrong and what to do."""


class BackupError(Exception):
    """A backup cannot be written or restored."""


class ServingError(BackupError):
    """A server is running."""


class StoreError(BackupError):
    """This version cannot use what is stored."""
