"""Guessing passwords: one limit at every door, and an answer that says nothing of the password."""

import re
from contextlib import ExitStack, suppress
from datetime import timedelta
from threading import Thread, current_thread

import pytest
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.device_cookie import COOKIE
from accounts.models import Attempt
from accounts.services import claim_device, make_device
from accounts.throttle import hashers, limits
from accounts.throttle.been_here import COOKIE as BEEN_HERE
from tests.conftest import PASSWORD
from tests.mailbox import letters
from web.errors import TooManyError

pytestmark = pytest.mark.django_db

LOGIN, CHANGE = "/accounts/login/", "/accounts/password/"
CLUB, ELSEWHERE = "203.0.113.9", "203.0.113.10"
WRONG = "guessed by mallory"


def at(address: str = CLUB) -> Client:
    return Client(REMOTE_ADDR=address)


def log_in(name: str, password: str, browser: Client | None = None) -> int:
    return (browser or at()).post(LOGIN, {"username": name, "password": password}).status_code


def guess(name: str, times: int = limits.PASSWORDS.most) -> list[int]:
    return [log_in(name, f"{WRONG} {number}") for number in range(times)]


def words(name: str, password: str) -> str:
    """The whole answer, but for the random token of its forms."""
    answer = at().post(LOGIN, {"username": name, "password": password}).content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", answer)


