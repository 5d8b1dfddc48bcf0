"""Logging in and out, which takes memberships along; the rest is in the accounts app."""

from django.urls import include, path

from campaign.views import login

urlpatterns = [
    path("login/", login.log_in, name="login"),
    path("logout/", login.log_out, name="logout"),
    path("take-along/", login.take_along, name="take_along"),
    path("sign-up/", login.sign_up, name="sign_up"),
    path("", include("accounts.urls")),
]
