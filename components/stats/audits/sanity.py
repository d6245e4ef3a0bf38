"""Where a value lies among known ones: the spread of each set-up, the nearest value, and what is
impossible."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Where = Literal["within", "between", "below", "above"]
"""In the range of some set-up; in none, but in the range of all values; beyond that."""


@dataclass(frozen=True)
class Spread:
    """The n values of one set-up: their lowest, mean (on a log scale geometric) and highest."""

    n: int
    low: float
    mean: float
    high: float


@dataclass(frozen=True)
class Sanity:
    """A value among known ones.

    within    the set-ups, by number, whose range holds it
    nearest   the known value next to it, by number, and how far it is: a difference, on a log scale
              in powers of ten
    """

    where: Where
    within: tuple[int, ...]
    nearest: int
    distance: float


def spreads(
    values: npt.ArrayLike,
    setups: Sequence[int],
    *,
    log: bool = False,
) -> tuple[Spread, ...]:
    """Return the spread of each set-up 0 … S − 1 of values (n,).

    `setups` (n,) is the number of the set-up of each value.
    """
    numbers = np.asarray(setups, dtype=np.intp)
    known_values = np.asarray(values, dtype=float)
    spread_of_setups = []
    for setup in range(int(numbers.max(initial=-1)) + 1):
        of_setup = known_values[numbers == setup]
        mean = 10.0 ** np.log10(of_setup).mean() if log else of_setup.mean()
        low = float(of_setup.min())
        high = float(of_setup.max())
        spread_of_setups.append(Spread(len(of_setup), low, float(mean), high))
    return tuple(spread_of_setups)


def sanity(
    value: float,
    values: npt.ArrayLike,
    setups: Sequence[int],
    *,
    log: bool = False,
) -> Sanity | None:
    """Return where a value lies among known `values` (n,) of `setups` (n,).

    None if nothing is known. On a log scale all values are above 0.
    """
    known_values = np.asarray(values, dtype=float)
    if not known_values.size:
        return None
    differences = np.log10(known_values) - np.log10(value) if log else known_values - value
    distances = np.abs(differences)
    nearest = int(distances.argmin())
    within = []
    for setup, spread in enumerate(spreads(known_values, setups, log=log)):
        if spread.low <= value <= spread.high:
            within.append(setup)
    where: Where = "within" if within else "between"
    if value < known_values.min():
        where = "below"
    elif value > known_values.max():
        where = "above"
    return Sanity(where, tuple(within), nearest, float(distances[nearest]))


def limit_from_auc(retrained_auc: float) -> float:
    """Return the highest possible relative distance of an AUC from that of the retrained model.

    In per cent (PrivLeak of MUSE, arXiv 2407.06460).
    """
    return 100.0 * (1.0 - retrained_auc) / retrained_auc
