"""A suite with many blocks: means are of all runs, and what is drawn stands for them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from components.report import report
from components.resolved import Resolved, whole_panel
from components.selection import default_selection, parse
from components.sentences import sampled
from components.stats.ranking.rank_intervals import rank_intervals
from data import build, database, folders, frames, store
from data.load import load_suite
from data.registry import Tables
from data.sampling import MOST_BLOCKS
from tests.bench.suites import Shape, make

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
def served(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """The suite as pages start from it."""
    store.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LEADERBOARD_DATABASE", str(tmp_path_factory.mktemp("database")))
        patch.setattr(build, "suite_folders", lambda: [folder, folders.BUILT_IN / "calibration"])
        yield store.tables("many")
    store.close()


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


def test_means_counts_and_spread_are_those_of_all_runs(served: Tables, everything: Tables) -> None:
    """The other side is pandas on all runs."""
    panel = Resolved(served, default_selection(served)).panel
    assert (panel.n_runs, panel.n_cells) == (SHAPE.runs, SHAPE.methods * SHAPE.benchmarks)
    scaled = everything.runs.assign(x1=np.log10(everything.runs["x1"].clip(lower=0.001)))
    grouped = scaled.groupby(["benchmark", "method"])
    shape = (SHAPE.benchmarks, SHAPE.methods)
    assert panel.whole is not None
    for k, metric in enumerate(panel.metric_ids):
        np.testing.assert_allclose(panel.cells[..., k], grouped[metric].mean().to_numpy().reshape(shape), rtol=1e-11)
        np.testing.assert_allclose(panel.whole.sds[..., k], grouped[metric].std().to_numpy().reshape(shape), rtol=1e-9)
        np.testing.assert_array_equal(panel.whole.n[..., k], grouped[metric].count().to_numpy().reshape(shape))
    oracle = panel.oracle_cells
    assert oracle is not None
    np.testing.assert_allclose(oracle, grouped["distance"].mean().to_numpy().reshape(shape), rtol=1e-11)


def test_ranks_are_those_of_all_runs(served: Tables, everything: Tables) -> None:
    for query in ({"weights": "x1:0.3,x2:0.3,x3:0.4"}, {"weights": "x4:1", "methods": "m01,m05,m07"}):
        drawn, whole = (Resolved(t, parse(query, t)[0]) for t in (served, everything))
        np.testing.assert_array_equal(drawn.ranks, whole.ranks)
        np.testing.assert_allclose(drawn.scores, whole.scores, rtol=1e-11)


def test_seeds_drawn_again_vary_as_the_means_of_all_seeds(served: Tables) -> None:
    """The variance of a mean of s values drawn from s with replacement is Σd²/s²: it must be sd²/n."""
    panel = whole_panel(served, "main")
    assert panel.whole is not None
    values = panel.narrowed.scaled
    off = values - np.nanmean(values, axis=1, keepdims=True)
    again = np.nansum(off**2, axis=1) / (~np.isnan(off)).sum(axis=1) ** 2
    np.testing.assert_allclose(again, panel.whole.sds**2 / panel.whole.n, rtol=1e-9)
    np.testing.assert_allclose(np.nanmean(values, axis=1), panel.whole.means, rtol=1e-9)


def test_rank_intervals_are_about_those_of_all_runs(served: Tables, everything: Tables) -> None:
    found, expected = (
        rank_intervals(whole_panel(t, "main"), np.full(4, 0.25), range(SHAPE.methods), transform="identity", rule=None)
        for t in (served, everything)
    )
    assert np.abs(found.low - expected.low).max() <= 1
    assert np.abs(found.high - expected.high).max() <= 1
    np.testing.assert_allclose(found.p_first, expected.p_first, atol=0.05)


def test_a_choice_of_seeds_is_of_these_alone(served: Tables) -> None:
    seeds = sorted({int(s) for s in served.runs["seed"]})[:2]
    panel = Resolved(served, parse({"seeds": ",".join(map(str, seeds))}, served)[0]).panel
    assert panel.whole is None
    assert panel.seeds == tuple(seeds)


def test_readers_and_the_report_are_told(served: Tables) -> None:
    resolved = Resolved(served, default_selection(served))
    assert sampled(resolved.panel) == (
        "Means and ranks are of all 2\u202f400 runs. What compares single runs uses 12 of 50 seeds per benchmark, "
        "drawn at random."
    )
    told = report(served, resolved.selection, ["tradeoff"])
    assert (told["n_runs"], told["n_drawn"]) == (2_400, 576)


def test_a_suite_within_the_blocks_is_served_as_it_is(served: Tables) -> None:
    calibration = store.tables("calibration")
    assert calibration.whole is None
    assert sampled(Resolved(calibration, default_selection(calibration)).panel) == ""
    pd.testing.assert_frame_equal(calibration.runs, load_suite(folders.BUILT_IN / "calibration").runs)


def test_what_changed_is_told_of_all_runs(served: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    """A manifest with one run more, though pages hold a part of them."""
    rows = {n: {"rows": int(r), "fingerprint": str(f)} for n, r, f in store.query("manifest", suite="many").to_numpy()}
    before = {**rows, "runs": {"rows": SHAPE.runs + 1, "fingerprint": "0" * 12}}
    monkeypatch.setattr(store, "stored_manifest", lambda *_: before)
    assert store.changes("many", "f" * 12) == ["The table runs had 2401 rows and has 2400 rows now."]


def test_a_part_of_a_panel_keeps_the_means_of_all(served: Tables) -> None:
    """Benchmarks, methods and metrics cut what all runs come to in the same way."""
    panel = whole_panel(served, "main")
    part = panel.subset([2, 0], methods=[5, 1]).of_metrics([3, 1])
    np.testing.assert_array_equal(part.cells, panel.cells[np.ix_([2, 0], [5, 1], [3, 1])])
    assert replace(panel, whole=None).n_runs == len(served.runs)


def test_a_long_table_is_verified_a_column_at_a_time(
    everything: Tables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (database, frames):
        monkeypatch.setattr(module, "MAX_ROWS", 100)
    with database.connect(tmp_path / "long.duckdb", writable=True) as con:
        database.write(con, [everything], "long")
        database.verify(con, "long")
        con.execute("UPDATE many.runs SET x3 = x3 + 1e-9 WHERE rowid = 1234")
        with pytest.raises(database.DamagedDatabase, match="the tables of many are not those that were put in"):
            database.verify(con, "long")
