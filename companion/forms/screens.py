"""Which of somebody's tables a screen shows."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from companion.models import Table


class ShownTableForm(forms.Form):
    table = forms.ModelChoiceField(Table.objects.none())

    def __init__(self, *args: Any, tables: QuerySet[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = tables  # type: ignore[attr-defined]
