"""Two methods sample by sample: numbers by hand, sentences, the page with its choices, and who sees what."""

import io
import json
import zipfile
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from components.answers.stability.samples import SAMPLES, Samples
from components.answers.stability.single_samples import (
    LONGEST,
    NO_SEEDS,
    PAGE,
    Paired,
    listed,
    paired,
    paired_notes,
    paired_sentences,
    samples_table,
    saved,
)
from components.stats.separation.samples import PairedTest
from streamlit.testing.v1 import AppTest

from components.answers.record import Absent
from components.answers.stability import samples
from components.report import report_of
from components.resolved import Resolved
from components.table import screen_frame
from data import per_sample
from data.registry import Tables
from tests.answered import look, view_of
from tests.answers.stability.cases import lines, notes
from tests.conftest import ROOT
from tests.made import made_metric, made_tables

TITLE = "Sample by sample"
VERSUS = {"versus": "m1,m2"}
HOSTILE = "[x](javascript:alert(1)) <img src=x onerror=alert(1)> **a**\n=1+1 \u202e$z$ :red[b] " + "long " * 400


def suite(a: list[float], b: list[float], *, metric: Any = None, **extra: Any) -> Tables:
    """Three methods of two seeds; m1 and m2 have these values of X1 on samples s0, s1, …, by 0.1 more and less."""
    metrics = [metric or made_metric("X1"), made_metric("X2")]
    tables = made_tables(np.random.default_rng(1).random((1, 2, 3, 2)), metrics=metrics)
    rows = [
        ("main", "b1", method, seed, "X1", "", f"s{i}", value + (0.1 if seed == 1 else -0.1))
        for method, own in (("m1", a), ("m2", b))
        for seed in (1, 2)
        for i, value in enumerate(own)
    ]
    return with_values(tables, pd.DataFrame(rows, columns=list(per_sample.COLUMNS)), **extra)


def with_values(tables: Tables, frame: pd.DataFrame, version: str = "made00000000") -> Tables:
    private = replace(tables.suite, private=True)
    return replace(tables, suite=private, per_sample=per_sample.of_frame(frame), data_version=version)


def frame_of(tables: Tables) -> pd.DataFrame:
    assert tables.per_sample is not None
    return per_sample.whole(tables.per_sample)


def view(tables: Tables, **query: str) -> Resolved:
    return view_of(tables, **{**VERSUS, **query})


def shown(tables: Tables, **query: str) -> Samples:
    result = view(tables, **query).of(samples.compute)
    assert isinstance(result, Samples)
    return result


def said(tables: Tables) -> str:
    return " ".join(lines(SAMPLES, view(tables)))


FOUR = ([0.1, 0.5, 0.9, 0.4], [0.2, 0.4, 0.1, 0.4])


def test_a_worked_example() -> None:
    """Lower is better: m1 wins s0 by 0.1, loses s1 by 0.1 and s2 by 0.8."""
    told = shown(suite(*FOUR))
    found, wanted = told.differences, told.wanted
    assert (wanted.a, wanted.b, wanted.metric, wanted.field, told.better) == ("m1", "m2", "X1", "", "lower")
    assert (found.n, found.ahead, found.behind, found.level) == (4, 1, 2, 1)
    assert found.mean == pytest.approx(-0.2)
    assert (found.carriers, told.carrier) == (1, ("b1", "s2"))
    assert (told.runs_a, told.runs_b) == (2, 2)
    assert found.values == pytest.approx([0.1, 0.0, -0.1, -0.8])


def test_samples_of_one_alone_are_left_out_and_told() -> None:
    tables = suite(*FOUR)
    frame = frame_of(tables)
    fewer = with_values(tables, frame[(frame["method"] == "m1") | (frame["sample"] != "s2")])
    told = shown(fewer)
    assert (told.differences.n, told.only_a, told.only_b) == (3, 1, 0)
    assert any("left out: 1 of m1 alone" in note for note in notes(SAMPLES, view(fewer)))


def test_a_target_and_a_field_have_their_own_directions() -> None:
    target = replace(made_metric("X1", bounds=(0, 1)), direction="target", target="0.3", utilities=())
    told = shown(suite(*FOUR, metric=target))
    assert (told.better, told.wanted.target) == ("nearer", 0.3)
    assert told.differences.values == pytest.approx([0.0, -0.1, -0.1, -0.4])
    tables = suite(*FOUR)
    beside = with_values(tables, frame_of(tables).assign(field="loss"))
    told = shown(beside)
    assert (told.wanted.field, told.better, told.differences.mean) == ("loss", "", pytest.approx(0.2))
    assert "higher value" in said(beside)
    assert any("not the metric itself" in note for note in notes(SAMPLES, view(beside)))


