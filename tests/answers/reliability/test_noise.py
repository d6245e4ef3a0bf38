"""How much of a metric is noise: components by hand, limiting cases, and every panel of every suite."""

import numpy as np
import pytest

from components.answers.metric import metric
from components.answers.reliability import noise
from components.pages import RELIABILITY
from components.served import computed
from tests.answered import view_of
from tests.made import made_tables
from tests.released import TABLES, built_in


def made(values):
    return view_of(made_tables(np.asarray(values, dtype=float))).of(noise.compute)


# methods 0 and 0.4, benchmarks 0 and 0.2, no interaction, seeds 0.01 apart
ADDITIVE = 0.1 + np.add.outer(np.add.outer([0.0, 0.2], [0.0, 0.01]), [0.0, 0.4])[..., None]


def test_components_by_hand_where_nothing_interacts():
    (row,) = made(ADDITIVE)
    assert row.floor.variances == pytest.approx(
        {"seeds": 0.01**2 / 2, "methods": 0.4**2 / 2, "benchmarks": 0.2**2 / 2, "interaction": 0.0}
    )
    assert row.floor.negative == ("interaction",)
    assert row.share == pytest.approx(0.08 / (0.08 + 0.00005 / 2), abs=1e-4)
    assert (row.methods, row.benchmarks, row.floor.seeds, row.reason) == (2, 2, 2, "")
    assert noise.remark(row) == "methods × benchmarks estimated below 0, taken as 0"
    assert noise.noise_sentence([row]).startswith("Methods make up 100 % of what varies in X1. The rest is seeds")


def test_the_report_has_a_list_of_metrics():
    rows = RELIABILITY.content(view_of())["noise_floor"]
    assert [r["metric"] for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    single = RELIABILITY.content(view_of(panel="resnet_unimodal"))["noise_floor"][0]
    assert (single["share_methods"], single["sd_methods"]) == (None, None)
    assert single["reason"].startswith("one benchmark: ")
    runs = TABLES.runs[TABLES.runs["panel"] == "resnet_unimodal"]
    assert single["sd_seeds"] == pytest.approx(np.sqrt(runs.groupby("method")["FA"].var(ddof=1).mean()))


def test_the_verdict():
    assert noise.noise_sentence(view_of().of(noise.compute)).startswith(
        "Methods make up at least half of what varies in none of 5 metrics: most in MIA (25 %), least in RA (0 %)."
    )
    one = noise.noise_sentence(view_of(panel="resnet_unimodal").of(noise.compute))
    assert one.startswith("What is method and what is noise cannot be told apart here (one benchmark: ")
    (one_seed,) = made(ADDITIVE[:, :1])
    assert one_seed.reason == noise.ONE_SEED
    (alike,) = made(np.full((2, 2, 3, 1), 0.5))
    assert (alike.share, alike.reason) == (None, "all values of a benchmark are alike")


def test_a_metric_has_its_noise_in_every_panel_of_every_suite():
    served = computed([TABLES, built_in("tofu_seeds")])
    utility = metric.compute(served.choosing(id="model_utility"))
    assert [(p.suite, p.panel) for p in utility.noise_floor] == [
        ("tofu_seeds", "tofu_llama32_1b"),
        ("tofu_seeds", "tofu_llama32_3b"),
    ]
    js = metric.compute(served.choosing(id="JS"))
    assert [p.panel for p in js.noise_floor] == ["llava_multimodal", "resnet_unimodal"], "BLIP-2 has no JS"
    assert js.noise_floor[1].noise.reason.startswith("one benchmark")
    assert metric.compute(served.choosing(id="oracle_distance")).noise_floor == ()
