"""Admin pages that show no more than they say: everything is changed by the site's own services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class OwnFilters(admin.ModelAdmin):  # type: ignore[type-arg]
    """An address asks by the filters of the page alone: others would tell what the page hides."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        field = lookup.removesuffix("__exact").removesuffix("__isnull")
        return field.removesuffix("__id") in self.list_filter


class ReadOnly(OwnFilters):
    """Nothing is added, changed or deleted here, and nothing is looked up but by the filters shown."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
