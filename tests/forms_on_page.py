"""The forms of a page, as a browser without scripts would send them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from urllib.parse import urlencode


@dataclass(frozen=True)
class Form:
    """A form with what its page has filled in; ``step`` is the id of the list item around it."""

    action: str
    step: str
    fields: tuple[tuple[str, str], ...] = ()
    button: tuple[str, str] = ("", "")
    label: str = ""

    def filled(self, typed: Mapping[str, object]) -> "Form":
        """The same with other values; a list is a field that is sent several times."""
        kept = [pair for pair in self.fields if pair[0] not in typed]
        for name, value in typed.items():
            values = value if isinstance(value, list) else [value]
            kept.extend((name, str(each)) for each in values)
        return replace(self, fields=tuple(kept))

    @property
    def body(self) -> bytes:
        pressed = (self.button,) if self.button[0] else ()
        return urlencode([*self.fields, *pressed]).encode()


def forms_on(page: str) -> list[Form]:
    """One for each button that posts a form."""
    parser = _Parser()
    parser.feed(page)
    return parser.found


@dataclass
class _Open:
    action: str
    step: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[tuple[str, str], list[str]]] = field(default_factory=list)

    def forms(self) -> Iterator[Form]:
        for button, words in self.buttons:
            label = " ".join("".join(words).split())
            yield Form(self.action, self.step, tuple(self.fields), button, label)


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._form: _Open | None = None
        self._items: list[str] = []
        self._select = ""
        self._in_button = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "li":
            self._items.append(given.get("id", ""))
        elif tag == "form" and given.get("method") == "post":
            step = next((each for each in reversed(self._items) if each), "")
            self._form = _Open(given.get("action", ""), step)
        elif self._form is not None:
            self._part(self._form, tag, given)

    def _part(self, form: _Open, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "input" and name:
            if given.get("type") not in ("checkbox", "radio") or "checked" in given:
                form.fields.append((name, value or ("on" if "checked" in given else "")))
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in given:
            form.fields.append((self._select, value))
        elif tag == "button" and given.get("type", "submit") == "submit":
            form.buttons.append(((name, value), []))
            self._in_button = True

    def handle_data(self, data: str) -> None:
        if self._in_button and self._form is not None:
            self._form.buttons[-1][1].append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button":
            self._in_button = False
        elif tag == "li" and self._items:
            self._items.pop()
        elif tag == "form" and self._form is not None:
            self.found.extend(self._form.forms())
            self._form = None
