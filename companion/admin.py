"""What a host sees of tables: which there are and how far they are; no seeds, tokens or salts."""

from django.contrib import admin

from companion.models import LogRow, Table
from web.admin import ReadOnly


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("title", "edition", "sequence", "opened_at", "closed_at", "imported")
    fields = ("id", "title", "edition", "modules", "house_rules", "sequence", "version")
    list_filter = ("edition", "imported")
    search_fields = ("title",)


@admin.register(LogRow)
class LogRowAdmin(ReadOnly):
    list_display = ("table", "sequence", "kind", "name", "actor_name", "created_at")
    fields = (
        "table",
        "sequence",
        "kind",
        "name",
        "seat",
        "target",
        "version",
        "actor_name",
        "created_at",
    )
    list_filter = ("kind",)
    list_select_related = ("table",)
