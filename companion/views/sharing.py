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

from companion import access, bgstats, poster
from companion.board import Board
from companion.pages.sharing import poster_of, spreadsheet
from companion.pages.winner import play_of


@require_GET
@cache_control(private=True, no_cache=True)
def picture(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The share picture; a browser that has it already is told so, and nothing is drawn."""
    board = access.table_to_see(request, table_id).board
    shown = poster_of(board, settings.SITE_NAME)
    mark = f'"{shown.mark}"'
    known = get_conditional_response(request, etag=mark)
    if known is not None and known.status_code != HttpResponse.status_code:
        return _marked(known, mark)
    response = HttpResponse(poster.png(shown), content_type="image/png")
    response["Content-Disposition"] = _named(board, "png", attached=False)
    return _marked(response, mark)


def _marked(response: HttpResponse, mark: str) -> HttpResponse:
    response["ETag"] = mark
    return response


@require_GET
def bgsplay(request: HttpRequest, table_id: UUID) -> HttpResponse:
    board = access.table_to_see(request, table_id).board
    response = HttpResponse(bgstats.file(play_of(board)), content_type="application/json")
    response["Content-Disposition"] = _named(board, "bgsplay")
    return response


@require_GET
def scores_csv(request: HttpRequest, table_id: UUID) -> HttpResponse:
    board = access.table_to_see(request, table_id).board
    written = StringIO()
    csv.writer(written).writerows(spreadsheet(board))
    # With its mark, spreadsheet programs read the letters right.
    text = written.getvalue().encode("utf-8-sig")
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = _named(board, "csv")
    return response


def _named(board: Board, ending: str, *, attached: bool = True) -> str:
    name = f"{slugify(board.facts.title) or 'table'}.{ending}"
    return content_disposition_header(attached, name) or ""
