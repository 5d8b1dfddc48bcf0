from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("campaign.accounts.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("admin/", admin.site.urls),
    path("campaigns/", include("campaign.urls")),
    path("", include("companion.urls")),
]
if settings.DEBUG:
    urlpatterns += [path("patterns/", include("config.patterns"))]
