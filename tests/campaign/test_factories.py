"""Every model has a factory, and what it makes is valid."""

import inspect

import pytest
from django.apps import apps
from django.db.models import Model
from factory.django import DjangoModelFactory

from tests.campaign import factories

FACTORIES = {
    made._meta.model: made
    for _, made in inspect.getmembers(factories, inspect.isclass)
    if issubclass(made, DjangoModelFactory) and made._meta.model and not made._meta.abstract
}
MODELS = list(apps.get_app_config("campaign").get_models())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
@pytest.mark.django_db
def test_every_model_has_a_factory_that_makes_valid_rows(model: type[Model]) -> None:
    row: Model = FACTORIES[model].create()
    row.full_clean()
    assert model._default_manager.get(pk=row.pk) == row
    assert str(row)
