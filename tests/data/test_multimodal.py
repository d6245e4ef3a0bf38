"""The multimodal suites and the one of judged answers: numbers, and what is derived from them."""

import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import fmean, harmonic_mean

import numpy as np
import pytest

from components.resolved import Resolved
from components.results.clusters import compute as clusters
from components.results.presets import presets
from components.results.trust import TrustResult, trust
from components.stats.audits.claims import Study, claims, outcome
from components.stats.audits.claims_recipes import recompute
from components.stats.ranking.utility import method_utilities
from data.build import load_all
from data.columns import SETTINGS
from data.folders import BUILT_IN
from data.load import examine, load_suite
from data.registry import Tables
from tests.answered import view_of
from tests.cases import cases
from tests.data.conftest import Folder
from tests.data.test_field_numbers import TRANSCRIPTIONS, Triple, by_id, digest, read

RATED = {"faithfulness": "faithfulness_auc", "overall": "aggregate", "quantisation": "quantization"}
"""The columns of ratings.csv that the transcription calls otherwise."""
CALLED = TRANSCRIPTIONS["called"]
"""The metrics that the transcription calls otherwise."""
OVERLAP = {
    f"{s}_{m}": f"{s}_{t}"
    for s in ("forget", "retain")
    for m, t in (("rouge", "ROUGE"), ("prob", "Prob"))
}


def runs_of(suite: str) -> Iterator[tuple[dict[str, str], list[tuple[str, str]]]]:
    """Each run: what names it, with the method as it is printed, and its numbers."""
    printed = by_id(suite, "methods", "label")
    for row in read(suite, "runs"):
        named = {k: row.pop(k) for k in ("panel", "benchmark", "method", "seed")}
        yield named | {"method": printed[named["method"]]}, list(row.items())


def open_mmunlearning() -> Iterator[Triple]:
    for run, numbers in runs_of("open_mmunlearning"):
        yield from ((run["method"], CALLED.get(m, m), v) for m, v in numbers)


def open_mmunlearning_metrics() -> Iterator[Triple]:
    order = (
        "Cloze|Classification|Truth Ratio|Probability|KS-Test|JS Distance|ROUGE-L|BLEU|LOSS|ZLIB"
    )
    order = [*order.split("|"), "GradNorm", "Min-K%", "Min-K%++"]
    for name, row in zip(order, read("open_mmunlearning", "ratings"), strict=True):
        numbers = ("faithfulness", "relearning", "quantisation", "robustness", "overall")
        yield from ((name, RATED.get(c, c), row[c]) for c in numbers)


PLACES = {"llava": "llava_forget10", "faces_resnet18": "visual_only"}
MODALITIES = {"text": "text", "image": "visual", "both": "both"}
MODALITIES |= {"faces": "visual", "text_alone": "text"}


def clear() -> Iterator[Triple]:
    """The numbers as printed: models beside the methods of LLaVA once, not in each benchmark."""
    once = set()
    for run, numbers in runs_of("clear"):
        method = {"Retain FT": "RetainFT"}.get(run["method"], run["method"])
        modality = MODALITIES[run["benchmark"]]
        if run["panel"] == "llava" and method in ("Original", "Gold"):
            method, modality = {"Original": "Base"}.get(method, method), "all"
        place = f"clear_{PLACES.get(run['panel'], run['panel'])}|{modality}|{method}"
        once |= {(place, CALLED.get(m, m), v) for m, v in numbers if v}
    yield from once


def knowundo_seeds() -> Iterator[Triple]:
    judged = {row["benchmark"]: row for row in read("knowundo_seeds", "judged")}
    for run, numbers in runs_of("knowundo_seeds"):
        seed = "" if run["seed"] == "0" else run["seed"]
        name = f"knowundo_{run['benchmark']}|{run['method']}|{seed}"
        judged_numbers = [(m, v) for m, v in numbers if m not in ("minutes", "peak_GB")]
        yield from ((name, {**CALLED, **OVERLAP}.get(m, m), v) for m, v in judged_numbers)
        yield from (
            (name, f"judge_n_{s}", judged[run["benchmark"]][s]) for s in ("forget", "retain")
        )


@pytest.mark.parametrize(
    "suite", [open_mmunlearning, open_mmunlearning_metrics, clear, knowundo_seeds]
)
def test_every_number_is_the_transcribed_one(suite):
    triples = [t for t in suite() if t[2]]
    assert [len(triples), digest(triples)] == TRANSCRIPTIONS["digests"][suite.__name__]


@cache
def tables(suite: str) -> Tables:
    return load_suite(BUILT_IN / suite)


def view(suite: str, **query: str) -> Resolved:
    return view_of(tables(suite), **query)


