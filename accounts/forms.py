"""The account forms that Django does not have; those of passwords are in passwords/."""

from typing import Any

from django import forms
from django.contrib.auth.forms import (
    AdminUserCreationForm,
    UserChangeForm,
    UserCreationForm,
)
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    get_default_password_validators,
    password_validators_help_text_html,
)
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts.devices.ending import EndsDevices
from accounts.names import folded, is_taken
from accounts.passwords.forms import AGAIN, MISMATCH, FirstFieldTold, with_own


class _OwnName(forms.ModelForm):  # type: ignore[type-arg]
    """A form of an account whose name looks like nobody else's."""

    def clean_username(self) -> str:
        """Refuses a name that looks like somebody's, also where the database tells them apart."""
        checked = getattr(super(), "clean_username", None)
        name: str = checked() if checked else self.cleaned_data["username"]
        if name and not folded(name):
            self.add_error("username", self.fields["username"].error_messages["invalid"])
        elif name and is_taken(name, but=self.instance.pk):
            self.add_error("username", self.instance.unique_error_message(User, ["username"]))
        return name


class AddAccountForm(_OwnName, AdminUserCreationForm):  # type: ignore[type-arg]
    """The admin's form of a new account."""


class ChangeAccountForm(_OwnName, UserChangeForm):  # type: ignore[type-arg]
    """The admin's form of an account."""


class SignUpForm(_OwnName, FirstFieldTold, UserCreationForm):  # type: ignore[type-arg]
    """A name and a password; the address is only for a forgotten password."""

    first_field = "password1"
    error_messages = with_own(UserCreationForm.error_messages, password_mismatch=MISMATCH)
    email = forms.EmailField(
        label=_("Email address"),
        required=False,
        help_text=_("Only for a forgotten password. Nothing else is ever sent."),
    )

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = [
            each for each in get_default_password_validators() if not isinstance(each, EndsDevices)
        ]
        self.fields["password1"].help_text = password_validators_help_text_html(rules)
        self.fields["password2"].help_text = AGAIN
        self.fields["username"].help_text = _("Up to 150 characters: letters, digits and @ . + _ -")
        self.fields["username"].error_messages["invalid"] = _(
            "A name has no spaces: only letters, digits and @ . + _ -"
        )

    def create(self) -> User | None:
        """The new account; None if somebody took the name since the form was checked, which it says."""
        try:
            with transaction.atomic():
                user: User = self.save()
        except IntegrityError:
            self.add_error("username", self.instance.unique_error_message(User, ["username"]))
            return None
        return user
