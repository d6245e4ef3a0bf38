"""Proposals for unknown metrics: direction, bounds and maps that the rules of a suite accept."""

import numpy as np
import pytest

from components.intake.proposals import bounds_of, direction_of
from components.intake.uses import unknown_metric
from components.stats.ranking.utility import closeness, utility
from data.cells import read_utilities
from data.registry import Metric


@pytest.mark.parametrize(
    ("name", "direction"),
    [
        # an arrow or words in the heading
        ("accuracy ↓", "lower"),
        ("loss (higher is better)", "higher"),
        ("UA ↑", "higher"),
        ("MIA (lower is better)", "lower"),
        # names of the field
        ("model_utility", "higher"),
        ("forget_quality", "higher"),
        ("forget_Q_A_ROUGE", "lower"),
        ("retain_Q_A_ROUGE", "higher"),
        ("forget accuracy", "lower"),
        ("extraction_strength", "lower"),
        ("FID", "lower"),
        ("1 - FA", "higher"),
        ("one_minus_es", "higher"),
        # what is forgotten, what is kept
        ("forget BLEU", "lower"),
        ("retain F1", "higher"),
        ("general utility", "higher"),
        # a loss turns what its name would settle
        ("utility_nll", "lower"),
        ("utility loss", "lower"),
        ("retain cross-entropy", "lower"),
        ("retain accuracy loss", "lower"),
        ("general utility (bits per byte)", "lower"),
        ("retain KL", "lower"),
        ("utility_mse", "lower"),
        ("forget loss", "higher"),
        ("forget perplexity", "higher"),
        # nothing settles these: a distance on what is forgotten may be one to either model
        ("forget KL", ""),
        ("val loss", ""),
        ("KL", ""),
        ("Perplexity", ""),
        ("test error", ""),
        ("accuracy", ""),
        ("AUC", ""),
        ("1-shot accuracy", ""),
        ("retain accuracy drop", ""),
        ("forget accuracy vs retain accuracy", ""),
        ("retain_Q_A_PERT_Prob", ""),
        ("MIA", ""),
        ("1 - MIA", ""),
        ("UA", ""),
        ("MIA accuracy on forget", ""),
        ("score", ""),
        ("xyz", ""),
        ("accuracy ↑↓", ""),
    ],
)
def test_direction_by_name(name: str, direction: str) -> None:
    assert direction_of(name)[0] == direction


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
def test_every_answer_is_a_metric_that_a_suite_accepts(name: str) -> None:
    answers = [("score", a) for a in ("higher", "lower", "0.4", "-70")] + [("oracle", "")]
    for values in ([], [0.0], [0.2, 0.9], [3.0, 70.0], [-5.0, 1e6], [1e-12, 1e-9], [0.0, 1e15]):
        for role, answer in answers:
            p = unknown_metric(name, values, role, answer)
            maps = read_utilities(p.utilities, p.direction, p.low, p.high)  # type: ignore[arg-type]
            assert all((p.low is None or v >= p.low) and (p.high is None or v <= p.high) for v in values)
            assert bool(maps) == (role == "score"), (values, answer)
            metric = Metric("x", "x", "x", p.direction, "score", p.low, p.high, maps, "", "", "", p.target)  # type: ignore[arg-type]
            found, aims = np.array(values), np.full(len(values), float(p.target or "nan"))
            for used in maps:
                mapped = closeness(found, metric, aims) if p.target else utility(found, metric, used.name)
                assert ((mapped >= 0) & (mapped <= 1)).all(), (values, answer)
