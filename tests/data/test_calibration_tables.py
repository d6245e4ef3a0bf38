"""The tables of the calibration suite agree with each other and with their settings."""

import csv
import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from scipy.stats import spearmanr

from data.folders import BUILT_IN
from data.load import load_suite
from data.tables.calibration.source import config

FOLDER = BUILT_IN / "calibration"
KEYS = ("benchmark", "method", "seed")
CANARIES = [b.id for b in config.BENCHMARKS if b.forget == "canary"]


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def suite():
    return load_suite(FOLDER)


@pytest.fixture(scope="module")
def runs(suite):
    return suite.runs.set_index(["benchmark", "method", "seed"])


def test_every_cell_has_the_same_seeds_and_no_value_is_missing(suite):
    seeds = sorted(set(suite.runs["seed"]))
    assert len(seeds) >= 3
    assert tuple(seeds) == config.SEEDS[: len(seeds)]
    assert len(suite.runs) == len(config.BENCHMARKS) * len(config.METHODS) * len(seeds)
    assert not suite.runs.isna().any().any()
    assert [m.id for m in suite.methods] == list(config.METHODS)
    roles = {m.id: m.role for m in suite.methods if m.role != "candidate"}
    assert roles == {"noise": "control", "original": "original", "retrain": "reference"}
    assert dict(zip(suite.runs["benchmark"], suite.runs["panel"], strict=True)) == {
        b.id: b.panel for b in config.BENCHMARKS
    }


def test_every_row_carries_the_hash_of_its_configuration():
    strengths = {(r["benchmark"], r["method"]): float(r["strength"]) for r in read("settings")}
    rows = read("runs_meta")
    assert [tuple(r[k] for k in KEYS) for r in rows] == [
        tuple(r[k] for k in KEYS) for r in read("runs")
    ]
    for row in rows:
        wanted = config.configuration(
            row["benchmark"], row["method"], strengths[row["benchmark"], row["method"]]
        )
        assert row["config"] == config.digest(wanted), row
        assert float(row["seconds"]) >= 0


def test_the_strength_used_is_the_one_with_the_smallest_gap():
    tried = defaultdict(list)
    for row in read("tuning"):
        tried[row["benchmark"], row["method"]].append(row)
    assert {len(rows) for rows in tried.values()} == {len(config.GRID)}
    used = {(r["benchmark"], r["method"]): float(r["strength"]) for r in read("settings")}
    for b in config.BENCHMARKS:
        for method in config.METHODS:
            rows = tried.get((f"{b.task}_canary", method))
            assert (rows is not None) == (method in config.TUNED)
            gaps = {
                float(r["strength"]): float(r["gap"]) for r in rows or [{"strength": 1, "gap": 0}]
            }
            assert gaps[used[b.id, method]] <= min(gaps.values()) + 1e-5


def test_proportions_are_whole_numbers_of_samples(suite):
    for row in read("samples"):
        values = suite.runs.loc[suite.runs["benchmark"] == row["benchmark"], row["metric"]] * int(
            row["n"]
        )
        np.testing.assert_allclose(values, np.rint(values), atol=1e-6)


@pytest.mark.parametrize("benchmark", CANARIES)
def test_a_retrained_model_does_not_know_the_canaries_and_the_original_does(runs, benchmark):
    original, retrained = (
        runs.xs((benchmark, m), level=("benchmark", "method")) for m in ("original", "retrain")
    )
    assert original["FA"].min() > 0.7
    assert retrained["FA"].max() < 0.15
    assert original["RA"].min() > 0.9
    assert retrained["RA"].min() > 0.9
    for metric in ("JS", "FADE", "oracle_distance"):
        assert retrained[metric].max() < original[metric].min(), metric


@pytest.mark.parametrize("benchmark", [b.id for b in config.BENCHMARKS])
def test_an_independent_retrain_is_about_one_spread_from_the_ensemble(runs, benchmark):
    distances = runs.xs((benchmark, "retrain"), level=("benchmark", "method"))["oracle_distance"]
    assert 0.7 < distances.mean() < 1.4


