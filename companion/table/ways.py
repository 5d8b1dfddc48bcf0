"""The ways from a table into the campaign that opened it, for those whom the campaign lets in."""

from dataclasses import dataclass

from django.dispatch import Signal

from companion.table.settings import TableSettings

asked = Signal()
"""Sent with the `request` of a reader and a `link` into a campaign; the campaign answers with those of
`KINDS` that the reader may follow, or with None if the link is not one of its own."""
KINDS = frozenset(("back", "drawer", "take_over", "sit"))


@dataclass(frozen=True, slots=True)
class Ways:
    """Addresses, empty where there is none or none for this reader; `sit`: whether a seat is offered."""

    back: str = ""
    drawer: str = ""
    take_over: str = ""
    sit: bool = True


def ways(settings: TableSettings, request: object) -> Ways:
    """The ways that a reader may follow; all of them where no campaign answers."""
    if not settings.return_link:
        return Ways()
    answers = asked.send(sender=Ways, request=request, link=settings.return_link)
    given = [kinds for _campaign, kinds in answers if kinds is not None]
    open_to = KINDS.intersection(*given)
    return Ways(
        back=settings.return_link if "back" in open_to else "",
        drawer=settings.drawer_link if "drawer" in open_to else "",
        take_over=settings.take_over_link if "take_over" in open_to else "",
        sit="sit" in open_to,
    )
