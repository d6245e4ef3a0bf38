"""The computing of a page: it ends when its reader leaves, and takes turns by client when it is long."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_run_context import get_run_yield_check

from components.server.turns import Turns, client_of
from components.stats.stop import asked, checking

LONG = 1.0
"""Seconds of the processor that each run of a page has before it takes turns with others."""
AT_ONCE, WAITING = 2, 1_000
TURNS = Turns(AT_ONCE, WAITING, WAITING)
"""Long runs of pages that compute at the same time, and that wait, of one client as of all."""
_reader: ContextVar[_Reader | None] = ContextVar("reader", default=None)


class _Reader:
    """Who reads the page that runs: `there` raises when nobody does any more or the page runs anew."""

    def __init__(self, there: Callable[[], None]) -> None:
        self.there, self.turn, self.has_turn, self.begun = there, ExitStack(), False, time.thread_time()

    def check(self) -> None:
        self.there()
        if not self.has_turn and time.thread_time() - self.begun > LONG:
            self.turn.enter_context(TURNS.turn(client(), self.there))
            self.has_turn = True

    def pause(self) -> None:
        self.turn.close()
        self.has_turn = False


@contextmanager
def reading() -> Iterator[None]:
    """Long work inside ends when the reader of this page leaves, or when the page runs anew. One in another is one."""
    if _reader.get() is not None:
        yield
        return
    reader = _Reader(get_run_yield_check() or _nobody)
    token = _reader.set(reader)
    try:
        with reader.turn, checking(reader.check):
            yield
    finally:
        _reader.reset(token)


def client() -> str:
    """The client at a reader's address; the session where no address is known."""
    address = st.context.ip_address
    return client_of(address) if address else str(st.session_state.setdefault("client", secrets.token_hex(8)))


def there() -> Callable[[], None]:
    """What raises when work that begins here is no longer wanted."""
    return asked() or get_run_yield_check() or _nobody


def pause() -> None:
    """Give the turn on while waiting for what somebody else computes, who may wait for a turn."""
    reader = _reader.get()
    if reader is not None:
        reader.pause()


def _nobody() -> None:
    """Where no page runs nobody leaves."""
