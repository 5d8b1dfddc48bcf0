from django.contrib.auth import views as auth
from django.urls import path

from campaign.accounts import views

urlpatterns = [
    path("login/", views.log_in, name="login"),
    path("logout/", views.log_out, name="logout"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("password/changed/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("forgotten/", views.password_reset, name="password_reset"),
    path("forgotten/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "new-password/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "new-password/done/",
        auth.PasswordResetCompleteView.as_view(),
        name="password_reset_complete",
    ),
]
