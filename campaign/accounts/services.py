"""What happens when somebody comes with an account, and the way back in without the password."""

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from campaign.access import person_of
from campaign.services.members import claim


def come_in(request: HttpRequest, user: User) -> None:
    """Log the user in; what this browser held without an account comes along."""
    login(request, user)
    claim(person_of(request))


def password_link(user: User) -> str:
    """The path of a page where a new password is chosen, once and within a few days."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    return reverse("password_reset_confirm", args=(uid, token))
