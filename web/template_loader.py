"""Django's cached loader, but the site's own pages lose the line breaks that only their authors read."""

from django.template.base import DebugLexer, Lexer, Origin, Parser, Template
from django.template.loaders import base, cached, filesystem

from web.line_breaks import without_line_breaks


class Uncached(base.Loader):
    def get_template(self, template_name: str, skip: list[Origin] | None = None) -> Template:
        template = super().get_template(template_name, skip)
        # Pages of packages (Django's admin) were not written with this in mind.
        if type(template.origin.loader) is filesystem.Loader and template_name.endswith(".html"):
            tighten(template)
        return template


class Loader(cached.Loader, Uncached):
    """Compiles a template once, like Django's own."""


def tighten(template: Template) -> None:
    """Compile it again without line breaks; source and line numbers in errors stay right."""
    engine = template.engine
    lexer = DebugLexer(template.source) if engine.debug else Lexer(template.source)
    tokens = without_line_breaks(lexer.tokenize())
    parser = Parser(tokens, engine.template_libraries, engine.template_builtins, template.origin)
    template.nodelist = parser.parse()
