"""Which plays are shown, and which names are the same person."""

from collections.abc import Iterable, Sequence
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.people import NAME_LENGTH
from campaign.selectors.all_plays import Play, folded
from campaign.selectors.figures import Criteria
from kernel.text import is_writable

Choice = tuple[str, object]


class PlayFilterForm(forms.Form):
    """Offers what the reader's plays have; anything else finds nothing."""

    person = forms.ChoiceField(label=_("Person"), required=False)
    edition = forms.ChoiceField(label=_("Edition"), required=False)
    campaign = forms.ChoiceField(label=_("Campaign"), required=False)
    year = forms.TypedChoiceField(label=_("Year"), required=False, coerce=int, empty_value=None)

    def __init__(self, typed: QueryDict, *, plays: Sequence[Play]) -> None:
        super().__init__(typed)
        self._offer("person", [(name, name) for name in names_in(plays)])
        self._offer("edition", sorted({(p.edition, p.edition_name) for p in plays}, key=_second))
        campaigns = {(str(p.campaign), p.campaign_name) for p in plays if p.campaign}
        self._offer("campaign", sorted(campaigns, key=_second))
        years = sorted({timezone.localtime(p.at).year for p in plays}, reverse=True)
        self._offer("year", [(str(year), year) for year in years])

    def _offer(self, name: str, choices: Iterable[Choice]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = [("", _("all")), *((key, str(value)) for key, value in choices)]

    def criteria(self) -> Criteria:
        given = self.cleaned_data
        return Criteria(
            person=given["person"],
            edition=given["edition"],
            campaign=given["campaign"],
            year=given["year"],
        )

    def rest(self) -> str:
        """The filter as a query string, for the next page and for the other views of the same."""
        return urlencode([(name, self.data[name]) for name in self.fields if self.data.get(name)])


def _second(pair: tuple[object, object]) -> str:
    return str(pair[1]).casefold()


def names_in(plays: Iterable[Play]) -> list[str]:
    """Everybody who played, each once, by name."""
    found = {folded(seat.person): seat.person for play in plays for seat in play.seats}
    return sorted((name for name in found.values() if name), key=str.casefold)


class SamePersonForm(forms.Form):
    """A name that was used at some game, and who that is."""

    name = forms.ChoiceField(label=_("This name"))
    person = forms.CharField(
        label=_("is this person"),
        max_length=NAME_LENGTH,
        error_messages={"required": _("Say who that is.")},
    )

    def __init__(self, typed: QueryDict | None = None, *, names: Sequence[str]) -> None:
        super().__init__(typed)
        field = self.fields["name"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared so above
        field.choices = [(name, name) for name in names]
        self.fields["person"].widget.attrs["list"] = "persons"

    def clean_person(self) -> str:
        text: str = self.cleaned_data["person"]
        if not is_writable(text):
            raise ValidationError(_("Write ordinary characters; control signs cannot be kept."))
        return text
