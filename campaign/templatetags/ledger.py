"""Sentences of the rules in the reader's language."""

from django import template

from campaign.refusals import said as in_words
from campaign.rules.sentences import Sentence

register = template.Library()


@register.filter
def said(sentence: Sentence) -> str:
    return in_words(sentence)
