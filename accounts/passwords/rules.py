"""What a password has to be: Django's rules, in words of our own."""

from django.contrib.auth import password_validation as rules
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class OwnWords:
    """Says what one of Django's rules asks for, and why it refuses."""

    asks: str | Promise
    refuses: str | Promise

    def get_help_text(self) -> str:
        return str(self.asks)

    def get_error_message(self) -> str:
        return str(self.refuses)


class NotLikeTheAccount(OwnWords, rules.UserAttributeSimilarityValidator):
    asks = _("It must not be much like your name or your email address.")
    refuses = _("This password is too much like your name or your email address.")


class NotCommon(OwnWords, rules.CommonPasswordValidator):
    asks = _("It must not be one that many people use.")
    refuses = _("Too many people use this password.")


class NotOnlyDigits(OwnWords, rules.NumericPasswordValidator):
    asks = _("It must not be digits alone.")
    refuses = _("This password has nothing but digits.")


class LongEnough(rules.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short: it needs at least %(count)d character.",
            "This password is too short: it needs at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}

    def get_help_text(self) -> str:
        return ngettext(
            "It needs at least %(count)d character.",
            "It needs at least %(count)d characters.",
            self.min_length,
        ) % {"count": self.min_length}
