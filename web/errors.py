"""What any part of the site may refuse."""

from typing import ClassVar

from django.utils.translation import gettext_noop

from kernel.errors import Refusal


class TooManyError(Refusal):
    """Too many requests; the same request may be fine a while later."""

    sentences = {  # noqa: RUF012 - the root says that it is the class's own
        "too_many.code": gettext_noop(
            "Too many wrong codes came from your network. Scan the table’s QR code or open its link: "
            "both still work. Typed codes work again in {minutes} minutes."
        ),
        "too_many.password": gettext_noop(
            "Too many wrong passwords for this account. Try again in {minutes} minutes, or use a "
            "browser where you have logged in before, or ask the site’s host for a link to a new "
            "password."
        ),
        "too_many.sign-up": gettext_noop(
            "Too many accounts were created from your network. Try again in an hour."
        ),
        "too_many.table": gettext_noop(
            "People who are new here have opened too many tables from your network. Log in with an "
            "account that is older than an hour, or try again in an hour."
        ),
        "too_many.table-account": gettext_noop(
            "You have opened too many tables within an hour. Try again later."
        ),
        "too_many.screen": gettext_noop(
            "People who are new here have set up too many screens from your network. Log in with an "
            "account that is older than an hour, or try again in an hour."
        ),
        "too_many.screen-account": gettext_noop(
            "You have set up too many screens within an hour. Try again later."
        ),
        "too_many_at_once": gettext_noop(
            "Many people are logging in at this moment. Wait a few seconds and try again."
        ),
        "too_many_taps": gettext_noop("Too many taps at once. Wait a moment."),
    }
    status: ClassVar[int] = 429
