"""The computing of a page ends when its reader leaves, or when the page runs again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from components.stats.stop import checking, current_check
from components.web.streamlit_private import still_wanted


@contextmanager
def reading() -> Iterator[None]:
    """Long work inside ends when this run of a page is no longer wanted."""
    with checking(there()):
        yield


def there() -> Callable[[], None]:
    """A function that raises when work that starts here is no longer wanted."""
    return current_check() or still_wanted() or _nobody


def _nobody() -> None:
    """Never raises: no page runs here."""