def derived(values: dict[str, float]) -> dict[str, float]:
    """What the study computes of its parts, by its own formulas; percentages as shares."""

    def failed(where: str) -> float:
        return 1 - fmean(
            [values[f"{where}_cloze"] / 100, values[f"{where}_cls"] / 100, values[f"{where}_rouge"]]
        )

    sides = [values[f"robust_{side}"] for side in ("model", "input", "output")]
    kinds = [1 - values[m] for m in ("answer_prob", "ks_statistic", "js_distance")]
    return {
        "forget_quality": fmean(
            [fmean([failed("forget"), failed("test")]), values["truth_ratio"], *kinds]
        ),
        "robust_model": fmean(
            [
                values["quantization"],
                values["relearning"],
                fmean([values["probe_l16"], values["probe_l24"]]),
            ]
        ),
        "robust_input": fmean(
            values[m] for m in ("cross_modal", "figstep", "jailbreak", "image_rephrase", "sua")
        ),
        "robust_output": fmean(
            values[f"mia_{m}"] for m in ("loss", "zlib", "gradnorm", "mink", "minkpp")
        ),
        "robustness": fmean(sides),
        "overall": fmean([values["forget_quality"], values["model_utility"], fmean(sides)]),
    }


ROWS: dict[str, dict[str, float]] = {}
for _method, _metric, _value in open_mmunlearning():
    ROWS.setdefault(_method, {})[_metric] = float(_value)


@pytest.mark.parametrize("method", ROWS)
def test_what_is_derived_recomputes_within_the_rounding_of_its_parts(method):
    values = ROWS[method]
    assert {m: values[m] for m in derived(values)} == pytest.approx(derived(values), abs=0.001)


@pytest.mark.parametrize("method", ROWS)
def test_model_utility_does_not_recompute_but_leaves_room_for_its_unprinted_part(method):
    values = ROWS[method]
    benchmarks = ("mmbench", "mmvet", "pope", "scienceqa", "vizwiz", "gqa", "vqav2")
    general = fmean(values[m] for m in benchmarks) / 100
    asked = [
        (values[f"{s}_cloze"] / 100, values[f"{s}_cls"] / 100, values[f"{s}_rouge"])
        for s in ("retain", "celebrity")
    ]
    with_images = fmean(x for part in asked for x in part)
    assert abs(fmean([general, with_images]) - values["model_utility"]) > 0.02
    without_images = 2 * (2 * values["model_utility"] - general) - with_images
    assert 0.1 < without_images < 0.5


@pytest.mark.parametrize("suite", ["open_mmunlearning", "tofu"])
def test_ratings_of_metrics_are_harmonic_means(suite):
    rated = read(suite, "ratings")
    metric_ids = {row["id"] for name in ("metrics", "pool_metrics") for row in read(suite, name)}
    assert {row["metric"] for row in rated} <= metric_ids
    for row in rated:
        columns = ("quantisation", "relearning", "faithfulness", "robustness")
        ratings = [float(row[column]) for column in columns]
        assert harmonic_mean(ratings[:2]) == pytest.approx(ratings[3], abs=0.0016)
        if row["overall"]:
            assert harmonic_mean(ratings[2:]) == pytest.approx(float(row["overall"]), abs=0.0016)


def test_ratings_of_the_text_study_are_those_it_claims():
    claims = {row["claim"]: row["printed"] for row in read("tofu", "published")}
    for row in read("tofu", "ratings"):
        id_of_metric = {f"s_{m}": f"s_mia_{m}" for m in ("loss", "zlib")}
        id_of_metric |= {"s_mink": "s_mia_min_k", "s_minkpp": "s_mia_min_kpp"}
        name = id_of_metric.get(row["metric"], row["metric"])
        printed = [
            claims[f"{c}_{name}"]
            for c in ("auc", "robust_relearning", "robust_quantization", "robust_hm")
        ]
        assert printed == [
            row[c] for c in ("faithfulness", "relearning", "quantisation", "robustness")
        ]


def test_quality_of_all_judged_answers_is_the_mean_over_both_sets():
    counts = {
        row["benchmark"]: [int(row["forget"]), int(row["retain"])]
        for row in read("knowundo_seeds", "judged")
    }
    for run, numbers in runs_of("knowundo_seeds"):
        values = {m: float(v) for m, v in numbers if v}
        mean = np.average(
            [values["judge_forget_rq"], values["judge_retain_rq"]], weights=counts[run["benchmark"]]
        )
        assert values["judge_response_quality"] == pytest.approx(mean, abs=0.001)


