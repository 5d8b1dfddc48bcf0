"""The campaign's migrations of a later version: the real ones and one more."""

from campaign import migrations

__path__ = [*__path__, *migrations.__path__]
