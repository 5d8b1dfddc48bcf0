"""A photo and what it shows."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.errors import translate
from campaign.rules.arguments.spaces import Target
from campaign.rules.labels import card_label
from campaign.rules.state import State
from kernel.message import render
from web.ordinary import ordinary
from web.overtaken import SeenForm


def subjects(state: State) -> list[tuple[str, object]]:
    """What a photo can be about, the evening first."""
    games = [(f"game:{n}", _("Game %(n)d") % {"n": n}) for n in range(state.game, 0, -1)]
    people = [(f"character:{key}", c.name) for key, c in state.characters.items()]
    cards = [(f"card:{key}", translate(card_label(state, key))) for key in sorted(state.cards)]
    stickers = [
        (f"sticker:{key}", f"{s.label}: {render(Target().show(s.target, state), gettext)}")
        for key, s in state.stickers.items()
    ]
    whole = [*games, ("map", _("the board")), *people]
    return [("", _("nothing in particular")), *whole, *stickers, *cards]


class AboutForm(forms.Form):
    about = forms.ChoiceField(label=_("What it shows"), required=False)
    caption = forms.CharField(
        label=_("Caption"), max_length=200, required=False, validators=[ordinary]
    )

    def __init__(self, *given: object, state: State, **options: object) -> None:
        super().__init__(*given, **options)  # type: ignore[arg-type]
        field = self.fields["about"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = subjects(state)


class DescribeForm(SeenForm, AboutForm):
    """A photo that is there: a keeper may describe it as well as whoever took it."""


class PhotoForm(AboutForm):
    photo = forms.FileField(
        label=_("Photo"),
        widget=forms.FileInput(attrs={"accept": "image/*", "data-scale": "2000"}),
        error_messages={
            "required": _("Choose a photo first."),
            "empty": _("This file is empty. Choose another one."),
        },
    )
    field_order = ("photo", "about", "caption")
