"""The settings of this site's next version: what a browser finds after an update."""

from config.settings import *  # noqa: F403 - all of them but one

VERSION = "999.0.0"
