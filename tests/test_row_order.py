"""Rows of the tables sorted otherwise move no number: the whole report, key by key."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from components.report import report
from data.load import load_suite
from tests.answered import view_of

SUITES = Path("data/tables")
VIEWS = [
    ("unified_unlearning", {}),
    (
        "unified_unlearning",
        {"panel": "resnet_unimodal", "scope": "runs:cifar10", "aggregate": "mean-of-scores"},
    ),
    ("calibration", {"panel": "sequence"}),
    ("openunlearning", {"aim": "reference"}),
    ("tofu_seeds", {"seeds": "42,456", "weights": "hm:0.5,forget_quality:0.5"}),
]


def copied(suite: str, folder: Path, change: Callable[[str, pd.DataFrame], pd.DataFrame]) -> Path:
    """A copy of a suite whose tables were changed, each by its name."""
    shutil.copytree(SUITES / suite, folder)
    for file in folder.glob("*.csv"):
        table = pd.read_csv(file, dtype=str, keep_default_na=False)
        change(file.stem, table).to_csv(file, index=False)
    return folder


def told(folder: Path, query: Mapping[str, str], keyed: bool = False) -> dict[str, Any]:
    """Every single value of a report by the way to it, but those that rows decide by definition.

    Left out are the data version, the τ of the published protocol and what follows from it: the
    claims that were printed with it. With `keyed`
    rows go by their texts and lists of single values are sets, in place of their order, and texts
    are left out."""
    tables = load_suite(folder)
    # of the large suite, where all takes half a minute, only what no other suite has
    parts = ["equivalence", "reliability", "stability"] if len(tables.runs) > 300 else None
    content: Any = report(tables, view_of(tables, draws="200", **query).selection, parts)
    del content["data_version"]
    if "agreement" not in content:
        return dict(leaves(content, keyed))
    del content["agreement"]["agreement_published"]
    del content["agreement"]["protocols"]["published"]
    protocol_of_claim = dict(
        zip(tables.published["claim"], tables.published["protocol"], strict=True)
    )
    content["reproduction"] = [
        r for r in content["reproduction"] if protocol_of_claim[r["claim"]] != "published"
    ]
    return dict(leaves(content, keyed))


def leaves(value: Any, keyed: bool, at: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, keyed, f"{at}.{key}")
    elif isinstance(value, list):
        yield f"{at} has", len(value)
        names = [str(i) for i in range(len(value))]
        if keyed and all(isinstance(v, dict) for v in value):
            names = [" ".join(str(v) for v in row.values() if isinstance(v, str)) for row in value]
        elif keyed and not any(isinstance(v, (dict, list)) for v in value):
            value = sorted(value, key=lambda v: (str(type(v)), v))
        for name, inner in zip(names, value, strict=True):
            yield from leaves(inner, keyed, f"{at}[{name}]")
    elif not keyed or isinstance(value, (int, float)):
        yield at, value


def differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {
        k: (before.get(k), after.get(k))
        for k in {**before, **after}
        if before.get(k, "") != after.get(k, "")
    }


@pytest.mark.parametrize(
    ("suite", "query"),
    [*VIEWS[:3], *(pytest.param(*view, marks=pytest.mark.long) for view in VIEWS[3:])],
)
def test_rows_sorted_otherwise_move_no_number(tmp_path, suite, query):
    def shuffle(name: str, table: pd.DataFrame) -> pd.DataFrame:
        return table.sample(frac=1, random_state=3).iloc[:, ::-1] if name == "runs" else table

    other = copied(suite, tmp_path / suite, shuffle)
    assert (
        pd.read_csv(other / "runs.csv")["method"]
        != pd.read_csv(SUITES / suite / "runs.csv")["method"]
    ).any()
    assert differing(told(SUITES / suite, query), told(other, query)) == {}


@pytest.mark.parametrize(("suite", "query"), VIEWS[-1:])
def test_methods_and_benchmarks_listed_otherwise_move_no_number(tmp_path, suite, query):
    """What is drawn goes by ids. Sums of other order may differ in their last digits."""

    def turn(name: str, table: pd.DataFrame) -> pd.DataFrame:
        return table.iloc[::-1] if name in ("methods", "benchmarks", "runs") else table

    other = copied(suite, tmp_path / suite, turn)
    before, after = told(SUITES / suite, query, keyed=True), told(other, query, keyed=True)
    assert before.keys() == after.keys()
    moved = {
        k: (v, after[k])
        for k, v in before.items()
        if after[k] != (pytest.approx(v) if isinstance(v, float) else v)
    }
    assert moved == {}
