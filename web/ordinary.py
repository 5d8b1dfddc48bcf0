"""The rule for names and texts (kernel.text), for the fields of forms."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from kernel.text import is_writable


def ordinary(text: str) -> None:
    """Refuse control signs, those that turn the direction of writing, and what nobody sees."""
    if not is_writable(text):
        raise ValidationError(_("Write ordinary characters; control signs cannot be kept."))
