"""How much of a metric is noise: the result of a view, what it says, and its tables."""

from __future__ import annotations

import json

import numpy as np
import pytest

from components.plain import to_plain
from components.report import report
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.served import computed
from components.views.metric.result import metric
from components.views.metric.tables import noise_table as noise_of_a_metric
from components.views.noise.result import ONE_SEED, noise
from components.views.noise.tables import noise_table
from components.views.noise.words import noise_sentence, remark
from data.load import load_suite
from tests.made import made_tables
from tests.released import TABLES


def view(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def made(values):
    tables = made_tables(np.asarray(values, dtype=float))
    return noise(Resolved(tables, default_selection(tables)))


# methods 0 and 0.4, benchmarks 0 and 0.2, no interaction, seeds 0.01 apart
ADDITIVE = 0.1 + np.add.outer(np.add.outer([0.0, 0.2], [0.0, 0.01]), [0.0, 0.4])[..., None]


def test_components_by_hand_where_nothing_interacts():
    (row,) = made(ADDITIVE).rows
    assert row.sd_seeds == pytest.approx(0.01 / np.sqrt(2))
    assert row.sd_methods == pytest.approx(np.sqrt(0.4**2 / 2))
    assert row.sd_benchmarks == pytest.approx(np.sqrt(0.2**2 / 2))
    assert (row.sd_interaction, row.negative) == (0.0, ("interaction",))
    assert row.share_methods == pytest.approx(0.08 / (0.08 + 0.00005 / 2), abs=1e-4)
    assert (row.methods, row.benchmarks, row.seeds, row.reason) == (2, 2, 2, "")
    assert remark(row) == "methods × benchmarks estimated below 0, taken as 0"


def test_the_report_has_a_list_of_metrics():
    rows = report(TABLES, default_selection(TABLES), ["reliability"])["noise_floor"]
    assert rows == json.loads(json.dumps(to_plain(noise(view())), allow_nan=False))
    assert [r["metric"] for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    single = report(TABLES, view(panel="resnet_unimodal").selection, ["reliability"])["noise_floor"][0]
    assert (single["share_methods"], single["sd_methods"]) == (None, None)
    assert single["reason"].startswith("one benchmark: ")
    runs = TABLES.runs[TABLES.runs["panel"] == "resnet_unimodal"]
    assert single["sd_seeds"] == pytest.approx(np.sqrt(runs.groupby("method")["FA"].var(ddof=1).mean()))


def test_what_is_said():
    assert noise_sentence(noise(view())) == (
        "Methods make up at least half of what varies in none of 5 metrics: most in MIA (25 %), least in RA (0 %). The "
        "rest is seeds, and methods that do better on one benchmark than on another."
    )
    assert noise_sentence(noise(view(panel="resnet_unimodal"))) == (
        "What is method and what is noise cannot be told apart here (one benchmark: methods and methods × benchmarks "
        "are one)."
    )
    assert noise_sentence(made(ADDITIVE)).startswith("Methods make up 100 % of what varies in X1. The rest is seeds")
    one_seed = made(ADDITIVE[:, :1])
    assert one_seed.rows[0].reason == ONE_SEED
    assert one_seed.rows[0].sd_seeds is None
    alike = made(np.full((2, 2, 3, 1), 0.5)).rows[0]
    assert (alike.share_methods, alike.reason) == (None, "all values of a benchmark are alike")


def test_tables_hold_numbers_even_where_none_is_known():
    table = noise_table(noise(view(panel="resnet_unimodal")))
    assert table["share of methods"].dtype == float
    assert table["share of methods"].isna().all()
    assert table["SD over seeds"].notna().all()


def test_a_metric_has_its_noise_in_every_panel_of_every_suite():
    served = computed([TABLES, load_suite("data/tables/tofu_seeds")])
    utility = metric(served, "model_utility")
    assert [(p.suite, p.panel) for p in utility.noise_floor] == [
        ("tofu_seeds", "tofu_llama32_1b"),
        ("tofu_seeds", "tofu_llama32_3b"),
    ]
    assert noise_of_a_metric(utility)["share of methods"].between(0, 1).all()
    js = metric(served, "JS")
    assert [p.panel for p in js.noise_floor] == ["llava_multimodal", "resnet_unimodal"], "BLIP-2 has no JS"
    assert js.noise_floor[1].noise.reason.startswith("one benchmark")
    assert metric(served, "oracle_distance").noise_floor == ()
