"""A small suite with controls and drawn answers; the right order is known by construction."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd

from data.registry import MethodRole, PanelInfo, Tables, UtilityMap
from tests.made import made_metric, made_tables

METHODS = ("good", "fair", "poor", "original", "retrain")
MIX = {"good": 0.1, "fair": 0.4, "poor": 1.0, "original": 0.8, "retrain": 0.05}
"""How far each model is from the reference; `poor` is farther than the original."""


ROLES: dict[str, MethodRole] = {"original": "original", "retrain": "reference"}


def calibrated(prompts: int = 24, answers: int = 3) -> Tables:
    """Two panels with controls: images (b1, b2 = canaries) and questions on them (b3, b4); answers
    for b3 and b4.

    Metrics: FADE (J itself), GOOD (follows the distance), TURNED (the other way), FLAT (always the
    same)."""
    rng = np.random.default_rng(0)
    metrics = [
        made_metric(m, bounds=(0.0, None), utilities=[UtilityMap("reciprocal")])
        for m in ("FADE", "GOOD", "TURNED", "FLAT")
    ]
    far = np.array([MIX[m] for m in METHODS])
    values = np.empty((4, 2, len(METHODS), 4))
    values[..., 0] = far * 2 + rng.normal(0, 0.01, values.shape[:3])
    values[..., 1] = far + rng.normal(0, 0.01, values.shape[:3])
    values[..., 2] = 1 - far
    values[..., 3] = 0.5
    tables = made_tables(
        values, np.broadcast_to(far, values.shape[:3]).copy(), metrics=metrics, methods=METHODS
    )
    runs = tables.runs.assign(
        panel=np.where(tables.runs["benchmark"].isin(["b1", "b2"]), "images", "questions")
    )
    forget_sets = pd.DataFrame({"benchmark": ["b1", "b2", "b3", "b4"]}).assign(
        forget=["random", "canary"] * 2, images="same"
    )
    return replace(
        tables,
        suite=replace(tables.suite, id="calibrated", title="Calibrated"),
        methods=tuple(
            replace(m, family="control", role=ROLES[m.id]) if m.id in ROLES else m
            for m in tables.methods
        ),
        panels=(
            PanelInfo("images", "Images", "made", "image", True, "made"),
            PanelInfo("questions", "Questions", "made", "multimodal", False, "made"),
        ),
        runs=runs,
        extras={
            "fade": runs[["panel", "benchmark", "method", "seed"]].assign(j=runs["FADE"]),
            "fade_samples": _samples(rng, prompts, answers),
            "forget_sets": forget_sets,
        },
    )


def _samples(rng: np.random.Generator, prompts: int, answers: int) -> pd.DataFrame:
    rows = []
    for benchmark, seed in product(("b3", "b4"), (1, 2)):
        reference, wrong = rng.dirichlet(np.full(5, 2.0), (2, prompts // 2))
        for method in METHODS:
            model = (1 - MIX[method]) * reference + MIX[method] * wrong
            for side, shares in (("unlearned", model), ("reference", reference)):
                for p in range(prompts // 2):
                    for y in rng.choice(5, answers, p=shares[p]):
                        logs = np.log(model[p, y]), np.log(reference[p, y])
                        rows.append((benchmark, method, seed, p, side, *logs, 1))
    columns = ["benchmark", "method", "seed", "prompt", "generated_by"]
    columns += ["loglik_unlearned", "loglik_reference", "tokens"]
    return pd.DataFrame(rows, columns=columns)
