"""Why something is refused: a code, its parameters and one English sentence."""

from collections.abc import Mapping
from typing import Any, ClassVar

from kernel.message import Message, Translate


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """The base of all refusals. ``key`` picks the sentence, ``code`` is the part before its dot.

    ``params`` fill the placeholders of the sentence; ``status`` is the HTTP status of the answer.
    """

    sentences: ClassVar[Mapping[str, str]] = {}
    status: ClassVar[int] = 422

    def __init__(self, key: str, /, **params: Any) -> None:
        self.key = key
        self.code = key.partition(".")[0]
        self.params: dict[str, Any] = params
        super().__init__(key)

    def __str__(self) -> str:
        return self.message  # rendered when somebody reads it: most refusals are only counted

    @property
    def sentence(self) -> str:
        """The English sentence, its {placeholders} not yet filled in."""
        return self.sentences[self.key]

    @property
    def message(self) -> str:
        """The English sentence, filled in."""
        return self.render()

    def render(self, translate: Translate = str) -> str:
        """The sentence, filled in, in the language of ``translate``."""
        return self.as_message.render(translate)

    @property
    def as_message(self) -> Message:
        """The sentence as a parameter of another one."""
        return Message(self.sentence, self.params)


class UnreadableError(Exception):
    """What is stored of a game or a campaign cannot be read by this release; nothing is changed."""
