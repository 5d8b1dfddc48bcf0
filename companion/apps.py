"""The Django app."""

from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, register
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from accounts.models import Device


class CompanionConfig(AppConfig):
    name = "companion"
    verbose_name = _("Live table")

    def ready(self) -> None:
        from accounts.devices.ending import ended

        register(_editions)
        ended.connect(_end_streams)


def _end_streams(device: "Device", **_given: Any) -> None:
    from companion.table import broadcast

    broadcast.moved(device.pk)


def _editions(**_given: Any) -> list[CheckMessage]:
    """Warn about a host's editions that are not offered, when the site starts or is checked."""
    from companion.offered_editions import folder, shelf

    return [
        checks.Warning(f"{folder() / fault.file} is not offered: {fault.sentence}")
        for fault in shelf().faults
    ]
