"""What studies print of their metrics, from text to images, and metrics that hardly move from the
original model."""

import csv
from dataclasses import replace

import pytest
from scipy.stats import kendalltau

from components.answers.leaderboard.lead import RANKING
from components.answers.metric.metric import EVIDENCE
from components.answers.metric.metric import RATINGS as OF_METRIC
from components.answers.metric.ratings import RATINGS
from components.results import unmoved
from components.results.findings import findings
from components.served import computed
from data.folders import BUILT_IN
from tests.answered import view_of
from tests.released import built_in

BOTH = {
    "truth_ratio": "rated_truth_ratio",
    "prob": "rated_probability",
    "rouge": "rated_rouge",
    "mia_loss": "rated_mia_loss",
    "mia_zlib": "rated_mia_zlib",
    "mia_min_k": "rated_mia_mink",
    "mia_min_kpp": "rated_mia_minkpp",
}
"""The metrics that both studies rate: the id in text, and with images."""
SERVED = computed([built_in(s) for s in ("open_mmunlearning", "tofu", "clear")])


def rated(suite: str) -> dict[str, dict[str, str]]:
    with (BUILT_IN / suite / "ratings.csv").open(encoding="utf-8") as lines:
        return {row["metric"]: row for row in csv.DictReader(lines)}


@pytest.mark.parametrize("suite", ["open_mmunlearning", "tofu"])
def test_what_carries_over_from_text_to_images(suite: str) -> None:
    view = replace(view_of(built_in(suite)), among=SERVED)
    result = RATINGS.result(view)
    text, images = rated("tofu"), rated("open_mmunlearning")
    for kind, tau, _ in result.taus:
        sides = [
            [float(of[m][kind]) for m in own] for of, own in ((text, BOTH), (images, BOTH.values()))
        ]
        assert tau == pytest.approx(kendalltau(*sides).statistic)
    assert RATINGS.said(view).lines == [
        "From text to multimodal models 7 metrics keep their order by quantisation (τ 0.81), but"
        " not by AUC (τ −0.29) and relearning (τ −0.14)."
    ]
    alone = RATINGS.result(view_of(built_in(suite)))
    assert (alone.taus, {r.suite for r in alone.rows}) == ((), {suite})
    assert not RATINGS.result(replace(view_of(built_in("clear")), among=SERVED)).rows


def test_a_metric_has_its_ratings_side_by_side_with_the_models_behind_them() -> None:
    rows = [*OF_METRIC.result(computed(SERVED.suites, {"id": "forget_prob"})).rows]
    assert [(r.suite, r.setting, r.printed["known"], r.printed["unknown"]) for r in rows] == [
        ("open_mmunlearning", "multimodal", 15, 15),
        ("tofu", "text", 30, 30),
    ]
    assert [r.printed["faithfulness"] for r in rows] == [0.924, 0.816]


def test_an_auc_printed_alone_decides_nothing() -> None:
    (found,) = (
        f
        for f in findings(built_in("open_mmunlearning"), ["rated_ks"], SERVED.one)["rated_ks"]
        if f.question == "separates"
    )
    assert (found.state, found.side, found.value, found.of, found.low) == (
        "cannot tell",
        "neither",
        0.991,
        30,
        None,
    )


def test_what_hardly_moves_is_counted_against_the_original_model() -> None:
    view = view_of(built_in("clear"))
    runs = view.tables.runs_of("llava").set_index("method")["forget_quality"]
    near = (abs(runs - runs["base"].iloc[0]) < 0.0101).drop(["base", "gold"])
    (found,) = unmoved.compute(view)
    assert (found.near, found.of) == (int(near.sum()), len(near)) == (18, 30)
    note = "FQ hardly separates: 18 of 30 values lie within 0.01 of the original model."
    said = RANKING.said(view)
    assert note in [*said.lines, *said.notes]
    said = RANKING.said(view_of(built_in("clear"), weights="only-forget_metric"))
    assert note not in [*said.lines, *said.notes], "it has no weight"
    page = EVIDENCE.said(computed(SERVED.suites, {"id": "js_truth_ratio"})).lines
    assert page[1] == note.replace("separates:", "separates in CLEAR, LLaVA:")
    probes = unmoved.compute(view_of(built_in("open_mmunlearning")))
    assert [u.metric.id for u in probes] == ["probe_l16", "probe_l24"]
    assert unmoved.note(probes, {}) == ""
    assert unmoved.note(probes, dict.fromkeys(["probe_l16", "probe_l24"], 0.5)).endswith(
        "hardly separate: at least half of their values are nearly those of the original model."
    )
