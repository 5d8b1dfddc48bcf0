"""Module scripts of pages."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from web.modules import imported_by

register = template.Library()


@register.simple_tag
def module_script(name: str) -> SafeString:
    """A module, and everything it imports, which browsers that know how load at once."""
    address = static(name)
    brought = ((each,) for each in imported_by(address))
    links = format_html_join("", '<link rel="modulepreload" href="{}">', brought)
    return format_html('{}<script src="{}" type="module"></script>', links, address)
