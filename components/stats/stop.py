"""Long work asks between its steps whether anybody still wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_asked: ContextVar[Callable[[], None] | None] = ContextVar("asked", default=None)


def check() -> None:
    """End the work by an exception if whoever started it says so; nothing where nobody can."""
    ask = _asked.get()
    if ask is not None:
        ask()


def checked(steps: Iterable[T]) -> Iterator[T]:
    """The steps of a loop, each after a check."""
    for step in steps:
        check()
        yield step


@contextmanager
def checking(ask: Callable[[], None]) -> Iterator[None]:
    """Everything inside that checks calls `ask`, which ends it by raising. Beside an outer one, which still counts."""
    outer = _asked.get()

    def both() -> None:
        if outer is not None:
            outer()
        ask()

    before = _asked.set(both)
    try:
        yield
    finally:
        _asked.reset(before)
