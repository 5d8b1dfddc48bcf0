"""Records: a game taken along as a file, and a file made into a table again."""

import json
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from companion import access, selectors, services
from companion.htmx import HtmxHttpRequest, answer, go
from companion.pages.opening import default_title
from companion.pages.records import RecordPage, record_page
from companion.refusals import Refusal
from companion.rules.errors import RecordError, RuleError
from companion.rules.record import Record, load_record, replay, to_json
from companion.rules.verify import verify
from companion.services.opening import MOST_ACTIONS
from companion.sheets.records import ImportForm, RecordForm
from companion.views.opening import may_open, opener_of
from companion.words import HOUSE_VALUES, told

OPEN = "open"


@require_GET
def record(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The game so far as a file; whoever sees the table may have it."""
    board = access.table_to_see(request, table_id).board
    text = json.dumps(to_json(selectors.record_of(board)), ensure_ascii=False, indent=1)
    name = slugify(board.facts.title) or "table"
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@dataclass(frozen=True, slots=True)
class Brought:
    """A record that can be replayed, and what is shown of it."""

    record: Record
    page: RecordPage
    title: str


@require_http_methods(["GET", "POST"])
def bring(request: HtmxHttpRequest) -> HttpResponse:
    """Choose a record, look at what is in it, and only then open it as a table."""
    if not may_open(request):
        return redirect_to_login(request.get_full_path())
    if request.method == "POST" and request.POST.get("do") == OPEN:
        return _open(request)
    form = RecordForm(request.POST or None, request.FILES or None)
    if form.is_bound and form.is_valid():
        content = form.content()
        try:
            return _preview(request, _read(content), _text(content))
        except (RuleError, Refusal) as error:
            form.refuse(_sentence(error))
    status = 422 if form.is_bound else 200
    return answer(request, "records", status=status, form=form)


def _read(content: bytes) -> Brought:
    """Everything about a record that might be wrong is found here; nothing is stored."""
    brought = load_record(content)
    if len(brought.actions) > MOST_ACTIONS:
        raise Refusal("too_long", most=MOST_ACTIONS)
    state = replay(brought)
    page = record_page(brought, state, verify(brought))
    return Brought(brought, page, default_title(state.edition))


def _text(content: bytes) -> str:
    """A record's text; JSON may come in any form of Unicode, as from editors of Windows."""
    return content.decode(json.detect_encoding(content), errors="replace")


def _preview(
    request: HtmxHttpRequest, brought: Brought, text: str, form: ImportForm | None = None
) -> HttpResponse:
    shown = form or ImportForm(initial={"text": text, "title": brought.title})
    status = 422 if form else 200
    return answer(request, "records/preview", status=status, page=brought.page, form=shown)


def _open(request: HtmxHttpRequest) -> HttpResponse:
    form = ImportForm(request.POST)
    text = request.POST.get("text", "")
    try:
        brought = _read(text.encode(errors="replace"))
        if not form.is_valid():
            return _preview(request, brought, text, form)
        return _import(request, brought.record, form.cleaned_data["title"])
    except (RuleError, Refusal) as error:
        again = RecordForm({"text": text})
        again.is_valid()
        again.refuse(_sentence(error))
        return answer(request, "records", status=422, form=again)


def _import(request: HtmxHttpRequest, brought: Record, title: str) -> HttpResponse:
    device, token = access.device_to_act(request)
    table = services.import_record(brought, opener=opener_of(request, device), title=title)
    response = go(request, "companion:invite", table.pk)
    access.remember(response, request, token)
    return response


def _sentence(error: RuleError | Refusal) -> str:
    """What is wrong and where, as the file counts: the first action has the index 0."""
    if isinstance(error, Refusal):
        return error.say(_)
    if isinstance(error, RecordError) and error.at is not None:
        place = _("Action {number} (index {index}): {reason}")
        return place.format(number=error.at + 1, index=error.at, reason=told(error))
    sentence = _("The record cannot be read: {reason}")
    return sentence.format(reason=told(error, HOUSE_VALUES))
