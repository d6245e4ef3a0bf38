"""Long work asks between its steps whether anybody still wants it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_asked: ContextVar[Callable[[], None] | None] = ContextVar("asked", default=None)


def asked() -> Callable[[], None] | None:
    """What `check` calls here; None where nothing can end the work."""
    return _asked.get()


def check() -> None:
    """End the work by an exception when its result is no longer wanted."""
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
    """Let `check` call `ask` inside, which ends the work by raising."""
    before = _asked.set(ask)
    try:
        yield
    finally:
        _asked.reset(before)
