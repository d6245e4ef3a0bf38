"""The four suites of language models: licences, grids, what recomputes and what is claimed."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest

from components.answers.reproduction.claims import compute as reproduction
from data.folders import BUILT_IN
from tests.answered import view_of
from tests.released import built_in

NAMES = ("tofu", "openunlearning", "tofu_seeds", "muse_seeds")
SUITES = {name: built_in(name) for name in NAMES}
TOFU = SUITES["tofu"]
HALF = 0.5e-4
"""Half a digit of a value that is rounded to four decimals."""


def by_id(tables):
    return {m.id: m for m in tables.metrics}


def harmonic_range(runs: pd.DataFrame, parts: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """Between what the harmonic mean of values rounded to four decimals may lie."""
    values = runs[parts].to_numpy()
    return tuple(
        len(parts) / (1.0 / np.maximum(values + shift, 1e-12)).sum(axis=1)
        for shift in (-HALF, HALF)
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_suite_states_its_licence_source_and_day(name):
    folder, suite = BUILT_IN / name, SUITES[name].suite
    assert suite.id == name
    note = (folder / "LICENSE.md").read_text(encoding="utf-8")
    assert "/".join(suite.source_url.split("/")[-2:]) in note
    assert ("no separate licence file" in " ".join(note.split())) == name.endswith("_seeds")
    is_widened = name in ("tofu_seeds", "muse_seeds")
    assert suite.retrieved == ("2026-11-28" if is_widened else "2026-11-20")


def test_grids_and_hyper_parameters_of_tofu():
    grids = Counter(m.family for m in TOFU.candidates)
    assert grids == {f.id: 24 if f.id == "simnpo" else 18 for f in TOFU.families}
    assert set(grids) == {"altpo", "graddiff", "idkdpo", "idknll", "npo", "rmu", "simnpo", "undial"}
    settings = [(m.family, m.settings) for m in TOFU.candidates]
    assert len(set(settings)) == 150, "no two checkpoints of a family share their settings"
    assert {dict(m.settings)["epochs"] for m in TOFU.candidates} == {"5", "10"}
    assert all(m.settings == () for m in TOFU.methods if m.role != "candidate")
    method = next(m for m in TOFU.methods if m.id == "altpo_lr1e5_b01_a1_ep5")
    assert method.settings == (("lr", "1e-5"), ("beta", "0.1"), ("alpha", "1"), ("epochs", "5"))
    assert (method.role, method.family) == ("candidate", "altpo")


def test_the_harmonic_mean_of_tofu_with_seeds_recomputes_on_all_rows():
    runs = SUITES["tofu_seeds"].runs
    assert (len(runs), int(runs["hm"].isna().sum())) == (251, 3)
    runs = runs[runs["seed"] > 0]  # the models of seed 0 are printed to three decimals
    parts = pd.DataFrame(
        {"u": runs["model_utility"], "p": 1 - runs["forget_prob"], "r": 1 - runs["forget_rouge"]}
    )
    low, high = harmonic_range(parts, ["u", "p", "r"])
    assert ((low <= runs["hm"] + HALF + 1e-9) & (runs["hm"] - HALF - 1e-9 <= high)).all()


@pytest.mark.parametrize("derived", ["mem", "model_utility"])
def test_derived_metrics_of_tofu_are_harmonic_means_of_their_parts_to_rounding(derived):
    runs = TOFU.runs
    low, high = harmonic_range(runs, list(by_id(TOFU)[derived].parts))
    assert ((low <= runs[derived] + HALF + 1e-9) & (runs[derived] - HALF - 1e-9 <= high)).all()


def test_printed_auc_and_means_match_and_the_rest_cannot_be_recomputed():
    rows = reproduction(view_of(TOFU))
    assert Counter((r.statistic, r.outcome) for r in rows) == {
        ("ground_truth_auc", "match"): 13,
        ("ground_truth_mean", "match"): 26,
        ("cited", "not recomputable"): 63,
    }
    told = {r.id for r in rows if r.outcome == "not recomputable"}
    assert all(c.startswith("robust_") or "_s_mia_" in c for c in told)
    assert all("not in this suite" in r.recomputed.note for r in rows if r.id in told)
