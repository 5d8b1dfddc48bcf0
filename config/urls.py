from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import RedirectView

from campaign.views.login import log_out

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("campaign.account_urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    # One place for all logins and one for passwords, with their limits; the admin redirects.
    path("admin/login/", RedirectView.as_view(pattern_name="login", query_string=True)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="password_change")),
    path("admin/logout/", log_out),
    path("admin/", admin.site.urls),
    path("campaigns/", include("campaign.urls")),
    path("plays/", include("campaign.play_urls")),
    path("", include("companion.urls")),
]
if settings.DEBUG:
    urlpatterns += [path("patterns/", include("config.patterns"))]

handler500 = "web.faults.server_error"
