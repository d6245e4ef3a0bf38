"""Work for a kept process that never ends, takes all memory, fails, or answers with what it got."""

from collections.abc import Callable

from data.kept import serve


def main() -> None:
    """Be the process."""
    serve(_prepared)


def _prepared(greeting: bytes) -> Callable[[bytes], bytes]:
    def work(message: bytes) -> bytes:
        while message == b"endless":
            pass
        if message == b"memory":
            return bytes(2**34)
        if message == b"fault":
            raise KeyError("a text of a visitor")
        return greeting + message

    return work
