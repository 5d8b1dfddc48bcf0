"""Numbers as people read them."""

from django import template

from kernel import text

register = template.Library()


@register.filter
def minus(number: object) -> object:
    """A number below 0 with a minus sign and not a hyphen; anything else as it is."""
    return text.minus(number) if isinstance(number, int) else number
