"""What studies print of their metrics, and metrics that hardly move from the original model."""

from components.answers.leaderboard.headline import RANKING
from components.answers.metric.metric import EVIDENCE
from components.results import unmoved
from components.results.findings import findings
from components.served import computed
from tests.answered import view_of
from tests.released import built_in

SERVED = computed([built_in(s) for s in ("open_mmunlearning", "tofu", "clear")])


def test_a_number_printed_alone_decides_nothing() -> None:
    tables = built_in("open_mmunlearning")
    row = tables.extras["ratings"].set_index("metric").loc["rated_ks"]
    told = findings(tables, ["rated_ks"], SERVED.of_suite)["rated_ks"]
    questions = ["separates", "relearning", "quantisation"]
    assert [f.question for f in told] == questions
    assert [f.value for f in told] == [row[name] for name in ("faithfulness", *questions[1:])]
    assert {(f.state, f.side, f.out_of, f.low) for f in told} == {
        ("cannot tell", "neither", 30, None)
    }
    computed_too = findings(built_in("tofu"), ["prob"], SERVED.of_suite)["prob"]
    assert [f.question for f in computed_too] == questions, "the pool's AUC is computed"


def test_what_hardly_moves_is_counted_against_the_original_model() -> None:
    view = view_of(built_in("clear"))
    runs = view.tables.runs_of("llava").set_index("method")["forget_quality"]
    near = (abs(runs - runs["base"].iloc[0]) < 0.0101).drop(["base", "gold"])
    (hardly_moved,) = unmoved.compute(view)
    assert (hardly_moved.n_near, hardly_moved.n_values) == (int(near.sum()), len(near)) == (18, 30)
    note = "FQ hardly separates: 18 of 30 values lie within 0.01 of the original model."
    shown = RANKING.said(view)
    assert note in [*shown.lines, *shown.notes]
    shown = RANKING.said(view_of(built_in("clear"), weights="only-forget_metric"))
    assert note not in [*shown.lines, *shown.notes], "it has no weight"
    page = EVIDENCE.said(computed(SERVED.suites, {"id": "js_truth_ratio"})).lines
    assert page[1] == note.replace("separates:", "separates in CLEAR, LLaVA:")
    probes = unmoved.compute(view_of(built_in("open_mmunlearning")))
    assert [u.metric.id for u in probes] == ["probe_l16", "probe_l24"]
    assert unmoved.note(probes, {}) == ""
    assert unmoved.note(probes, dict.fromkeys(["probe_l16", "probe_l24"], 0.5)).endswith(
        "hardly separate: at least half of their values are nearly those of the original model."
    )
