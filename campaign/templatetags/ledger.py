"""Sentences of the rules in the reader's language."""

from django import template

from campaign.errors import translate as in_words
from kernel.message import Message

register = template.Library()


@register.filter
def translate(sentence: Message) -> str:
    return in_words(sentence)
