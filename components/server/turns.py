"""Work that takes turns: few at a time, each client's in a line of its own, the lines served one after the other.

A client is an address. Who asks for a hundred things delays the others by one of them at a time, not by a hundred.
"""

from __future__ import annotations

import ipaddress
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

POLL = 0.1
"""Seconds between two looks at whether work whose turn has not come is still waited for."""


class Full(Exception):
    """Too much is waiting, of this client or of all."""


class Turns:
    """`at_once` turns at a time; at most `each` of one client and `most` of all wait for theirs."""

    def __init__(self, at_once: int, each: int, most: int) -> None:
        self._free, self._each, self._most = at_once, each, most
        self._lock = threading.Lock()
        self._lines: OrderedDict[str, deque[threading.Event]] = OrderedDict()

    @contextmanager
    def turn(self, client: str, check: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Wait for a turn of this client and do what is inside. Raises Full; what `check` raises ends the waiting."""
        called = self._queued(client)
        try:
            while not called.wait(POLL):
                check()
            yield
        finally:
            self._leave(client, called)

    def _queued(self, client: str) -> threading.Event:
        called = threading.Event()
        with self._lock:
            if self._free:
                self._free -= 1
                called.set()
                return called
            line = self._lines.get(client, deque())
            if len(line) >= self._each or sum(map(len, self._lines.values())) >= self._most:
                raise Full
            line.append(called)
            self._lines[client] = line
        return called

    def _leave(self, client: str, called: threading.Event) -> None:
        """Give the turn on to the line that has waited longest for one, or leave the line without it."""
        with self._lock:
            if not called.is_set():
                self._lines[client].remove(called)
                if not self._lines[client]:
                    del self._lines[client]
                return
            if not self._lines:
                self._free += 1
                return
            first, line = self._lines.popitem(last=False)
            line.popleft().set()
            if line:
                self._lines[first] = line


def client_of(host: str) -> str:
    """The client at the address of a connection: of IPv6 the network of one household (/64).

    What a request says of itself in X-Forwarded-For is read nowhere but in the server, which puts it in place of the
    address where it comes from a proxy that it trusts.
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else host
