"""Names that people typed, among other words of a page."""

from django import template

from kernel.text import isolated as apart

register = template.Library()


@register.filter
def isolated(name: object) -> str:
    """The name, so that one that runs from right to left turns only itself."""
    return apart(str(name))
