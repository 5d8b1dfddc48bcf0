"""Texts that somebody else has changed since a form showed them: they are not replaced unseen."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, gettext_noop

from kernel.errors import Refusal
from kernel.text import isolated

SENTENCES = {
    "overtaken": gettext_noop(
        "This was changed elsewhere since you opened the page, so nothing is saved yet. "
        "Save again if yours should stand."
    ),
}
Texts = Mapping[str, str]


class OvertakenError(Refusal):
    """Of what is `stored`, by field, the texts of the fields `changed` are not those that were shown."""

    sentences = SENTENCES
    status: ClassVar[int] = 409

    def __init__(self, stored: Texts, changed: tuple[str, ...]) -> None:
        self.stored, self.changed = stored, changed
        super().__init__("overtaken")


def check_seen(stored: Mapping[str, object], sent: Texts, seen: Texts | None) -> None:
    """Raise OvertakenError for texts of which a form that was `sent` had `seen` others."""
    shown = seen or {}
    changed = [name for name, text in shown.items() if stored[name] not in (text, sent[name])]
    if changed:
        raise OvertakenError({name: str(stored[name]) for name in shown}, tuple(changed))


class SeenForm(forms.Form):
    """A form of texts that brings along what it showed. A text that was left alone stays as it is stored now."""

    overtaken = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.show_hidden_initial = True

    @property
    def status(self) -> int:
        if self.overtaken:
            return OvertakenError.status
        return 422 if self.is_bound else 200

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        alone = [name for name, seen in self.seen().items() if given.get(name) == seen]
        return {**given, **{name: self.initial[name] for name in alone}}

    def seen(self) -> dict[str, str]:
        """What it showed, by field."""
        sent = {name: self.data.get(self.add_initial_prefix(name)) for name in self.fields}
        return {
            name: "\n".join(str(self.fields[name].to_python(text) or "").splitlines())
            for name, text in sent.items()
            if text is not None
        }

    def tell(self, overtaken: OvertakenError) -> None:
        """Say what is stored now. Sent again, the form replaces it."""
        self.overtaken = True
        data = dict(self.data.items())
        for name in self.seen():
            data[self.add_initial_prefix(name)] = overtaken.stored[name]
            if name not in overtaken.changed and name in self.cleaned_data:
                data[name] = self.cleaned_data[name]
        self.data = data
        self.add_error(None, overtaken.render(gettext))
        for name in overtaken.changed:
            self.add_error(name, said_meanwhile(self.fields[name], overtaken.stored[name]))


def said_meanwhile(field: forms.Field, *stored: str) -> str:
    """What a field says about the texts that somebody else has stored."""
    choices = dict(getattr(field, "choices", ()))
    now = ", ".join(isolated(str(choices.get(text, text))) for text in stored)
    return gettext("Saved meanwhile: {now}").format(now=now or "–")
