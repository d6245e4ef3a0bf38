"""Which metrics can be trusted: verdicts from findings, and what the page says of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import mannwhitneyu

from components.answers.metric.metric import compute as metric_page
from components.answers.record import Absent
from components.answers.reliability.trust import findings_table, say, trust_table
from components.pages import RELIABILITY
from components.resolved import Resolved
from components.results.finding_words import by_place, in_short
from components.results.findings import Finding, verdict_of
from components.results.trust import TrustResult, TrustRow, trust
from components.results.trusted import trusted
from components.selection import default_selection
from components.served import computed
from components.table import records
from components.widgets.leaderboard import MARKS, trust_of_metric
from data.folders import BUILT_IN
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_metric, made_tables
from tests.narrowed import narrowed
from tests.released import NAMES, TABLES, built_in


@cache
def result(tables: Tables, *others: Tables) -> TrustResult:
    among = computed([tables, *others])
    rated = trusted(Resolved(tables, default_selection(tables), among=among))
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
    words = f"separates models that know (AUC {area:.2f})"
    assert in_short(rated.here(best), with_places=False) == words
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


def test_what_rests_on_other_suites_names_them_and_says_what_this_panel_shows() -> None:
    alone, both = result(TABLES), result(TABLES, built_in("calibration"))
    assert (row(alone, "JS").verdict, row(both, "JS").verdict) == ("cannot tell", "supported")
    (shown,) = [r for r in records(trust_table(both, view_of().labels)) if r["metric"] == "JS"]
    assert shown["elsewhere"] == (
        "separates models that know (AUC 1.00) on small networks (Calibration)"
    )
    assert shown["here"] == "ρ −0.05, no support"
    assert say(both, view_of().labels).lines[:2] == [
        "JS: supported on small networks (Calibration); on LLaVA-1.5-7B ρ −0.05, no support.",
        "Do not rely on AD alone: contradicted on small networks (Calibration).",
    ]
    assert row(both, "FA").verdict == "mixed"
    fa = row(both, "FA")
    assert by_place(both, fa) == (
        "supported on small networks (Calibration);"
        " contradicted on BLIP-2 OPT-2.7B (Unified Unlearning);"
        " on LLaVA-1.5-7B has one value for all on 2 of 3 benchmarks"
    )


def test_what_is_supported_elsewhere_and_hardly_separates_here_is_said_to_be_flat() -> None:
    leaderboard = result(built_in("tofu_original"), built_in("tofu"))
    ratio = row(leaderboard, "truth_ratio_forget")
    (shown,) = [
        r
        for r in records(trust_table(leaderboard, view_of().labels))
        if r["metric"] == ratio.metric
        for r in records(trust_table(leaderboard, view_of().labels))
        if r["metric"] == ratio.metric
    ]
    assert shown["in_short"] == "✓ supported elsewhere, flat here"
    assert shown["here"] == "flat: its weight decides less than 2 %"
    assert say(leaderboard, view_of().labels).lines[0] == (
        "TR f: supported on TOFU forget10; on Llama-2-7B flat: its weight decides less than 2 %."
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
        "Do not rely on <b>X</b> alone: contradicted on Main (Made).",
        "Of 2 metrics, none are supported, 1 contradicted, none mixed, 1 undecided.",
    ]


def test_the_verdict_names_up_to_three_metrics_and_where_they_were_shown() -> None:
    good = Finding(
        question="separates", suite="s", suite_label="S", panel="p", panel_label="P", state="yes"
    )
    bad = replace(good, state="no")
    far = replace(good, suite="t", suite_label="T")

    def verdict(*findings: tuple[Finding, ...]) -> list[str]:
        rows = [
            TrustRow(metric=f"M{i}", label=f"M{i}", address="", findings=of_metric)
            for i, of_metric in enumerate(findings)
        ]
        rated = TrustResult(rows=tuple(rows), suite="s", panel="p", panel_label="P")
        return list(say(rated, view_of().labels).lines[:-1])

    assert verdict((good,), (good, far), (bad,)) == [
        "On P the evidence supports M0 and M1.",
        "Do not rely on M2 alone: contradicted on P (S).",
    ]
    assert verdict((good,), (far,)) == [
        "On P the evidence supports M0.",
        "M1: supported on P (T); on P not tested.",
    ]
    assert verdict((far,), (far,)) == ["M0 and M1: supported on P (T); none is on P."]
    assert verdict((bad,), (bad,), (bad,), (bad,)) == [
        "Do not rely on 4 metrics alone: contradicted on P (S)."
    ]
    assert verdict((good, bad), ()) == ["The evidence on every metric is mixed or missing."]


def test_the_verdict_on_a_metric_is_one_on_trust_metric_board_and_report() -> None:
    suites = [built_in(name) for name in NAMES]
    served = computed(suites)
    n_compared = 0
    for tables in suites:
        for panel in tables.panels:
            view = Resolved(
                tables, replace(default_selection(tables), panel=panel.id), among=served
            )
            rated = view.of(trusted)
            if isinstance(rated, Absent):
                continue
            marks = trust_of_metric(view)
            reported = {r["metric"]: r["verdict"] for r in RELIABILITY.content(view)["evidence"]}
            for metric_row in rated.rows:
                n_compared += 1
                findings = served.of(metric_page, metric_row.address).findings
                assert verdict_of(findings) == metric_row.verdict == reported[metric_row.metric]
                mark, reason = marks[metric_row.metric]
                assert MARKS.get(metric_row.verdict, metric_row.verdict) == mark
                assert reason.startswith(mark)
                assert reason.endswith(by_place(rated, metric_row))
    assert n_compared > 100


def decided(**query: str) -> list[TrustRow]:
    """The decided metrics of TOFU with seeds on the larger model, alone among suites."""
    rated = trust(view_of(narrowed("tofu_seeds"), panel="tofu_llama32_3b", **query))
    rows = () if isinstance(rated, Absent) else rated.rows
    return [metric_row for metric_row in rows if metric_row.verdict != "cannot tell"]


def test_evidence_of_the_suite_shown_is_that_of_the_benchmarks_chosen() -> None:
    (on_all,) = decided()
    (on_one,) = decided(benchmarks="forget10")
    assert on_all.metric == on_one.metric == "forget_quality"
    assert [f.where for f in on_all.findings if f.where] == [("forget05", "forget10")]
    assert [f.where for f in on_one.findings if f.where] == [("forget10",)]
    assert decided(benchmarks="forget01") == []