def test_two_seeds_of_one_method_are_tested_as_two_methods_are() -> None:
    """Each seed is 0.2 away from the other on all 12 samples; with one seed of a method there is nothing to test."""
    tables = suite(np.linspace(0.2, 0.3, 12).tolist(), np.linspace(0.3, 0.5, 12).tolist())
    result = view(tables).of(paired)
    assert isinstance(result, Paired)
    assert {m: t.p for m, t in result.seeds.items()} == pytest.approx({"m1": 2 / 2**12, "m2": 2 / 2**12})
    frame = frame_of(tables)
    for fewer in (
        view(tables, seeds="2"),
        view(with_values(tables, frame.drop(frame.index[frame["seed"] == 1][-12:]))),
    ):
        alone = fewer.of(paired)
        assert isinstance(alone, Paired)
        assert alone.seeds == {}


def test_without_a_rank_or_anything_shared() -> None:
    """As soon as a weighted metric is missing a method has no rank, and its samples are there still."""
    tables = suite(*FOUR)
    runs = tables.runs.assign(X2=tables.runs["X2"].where(tables.runs["method"] != "m1"))
    told = shown(replace(tables, runs=runs), versus="m2,m1")
    assert (told.wanted.a, told.wanted.b, told.differences.mean) == ("m2", "m1", pytest.approx(0.2))
    tables = suite(*FOUR)
    frame = frame_of(tables)
    assert "no sample has values of both" in said(with_values(tables, frame[frame["method"] == "m1"]))
    for ask in (samples.compute, paired, listed):
        assert isinstance(view(replace(tables, per_sample=None)).of(ask), Absent)


def test_pages_hold_all_samples_once_and_the_last_stands_for_those_beyond() -> None:
    rng = np.random.default_rng(2)
    tables = suite(rng.random(2 * PAGE + 3).tolist(), rng.random(2 * PAGE + 3).tolist())
    pages = [view(tables, page_number=str(i)).of(listed) for i in (1, 2, 3, 9)]
    assert not any(isinstance(p, Absent) for p in pages)
    rows = [p.rows for p in pages if not isinstance(p, Absent)]
    pd.testing.assert_frame_equal(rows[2], rows[3])
    assert [len(r) for r in rows[:3]] == [PAGE, PAGE, 3]
    every = pd.concat(rows[:3])
    assert sorted(every["sample"]) == sorted(f"s{i}" for i in range(2 * PAGE + 3))
    assert every["difference"].abs().is_monotonic_decreasing
    pd.testing.assert_frame_equal(every.reset_index(drop=True), saved(view(tables), shown(tables)))


def test_the_report_has_them_where_the_suite_brings_them() -> None:
    tables = suite(*FOUR)
    told = report_of(view(tables), ("stability",))["samples"]
    assert (told["n"], told["ahead"], told["carrier"]) == (4, 1, ["b1", "s2"])
    assert "samples" not in report_of(view(replace(tables, per_sample=None)), ("stability",))


def test_each_verdict() -> None:
    assert said(suite(*FOUR)) == (
        "Under X1, m2 is better on 2 of 4 samples, m1 on 1; 1 is level. On average, m2's value is 0.200 lower than "
        "m1's, which is better. One sample alone makes that difference: without s2 the mean favours m2 no more. With "
        "shuffled signs it would be 1.5 on average."
    )
    assert said(suite([0.1, 0.1, 0.9], [0.2, 0.2, 0.1])).startswith(
        "Under X1, m1 is better on 2 of 3 samples, m2 on 1. On average, all the same, m2's value is 0.200 lower"
    )
    assert said(suite([0.1, 0.2], [0.2, 0.1])) == (
        "Under X1, each is better on 1 of 2 samples. On average the two are level."
    )
    assert said(suite([0.1], [0.1])) == "Under X1, m1 and m2 have the same value on each of 1 sample."
    assert "8 samples (100 %) make that difference: without them the mean favours m1 no more." in said(
        suite([0.1] * 8, [0.2] * 8)
    )


def test_the_test_says_what_it_can() -> None:
    names = view(suite(*FOUR)).labels

    def tested(p: float, **seeds: float) -> str:
        test = PairedTest(90, p, 1e-5, "drawn", 200_000)
        return " ".join(paired_sentences(Paired(90, test, {m: replace(test, p=q) for m, q in seeds.items()}), names))

    few = paired_sentences(Paired(9, PairedTest(4, 0.5, 0.125, "exact"), {}), names)
    assert few == ["With 4 samples that differ, no p can reach 0.05 here.", NO_SEEDS]
    assert tested(1e-5).startswith("Over these 90 samples these two models differ (p < 0.001, sign flips).")
    assert tested(0.3).startswith("These 90 samples do not show that these two models differ (p 0.300")
    assert tested(1e-5, m1=0.2, m2=0.01) == (
        "Over these 90 samples the two differ (p < 0.001, sign flips). The same test between two seeds of m1 p 0.200 "
        "and of m2 p 0.010: seeds alone make such differences, so this says little about the methods."
    )
    assert tested(1e-5, m1=0.2, m2=0.1).endswith(" of m1 p 0.200 and of m2 p 0.100.")
    told = " ".join(paired_notes(Paired(7000, PairedTest(6000, 0.3, 0.0, "normal"), {})))
    assert "6 000 of them differ" in told.replace("\u202f", " ")
    assert "taken as normal" in told
    assert "below 1e-300" in told


