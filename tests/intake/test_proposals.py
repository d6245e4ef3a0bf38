"""Proposals for unknown metrics: direction, bounds and maps that the rules of a suite accept."""

from __future__ import annotations

import numpy as np
import pytest

from components.intake.proposals import arrow_of, bounds_of, direction_of
from components.intake.uses import unknown_metric
from components.stats.ranking.utility import utility
from data.cells import read_utilities
from data.registry import Metric


@pytest.mark.parametrize(
    ("name", "direction", "sure"),
    [
        ("val loss", "lower", True),
        ("Perplexity", "lower", True),
        ("KL", "lower", True),
        ("test error", "lower", True),
        ("accuracy", "higher", True),
        ("Top-1 Acc", "higher", True),
        ("AUC", "higher", True),
        ("model_utility", "higher", True),
        ("forget_Q_A_ROUGE", "lower", True),
        ("forget accuracy", "lower", True),
        ("retain_Q_A_ROUGE", "higher", True),
        ("forget_quality", "higher", True),
        ("extraction_strength", "lower", True),
        ("one_minus_es", "higher", False),
        ("1-FA loss", "higher", True),
        ("MIA AUC", "higher", False),
        ("attack success", "higher", False),
        ("score", "higher", False),
        ("1-shot accuracy", "higher", True),
        ("accuracy ↓", "lower", True),
        ("loss (higher is better)", "higher", True),
        ("uds", "higher", False),
        ("xyz", "higher", False),
        ("privleak", "higher", False),
    ],
)
def test_direction_by_name(name: str, direction: str, sure: bool) -> None:
    assert direction_of(name)[:2] == (direction, sure)


@pytest.mark.parametrize(
    ("name", "values", "bounds"),
    [
        ("accuracy", [0.1, 0.9], (0, 1)),
        ("accuracy", [10.0, 90.0], (0, 100)),
        ("loss", [0.1, 0.9], (0, None)),
        ("correlation", [-0.4, 0.9], (-1, 1)),
        ("privleak", [-90.0, 3.0], (None, None)),
        ("count", [3.0, 900.0], (0, None)),
        ("nothing yet", [], (0, 1)),
    ],
)
def test_bounds_by_name_and_values(name: str, values: list[float], bounds: tuple) -> None:
    assert bounds_of(name, values)[:2] == pytest.approx(bounds)


@pytest.mark.parametrize("name", ["accuracy", "loss", "js divergence", "correlation", "privleak", "xyz", "1-acc"])
@pytest.mark.parametrize("values", [[], [0.0], [0.2, 0.9], [3.0, 70.0], [-5.0, 1e6], [1e-12, 1e-9], [0.0, 1e15]])
@pytest.mark.parametrize("role", ["score", "oracle"])
def test_every_proposal_is_a_metric_that_a_suite_accepts(name: str, values: list[float], role: str) -> None:
    p = unknown_metric(name, values, role)
    maps = read_utilities(p.utilities, p.direction, p.low, p.high)  # type: ignore[arg-type]
    assert all((p.low is None or v >= p.low) and (p.high is None or v <= p.high) for v in values)
    assert bool(maps) == (role == "score")
    metric = Metric("x", "x", "x", p.direction, "score", p.low, p.high, maps, "", "", "")  # type: ignore[arg-type]
    for used in maps:
        mapped = utility(np.array(values), metric, used.name)
        assert ((mapped >= 0) & (mapped <= 1)).all()


def test_what_headings_say() -> None:
    assert arrow_of("FA ↓") == "lower"
    assert arrow_of("FA (Higher is better)") == "higher"
    assert arrow_of("FA ↑↓") == ""
