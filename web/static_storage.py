"""How static files are gathered for a site that is served."""

from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORT = (
    r"(?m)^(?P<matched>(?P<what>(?:import|export)(?:\b[^\"';]*\bfrom)? )"
    r"[\"'](?P<url>\.{1,2}/[^\"']+)[\"'];)"
)
"""An import as it stands in our modules: at the start of a line, of a file of our own."""


class HashedFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files named by what they contain, also where our modules import each other.

    So browsers ask for no module twice, and no page mixes the modules of two releases. Django's own
    way to do it would stumble over scripts of packages.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((IMPORT, '%(what)s"%(url)s";'),)),
    )
    max_post_process_passes = 10
    """One for each level of imports, and one that finds nothing left to do."""
