"""Two methods asked of the engine, against pandas: averages over seeds, filters, order, and what only one has."""

from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from data import database, per_sample, sample_pairs
from data.load import load_suite
from data.per_sample import PerSample
from data.sample_pairs import Wanted
from tests.bench.suites import Shape, add_samples, make
from tests.data.test_per_sample import put, rows

SHAPE = Shape(3, 2, 3)
PAIR = Wanted("main", "x2", "", "m3", "m1")


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some values are missing: a sample of one method alone, and a seed of a sample."""
    folder = make(tmp_path_factory.mktemp("made") / "sampled", SHAPE)
    add_samples(folder, SHAPE, 8)
    frame = rows(folder).assign(field="")
    alone = (frame["method"] == "m1") & (frame["sample"] == "sample 2") & (frame["benchmark"] == "b1")
    one_seed = (frame["method"] == "m3") & (frame["sample"] == "sample 4") & (frame["seed"] == 1)
    beside = frame[(frame["metric"] == "x1") & (frame["method"] != "m2")].assign(field="loss")
    return put(folder, pd.concat([frame[~alone & ~one_seed], beside]))


@pytest.fixture(scope="module", params=["files", "database", "database and memory"])
def values(request: pytest.FixtureRequest, suite: Path, tmp_path_factory: pytest.TempPathFactory) -> PerSample:
    tables = load_suite(suite)
    assert tables.per_sample is not None
    if request.param == "files":
        return tables.per_sample
    path = tmp_path_factory.mktemp("base") / "one.duckdb"
    own = per_sample.whole(tables.per_sample)
    mine = own[own["method"] == "m3"] if request.param == "database and memory" else own.iloc[:0]
    if len(mine):
        tables = replace(tables, per_sample=per_sample.of_frame(own.drop(mine.index)))
    with database.connect(path, writable=True) as con:
        database.write(con, [tables])
    held = database.connect(path)

    def use(ask):
        with held.cursor() as cursor:
            return ask(cursor, "sampled.per_sample")

    stored = PerSample(len(own) - len(mine), use)
    return per_sample.with_frame(stored, mine) if len(mine) else stored


def by_pandas(suite: Path, wanted: Wanted) -> pd.DataFrame:
    frame = rows(suite)
    frame = frame[(frame["metric"] == wanted.metric) & (frame["field"] == wanted.field)]
    for column, chosen in (("benchmark", wanted.benchmarks), ("seed", wanted.seeds)):
        frame = frame[frame[column].isin(chosen)] if chosen else frame
    means = frame.pivot_table(index=["benchmark", "sample"], columns="method", values="value", aggfunc="mean")
    return means[[wanted.a, wanted.b]].set_axis(["a", "b"], axis=1)


@pytest.mark.parametrize(
    "wanted",
    [PAIR, replace(PAIR, benchmarks=("b2",)), replace(PAIR, seeds=(0, 2)), replace(PAIR, metric="x1", sign=-1)],
    ids=["all", "one benchmark", "some seeds", "lower is better"],
)
def test_differences_are_those_of_the_means_over_seeds(values: PerSample, suite: Path, wanted: Wanted) -> None:
    expected = by_pandas(suite, wanted)
    found = sample_pairs.differences(values, wanted)
    turned = wanted.sign * (expected["a"] - expected["b"])
    np.testing.assert_allclose(found["difference"], turned, rtol=0, atol=1e-12)
    assert (found["runs_b"] == 0).sum() == expected["b"].isna().sum()
    assert (found["runs_a"] == 0).sum() == expected["a"].isna().sum()
    both = sample_pairs.listed(values, wanted, 0, 100)
    assert len(both) == expected.notna().all(axis=1).sum()
    joined = both.set_index(["benchmark", "sample"]).join(expected.add_suffix("_wanted"))
    np.testing.assert_allclose(joined[["a", "b"]], joined[["a_wanted", "b_wanted"]], rtol=0, atol=1e-12)
    assert (both["difference"].abs().diff().dropna() <= 1e-12).all()


def test_pages_follow_one_another(values: PerSample) -> None:
    whole = sample_pairs.listed(values, PAIR, 0, 100)
    parts = pd.concat([sample_pairs.listed(values, PAIR, at, 4) for at in range(0, len(whole), 4)])
    pd.testing.assert_frame_equal(parts.reset_index(drop=True), whole)
    for side in (1, -1):
        first = whole.iloc[(whole["difference"] * side).argmax()]
        assert sample_pairs.foremost(values, PAIR, side) == (first["benchmark"], first["sample"])


def test_what_both_have_is_offered(values: PerSample) -> None:
    assert sorted(sample_pairs.measured(values, PAIR)) == [("x1", ""), ("x1", "loss"), ("x2", "")]
    assert sorted(sample_pairs.measured(values, replace(PAIR, a="m2"))) == [("x1", ""), ("x2", "")]


def test_closeness_to_a_target_and_rounding() -> None:
    frame = pd.DataFrame({"a": [0.3, 0.9, 0.1 + 0.2, 1e-20], "b": [0.6, 0.8, 0.3, 3e-20], "sample": list("wxyz")})
    long = frame.melt("sample", var_name="method").assign(panel="p", benchmark="q", seed=1, metric="m", field="")
    values, wanted = per_sample.of_frame(long), Wanted("p", "m", "", "a", "b")
    assert sample_pairs.differences(values, wanted)["difference"].tolist() == pytest.approx(
        [-0.3, 0.1, 0, -2e-20], abs=0, rel=1e-9
    )
    nearer = sample_pairs.differences(values, replace(wanted, target=0.5))["difference"]
    assert nearer.tolist()[:3] == pytest.approx([-0.1, -0.1, 0])


def test_nothing_of_a_frame_stays_with_the_engine(suite: Path, tmp_path: Path) -> None:
    """What a reader holds goes to the shared database for one question alone, on a cursor of its own."""
    tables = load_suite(suite)
    with database.connect(tmp_path / "one.duckdb", writable=True) as con:
        database.write(con, [tables])
    with database.connect(tmp_path / "one.duckdb") as con:

        def use(ask):
            with con.cursor() as cursor:
                found = ask(cursor, "sampled.per_sample")
                with con.cursor() as other, pytest.raises(duckdb.CatalogException):
                    other.execute("FROM own_values")
                return found

        assert tables.per_sample is not None
        mine = per_sample.whole(tables.per_sample).assign(sample="mine")
        both = per_sample.with_frame(PerSample(0, use), mine.drop_duplicates([*per_sample.COLUMNS[:-1]]))
        assert "mine" in set(sample_pairs.listed(both, PAIR, 0, 100)["sample"])
        with pytest.raises(duckdb.CatalogException):
            con.execute("FROM own_values")
