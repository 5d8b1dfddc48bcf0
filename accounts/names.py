"""Names that people, and some databases, would take for one another."""

import unicodedata

from django.contrib.auth.models import User

from kernel.text import drawn


def folded(name: str) -> str:
    """Equal for names that differ only in case, in how they are stored or in signs that draw nothing:
    *Teßa* is *tessa*.

    Not for telling accounts apart, which Django does exactly.
    """
    plain = drawn(unicodedata.normalize("NFKC", name)).strip().casefold()
    return unicodedata.normalize("NFKC", plain)


def is_taken(name: str, *, but: int | None = None) -> bool:
    """Whether an account, but for one, has this name or one that looks like it; reads all names."""
    names = User.objects.values_list("pk", "username")
    wanted = folded(name)
    return any(folded(each) == wanted for key, each in names.iterator() if key != but)


def account_named(name: str) -> User | None:
    """The account that the login form finds by what was typed. One query."""
    exact = unicodedata.normalize("NFKC", name.strip())
    return User.objects.filter(username=exact).first()
