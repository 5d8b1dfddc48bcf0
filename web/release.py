"""Which release of the site runs here: pages that were made by another one offer to load again."""

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage


def build() -> str:
    """A text that changes whenever the version or a static file does."""
    files = getattr(staticfiles_storage, "manifest_hash", "") or "plain"
    return f"{settings.VERSION}-{files}"
