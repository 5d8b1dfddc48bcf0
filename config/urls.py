from importlib.util import find_spec

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/login/", auth.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
]
if find_spec("campaign.urls"):
    urlpatterns += [path("campaigns/", include("campaign.urls"))]
if find_spec("companion.urls"):
    urlpatterns += [path("", include("companion.urls"))]
