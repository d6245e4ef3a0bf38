"""Which metrics can be trusted: verdicts from findings, and what the page says of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import mannwhitneyu

from components.answers.record import Absent
from components.answers.reliability.trust import findings_table, say, trust_table
from components.resolved import Resolved
from components.results.finding_words import in_short
from components.results.findings import Finding
from components.results.trust import TrustResult, TrustRow, trust
from components.selection import default_selection
from components.served import computed
from components.table import records
from data.folders import BUILT_IN
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_metric, made_tables
from tests.released import TABLES, built_in


@cache
def result(tables: Tables, *others: Tables) -> TrustResult:
    among = computed([tables, *others])
    rated = trust(Resolved(tables, default_selection(tables), among=among))
    assert isinstance(rated, TrustResult)
    return rated


def row(rated: TrustResult, metric: str) -> TrustRow:
    (metric_row,) = [r for r in rated.rows if r.metric == metric]
    return metric_row


def test_a_pool_that_separates_supports_a_metric_and_one_that_does_not_cannot_tell() -> None:
    pool = pd.read_csv(BUILT_IN / "tofu" / "pool.csv")
    with_knowledge, unknown = (
        pool.loc[pool["pool"] == p, "truth_ratio"] for p in ("known", "unknown")
    )
    area = mannwhitneyu(with_knowledge, unknown).statistic / (len(with_knowledge) * len(unknown))
    rated = result(built_in("tofu"))
    best = row(rated, "one_minus_truth")
    assert best.verdict == "supported"
    assert in_short(best.findings, "tofu") == f"separates models that know (AUC {area:.2f})"
    assert not [r for r in rated.rows if r.metric == "truth_ratio"], (
        "a metric and one minus it are one row"
    )
    undecided = [r.verdict == "cannot tell" for r in rated.rows]
    assert undecided == sorted(undecided), "what stands out stands first"
    assert trust_table(rated, view_of().labels).first == undecided.count(False) == 5


def test_every_finding_is_listed_with_its_numbers() -> None:
    rated = result(built_in("calibration"))
    rows = records(findings_table(rated, view_of().labels))
    assert [r["metric"] for r in rows] == [r.metric for r in rated.rows for _ in r.findings]
    told = {(r["metric"], r["panel"], r["question"]): r["rests_on"] for r in rows}
    runs = pd.read_csv(BUILT_IN / "calibration" / "runs.csv").query("panel == 'sequence'")
    models = [runs.loc[runs["method"] == m, "FA"] for m in ("original", "retrain")]
    flagged = int((models[1] >= models[0].min()).sum())
    assert told["FA", "sequence", "flags"] == f"{flagged} of {len(models[1])} retrained models"
    assert told["FA", "sequence", "separates"] == (
        "AUC 1.00, 1.00 to 1.00, 10 models: one benchmark has no bounds"
    )


def test_what_rests_on_other_suites_names_them() -> None:
    alone, both = result(TABLES), result(TABLES, built_in("calibration"))
    assert (row(alone, "JS").verdict, row(both, "JS").verdict) == ("cannot tell", "supported")
    separates = "separates models that know (AUC 1.00) in Calibration"
    assert in_short(row(both, "JS").findings, both.suite) == separates
    assert row(both, "FA").verdict == "mixed"
    assert in_short(row(both, "FA").findings, both.suite) == (
        "separates models that know in Calibration, but has one value for all on 2 of 3 benchmarks"
    )


def test_one_value_on_a_benchmark_contradicts_and_nothing_measured_is_absent() -> None:
    values = np.random.default_rng(0).random((3, 2, 4, 2))
    assert isinstance(trust(view_of(made_tables(values))), Absent)
    values[1, :, :, 0] = 0.5
    rated = result(
        made_tables(values, metrics=[made_metric("<b>X</b>", "higher"), made_metric("Y", "lower")])
    )
    assert [(r.metric, r.verdict) for r in rated.rows] == [
        ("<b>X</b>", "contradicted"),
        ("Y", "cannot tell"),
    ]
    assert say(rated, view_of().labels).lines == [
        "Do not rely on <b>X</b> alone.",
        "Of 2 metrics, none are supported, 1 contradicted, none mixed, 1 undecided.",
    ]


def test_the_verdict_names_up_to_three_metrics() -> None:
    good = Finding(question="separates", suite="s", suite_label="S", state="yes", value=0.9)
    bad = replace(good, state="no")

    def verdict(*findings: tuple[Finding, ...]) -> str:
        rows = [
            TrustRow(metric=f"M{i}", label=f"M{i}", address="", findings=of_metric)
            for i, of_metric in enumerate(findings)
        ]
        return say(TrustResult(rows=tuple(rows), suite="s"), view_of().labels).lines[0]

    mixed = "The evidence supports M0 and M1; do not rely on M2 alone."
    assert verdict((good,), (good,), (bad,)) == mixed
    assert verdict((good,)) == "The evidence supports M0."
    assert verdict((bad,), (bad,), (bad,), (bad,)) == "Do not rely on 4 metrics alone."
    assert verdict((good, bad), ()) == "The evidence on every metric is mixed or missing."