def test_the_original_needs_no_relearning(runs):
    assert (runs.xs("original", level="method")["RT"] == 0).all()


def test_equivalence_adds_up_and_is_the_metric(runs):
    for row in read("fade"):
        j, forward, backward = (float(row[k]) for k in ("j", "forward", "backward"))
        assert j == pytest.approx(forward + backward, rel=1e-5)
        assert j == pytest.approx(
            runs.loc[(row["benchmark"], row["method"], int(row["seed"])), "FADE"], rel=1e-5
        )
        per_token = forward / float(row["tokens_unlearned"]) + backward / float(
            row["tokens_reference"]
        )
        assert float(row["j_per_token"]) == pytest.approx(per_token, rel=1e-4)


def test_floor_and_ceiling():
    """Any two retrained models are closer than the original is, on the canaries."""
    rows = read("fade_bounds")
    floors = Counter(r["benchmark"] for r in rows if r["kind"] == "floor")
    assert set(floors.values()) == {math.comb(len(config.REFERENCES), 2)}
    for name in CANARIES:
        js = {
            k: [float(r["j"]) for r in rows if r["benchmark"] == name and r["kind"] == k]
            for k in ("floor", "ceiling")
        }
        assert max(js["floor"]) < min(js["ceiling"])


def test_drawn_answers_agree_with_the_divergence_measured():
    """The answers kept order methods as all answers drawn do, and these agree with the exact
    divergences.

    The former only about: a few prompts far from the reference make up much of a mean, and 12 of a
    run are kept."""
    ratios = defaultdict(list)
    for row in read("fade_samples"):
        ratio = float(row["loglik_unlearned"]) - float(row["loglik_reference"])
        sign = 1 if row["generated_by"] == "unlearned" else -1
        ratios[row["benchmark"], row["method"], row["generated_by"]].append(sign * ratio)
        assert int(row["tokens"]) >= 1
        assert max(float(row["loglik_unlearned"]), float(row["loglik_reference"])) <= 1e-6
    measured, exact = defaultdict(list), defaultdict(list)
    for row in read("fade"):
        measured[row["benchmark"], row["method"]].append(float(row["j_sampled"]))
        exact[row["benchmark"], row["method"]].append(float(row["j"]))
    cells = sorted({key[:2] for key in ratios})
    assert len(cells) == 4 * len(config.METHODS)
    kept = [
        sum(float(np.mean(ratios[*c, side])) for side in ("unlearned", "reference")) for c in cells
    ]
    whole = [float(np.mean(measured[c])) for c in cells]
    assert spearmanr(kept, whole).statistic > 0.9
    assert np.corrcoef(whole, [float(np.mean(exact[c])) for c in cells])[0, 1] > 0.99


def test_inversion_rows():
    rows = read("inversion")
    cells = Counter((r["attack"], r["private_set"]) for r in rows)
    assert len({attack for attack, _ in cells}) >= 3
    assert {name for _, name in cells} == {"digits", "mnist5k"}
    assert min(cells.values()) >= 300
    pictures = Counter()
    for row in rows:
        assert {row[k] for k in ("standard", "judge1", "judge2")} <= {"yes", "no"}
        for judge in ("judge1", "judge2"):
            yes = row[f"{judge}_trusts"] == "yes" and row[f"{judge}_class"] == row["identity"]
            assert (row[judge] == "yes") == yes
        if row["image"]:
            assert (row["standard"], row["judge1"]) == ("yes", "no")
            assert len(row["image"]) == (64 if row["private_set"] == "digits" else 196)
            pictures[row["attack"], row["private_set"]] += 1
    assert max(pictures.values()) <= 40


def test_evaluators_are_good_on_real_images():
    for row in read("inversion_judges"):
        assert int(row["positive_yes"]) / int(row["positive_pairs"]) > 0.9
        assert int(row["negative_no"]) / int(row["negative_pairs"]) > 0.98
