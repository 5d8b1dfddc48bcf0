"""Refusals about accounts and devices."""

from typing import ClassVar

from django.utils.translation import gettext_noop

from kernel.errors import Refusal


class LinkError(Refusal):
    """A personal link that is no longer valid."""

    sentences = {  # noqa: RUF012 - the root says that it is the class's own
        "no_link": gettext_noop("This link is no longer valid. Ask for a new one."),
    }
    status: ClassVar[int] = 404
