"""Pieces of pages that are drawn once for all who see the same in them."""

from functools import lru_cache

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

register = template.Library()

# A line of a ledger takes about 2 kB with its key, so all of them at most a few MB.
PIECES = 2_000


@register.simple_tag
def kept(name: str, **views: object) -> SafeString:
    """The template drawn with these values alone, which are frozen views and so their own key."""
    return _drawn(name, tuple(views.items()), get_language(), get_current_timezone_name())


@lru_cache(maxsize=PIECES)
def _drawn(
    name: str, views: tuple[tuple[str, object], ...], language: str, zone: str
) -> SafeString:
    drawn = get_template(name).render(dict(views))
    assert isinstance(drawn, SafeString)  # noqa: S101 - Django's own templates escape what they draw
    return drawn
