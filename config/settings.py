"""The one settings file: every choice a host has is an environment variable (docs/hosting.md)."""

import tomllib
from pathlib import Path

from django.utils.translation import gettext_lazy as _

from config import environment, hosts

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
VAR = environment.folder("DRAGONBAG_VAR", ROOT / "var")

# What a host may choose -----------------------------------------------------

DEBUG = environment.flag("DRAGONBAG_DEBUG", default=False)
SECRET_KEY = environment.secret("DRAGONBAG_SECRET_KEY", VAR / "secret-key")
SITE_NAME = environment.text("DRAGONBAG_NAME", "Dragonbag")
TABLES_OPENED_BY = environment.choice("DRAGONBAG_TABLES", ("anyone", "accounts"))
SIGN_UP = environment.choice("DRAGONBAG_SIGN_UP", ("open", "closed"))
# The addresses of a proxy that speaks https to the outside; only its word on visitors is taken.
PROXY = environment.names("DRAGONBAG_PROXY")
HTTPS = bool(PROXY)

# Django's own check cannot express private addresses: config.middleware.known_hosts does it.
ALLOWED_HOSTS = ["*"]
NAMED_HOSTS = environment.names("DRAGONBAG_HOSTS")
# Where other devices find this computer: what a QR code says in place of a loopback address.
NETWORK_ADDRESS = hosts.network_address(hosts.own_addresses())
SITE_HOSTS = [*hosts.own_names(), *hosts.own_addresses(), *NAMED_HOSTS]

# The site -------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "companion",
    "campaign",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

MIDDLEWARE = [
    "config.middleware.security_headers",
    "config.middleware.known_hosts",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "config.middleware.plain_words",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.whole_bodies",
]

ROOT_URLCONF = "config.urls"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    }
]

# Where things are kept ------------------------------------------------------

DATABASES = {"default": environment.database("DRAGONBAG_DATABASE", VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Wrong codes are counted here, by address; from 300 on, the usual store forgets counts at random.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

MEDIA_ROOT = VAR / "media"
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN if DEBUG else HASHED},
}

# Who is who -----------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180  # a campaign's evenings may lie months apart
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers honour this one on https alone, and complain about it elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None

# Words and hours ------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("de", _("German"))]
LOCALE_PATHS = [ROOT / "locale"]
TIME_ZONE = environment.time_zone("DRAGONBAG_TIME_ZONE")
FORMAT_MODULE_PATH = "config.formats"

# Mail and log ---------------------------------------------------------------

MAIL = environment.mail("DRAGONBAG_MAIL")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if MAIL else 'dummy'}.EmailBackend"
if MAIL:
    EMAIL_HOST, EMAIL_PORT = MAIL.host, MAIL.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL.user, MAIL.password
    EMAIL_USE_SSL, EMAIL_USE_TLS = MAIL.ssl, MAIL.starttls
DEFAULT_FROM_EMAIL = environment.text("DRAGONBAG_MAIL_FROM", "dragonbag@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Its warnings carry the address asked for, and addresses carry join codes.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "ERROR"},
    },
}
