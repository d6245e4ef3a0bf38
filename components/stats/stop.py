"""Long work checks between its steps whether its result is still wanted."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")
_check: ContextVar[Callable[[], None] | None] = ContextVar("check", default=None)


def current_check() -> Callable[[], None] | None:
    """What `check` calls here; None where nothing can end the work."""
    return _check.get()


def check() -> None:
    """End the work by an exception when its result is no longer wanted."""
    ask = _check.get()
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
    before = _check.set(ask)
    try:
        yield
    finally:
        _check.reset(before)
