"""What would separate two rows: how many seeds, or how many groups of benchmarks like these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from components.plain import whole_number
from components.stats.panel import Floats
from components.stats.separation.inference import SEEDS_NEEDED, PairTest, Rows, pair_tests
from components.stats.separation.planning import LEVEL, MOST, needed, noncentrality_interval
from components.text import thousands

NO_LIMIT = "no upper limit: the difference may be 0"


def planned(rows: Rows, pairs: Sequence[PairTest]) -> tuple[PairTest, ...]:
    """Pairs of one scope with what they need for power .8 at level .05/m, and at .05 were they the only two.

    Pairs without an interval stay as they are.
    """
    if not pairs:
        return ()
    over, place = pairs[0].over, {name: i for i, name in enumerate(rows.names)}
    a, b = rows.pairs
    number = {(int(i), int(j)): k for k, (i, j) in enumerate(zip(a, b, strict=True))}
    open_ = [k for k, p in enumerate(pairs) if p.low is not None]
    tests = pair_tests(
        rows, over, np.array([number[place[pairs[k].a], place[pairs[k].b]] for k in open_], dtype=np.intp)
    )
    effect, fewest = tests.difference / tests.one, SEEDS_NEEDED if over == "seeds" else 2
    counts = needed(effect, rows.level, tests.share, fewest)
    alone = needed(effect, LEVEL, tests.share, fewest)
    strongest, weakest = _ends(effect, tests.df) if over == "benchmarks" else (effect, effect)
    low, high = needed(strongest, rows.level), needed(weakest, rows.level)
    found = list(pairs)
    for n, k in enumerate(open_):
        both = over == "benchmarks"
        enough = whole_number(counts[n])
        unlimited = both and math.isinf(high[n])
        reasons = (
            pairs[k].reason,
            f"more than {thousands(MOST)} {over}" if math.isinf(counts[n]) else "",
            (NO_LIMIT if weakest[n] == 0 else f"upper limit: more than {thousands(MOST)}") if unlimited else "",
        )
        found[k] = replace(
            pairs[k],
            seeds_needed=None if both else enough,
            benchmarks_needed=enough if both else None,
            benchmarks_low=whole_number(low[n]) if both else None,
            benchmarks_high=whole_number(high[n]) if both else None,
            needed_alone=whole_number(alone[n]),
            reason="; ".join(filter(None, reasons)),
        )
    return tuple(found)


def _ends(effect: Floats, df: Floats) -> tuple[Floats, Floats]:
    """(P,) absolute ends of the 95 % interval of an effect on one group, the larger first; 0 where it contains 0."""
    strongest, weakest = np.empty(len(effect)), np.empty(len(effect))
    for freedom in np.unique(df):
        own, root = df == freedom, math.sqrt(freedom + 1)
        low, high = (end / root for end in noncentrality_interval(effect[own] * root, int(freedom)))
        strongest[own] = np.maximum(np.abs(low), np.abs(high))
        weakest[own] = np.where((low <= 0) & (high >= 0), 0.0, np.minimum(np.abs(low), np.abs(high)))
    return strongest, weakest
