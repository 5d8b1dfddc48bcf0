"""Records: a game as a file, and a file as a table again."""

import json
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from accounts import device_cookie
from accounts.throttle.openings import TABLES
from companion import access, services
from companion.errors import TableError
from companion.forms.records import ImportForm, RecordForm
from companion.pages.records import RecordPage, record_page
from companion.rules.errors import RecordError, RuleError
from companion.rules.record import Record, load_record, replay, to_json
from companion.rules.verify import verify
from companion.services.opening import MOST_ACTIONS
from companion.table import selectors, titles
from companion.views.opening import may_open, opener_of
from companion.words import HOUSE_VALUES, translate
from kernel.errors import Refusal
from web.htmx import HtmxHttpRequest, answer, go

OPEN = "open"


@require_GET
def record(request: HttpRequest, table_id: UUID) -> HttpResponse:
    """The game so far as a file, for everybody who may see the table."""
    view = access.table_to_see(request, table_id).view
    text = json.dumps(to_json(selectors.record_of(view)), ensure_ascii=False, indent=1)
    name = slugify(view.settings.title) or "table"
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record that can be replayed, its page, and a title to start with."""

    record: Record
    page: RecordPage
    title: str


@require_http_methods(["GET", "POST"])
def bring(request: HtmxHttpRequest) -> HttpResponse:
    """Choose a record, see what is in it, and only then open it as a table."""
    if not may_open(request):
        return redirect_to_login(request.get_full_path())
    if request.method == "POST" and request.POST.get("do") == OPEN:
        return _open(request)
    form = RecordForm(request.POST or None, request.FILES or None)
    if form.is_bound and form.is_valid():
        content = form.content()
        try:
            return _preview(request, _read(content), _text(content))
        except Refusal as error:
            form.refuse(_sentence(error))
    status = 422 if form.is_bound else 200
    return answer(request, "records", status=status, form=form)


def _read(content: bytes) -> ReadRecord:
    """Read and replay a record; everything wrong with it is found here, and nothing is stored."""
    record = load_record(content)
    if len(record.actions) > MOST_ACTIONS:
        raise TableError("too_long", most=MOST_ACTIONS)
    state = replay(record)
    page = record_page(record, state, verify(record))
    return ReadRecord(record, page, titles.of_game(state.edition.name))


def _text(content: bytes) -> str:
    """The text of a record; JSON may come in any Unicode encoding, as from Windows editors."""
    return content.decode(json.detect_encoding(content), errors="replace")


def _preview(
    request: HtmxHttpRequest, read: ReadRecord, text: str, form: ImportForm | None = None
) -> HttpResponse:
    status = 422 if form else 200
    form = form or ImportForm(initial={"text": text, "title": read.title})
    return answer(request, "records/preview", status=status, page=read.page, form=form)


def _open(request: HtmxHttpRequest) -> HttpResponse:
    form = ImportForm(request.POST)
    text = request.POST.get("text", "")
    try:
        read = _read(text.encode(errors="replace"))
        if not form.is_valid():
            return _preview(request, read, text, form)
        return _import(request, read.record, form.cleaned_data["title"])
    except Refusal as error:
        again = RecordForm({"text": text})
        again.is_valid()
        again.refuse(_sentence(error))
        return answer(request, "records", status=422, form=again)


def _import(request: HtmxHttpRequest, record: Record, title: str) -> HttpResponse:
    TABLES.take(request)
    device, token = device_cookie.device_to_act(request)
    table = services.import_record(record, opener=opener_of(request, device), title=title)
    response = go(request, "companion:invite", table.pk)
    device_cookie.remember(response, request, token)
    return response


def _sentence(error: Refusal) -> str:
    """What is wrong and where, counted as in the file: the first action has index 0."""
    if not isinstance(error, RuleError):
        return error.render(_)
    if isinstance(error, RecordError) and error.at is not None:
        place = _("Action {number} (index {index}): {reason}")
        return place.format(number=error.at + 1, index=error.at, reason=translate(error))
    sentence = _("The record cannot be read: {reason}")
    return sentence.format(reason=translate(error, HOUSE_VALUES))
