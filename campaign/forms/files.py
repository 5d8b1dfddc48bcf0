"""A campaign's file, and which of its members the reader is."""

from collections.abc import Iterable

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.rules.export import MemberName


class FileForm(forms.Form):
    file = forms.FileField(
        label=_("File of a campaign"),
        help_text=_("The zip file that an export created."),
        widget=forms.FileInput(attrs={"accept": ".zip,application/zip"}),
        error_messages={
            "required": _("Choose the file first."),
            "empty": _("This file is empty. Export the campaign again."),
        },
    )


class TakeForm(forms.Form):
    member = forms.ChoiceField(
        label=_("Which of them are you?"),
        help_text=_("The others come in with their personal links."),
        widget=forms.RadioSelect,
        error_messages={"required": _("Say which of the members you are.")},
    )

    def __init__(self, data: object = None, *, members: Iterable[MemberName]) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        field = self.fields["member"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = [(member.key, member.name) for member in members]
