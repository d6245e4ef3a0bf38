"""The fixture `ask`."""

from tests.asking import ask

__all__ = ["ask"]
