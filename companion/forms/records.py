"""A record to import: a file or pasted text, of limited size."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from companion.models import TITLE_LENGTH
from web.ordinary import ordinary

MOST_BYTES = 2_000_000
TOO_BIG = _("A record may have at most 2 MB; a long evening has a tenth of that.")


class RecordForm(forms.Form):
    """A file or a text; if there are both, the file counts."""

    file = forms.FileField(label=_("Record file"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=_("Or paste the record here"), required=False, strip=False, widget=forms.Textarea
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["file"].widget.attrs["accept"] = ".json,application/json"
        self.fields["text"].widget.attrs.update({"spellcheck": "false", "autocomplete": "off"})

    def clean(self) -> dict[str, Any]:
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        if not file and not text.strip():
            self.add_error("file", _("Choose a file, or paste a record."))
        elif (file.size if file else len(text.encode(errors="replace"))) > MOST_BYTES:
            self.add_error("file" if file else "text", TOO_BIG)
        return self.cleaned_data

    def content(self) -> bytes:
        file, text = self.cleaned_data["file"], self.cleaned_data["text"]
        return bytes(file.read()) if file else str(text).encode(errors="replace")

    def refuse(self, sentence: str) -> None:
        self.add_error("file" if self.cleaned_data.get("file") else "text", sentence)


class ImportForm(forms.Form):
    """A record after its preview, with the title of the new table."""

    text = forms.CharField(strip=False, widget=forms.HiddenInput)
    title = forms.CharField(
        label=_("Title of the new table"), max_length=TITLE_LENGTH, validators=[ordinary]
    )
