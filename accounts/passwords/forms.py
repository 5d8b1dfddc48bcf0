"""Django's forms that ask for a password, in words of our own."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.models import User
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

AGAIN = _("The same password once more.")
MISMATCH = _("The two passwords are not the same.")


def with_own(known: Mapping[str, Any], **own: Promise) -> dict[str, Any]:
    """Django's messages, some of them in words of our own."""
    return {**known, **own}


class FirstFieldTold:
    """A form that says beside the first field what is wrong with a new password, which Django does at the second."""

    first_field: str

    def validate_password_for_user(self, user: User, _field: str = "") -> None:
        super().validate_password_for_user(user, self.first_field)  # type: ignore[misc]


class LogInForm(AuthenticationForm):
    """A name and a password; which of them is wrong is not told."""

    error_messages = with_own(
        AuthenticationForm.error_messages,
        invalid_login=_("This name and this password do not match. Mind capital letters."),
    )


class NewPasswordForm(FirstFieldTold, SetPasswordForm):  # type: ignore[type-arg]
    """A new password in place of a forgotten one."""

    first_field = "new_password1"

    error_messages = with_own(SetPasswordForm.error_messages, password_mismatch=MISMATCH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password2"].help_text = AGAIN


class ChangePasswordForm(FirstFieldTold, PasswordChangeForm):
    """A new password, after the old one."""

    first_field = "new_password1"

    error_messages = with_own(
        PasswordChangeForm.error_messages,
        password_mismatch=MISMATCH,
        password_incorrect=_("That is not your old password. Type it once more."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["new_password2"].help_text = AGAIN
