"""Two methods sample by sample: the engine that holds the values averages, sorts and returns a part."""

# ruff: noqa: S608

from dataclasses import dataclass, replace

import duckdb
import pandas as pd

from data.per_sample import PerSample, rows_of

LEVEL = 1e-12
"""Two values that differ by less than this share of the larger one are the same in other rounding."""


@dataclass(frozen=True)
class Wanted:
    """Two methods a and b of a panel under one metric; no benchmarks or seeds mean all.

    With `of_seeds` the two are runs of a with these seeds; b is a then. A difference is `sign` times a − b, or with a
    `target` how much nearer to it a is than b.
    """

    panel: str
    metric: str
    field: str
    a: str
    b: str
    benchmarks: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    sign: int = 1
    target: float | None = None
    of_seeds: tuple[int, int] | None = None


def methods(values: PerSample, panel: str) -> set[str]:
    """The methods of a panel that have values."""

    def ask(con: duckdb.DuckDBPyConnection, relation: str) -> set[str]:
        every = f"SELECT DISTINCT CAST(method AS VARCHAR) FROM ({rows_of(relation)}) WHERE panel = $panel"
        return {str(method) for (method,) in con.execute(every, {"panel": panel}).fetchall()}

    return values.use(ask)


def measured(values: PerSample, wanted: Wanted) -> list[tuple[str, str]]:
    """Every metric, and field of it, that both methods have values of. Those of `wanted` are not read."""

    def ask(con: duckdb.DuckDBPyConnection, relation: str) -> list[tuple[str, str]]:
        where, bound = _where(con, relation, replace(wanted, metric="", field=""))
        both = f"SELECT CAST(metric AS VARCHAR), field FROM ({rows_of(relation)}) WHERE {where} GROUP BY metric, field"
        return con.execute(f"{both} HAVING count(DISTINCT method) = 2", bound).fetchall()

    return values.use(ask)


def seeds(values: PerSample, wanted: Wanted) -> dict[str, list[int]]:
    """The seeds of a and of b that have values, rising."""

    def ask(con: duckdb.DuckDBPyConnection, relation: str) -> dict[str, list[int]]:
        where, bound = _where(con, relation, wanted)
        every = f"SELECT CAST(method AS VARCHAR), list_sort(list(DISTINCT seed)) FROM ({rows_of(relation)})"
        found = con.execute(f"{every} WHERE {where} GROUP BY method", bound).fetchall()
        return {str(method): [int(s) for s in own] for method, own in found}

    return values.use(ask)


def differences(values: PerSample, wanted: Wanted) -> pd.DataFrame:
    """One row per sample by benchmark and name, without the name: `difference`, and how many runs of a and b have it.

    `difference` is NaN where one of them has none.
    """
    return _asked(
        values, wanted, "difference, coalesce(runs_a, 0) AS runs_a, coalesce(runs_b, 0) AS runs_b", "benchmark, sample"
    )


def listed(values: PerSample, wanted: Wanted, first: int, most: int) -> pd.DataFrame:
    """At most `most` samples of both from the `first` (0 …) on: benchmark, sample, a, b and difference.

    Those where the two differ most come first.
    """
    page = f"abs(difference) DESC, benchmark, sample LIMIT {most:d} OFFSET {first:d}"
    return _asked(values, wanted, "benchmark, sample, a, b, difference", page, "WHERE difference IS NOT NULL")


def foremost(values: PerSample, wanted: Wanted, side: int) -> tuple[str, str]:
    """Benchmark and name of the sample that favours a (`side` 1) or b (−1) most."""
    order = f"difference {'DESC' if side > 0 else 'ASC'}, benchmark, sample LIMIT 1"
    row = _asked(values, wanted, "benchmark, sample", order, "WHERE difference IS NOT NULL").iloc[0]
    return str(row["benchmark"]), str(row["sample"])


def _asked(values: PerSample, wanted: Wanted, columns: str, order: str, condition: str = "") -> pd.DataFrame:
    turned = f"{wanted.sign:d} * (a - b)"
    if wanted.target is not None:
        turned = f"abs(b - {wanted.target!r}) - abs(a - {wanted.target!r})"
    same = f"abs(a - b) <= {LEVEL!r} * greatest(abs(a), abs(b))"
    sides = {m: f"method = ${m}" for m in "ab"}
    if wanted.of_seeds is not None:
        sides = {m: f"seed = {s:d}" for m, s in zip("ab", wanted.of_seeds, strict=True)}
    each = ", ".join(
        f"favg(value) FILTER ({side}) AS {m}, count(*) FILTER ({side}) AS runs_{m}" for m, side in sides.items()
    )

    def ask(con: duckdb.DuckDBPyConnection, relation: str) -> pd.DataFrame:
        where, bound = _where(con, relation, wanted)
        pairs = (
            f"SELECT CAST(benchmark AS VARCHAR) AS benchmark, sample, {each} FROM ({rows_of(relation)}) "
            f"WHERE {where} GROUP BY ALL"
        )
        turned_pairs = f"SELECT *, CASE WHEN {same} THEN 0.0 ELSE {turned} END AS difference FROM ({pairs})"
        frame: pd.DataFrame = con.execute(
            f"SELECT {columns} FROM ({turned_pairs}) {condition} ORDER BY {order}", bound
        ).df()
        return frame

    return values.use(ask)


def _where(con: duckdb.DuckDBPyConnection, relation: str, wanted: Wanted) -> tuple[str, dict[str, object]]:
    """The rows wanted. Ids are compared as the codes that they are: as texts, every row would be read for each."""
    kinds = {str(name): str(kind) for name, kind, *_ in con.execute(f"DESCRIBE {rows_of(relation)}").fetchall()}
    bound: dict[str, object] = {"panel": wanted.panel, "a": wanted.a, "b": wanted.b}
    where = f"panel = CAST($panel AS {kinds['panel']})"
    where += f" AND method IN (CAST($a AS {kinds['method']}), CAST($b AS {kinds['method']}))"
    if wanted.metric:
        where += f" AND metric = CAST($metric AS {kinds['metric']}) AND field = $field"
        bound |= {"metric": wanted.metric, "field": wanted.field}
    lists: dict[str, list[object]] = {"benchmark": [*wanted.benchmarks], "seed": [*wanted.seeds]}
    for column, chosen in lists.items():
        if chosen:
            where += f" AND {column} IN (SELECT unnest(${column}s))"
            bound[f"{column}s"] = chosen
    return where, bound
