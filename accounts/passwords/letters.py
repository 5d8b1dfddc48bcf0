"""Letters about forgotten passwords, sent by a thread of their own.

How long an answer takes tells nobody which address has an account, and no page waits for a mail server.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.contrib.auth.forms import PasswordResetForm
from django.utils.translation import get_language, override

SENDER = ThreadPoolExecutor(1, "letters")


class ForgottenPasswordForm(PasswordResetForm):
    """Django's own, but that it does not wait until the letter has left."""

    def send_mail(self, *given: Any, **named: Any) -> None:
        SENDER.submit(self._send, get_language(), *given, **named)

    def _send(self, language: str | None, *given: Any, **named: Any) -> None:
        with override(language):
            super().send_mail(*given, **named)
