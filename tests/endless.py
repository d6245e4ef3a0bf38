"""Work that somebody has to end, and work that somebody has to let go."""

import asyncio
import threading
import time
from collections.abc import Callable

from components.stats.stop import check, checked


class Endless:
    """Counts its steps until a check ends it; `reason` is what the check raised. Unchecked it ends after a while."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()
        self.steps = 0
        self.reason: BaseException | None = None

    def __call__(self) -> bytes:
        try:
            for step in checked(range(2_000)):
                self.steps = step
                self.begun.set()
                self.ended.wait(0.005)
        except BaseException as error:
            self.reason = error
            raise
        finally:
            self.ended.set()
        return b"unchecked"


class Held:
    """An answer that is there when it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self) -> bytes:
        self.begun.set()
        while not self.go.wait(0.01):
            check()
        return b"x"


async def until(said: Callable[[], object]) -> None:
    """Let others run until something holds."""
    end = time.monotonic() + 60
    while not said():
        assert time.monotonic() < end
        await asyncio.sleep(0.001)


PAGE = Endless()
"""What tests/widgets/apps/endless.py computes."""
