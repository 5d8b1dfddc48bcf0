"""How static files are gathered for a site that is served."""

import re
from pathlib import PurePath, PurePosixPath
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = (
    r"(?m)^(?P<matched>(?P<what>(?:import|export)(?:\b[^\"';]*\bfrom)? )"
    r"[\"'](?P<url>\.{1,2}/[^\"']+)[\"'];)"
)
"""An import as it stands in our modules: at the start of a line, of a file of our own."""

STYLE_IMPORT = r'(?m)^@import "(?P<url>[\w/-]+\.css)";\n'
"""An import as it stands in our styles, of a file beside it or below."""

Found = dict[str, tuple[Storage, str]]


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files named by what they contain, also where our modules import each other.

    So browsers ask for no module twice, and no page mixes the modules of two releases. Django's own
    way to do it would stumble over scripts of packages. Styles that import others are gathered as one,
    so that a page asks for one or two and not for seventeen.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(what)s"%(url)s";'),)),
    )
    max_post_process_passes = 10
    """One for each level of imports, and one that finds nothing left to do."""

    def post_process(self, paths: Found, *args: Any, **options: Any) -> Any:
        return super().post_process(paths | whole_styles(paths), *args, **options)


def whole_styles(paths: Found) -> Found:
    """The styles that import others, each with their words in the place of their names."""
    found: Found = {}
    whole = InMemoryStorage()
    texts = {_posix(name): _text(*at) for name, at in paths.items() if name.endswith(".css")}
    for name in paths:
        text = texts.get(_posix(name), "")
        if not re.search(STYLE_IMPORT, text):
            continue
        folder = PurePosixPath(_posix(name)).parent
        text = re.sub(STYLE_IMPORT, lambda part: texts[str(folder / part["url"])], text)  # noqa: B023 - called at once
        found[name] = (whole, whole.save(name, ContentFile(text.encode())))
    return found


def _posix(name: str) -> str:
    return PurePath(name).as_posix()


def _text(storage: Storage, path: str) -> str:
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text
