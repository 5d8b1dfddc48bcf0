"""What a host sees of devices: no token and no link."""

from django.contrib import admin

from accounts.models import Device
from web.admin import ReadOnly


@admin.register(Device)
class DeviceAdmin(ReadOnly):
    list_display = ("id", "nickname", "account", "created_at")
    fields = ("id", "nickname", "account", "created_at")
    list_select_related = ("account",)
