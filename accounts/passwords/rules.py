"""What a password has to be: Django's rules, in words of our own."""

from django.contrib.auth import password_validation as rules
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class NotLikeTheAccount(rules.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return _("This password is too much like your name or your email address.")

    def get_help_text(self) -> str:
        return _("It must not be much like your name or your email address.")


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


class NotCommon(rules.CommonPasswordValidator):
    def get_error_message(self) -> str:
        return _("Too many people use this password.")

    def get_help_text(self) -> str:
        return _("It must not be one that many people use.")


class NotOnlyDigits(rules.NumericPasswordValidator):
    def get_error_message(self) -> str:
        return _("This password has nothing but digits.")

    def get_help_text(self) -> str:
        return _("It must not be digits alone.")
