"""The forms of an account that Django does not bring."""

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _


class SignUpForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password; the address is only for a forgotten password."""

    email = forms.EmailField(
        label=_("Mail address"),
        required=False,
        help_text=_("Only for a forgotten password. Nothing else is ever sent."),
    )

    class Meta:
        model = User
        fields = ("username", "email")
