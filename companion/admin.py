"""What a host sees of tables: that they are there and how far they are; no seed, no token, no salt."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from companion.models import Device, LogRow, Table


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg]
    """Looking only: the log is never changed, and everything else is changed at the table."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("title", "edition", "sequence", "opened_at", "closed_at", "imported")
    fields = ("id", "title", "edition", "modules", "house_rules", "sequence", "version")
    list_filter = ("edition", "imported")
    search_fields = ("title",)


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    list_display = ("id", "nickname", "account", "made_at")
    fields = ("id", "nickname", "account", "made_at")
    list_select_related = ("account",)


@admin.register(LogRow)
class LogRowAdmin(ReadOnly):
    list_display = ("table", "sequence", "kind", "what", "by", "at")
    fields = ("table", "sequence", "kind", "what", "seat", "target", "version", "by", "at")
    list_filter = ("kind",)
    list_select_related = ("table",)
