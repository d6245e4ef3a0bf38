"""The computing of a page ends when its reader leaves, or when the page runs anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from components.stats.stop import asked, checking
from components.web.streamlit_private import still_wanted


@contextmanager
def reading() -> Iterator[None]:
    """Long work inside ends when nobody waits for this run of a page any more."""
    with checking(there()):
        yield


def there() -> Callable[[], None]:
    """What raises when work that starts here is no longer wanted."""
    return asked() or still_wanted() or _nobody


def _nobody() -> None:
    """Where no page runs nobody leaves."""
