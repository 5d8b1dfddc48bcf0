from django.contrib.auth import views as auth
from django.urls import path

from accounts import views
from accounts.passwords.forms import NewPasswordForm

urlpatterns = [
    path("devices/", views.devices, name="devices"),
    path("devices/end/", views.end_device, name="end_device"),
    path("devices/end-others/", views.end_devices, name="end_devices"),
    path("password/", views.PasswordChangeView.as_view(), name="password_change"),
    path("password/changed/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("forgotten/", views.password_reset, name="password_reset"),
    path("forgotten/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "new-password/<uidb64>/<token>/",
        auth.PasswordResetConfirmView.as_view(form_class=NewPasswordForm),
        name="password_reset_confirm",
    ),
    path(
        "new-password/done/",
        auth.PasswordResetCompleteView.as_view(),
        name="password_reset_complete",
    ),
]
