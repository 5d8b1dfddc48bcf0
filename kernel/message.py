"""Messages: an English sentence with named parameters, rendered in any language by the caller."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

from kernel.text import isolated, minus

Param: TypeAlias = Union[str, int, "Message", tuple["Param", ...]]
Translate: TypeAlias = Callable[[str], str]


def gettext_noop(text: str) -> str:
    """Mark a text for translation; returns it unchanged."""
    return text


CONTEXT_END = "\x04"
"""What separates context and text in the key of a gettext catalogue."""


def pgettext(context: str, text: str) -> str:
    """Mark a text with a context for translation; returns the key to look it up."""
    return f"{context}{CONTEXT_END}{text}"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence such as ``"{character} marks {card}."`` and what fills it.

    A parameter is a word, a number, another message, or several of these.
    """

    sentence: str
    params: Mapping[str, Param] = field(default_factory=dict)

    def render(self, translate: Translate = str) -> str:
        """Filled in; ``translate`` puts each English sentence into the reader's language."""
        filled = {name: render(value, translate) for name, value in self.params.items()}
        return translate(self.sentence).format(**filled)

    def __str__(self) -> str:
        return self.render()


def render(value: Param, translate: Translate = str) -> str:
    """One parameter as text; several are separated by commas."""
    if isinstance(value, Message):
        return value.render(translate)
    if isinstance(value, tuple):
        return ", ".join(render(part, translate) for part in value)
    return isolated(value) if isinstance(value, str) else minus(value)


def paragraph(messages: tuple[Message, ...], translate: Translate = str) -> str:
    """Several messages as one line of text."""
    return " ".join(message.render(translate) for message in messages)
