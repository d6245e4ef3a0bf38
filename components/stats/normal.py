"""Normal approximations, for numbers of many methods that would take too long to draw."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from components.stats import scipy
from components.stats.bootstrap import Interval
from components.stats.panel import Floats

MANY = 30
"""Methods of a benchmark from which on sums over them are as good as normal."""
_POINT = 1.959964
"""The 97.5 % point of the normal distribution."""


def normal_p(z: float) -> float:
    """Two-sided p of a standard normal statistic."""
    return float(scipy.special.erfc(abs(z) / math.sqrt(2)))


def normal_interval(correlation: float, moves: Floats, group: npt.NDArray[np.intp]) -> Interval:
    """The 95 % interval of a correlation by the infinitesimal jackknife (Jaeckel 1972; Efron 1982, chapter 6).

    It has the variance of the bootstrap over the cells (n,) of each group, were the correlation linear in how often
    each is drawn; `moves` is how far it moves per further copy. Nothing is drawn: `draws` is 0.
    """
    size = np.bincount(group)
    centred = moves - (np.bincount(group, moves) / size.clip(1))[group]
    half = _POINT * math.sqrt(float((centred**2).sum()))
    return Interval(max(-1.0, correlation - half), min(1.0, correlation + half), 0, 0)
