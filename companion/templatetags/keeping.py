"""Parts of pages that come again and again with the same values: drawn once, then kept."""

from functools import lru_cache

from django import template
from django.template import Context, engines
from django.template.backends.django import DjangoTemplates
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST = 8192


@register.simple_tag
def kept(part: str, **values: object) -> SafeString:
    """The template with these values and nothing else, from memory if it was drawn before.

    Values that can change under the same name, such as lists, are drawn anew each time.
    """
    try:
        return _kept(get_language(), part, tuple(values.items()))
    except TypeError:
        return _drawn(part, values)


@lru_cache(MOST)
def _kept(_language: str | None, name: str, values: tuple[tuple[str, object], ...]) -> SafeString:
    return _drawn(name, dict(values))


def _drawn(name: str, values: dict[str, object]) -> SafeString:
    backend = engines["django"]
    assert isinstance(backend, DjangoTemplates)  # noqa: S101 - the settings name no other
    return backend.engine.get_template(name).render(Context(values))
