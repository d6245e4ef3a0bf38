"""Is the mean of a row past that of a retrained model, beyond what its seeds allow?"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import Floats

Outcome = Literal["past", "not past", "not tested"]
LEVEL = 0.05
"""Of a two-sided test, for all comparisons of one row together."""
_NO_SPREAD = 1e-12


@dataclass(frozen=True)
class PastTest:
    """The mean of a row's seeds beside a retrained model's value.

    t, limit  the distance in standard errors, and what it has to exceed; None where one run or no
              spread leaves nothing to divide by
    """

    outcome: Outcome
    mean: float
    n_seeds: int
    t: float | None = None
    limit: float | None = None


def past_test(
    values: Floats, retrained: float, sign: int, half_digit: float, n_comparisons: int
) -> PastTest:
    """Return whether the mean of values (S,) is past a retrained model's value.

    `retrained` counts as a fixed number, printed to within `half_digit`. `sign` is +1 if higher is
    the better end, −1 if lower is. Student's t over seeds, two-sided, Bonferroni over the
    `n_comparisons` of the row; without spread a mean that differs is past.
    """
    n_seeds = len(values)
    mean = float(values.mean())
    if n_seeds < 2:
        return PastTest("not tested", mean, n_seeds)
    excess = sign * (mean - retrained)
    deviation = float(values.std(ddof=1))
    is_beyond_print = excess > half_digit
    if deviation < _NO_SPREAD:
        return PastTest("past" if is_beyond_print else "not past", mean, n_seeds)
    t = excess / (deviation / np.sqrt(n_seeds))
    limit = float(lazy_scipy.stats.t.ppf(1 - LEVEL / (2 * n_comparisons), n_seeds - 1))
    is_past = is_beyond_print and t > limit
    return PastTest("past" if is_past else "not past", mean, n_seeds, float(t), limit)
