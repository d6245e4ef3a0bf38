"""A suite with many blocks: means are of all runs, and what is drawn stands for them."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.report import report
from components.resolved import whole_panel
from components.selection import default_selection
from components.sentences import sampled
from data import folders, store
from data.blocks import MOST_BLOCKS
from data.load import load_suite
from data.registry import Tables
from tests.answered import view_of
from tests.bench.suites import Shape, make
from tests.large import served

__all__ = ["served"]

SHAPE = Shape(12, 4, 50)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = make(tmp_path_factory.mktemp("sampling") / "many", SHAPE, form="parquet")
    text = (made / "metrics.csv").read_text(encoding="utf-8")
    head, first, *rest = text.splitlines()
    log = first.replace(",0,1,identity,", ",0.001,1,linear,") + ",log"
    (made / "metrics.csv").write_text("\n".join([f"{head},scale", log, *(f"{r},linear" for r in rest)]), "utf-8")
    return made


@pytest.fixture(scope="module")
def everything(folder: Path) -> Tables:
    return load_suite(folder)


def test_as_many_seeds_of_every_benchmark_are_drawn_as_blocks_allow(served: Tables, everything: Tables) -> None:
    assert served.n_runs == len(everything.runs) == SHAPE.runs
    blocks = served.runs.groupby("benchmark")["seed"].agg(lambda s: tuple(sorted(set(s))))
    assert [len(s) for s in blocks] == [MOST_BLOCKS // SHAPE.benchmarks] * SHAPE.benchmarks
    assert len(set(blocks)) == 1, "the same seeds, so that benchmarks stay paired"
    pd.testing.assert_frame_equal(
        served.runs.reset_index(drop=True),
        everything.runs.set_index("run_id", drop=False).loc[served.runs["run_id"]].reset_index(drop=True),
    )


def test_means_and_counts_are_those_of_all_runs(served: Tables, everything: Tables) -> None:
    """The other side is pandas on all runs."""
    panel = view_of(served).panel
    assert (panel.n_runs, panel.n_cells) == (SHAPE.runs, SHAPE.methods * SHAPE.benchmarks)
    scaled = everything.runs.assign(x1=np.log10(everything.runs["x1"].clip(lower=0.001)))
    grouped = scaled.groupby(["benchmark", "method"])
    shape = (SHAPE.benchmarks, SHAPE.methods)
    assert panel.all_runs is not None
    for k, metric in enumerate(panel.metric_ids):
        np.testing.assert_allclose(panel.cells[..., k], grouped[metric].mean().to_numpy().reshape(shape), rtol=1e-11)
    oracle = panel.oracle_cells
    assert oracle is not None
    np.testing.assert_allclose(oracle, grouped["distance"].mean().to_numpy().reshape(shape), rtol=1e-11)


def test_ranks_are_those_of_all_runs(served: Tables, everything: Tables) -> None:
    for query in ({"weights": "x1:0.3,x2:0.3,x3:0.4"}, {"weights": "x4:1", "methods": "m01,m05,m07"}):
        drawn, whole = (view_of(t, **query) for t in (served, everything))
        np.testing.assert_array_equal(drawn.ranks, whole.ranks)
        np.testing.assert_allclose(drawn.scores, whole.scores, rtol=1e-11)


def test_a_folder_gives_the_numbers_of_the_database(served: Tables, everything: Tables) -> None:
    """The same blocks are compared, whether the database drew them or the panel does."""
    chosen = default_selection(served)
    from_database, from_folder = (report(t, chosen, ["leaderboard", "reliability"]) for t in (served, everything))
    assert from_folder["n_runs_compared"] == 576
    numbers = [
        pd.json_normalize({k: v for k, v in r.items() if k != "data_version"}) for r in (from_database, from_folder)
    ]
    pd.testing.assert_frame_equal(*numbers, rtol=1e-9)


def test_choices_of_seeds_and_parts_of_a_panel(served: Tables) -> None:
    """Benchmarks, methods and metrics cut what all runs come to in the same way."""
    seeds = sorted({int(s) for s in served.runs["seed"]})[:2]
    panel = view_of(served, seeds=",".join(map(str, seeds))).panel
    assert panel.all_runs is None
    assert panel.seeds == tuple(seeds)
    panel = whole_panel(served, "main")
    part = panel.subset([2, 0], methods=[5, 1]).of_metrics([3, 1])
    np.testing.assert_array_equal(part.cells, panel.cells[np.ix_([2, 0], [5, 1], [3, 1])])
    assert panel.n_runs_compared == len(served.runs)


def test_readers_and_the_report_are_told(served: Tables) -> None:
    resolved = view_of(served)
    assert "uses 576 of them: 48 blocks" in sampled(resolved.panel, resolved.aggregate)
    assert "ranks" not in sampled(resolved.panel, "mean-of-scores")
    told = report(served, resolved.selection, ["tradeoff"])
    assert (told["n_runs"], told["n_runs_compared"]) == (2_400, 576)


def test_a_suite_within_the_blocks_is_served_as_it_is(served: Tables) -> None:
    calibration = store.tables("calibration")
    assert calibration.whole is None
    assert sampled(view_of(calibration).panel, "") == ""
    pd.testing.assert_frame_equal(calibration.runs, load_suite(folders.BUILT_IN / "calibration").runs)


def test_what_changed_is_told_of_all_runs(served: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A manifest with one run more, though pages hold a part of them."""
    rows = store.manifest("many")
    before = {**rows, "runs": {"rows": SHAPE.runs + 1, "fingerprint": "0" * 12}}
    monkeypatch.setattr(store, "stored_manifest", lambda *_: before)
    assert store.changes("many", "f" * 12) == ["The table runs had 2401 rows and has 2400 rows now."]