def test_claims_have_outcomes():
    studies = {s: Study(tables(s)) for s in ("open_mmunlearning", "clear")}
    outcomes = {
        s: Counter(outcome(c, recompute(study, c)) for c in claims(study.tables))
        for s, study in studies.items()
    }
    assert outcomes["open_mmunlearning"] == {"match": 72, "not recomputable": 12}
    assert outcomes["clear"] == {"match": 23, "mismatch": 21, "not recomputable": 2}


def test_floors_and_what_the_printed_overall_score_says():
    board = view("open_mmunlearning")
    out = {
        m
        for m, below in zip(board.panel.methods, board.contest.is_below_floor, strict=True)
        if below
    }
    assert out == {"ga", "smfa"}
    free = view("open_mmunlearning", weights="printed_overall", floors="none")
    beside = (
        method_utilities(free.unranked, free.selection.transform, free.contest.aggregate)
        @ free.contest.weights
    )
    retrained = beside[free.unranked.method("retain_only")]
    above = [
        m for m, s in zip(free.panel.methods, free.contest.scores, strict=True) if s > retrained
    ]
    assert above == ["gd", "undial", "mip_editor"]
    printed = [ROWS[m]["overall"] for m in ("GD", "UNDIAL", "MIP-Editor", "Retain-Only")]
    assert printed == [0.647, 0.64, 0.647, 0.638]
    by_quality = sorted((values["forget_quality"], m) for m, values in ROWS.items())
    assert [m for _, m in by_quality[-2:]] == ["GA", "GD"]


def test_forget_quality_of_clear_hardly_separates_and_gradient_ascent_answers_nothing():
    panel = view("clear").panel
    quality = panel.values[..., panel.metric("forget_quality")]
    assert (quality.size, int((abs(quality - 0.85) < 0.0101).sum())) == (30, 18)
    judged = view("knowundo_seeds", floors="none").panel
    is_cost = np.array([metric.group == "cost" for metric in judged.metrics])
    utilities = judged.values[:, :, judged.method("gradient_ascent")]
    assert np.nanmax(utilities[..., ~is_cost]) == 0
    assert (
        "gradient_ascent" in np.array(judged.methods)[view("knowundo_seeds").contest.is_below_floor]
    )


@pytest.mark.parametrize("suite", ["open_mmunlearning", "knowundo_seeds"])
def test_metrics_that_are_only_listed_are_weighed_by_hand_and_nowhere_else(suite):
    start, tables_of_suite = view(suite), tables(suite)
    listed = {m.id for m in tables_of_suite.metrics if m.role == "listed"}
    for preset in start.of(presets):
        assert preset.name.removeprefix("only-") not in listed
        assert not [m for m, w in (preset.weights or {}).items() if w and m in listed]
    assert listed < set(start.panel.metric_ids), "in tables"
    assert not listed & set(clusters(start).panel.metric_ids)
    rows = trust(start)
    assert not isinstance(rows, TrustResult) or not listed & {r.metric for r in rows.rows}
    chosen = sorted(listed)[0]
    assert view(suite, weights=f"{chosen}:1").contest.weights[start.panel.metric(chosen)] == 1


def test_each_panel_states_what_its_model_takes_in():
    suites = [s.parent.name for s in BUILT_IN.glob("*/suite.toml")]
    both = {
        f"{s} {p}"
        for s in suites
        for p, setting in by_id(s, "panels", "setting").items()
        if setting == "multimodal"
    }
    single = {"calibration multimodal", "open_mmunlearning mllmu10"}
    two = {f"unified_unlearning {p}" for p in ("llava_multimodal", "blip2_multimodal")}
    assert both == single | two | {"clear llava", "clear qwen2vl_2b"}


def test_suites_are_listed_by_setting_and_the_newest_first(monkeypatch):
    monkeypatch.delenv("LEADERBOARD_TABLES", raising=False)
    monkeypatch.delenv("LEADERBOARD_FIRST", raising=False)
    first, *others = load_all().tables
    first_three = [t.suite.id for t in (first, *others[:2])]
    assert first_three == ["tofu_seeds", "open_mmunlearning", "unified_unlearning"]
    listed = [(SETTINGS.index(t.reference_panel.setting), -t.suite.year) for t in others]
    assert listed == sorted(listed)


BROKEN = cases("data/wrong_multimodal.csv")
"""Suite, file and line, what is replaced by what; column, and how what is expected begins."""


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_copy_is_refused_with_its_line(case, tmp_path):
    suite, file, line, old, new, column, expected = BROKEN[case]
    copy = Folder(Path(shutil.copytree(BUILT_IN / suite, tmp_path / suite)))
    copy.replace(file, int(line), old, new)
    problem = examine(copy.path)[1][0]
    assert (problem.file, problem.line, problem.column) == (file, int(line), column)
    assert expected in problem.expected
