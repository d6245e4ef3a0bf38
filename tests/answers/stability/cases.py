"""Selections that several questions of the stability page are asked of."""

from typing import Any

import numpy as np

from components.answers.record import Answer
from components.resolved import Resolved
from tests.answered import view_of
from tests.made import made_tables

TEN_THOUSAND = "10\N{NARROW NO-BREAK SPACE}000"
VIEW = view_of()


def made(shape: tuple[int, ...], seed: int = 0, **query: str) -> Resolved:
    """A suite of random values: benchmarks, seeds, methods, metrics."""
    return view_of(made_tables(np.random.default_rng(seed).random(shape)), **query)


TIED = view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))
EIGHT = made((1, 1, 8, 4), 3)


def lines(answer: Answer[Any], view: Resolved) -> list[str]:
    """What an answer says, without empty texts."""
    return [line for line in answer.said(view).lines if line]


def notes(answer: Answer[Any], view: Resolved) -> list[str]:
    """What qualifies it."""
    return [note for note in answer.said(view).notes if note]
