"""What a host sees: what there is, how much and how old, but no content of a campaign."""

from collections.abc import Sequence

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms import AddAccountForm, ChangeAccountForm
from accounts.services import password_link
from campaign import models
from web.addresses import shared
from web.admin import OwnFilters, ReadOnly

SHOWN: dict[type[Model], Sequence[str]] = {
    models.Campaign: ("id", "kind", "edition", "sequence", "game", "created", "trashed"),
    models.Membership: ("id", "campaign", "role", "account", "joined", "left"),
    models.Invite: ("id", "campaign", "role", "created", "expires", "closed"),
    models.LedgerEntry: ("campaign", "number", "verb", "game", "created_at"),
    models.Photo: ("id", "campaign", "created_at", "width", "height", "trashed"),
    models.Character: ("id", "campaign", "colour", "joined_in", "level"),
    models.Card: ("id", "campaign", "kind", "where", "fetched_in", "points", "boxes", "scratched"),
    models.Sticker: ("id", "campaign", "label", "game"),
    models.Contract: ("id", "campaign", "group", "status", "fetched_in", "deadline", "fate"),
    models.MissionReport: ("id", "campaign", "number", "date", "status"),
}

for _model, _columns in SHOWN.items():
    admin.site.register(
        _model,
        type(
            f"{_model.__name__}Admin",
            (ReadOnly,),
            {"list_display": _columns, "fields": _columns, "list_select_related": True},
        ),
    )

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(OwnFilters, UserAdmin):  # type: ignore[type-arg]
    actions = ("show_password_links",)
    add_form = AddAccountForm
    form = ChangeAccountForm

    @admin.action(description=_("Show one-time links for a new password"), permissions=["change"])
    def show_password_links(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        for user in chosen:
            address = shared(request, password_link(user))
            self.message_user(request, f"{user.get_username()}: {address}", messages.SUCCESS)
