"""Metrics on a log scale whose values lie at their bound so often that their spread over seeds is
cut off."""

from collections.abc import Mapping

import numpy as np

from components.resolved import Resolved
from components.words import Labels

LEAST_SHARE = 1 / 3
"""The share of the runs shown from which on it is said."""


def at_bound(view: Resolved) -> dict[str, tuple[int, int]]:
    """Return by listed metric on a log scale in how many of its runs it lies at its bound or
    beyond and how many it has; only those with a third of the runs or more."""
    n_of_metric = {}
    panel = view.panel
    for metric in view.listed_metrics:
        if metric.scale != "log":
            continue
        values = panel.values[..., panel.metric(metric.id)]
        lower = -np.inf if metric.lower_bound is None else metric.lower_bound
        upper = np.inf if metric.upper_bound is None else metric.upper_bound
        n_at_bound = int(((values <= lower) | (values >= upper)).sum())
        n_runs = int((~np.isnan(values)).sum())
        if n_at_bound and n_at_bound >= LEAST_SHARE * n_runs:
            n_of_metric[metric.id] = (n_at_bound, n_runs)
    return n_of_metric


def spread_notes(n_of_metric: Mapping[str, tuple[int, int]], labels: Labels) -> list[str]:
    """Return which spreads over seeds are lower bounds, by what `at_bound` gives."""
    sentences = []
    for metric, (n_at_bound, n_runs) in n_of_metric.items():
        sentences.append(
            f"{labels.metric(metric)} lies at its bound in {n_at_bound} of {n_runs} runs: the"
            " spread shown is a lower bound."
        )
    return sentences
