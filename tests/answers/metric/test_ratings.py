"""What studies print of their metrics, and metrics that hardly move from the original model."""

from components.answers.leaderboard.headline import RANKING
from components.answers.metric.metric import EVIDENCE, RATINGS
from components.results import unmoved
from components.results.findings import findings
from components.served import computed
from tests.answered import view_of
from tests.released import built_in

SERVED = computed([built_in(s) for s in ("open_mmunlearning", "tofu", "clear")])


def test_a_metric_has_its_ratings_side_by_side_with_the_models_behind_them() -> None:
    rows = RATINGS.result(computed(SERVED.suites, {"id": "forget_prob"}))
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
    assert (found.state, found.side, found.value, found.out_of, found.low) == (
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
    assert (found.n_near, found.n_values) == (int(near.sum()), len(near)) == (18, 30)
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
