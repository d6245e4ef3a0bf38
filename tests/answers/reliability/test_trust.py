"""Which metrics can be trusted: the states of the page from findings, and what it says of them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pandas as pd
from scipy.stats import mannwhitneyu

from components.answers.reliability import trust as words
from components.answers.reliability.trust import Reply, TrustResult, trust, trust_table
from components.served import computed
from data.folders import BUILT_IN
from tests.made import made_metric, made_tables
from tests.released import built_in

TOFU = built_in("tofu")


@cache
def of_tofu() -> TrustResult:
    return trust(computed([TOFU]), TOFU)


def row(result: TrustResult, name: str):
    (one,) = [r for r in result.rows if r.metric == name]
    return one


def test_a_pool_that_separates_supports_a_metric_and_one_that_does_not_cannot_tell():
    pool = pd.read_csv(BUILT_IN / "tofu" / "pool.csv")
    known, unknown = (pool.loc[pool["pool"] == p, "truth_ratio"] for p in ("known", "unknown"))
    area = mannwhitneyu(known, unknown).statistic / (len(known) * len(unknown))
    best = row(of_tofu(), "one_minus_truth")
    assert (best.verdict, best.answers["separates"].state) == ("supported", "yes")
    assert words.answer_text("separates", best.answers["separates"]) == f"yes (AUC {area:.2f})"
    assert row(of_tofu(), "em" if any(r.metric == "em" for r in of_tofu().rows) else "one_minus_em").verdict == (
        "cannot tell"
    )
    assert [r.verdict for r in of_tofu().rows].index("cannot tell") == sum(
        r.verdict == "supported" for r in of_tofu().rows
    ), "what stands out stands first"
    tested = [r.tested for r in of_tofu().rows]
    assert tested == sorted(tested, reverse=True), "what nothing here tests stands last"
    assert sum(tested) == len(pool.columns.drop(["model", "pool", "variant"])) == 13


def test_what_rests_on_other_suites_names_them():
    first, other = built_in("unified_unlearning"), built_in("calibration")
    alone, both = (trust(computed(suites), first) for suites in ([first], [first, other]))
    assert (row(alone, "JS").verdict, words.short(row(alone, "JS"), alone.suite)) == ("cannot tell", "– cannot tell")
    js, fa = row(both, "JS"), row(both, "FA")
    assert words.short(js, both.suite) == "✓ nothing contradicts it · in Calibration"
    assert words.answer_text("separates", js.answers["separates"], both.suite) == "yes (AUC 1.00) in Calibration"
    assert words.in_short(js.findings, both.suite) == "separates models that know (AUC 1.00) in Calibration"
    ad = row(both, "AD").answers["separates"]
    assert words.answer_text("separates", ad, both.suite) == "the wrong way round (AUC 0.02) in Calibration"
    assert words.short(fa, both.suite) == "✓✗ mixed", "its own benchmarks say something too"
    assert words.answer_text("tells apart", fa.answers["tells apart"], both.suite) == (
        "on 9 of 13 benchmarks here and in Calibration"
    )
    assert words.short(js, "calibration") == "✓ nothing contradicts it"


def test_a_metric_and_one_minus_it_are_one_row():
    addresses = [r.address for r in of_tofu().rows]
    assert len(addresses) == len(set(addresses))
    assert not [r for r in of_tofu().rows if r.metric == "truth_ratio"]


def test_one_value_on_a_benchmark_contradicts_and_is_counted():
    values = np.random.default_rng(0).random((3, 2, 4, 2))
    values[1, :, :, 0] = 0.5
    tables = made_tables(values, metrics=[made_metric("<b>X</b>", "higher"), made_metric("Y", "lower")])
    result = trust(computed([tables]), tables)
    flat, other = row(result, "<b>X</b>"), row(result, "Y")
    assert (flat.verdict, other.verdict) == ("contradicted", "cannot tell")
    assert words.answer_text("tells apart", flat.answers["tells apart"]) == "on 2 of 3 benchmarks"
    assert other.answers["tells apart"] == Reply(state="yes", decided=3, of=3, suites={"made": "Made"})
    assert flat.answers["separates"].state == "not measured"
    assert [r.metric for r in result.rows] == ["<b>X</b>", "Y"]
    assert words.trust_lead(result, "made")[0] == "Do not rely on <b>X</b> alone."
    assert [words.SHORT[r.verdict] for r in trust_table(result).rows] == [
        words.SHORT["contradicted"],
        words.SHORT["cannot tell"],
    ]


NOT_MEASURED = Reply(state="not measured", decided=0, of=0)


def test_the_lead():
    one = of_tofu().rows[0]
    many = tuple(replace(one, label=f"M{i}", verdict="supported") for i in range(6))
    against = replace(one, label="A", name="Accuracy", verdict="contradicted")
    assert words.trust_lead(TrustResult(rows=(against, *many)), "S") == [
        "Do not rely on A · Accuracy alone; nothing contradicts M0, M1, M2 and 3 more."
    ]
    unsure = (replace(one, verdict="mixed"), replace(one, verdict="cannot tell"), replace(one, verdict="cannot tell"))
    assert words.trust_lead(TrustResult(rows=(against, *unsure)), "S")[1:] == [
        "Tested, but not shown to separate models that know: UDS and UDS.",
        "Over all suites, the evidence on these 4 metrics is mixed for 1 and missing or unclear for 2.",
    ]
    never = replace(one, verdict="cannot tell", answers={**one.answers, "separates": NOT_MEASURED})
    assert words.trust_lead(TrustResult(rows=(against, never)), "S")[1:] == [
        "Over all suites, the evidence on these 2 metrics is missing for 1."
    ]
    assert words.trust_lead(TrustResult(rows=(never,)), "S") == [
        "Nothing measured here can tell which metrics of S to trust."
    ]
    mixed = TrustResult(rows=(replace(one, verdict="mixed"),))
    assert words.trust_lead(mixed, "S") == ["No metric of S stands out: the evidence on each is mixed or missing."]
    assert words.trust_lead(TrustResult(rows=()), "S") == ["S has no metric to judge."]
