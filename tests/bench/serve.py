"""The site as `make run` starts it; a plain board stands in where there is none yet."""

import os

import django

from config import serve

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from companion.live import painter
    from tests.bench.plain import pieces

    if not painter.knows("board"):
        painter.register("board", pieces)
    serve.main()
