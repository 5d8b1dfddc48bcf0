"""The models and their migrations match."""

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_no_change_of_a_model_waits_for_its_migration() -> None:
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
