"""What the forms of passwords say, in the words of this site."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from accounts.services import password_link
from tests.conftest import PASSWORD

RULES = {
    "en": ("at least 8 characters", "many people use", "digits alone", "much like your name"),
    "de": ("mindestens 8 Zeichen", "viele verwenden", "nur aus Ziffern", "zu ähnlich"),
}
AGAIN = {"en": "The same password once more.", "de": "Noch einmal dasselbe Passwort."}
UNEQUAL = {
    "en": "The two passwords are not the same.",
    "de": "Die beiden Passwörter stimmen nicht überein.",
}
REFUSED = {
    "en": {
        "4813": ("too short: it needs at least 8 characters", "nothing but digits"),
        "password": ("Too many people use this password.",),
        "alice-1": ("too short", "too much like your name"),
    },
    "de": {
        "4813": ("zu kurz: Es braucht mindestens 8 Zeichen", "besteht nur aus Ziffern"),
        "password": ("Dieses Passwort verwenden zu viele.",),
        "alice-1": ("zu kurz", "ähnelt deinem Namen"),
    },
}
OLD = {
    "en": "That is not your old password. Type it once more.",
    "de": "Das ist nicht dein altes Passwort. Gib es noch einmal ein.",
}
WRONG_SIGNS = {
    "en": "A name has no spaces: only letters, digits and @ . + _ -",
    "de": "Ein Name hat keine Leerzeichen: nur Buchstaben, Ziffern und @ . + _ -",
}
NO_MATCH = {
    "en": "This name and this password do not match.",
    "de": "Name und Passwort passen nicht zusammen.",
}

languages = pytest.mark.parametrize("language", ["en", "de"])


def browser(language: str, user: User | None = None) -> Client:
    client = Client(headers={"accept-language": language})
    if user:
        client.force_login(user)
    return client


def page(client: Client, address: str, sent: dict[str, str] | None = None) -> str:
    reply = client.post(address, sent) if sent else client.get(address, follow=True)
    return unescape(reply.content.decode())


@languages
def test_each_form_of_a_new_password_says_what_it_has_to_be(alice: User, language: str) -> None:
    own, guest = browser(language, alice), browser(language)
    shown = (
        page(guest, "/accounts/sign-up/"),
        page(own, "/accounts/password/"),
        page(guest, password_link(alice)),
    )
    for words in shown:
        assert all(each in words for each in (*RULES[language], AGAIN[language]))
        assert "das selbe" not in words


@languages
def test_each_form_of_a_new_password_says_why_it_is_refused(alice: User, language: str) -> None:
    own, guest = browser(language, alice), browser(language)
    page(guest, link := password_link(alice))
    new = f"{link.rsplit('/', 2)[0]}/set-password/"
    unequal = {"new_password1": PASSWORD, "new_password2": "another long one"}
    named = {"username": "erin", "password1": PASSWORD, "password2": "another long one"}
    for words in (
        page(guest, "/accounts/sign-up/", named),
        page(own, "/accounts/password/", {"old_password": PASSWORD, **unequal}),
        page(guest, new, unequal),
    ):
        assert UNEQUAL[language] in words
    for weak, why in REFUSED[language].items():
        words = page(guest, new, {"new_password1": weak, "new_password2": weak})
        assert all(each in words for each in why), weak


def test_a_wrong_login_looks_like_every_other_error(alice: User) -> None:
    shown = page(browser("en"), "/accounts/login/", {"username": "alice", "password": "wrong"})
    before, after = shown.split(NO_MATCH["en"])
    notice = before[before.rindex("<div") :] + after[: after.index("</div>")]
    assert notice.startswith('<div class="notice error" role="alert">')
    assert "<svg" in notice


def test_what_is_wrong_with_a_password_stands_at_its_first_field(alice: User) -> None:
    own, guest = browser("en", alice), browser("en")
    page(guest, link := password_link(alice))
    new = f"{link.rsplit('/', 2)[0]}/set-password/"
    weak = {"new_password1": "4813", "new_password2": "4813"}
    for first, words in (
        (
            "password1",
            page(
                guest,
                "/accounts/sign-up/",
                {"username": "erin", "password1": "4813", "password2": "4813"},
            ),
        ),
        ("new_password1", page(own, "/accounts/password/", {"old_password": PASSWORD, **weak})),
        ("new_password1", page(guest, new, weak)),
    ):
        assert f'id="id_{first}_error"' in words
        assert f'id="id_{first[:-1]}2_error"' not in words
        assert words.count("nothing but digits") == 1


@languages
def test_a_name_with_wrong_signs_is_refused_in_plain_words(db: None, language: str) -> None:
    named = {"username": "erin & co", "password1": PASSWORD, "password2": PASSWORD}
    assert WRONG_SIGNS[language] in page(browser(language), "/accounts/sign-up/", named)


@languages
def test_a_wrong_password_is_told_in_plain_words(alice: User, language: str) -> None:
    sent = {"old_password": "wrong", "new_password1": PASSWORD, "new_password2": PASSWORD}
    assert OLD[language] in page(browser(language, alice), "/accounts/password/", sent)
    login = {"username": "alice", "password": "wrong"}
    assert NO_MATCH[language] in page(browser(language), "/accounts/login/", login)


def test_a_refused_form_has_the_focus_at_its_first_fault(db: None) -> None:
    client, address = browser("en"), "/accounts/sign-up/"
    assert focused(page(client, address)) == ["username"]
    sent = {"username": "nadia", "password1": "short", "password2": "short"}
    assert focused(page(client, address, sent)) == ["password1"]
    sent = {"username": "", "password1": "short", "password2": "short"}
    assert focused(page(client, address, sent)) == ["username"]


def focused(html: str) -> list[str]:
    """The names of the fields that ask for the focus."""
    fields = re.findall(r"<input[^>]*\bautofocus\b[^>]*>", html)
    return re.findall(r'\bname="(\w+)"', "".join(fields))
