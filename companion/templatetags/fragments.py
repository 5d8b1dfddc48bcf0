"""A board's fragments in other pages: the same macros, with drawings from the sprites' files."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from companion.fragments.macros import macros
from companion.fragments.words import words_here

register = template.Library()


@register.simple_tag
def fragment(name: str, **values: Any) -> SafeString:
    """One macro of templates/fragments/ with its values by name."""
    drawn: SafeString = getattr(macros(words_here().language, in_page=True), name)(**values)
    return drawn
