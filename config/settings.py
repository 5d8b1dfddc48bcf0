"""The only settings file: every choice a host has is an environment variable (docs/hosting.md)."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from config import environment
from web import hosts

ROOT = Path(__file__).resolve().parent.parent
VERSION = environment.version(ROOT / "pyproject.toml")
VAR = environment.folder("DRAGONBAG_VAR", ROOT / "var")

# What a host may choose -----------------------------------------------------

DEBUG = environment.flag("DRAGONBAG_DEBUG", default=False)
SECRET_KEY = environment.secret("DRAGONBAG_SECRET_KEY", VAR / "secret-key")
SITE_NAME = environment.text("DRAGONBAG_NAME", "Dragonbag")
TABLES_OPENED_BY = environment.choice("DRAGONBAG_TABLES", ("anyone", "accounts"))
SIGN_UP = environment.choice("DRAGONBAG_SIGN_UP", ("open", "closed"))
NIGHTLY = environment.choice("DRAGONBAG_BACKUPS", ("nightly", "off")) == "nightly"
# The addresses of the https proxy; only its headers about visitors are trusted.
PROXY = environment.names("DRAGONBAG_PROXY")
HTTPS = bool(PROXY)

# How this site's host types a command of manage.py; sentences that advise one begin with it.
MANAGE = environment.text("DRAGONBAG_MANAGE", "manage.py")

# Django's own check cannot express private addresses; web.middleware.known_hosts can.
ALLOWED_HOSTS = ["*"]
NAMED_HOSTS = environment.names("DRAGONBAG_HOSTS")
# Where other devices reach this computer: used in QR codes instead of a loopback address.
NETWORK_ADDRESS = hosts.shared_host(NAMED_HOSTS, environment.text("DRAGONBAG_BIND"))
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
    "accounts",
    "companion",
    "campaign",
    "backup",
]

FORM_RENDERER = "web.form_renderer.FormRenderer"

MIDDLEWARE = [
    "web.middleware.security_headers",
    "web.middleware.known_hosts",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "web.middleware.head_like_get",
    "web.middleware.forms_only",
    "web.middleware.plain_words",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.middleware.whole_bodies",
    "web.middleware.too_many",
    "web.middleware.unreadable",
]

ROOT_URLCONF = "config.urls"

LOADERS = [
    "django.template.loaders.filesystem.Loader",
    "django.template.loaders.app_directories.Loader",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "OPTIONS": {
            "loaders": [("web.template_loader.Loader", LOADERS)],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.context.site",
            ],
        },
    },
    {
        # A live board is drawn with every tap: Jinja2 takes a quarter of the time.
        "NAME": "fragments",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ROOT / "templates" / "fragments"],
        "OPTIONS": {"environment": "companion.fragments.macros.environment"},
    },
]

# Where things are kept ------------------------------------------------------

DATABASES = {"default": environment.database("DRAGONBAG_DATABASE", VAR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Which form opened which table; by default Django would forget those beyond 300.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
}

MEDIA_ROOT = VAR / "media"
# Beside it, so that a large file is moved and not copied; /tmp is often memory.
FILE_UPLOAD_TEMP_DIR = str(environment.folder_in(VAR, "uploads"))
STATIC_URL = "static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [ROOT / "static"]
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
HASHED = "web.static_storage.HashedFiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN if DEBUG else HASHED},
}

# Who is who -----------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
PASSWORD_HASHERS = ["accounts.throttle.hashers.BoundedArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"accounts.passwords.rules.{name}"}
    for name in ("NotLikeTheAccount", "LongEnough", "NotCommon", "NotOnlyDigits")
] + [{"NAME": "accounts.devices.ending.EndsDevices"}]
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180  # seconds; the evenings of a campaign may be months apart
CSRF_FAILURE_VIEW = "web.csrf.refused"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers honour this header over https only, and complain about it elsewhere.
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
EMAIL_TIMEOUT = 10  # seconds
DEFAULT_FROM_EMAIL = environment.text("DRAGONBAG_MAIL_FROM", "dragonbag@localhost")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "one line": {"()": "web.faults.OneLine"},
        "no noise": {"()": "web.faults.NoNoise"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["one line"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Its warnings contain addresses, and addresses contain join codes.
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
        "uvicorn.error": {"filters": ["no noise"]},
    },
}

# The names of all settings; others in the environment are misspelt.
SETTINGS_KNOWN = frozenset(environment.asked)