def test_figure_and_table_show_names_as_text() -> None:
    tables = suite(*FOUR)
    hostile = with_values(tables, frame_of(tables).replace({"sample": {"s2": HOSTILE}}))
    told = shown(hostile)
    one = view(hostile)
    table = samples_table(saved(one, told), told, one.labels, LONGEST)
    (name,) = [n for n in screen_frame(table, one.labels)["sample"] if n.startswith("[x]")]
    assert len(name) <= LONGEST
    assert name.isprintable()
    assert told.carrier is not None
    assert told.carrier[1].isprintable()
    fig = samples.draw(told, look(one))
    assert [len(t.y) for t in fig.data] == [1, 2]
    assert fig.data[0].y[0] == pytest.approx(0.1)


def page(tables: Tables, **query: str):
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    app.session_state["_private_tables"] = {tables.suite.id: tables}
    app.query_params.update({"suite": tables.suite.id, "draws": "100", **VERSUS, **query})
    app.switch_page("../pages/stability.py").run()
    assert not app.exception
    return app


def texts(app) -> list[str]:
    """What the part says, from its heading on."""
    return [m.value.replace("\\", "") for m in [*app.markdown, *app.caption]]


def test_the_test_runs_when_it_is_asked_for() -> None:
    tables = suite(np.linspace(0.2, 0.3, 12).tolist(), np.linspace(0.3, 0.5, 12).tolist())
    app = page(tables)
    assert not any("sign flips)" in t for t in texts(app))
    app.button(key="samples_test").click().run()
    assert app.query_params["paired"] == "sign_flips"
    result = view(tables).of(paired)
    assert isinstance(result, Paired)
    assert result.test.p == pytest.approx(2 / 2**12)
    assert any(" ".join(paired_sentences(result, view(tables).labels)) in t for t in texts(app))
    assert any("Smallest p that is possible here: 0.00049" in t for t in texts(app))
    app.button(key="samples_test").click().run()
    assert "paired" not in app.query_params


def test_choices_travel_in_the_address() -> None:
    rng = np.random.default_rng(2)
    tables = suite(rng.random(40).tolist(), rng.random(40).tolist())
    both = pd.concat([frame_of(tables), frame_of(tables).assign(metric="X2"), frame_of(tables).assign(field="loss")])
    app = page(with_values(tables, both), samples="X2", page_number="2")
    assert app.selectbox(key="choice_samples").value == "X2"
    assert app.selectbox(key="choice_samples").options == ["X1", "X1, loss", "X2"]
    assert any("Samples 16 to 30 of 40" in t for t in texts(app))
    app.number_input(key="choice_page_number").set_value(3).run()
    assert app.query_params["page_number"] == "3"
    app.selectbox(key="choice_samples").select("X1:loss").run()
    assert app.query_params["samples"] == "X1:loss"
    assert "page_number" not in app.query_params
    wrong = page(tables, samples="X2:nothing", page_number="0", paired="t_test")
    assert any("No sample has X2:nothing of both; shown is X1." in t for t in texts(wrong))
    told = " ".join(w.value for w in wrong.warning).replace("\\", "")
    assert all(f"{name}: found" in told for name in ("page_number", "paired")), told


def test_values_brought_from_open_unlearning_are_shown(app_test) -> None:
    app = app_test("your-results")
    rng = np.random.default_rng(1)
    kept = {name: rng.random(30).round(4) for name in ("NPO", "RMU")}
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, own in kept.items():
            by_index = {str(i): {"prob": v, "avg_loss": -v} for i, v in enumerate(own)}
            held = {"forget_Q_A_Prob": {"agg_value": float(own.mean()), "value_by_index": by_index}}
            place = f"saves/unlearn/tofu_Llama-3.2-1B-Instruct_forget10_{name}_seed1/evals/TOFU_EVAL.json"
            archive.writestr(place, json.dumps(held))
    app.file_uploader[0].set_value([("saves.zip", content.getvalue(), "application/zip")])
    app.run()
    app.switch_page("../pages/stability.py")
    app.query_params.update({"show": "pair", "draws": "100"})
    app.run()
    assert not app.exception
    better = int((kept["NPO"] < kept["RMU"]).sum())  # the probability of what was to be forgotten: lower is better
    first, second = ("NPO", "RMU") if better > 15 else ("RMU", "NPO")
    told = f"{first} • yours is better on {max(better, 30 - better)} of 30 samples, {second} • yours on "
    assert any(told in t for t in texts(app)), texts(app)
    assert app.selectbox(key="choice_samples").options == ["Prob f", "Prob f, avg_loss"]


def test_a_session_sees_its_own_values_alone(app_test) -> None:
    """Two suites of one id and version in two sessions, and a third session that has neither."""
    ours, theirs = suite(*FOUR), suite(FOUR[1], FOUR[0])
    for own in (ours, theirs):
        assert any(said(own) in t for t in texts(page(own)))
    stranger = app_test("stability", {"suite": ours.suite.id, "draws": "100", **VERSUS})
    assert TITLE not in [h.value for h in stranger.header]
