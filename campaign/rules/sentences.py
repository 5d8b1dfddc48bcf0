"""Sentences: one English template with named parameters, rendered in any language by the caller."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

Param: TypeAlias = Union[str, int, "Sentence", tuple["Param", ...]]
Translate: TypeAlias = Callable[[str], str]


def gettext_noop(text: str) -> str:
    """Mark a template for the message catalogue; the text itself stays as it is."""
    return text


@dataclass(frozen=True, slots=True)
class Sentence:
    """A template such as ``"{character} marks {card}."`` and what fills it.

    A parameter is a word, a number, another sentence, or several of these.
    """

    template: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def render(self, translate: Translate = str) -> str:
        """The finished text; ``translate`` turns each English template into the reader's own."""
        filled = {name: render(value, translate) for name, value in self.params.items()}
        return translate(self.template).format(**filled)

    def __str__(self) -> str:
        return self.render()


def render(value: Param, translate: Translate = str) -> str:
    """One parameter as text; several are parted by commas."""
    if isinstance(value, Sentence):
        return value.render(translate)
    if isinstance(value, tuple):
        return ", ".join(render(part, translate) for part in value)
    return str(value)


def paragraph(sentences: tuple[Sentence, ...], translate: Translate = str) -> str:
    """Several sentences as one line of text."""
    return " ".join(sentence.render(translate) for sentence in sentences)
