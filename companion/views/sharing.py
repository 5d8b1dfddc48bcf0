"""The result for others: a picture, a play for BG Stats, a spreadsheet."""

import csv
from io import StringIO
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.text import slugify
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_GET

from companion import access
from companion.sharing import bgstats, poster
from companion.sharing.spreadsheet import spreadsheet
from companion.table.view import TableView


@require_GET
@cache_control(private=True, no_cache=True)
def picture(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The share picture; a browser that already has it gets 304, and nothing is drawn."""
    view = access.table_to_see(request, table_id).view
    result = poster.poster_of(view, settings.SITE_NAME)
    etag = f'"{result.fingerprint}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(poster.png(result), content_type="image/png")
        response["Content-Disposition"] = _disposition(view, "png", attached=False)
    response["ETag"] = etag
    return response


@require_GET
def bgsplay(request: HttpRequest, table_id: UUID) -> HttpResponse:
    view = access.table_to_see(request, table_id).view
    response = HttpResponse(bgstats.file([bgstats.play_of(view)]), content_type="application/json")
    response["Content-Disposition"] = _disposition(view, "bgsplay")
    return response


@require_GET
def scores_csv(request: HttpRequest, table_id: UUID) -> HttpResponse:
    view = access.table_to_see(request, table_id).view
    written = StringIO()
    csv.writer(written).writerows(spreadsheet(view))
    # With a byte order mark spreadsheet programs recognise UTF-8.
    text = written.getvalue().encode("utf-8-sig")
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = _disposition(view, "csv")
    return response


def _disposition(view: TableView, ending: str, *, attached: bool = True) -> str:
    name = f"{slugify(view.settings.title) or 'table'}.{ending}"
    return content_disposition_header(attached, name) or ""