def test_ten_wrong_passwords_and_then_none_is_looked_at(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guess("alice") == [422] * 10
    monkeypatch.setattr(User, "check_password", lambda *_: pytest.fail("a password was hashed"))
    assert log_in("alice", PASSWORD) == log_in("alice", WRONG) == 429


def test_while_blocked_right_and_wrong_passwords_are_answered_alike(alice: User) -> None:
    guess("alice")
    assert words("alice", PASSWORD) == words("alice", WRONG)
    guess("nobody")
    assert words("nobody", WRONG) == words("alice", PASSWORD), "nor who has an account"


def test_a_guesser_locks_out_neither_the_others_at_the_address_nor_alice_elsewhere(
    alice: User, bob: User
) -> None:
    guess("alice", 30)
    assert log_in("bob", PASSWORD) == 302
    assert log_in("alice", PASSWORD, at(ELSEWHERE)) == 302


def test_alices_own_browser_is_let_in_though_the_address_is_blocked(alice: User) -> None:
    guess("alice", 30)
    device, _ = make_device()
    claim_device(device, account=alice)
    browser = known(alice)
    assert log_in("alice", PASSWORD, browser) == 302


def known(user: User, address: str = CLUB) -> Client:
    """A browser whose session is over, on a device that belongs to an account."""
    browser = at(address)
    browser.cookies[COOKIE] = make_device(user)[1]
    return browser


def test_a_device_of_alice_cannot_guess_for_ever_either(alice: User) -> None:
    browser = known(alice)
    assert [log_in("alice", f"{WRONG} {n}", browser) for n in range(12)] == [422] * 10 + [429] * 2


def test_a_device_of_bob_is_no_way_round_alices_limit(alice: User, bob: User) -> None:
    guess("alice")
    assert log_in("alice", PASSWORD, known(bob)) == 429


def logged_out(name: str, browser: Client | None = None) -> Client:
    """A browser where somebody has logged in and out again."""
    browser = browser or at()
    assert log_in(name, PASSWORD, browser) == 302
    browser.post("/accounts/logout/")
    assert "_auth_user_id" not in browser.session
    return browser


def test_a_browser_that_alice_has_logged_out_of_is_let_in_all_the_same(
    alice: User, bob: User
) -> None:
    browser = logged_out("bob", logged_out("alice"))
    guess("alice", 30)
    guess("bob", 30)
    assert log_in("alice", PASSWORD, at()) == 429
    assert log_in("alice", PASSWORD, browser) == 302
    browser.post("/accounts/logout/")
    assert log_in("bob", PASSWORD, browser) == 302


def test_a_guest_on_somebody_elses_tablet_is_let_in_there_again(alice: User, bob: User) -> None:
    tablet = logged_out("alice", known(bob))
    guess("alice", 30)
    assert log_in("alice", PASSWORD, tablet) == 302


def test_a_browser_that_was_logged_in_before_cannot_guess_for_ever_either(alice: User) -> None:
    browser = logged_out("alice")
    assert [log_in("alice", f"{WRONG} {n}", browser) for n in range(12)] == [422] * 10 + [429] * 2
    assert log_in("alice", PASSWORD, browser) == 429


def test_all_browsers_that_alice_is_known_by_are_bounded_together(alice: User) -> None:
    browsers = [known(alice), *(logged_out("alice") for _ in range(3))]
    wrong = [log_in("alice", f"{WRONG} {n}", browsers[n % 4]) for n in range(32)]
    assert wrong == [422] * limits.KNOWN_BROWSERS.most + [429] * 2
    assert log_in("alice", PASSWORD) == 302, "it is no stranger's count"


def test_a_browser_that_mallory_has_logged_in_on_is_no_way_round_alices_limit(
    alice: User, mallory: User
) -> None:
    own = logged_out("mallory")
    guess("alice")
    assert log_in("alice", PASSWORD, own) == 429
    own.cookies[BEEN_HERE] = own.cookies[BEEN_HERE].value.replace(":", "x:")
    assert log_in("alice", PASSWORD, own) == 429


def test_accounts_with_names_that_look_alike_buy_no_guesses(db: None) -> None:
    for name in ("tessa", "te\u00dfa"):
        User.objects.create_user(name, password=PASSWORD)
    guess("tessa")
    own = logged_out("te\u00dfa", at(ELSEWHERE))
    own.defaults["REMOTE_ADDR"] = CLUB
    assert log_in("tessa", PASSWORD, own) == 429
    device = at()
    device.cookies[COOKIE] = make_device(User.objects.get(username="te\u00dfa"))[1]
    assert log_in("tessa", PASSWORD, device) == 429


@pytest.mark.parametrize(
    "name", ["te\u00dfa", "TESSA", "T\u00c9SSA", "te\u017f\u017fa", "tes\u3164sa", "tessa\u115f"]
)
def test_nobody_signs_up_with_a_name_that_looks_like_somebodys(name: str, db: None) -> None:
    for taken in ("tessa", "t\u00e9ssa"):
        User.objects.create_user(taken, password=PASSWORD)
    sent = {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    answer = at().post("/accounts/sign-up/", sent)
    assert answer.status_code == 422
    assert "already exists" in answer.content.decode()
    assert User.objects.count() == 2


def test_nobody_signs_up_with_a_name_that_cannot_be_seen(db: None) -> None:
    sent = {"username": "\u3164\u3164", "password1": PASSWORD, "password2": PASSWORD}
    answer = at().post("/accounts/sign-up/", sent)
    assert answer.status_code == 422
    assert "A name has no spaces" in answer.content.decode()
    assert not User.objects.exists()


def test_a_new_password_ends_what_browsers_were_known_by(alice: User) -> None:
    browser = logged_out("alice")
    guess("alice")
    alice.set_password("another long password")
    alice.save()
    assert log_in("alice", "another long password", browser) == 429


def test_what_says_that_a_browser_was_here_opens_nothing(alice: User) -> None:
    browser = logged_out("alice")
    assert browser.get("/accounts/devices/").status_code == 302
    kept_names = {name for name in browser.cookies if browser.cookies[name].value}
    assert kept_names == {BEEN_HERE, "csrftoken"}
    kept = browser.cookies[BEEN_HERE]
    assert (kept["path"], kept["httponly"], kept["samesite"]) == ("/accounts/", True, "Lax")


@pytest.mark.parametrize("spelt", ["Alice", " alice ", "\uff41lice"])
def test_other_spellings_of_a_name_are_no_way_round_it(alice: User, spelt: str) -> None:
    guess("alice")
    assert log_in(spelt, PASSWORD) == 429


@pytest.mark.prove
def test_thirty_people_with_eight_mistyped_passwords_each_are_all_in(db: None) -> None:
    names = [f"member{number}" for number in range(30)]
    for name in names:
        User.objects.create_user(name, password=PASSWORD)
    for name in names:
        assert guess(name, 8) == [422] * 8
        assert log_in(name, PASSWORD) == 302


def test_after_a_quarter_of_an_hour_the_password_counts_again(alice: User) -> None:
    guess("alice")
    Attempt.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    assert log_in("alice", PASSWORD) == 302


def test_the_admin_has_no_door_of_its_own(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    answer = at().get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"{LOGIN}?next=%2Fadmin%2F")
    browser = at()
    sent = {"username": "alice", "password": PASSWORD}
    assert browser.post("/admin/login/", sent).status_code == 302
    assert "_auth_user_id" not in browser.session, "the redirect has let nobody in"
    assert browser.post(LOGIN, {**sent, "next": "/admin/"}).headers["Location"] == "/admin/"
    assert browser.get("/admin/").status_code == 200
    assert browser.get("/admin/password_change/").headers["Location"] == CHANGE
    browser.post("/admin/logout/")
    assert "_auth_user_id" not in browser.session


def change(browser: Client, old: str, new: str = "another long password") -> int:
    form = {"old_password": old, "new_password1": new, "new_password2": new}
    return browser.post(CHANGE, form).status_code


def test_the_page_that_changes_a_password_guesses_no_better(alice: User) -> None:
    browser = at()
    browser.force_login(alice)
    assert [change(browser, f"{WRONG} {n}") for n in range(10)] == [200] * 10
    assert change(browser, PASSWORD) == 429
    assert log_in("alice", PASSWORD) == 429, "it is the same limit"


def test_new_passwords_that_are_too_weak_are_no_guesses(alice: User) -> None:
    browser = at()
    browser.force_login(alice)
    for _ in range(12):
        assert change(browser, PASSWORD, "1234") == 200
    assert change(browser, PASSWORD) == 302


def test_nothing_that_was_typed_is_kept(alice: User) -> None:
    guess("alice", 3)
    stored = " ".join(map(str, Attempt.objects.values_list()))
    assert "alice" not in stored
    assert WRONG not in stored
    assert CLUB not in stored


def test_old_attempts_are_forgotten(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guess("alice", 3)
    Attempt.objects.update(created_at=timezone.now() - timedelta(days=2))
    monkeypatch.setattr(limits, "PRUNE_EVERY", 1)
    guess("bob", 1)
    assert Attempt.objects.count() == 1


# Two hashes at once -----------------------------------------------------------


def waiting(*askers: hashers.Asker) -> ExitStack:
    """Askers who have a place each until this is closed."""
    places = ExitStack()
    for asker in askers:
        kind, who = hashers._place(asker)
        places.callback(kind.leave, who)
    return places


def stranger(address: str) -> hashers.Asker:
    return hashers.Asker(address=address)


def refused(asker: hashers.Asker) -> bool:
    with hashers.asked_by(asker), suppress(TooManyError), hashers.turn():
        return False
    return True


def test_only_a_few_passwords_wait_for_their_hash() -> None:
    others = (hashers.Asker(address=CLUB, account="1"), hashers.Asker(address=CLUB, account="2"))
    with waiting(*map(stranger, (CLUB, CLUB, ELSEWHERE)), *others):
        assert refused(stranger("192.0.2.1"))
        assert refused(hashers.Asker(address="192.0.2.1", account="3"))
        with pytest.raises(TooManyError, match="Many people are logging in"), hashers.turn():
            pass
    assert not refused(stranger(CLUB))


def test_one_address_or_account_leaves_places_to_others() -> None:
    with waiting(stranger(CLUB), stranger(CLUB)):
        assert refused(stranger(CLUB))
        assert not refused(stranger(ELSEWHERE))
        own = hashers.Asker(address=CLUB, account="1")
        with waiting(own):
            assert refused(own)
            assert not refused(hashers.Asker(address=CLUB, account="2"))
        assert not refused(own)


@pytest.fixture
def tessa(db: None, settings: Settings) -> User:
    """An account whose password is hashed as on a real site."""
    settings.PASSWORD_HASHERS = ["accounts.throttle.hashers.BoundedArgon2PasswordHasher"]
    return User.objects.create_user("tessa", password=PASSWORD)


def test_a_flood_locks_nobody_out_once_it_is_over(tessa: User) -> None:
    own = logged_out("tessa")
    signs_up = {"username": "new", "password1": PASSWORD, "password2": PASSWORD}
    with waiting(*map(stranger, (CLUB, CLUB, ELSEWHERE))):
        assert [log_in("tessa", PASSWORD) for _ in range(12)] == [429] * 12
        assert [log_in("nobody", PASSWORD) for _ in range(12)] == [429] * 12
        assert at().post("/accounts/sign-up/", signs_up).status_code == 429
        assert Attempt.objects.count() == 0, "none of them was looked at"
        assert log_in("tessa", PASSWORD, own) == 302, "a known browser has a place of its own"
        with waiting(hashers.Asker(account="a"), hashers.Asker(account="b")):
            assert change(own, PASSWORD) == 429
    assert Attempt.objects.count() == 0
    assert log_in("tessa", PASSWORD) == 302


def test_todays_hashes_are_djangos_own() -> None:
    hasher = hashers.BoundedArgon2PasswordHasher()
    encoded = hasher.encode("a password", hasher.salt())
    assert encoded.startswith("argon2$argon2id$")
    assert hasher.verify("a password", encoded)
    assert not hasher.verify("another", encoded)


# Letters ------------------------------------------------------------------------


@pytest.fixture
def _letters(alice: User, settings: Settings) -> None:
    settings.MAIL = object()
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")


@pytest.mark.usefixtures("_letters")
@pytest.mark.parametrize(
    ("proxy", "named", "network", "leads_to"),
    [
        (["127.0.0.1"], ["dragons.example.org"], None, "https://dragons.example.org/accounts/"),
        ([], ["dragons.example.org"], None, "http://dragons.example.org:8000/accounts/"),
        ([], [".example.org", "d.example.org"], None, "http://d.example.org:8000/accounts/"),
        ([], [], "192.0.2.7", "http://192.0.2.7:8000/accounts/"),
        ([], [], None, "http://127.0.0.1:8000/accounts/"),
    ],
)
def test_a_letter_names_the_site_and_never_what_mallory_asked_by(
    settings: Settings, proxy: list[str], named: list[str], network: str | None, leads_to: str
) -> None:
    settings.PROXY, settings.NAMED_HOSTS, settings.NETWORK_ADDRESS = proxy, named, network
    mallory = Client(headers={"host": "192.168.66.6:6666"})
    mallory.post("/accounts/forgotten/", {"email": "alice@example.org"}, SERVER_PORT="8000")
    body = str(letters()[0].body)
    assert leads_to in body
    assert "192.168.66.6" not in body


@pytest.mark.usefixtures("_letters")
def test_no_answer_waits_for_a_letter_that_only_some_addresses_get(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sending: list[Thread] = []
    monkeypatch.setattr(EmailMessage, "send", lambda *_: sending.append(current_thread()))
    at().post("/accounts/forgotten/", {"email": "alice@example.org"})
    letters()
    assert sending
    assert sending[0] is not current_thread()


@pytest.mark.usefixtures("_letters")
def test_a_letter_is_in_the_language_of_whoever_asked() -> None:
    german = {"accept-language": "de"}
    at().post("/accounts/forgotten/", {"email": "alice@example.org"}, headers=german)
    at().post("/accounts/forgotten/", {"email": "alice@example.org"})
    first, second = letters()
    assert "Passwort" in str(first.body)
    assert "Passwort" not in str(second.body)


@pytest.mark.usefixtures("_letters")
def test_nobodys_mailbox_is_filled_from_many_addresses() -> None:
    for number in range(20):
        answer = at(f"198.51.100.{number}").post(
            "/accounts/forgotten/", {"email": " Alice@example.org"}
        )
        assert answer.status_code == 302
    assert len(letters()) == limits.MAILBOX.most


@pytest.mark.usefixtures("_letters")
def test_neighbours_do_not_use_up_the_letters_of_who_was_logged_in_before(alice: User) -> None:
    own = logged_out("alice")
    for number in range(limits.MAILS.most):
        at().post("/accounts/forgotten/", {"email": f"somebody{number}@example.org"})
    asked = {"email": "alice@example.org"}
    at().post("/accounts/forgotten/", asked)
    assert letters() == [], "strangers at the address are used up"
    own.post("/accounts/forgotten/", asked)
    assert [letter.to for letter in letters()] == [["alice@example.org"]]
    for number in range(limits.MAILS.most):
        own.post("/accounts/forgotten/", {"email": f"somebody{number}@example.org"})
    User.objects.filter(pk=alice.pk).update(email="alice.again@example.org")
    own.post("/accounts/forgotten/", {"email": "alice.again@example.org"})
    assert len(letters()) == 1, "nor does a browser of before have any number of them"
