"""Rankings of released and made-up suites, and their rows as the report has them."""

from typing import Any

import numpy as np

from components.answers.leaderboard.methods import METHODS
from components.answers.leaderboard.ranking import Ranking, compute
from components.resolved import Resolved
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_tables
from tests.released import TABLES


def ranking(tables: Tables = TABLES, **query: str) -> Ranking:
    """The ranking of a selection."""
    return view_of(tables, **query).of(compute)


def rows(tables: Tables = TABLES, **query: str) -> dict[str, dict[str, Any]]:
    """The rows of the report by method, in its order."""
    return listed(view_of(tables, **query))


def listed(view: Resolved) -> dict[str, dict[str, Any]]:
    """The same of a selection that is resolved already."""
    found: Any = METHODS.whole(view)
    return {r["method"]: r for r in found}


def made(values: Any, **query: str) -> Resolved:
    """One benchmark and seed; `values` has a row per method, lower is better."""
    return view_of(made_tables(np.array(values, dtype=float)[None, None]), **query)
