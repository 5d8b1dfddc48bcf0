"""A form that is sent twice, as by a double tap, does one thing and answers twice."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from threading import Lock
from typing import Concatenate, ParamSpec

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from web.codes import fingerprint

REMEMBERED = 60  # seconds

Given = ParamSpec("Given")

# One form at a time; a slow one, such as a photo, holds up few others.
_locks = tuple(Lock() for _ in range(64))


def once(
    view: Callable[Concatenate[HttpRequest, Given], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Given], HttpResponse]:
    """For views that make something: the same form of the same page leads where it led before.

    A page is known by its token against forgery, which is another one on every page.
    """

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Given.args, **kwargs: Given.kwargs) -> HttpResponse:
        if not request.POST.get("csrfmiddlewaretoken"):
            return view(request, *args, **kwargs)
        key = f"once-{fingerprint(_sent(request))}"
        with _locks[hash(key) % len(_locks)]:
            before = cache.get(key)
            if before is not None:
                return redirect(before)
            response = view(request, *args, **kwargs)
            if response.status_code == HTTPStatus.FOUND:
                cache.set(key, response.headers["Location"], REMEMBERED)
        return response

    return answer


def _sent(request: HttpRequest) -> str:
    """Everything that was sent, and by whom: another word in the form is another form."""
    files = [
        (field, file.name, file.size) for field, sent in request.FILES.lists() for file in sent
    ]
    who = request.user.pk if request.user.is_authenticated else None
    return repr((who, request.path, sorted(request.POST.lists()), files))
