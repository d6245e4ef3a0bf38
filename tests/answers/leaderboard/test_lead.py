"""What the leaderboard says: the wording of each sentence once, and which one is chosen when."""

from dataclasses import replace

import numpy as np
import pytest
from components.answers.leaderboard.aims import Aims

from components.answers.leaderboard import aims, lead, methods, opened, weights
from components.answers.leaderboard.lead import after_the_lead, all_sentences
from components.answers.leaderboard.ranking import compute
from components.answers.stability.inferred import inferred
from components.answers.stability.verdicts import board_lines
from components.board.data import lacks
from components.resolved import Resolved
from tests.answered import view_of
from tests.answers.leaderboard.cases import made
from tests.gridded import gridded
from tests.made import made_metric, made_tables
from tests.released import TABLES, built_in

NAMES = view_of().labels


def said(view: Resolved, name: str) -> str:
    """One sentence of a selection, by its function."""
    function = getattr(lead, f"{name}_sentence")
    result, names = view.of(compute), view.row_labels
    return function(result) if name == "protocol" else function(result, names)


def test_the_lead_with_its_gap_and_an_empty_selection():
    assert [*lead.RANKING.said(view_of()).lines] == [
        "Gradient Ascent leads with UQS 0.645, 0.014 above Random Labels.",
        *board_lines(view_of().of(inferred), NAMES),
        "Random Labels catches up once 0.126 of weight moves from MIA to JS.",
    ]
    empty = replace(TABLES, runs=TABLES.runs.iloc[:0])
    assert all_sentences(view_of(empty))[0] == "No run matches these filters."


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ([[0.5, 0.5]], "m1 is the only method ranked, with UQS 0.500; there is nothing to compare."),
        ([[0.5, 0.5]] * 3, "m1, m2 and m3 share the lead with UQS 0.500."),
        ([[0.5, 0.5], [0.6, 0.6], [0.6, 0.6]], "m1 leads with UQS 0.500, 0.100 above m2 and m3."),
        ([[0.5, 0.5], *[[0.6, 0.6]] * 5], "m1 leads with UQS 0.500, 0.100 above 5 methods."),
        ([[0.5, 0.5], [0.5, 0.50001]], "m1 leads with UQS 0.500, less than 0.001 above m2."),
        (
            [[0.5, np.nan], [np.nan, 0.5]],
            "Nothing is ranked: every method lacks some of the weighted metrics on the benchmarks shown.",
        ),
        (
            [[0.5, np.nan], [0.4, np.nan]],
            "Nothing is ranked: X2 is weighted but was not measured for any method shown.",
        ),
        (
            [[np.nan, np.nan]],
            "Nothing is ranked: X1 and X2 are weighted but were not measured for any method shown.",
        ),
    ],
)
def test_who_leads_or_why_nobody_does(values, told):
    assert said(made(values, weights="X1:0.5,X2:0.5"), "lead") == told


def test_the_way_to_another_leader():
    assert said(made([[0.5, 0.5]]), "flip") == ""
    assert said(made([[0.1, 0.1], [0.2, 0.2]]), "flip") == (
        "No weights make m2 catch m1, which is better on every metric."
    )
    assert said(made([[0.1, 0.1], [0.2, 0.2], [0.3, 0.2]]), "flip") == (
        "No weights make another method catch m1: it is better than each of them on every metric."
    )
    assert said(made([[0.1, 0.2], [0.2, 0.1]]), "flip") == (
        "m1 and m2 are level: any shift of weight that favours one of them decides."
    )
    assert said(made([[0.1, 0.2], [0.1, 0.2], [0.3, 0.3]]), "flip") == (
        "m1 and m2 are equal on every metric: no weights tell them apart."
    )
    assert said(made([[0.1, 0.50001], [0.5, 0.1]], weights="X1:0.5,X2:0.5"), "flip") == (
        "m1 catches up once less than 0.001 of weight moves from X2 to X1."
    )


def test_a_dominated_method_draws_level_and_never_catches_up():
    query = {
        "panel": "tofu_llama32_3b",
        "benchmarks": "forget05,forget10",
        "seeds": "42,123,1337",
        "aggregate": "mean-of-scores",
        "weights": "hm:.55,forget_quality:.33,extraction_strength:.12",
    }
    assert said(view_of(built_in("tofu_seeds"), **query), "flip") == (
        "No weights put another method ahead of PDU: GradAscent draws level once 0.670 of weight moves from ES and HM "
        "to FQ, and no more."
    )


def test_a_fragile_lead_and_what_a_preset_by_purpose_gives():
    fragile = made([[0.1, 0.50001], [0.5, 0.1]], weights="X1:0.5,X2:0.5")
    assert methods.METHODS.said(fragile).lines[1] == (
        "Fragile lead: another method catches up once 0.05 of weight moves, or less."
    )
    firm = methods.METHODS.said(view_of()).lines
    assert firm[:2] == ["4 methods, 36 runs. ± is the standard deviation over seeds.", ""]
    told = {p.name: p.shares for p in weights.presets(view_of())}
    assert told["equal"] == "60 % forgetting, 20 % privacy, 20 % utility"
    equal = next(p for p in view_of(built_in("tofu_seeds")).of(weights.presets) if p.name == "equal")
    assert equal.shares == "⅓ FQ, ⅓ ES, ⅓ HM; utility is inside HM"


def test_methods_that_no_weights_put_first():
    beaten = made([[0.1, 0.1], [0.2, 0.2]])
    assert said(beaten, "dominated") in all_sentences(beaten)
    assert said(beaten, "dominated").startswith("m2 (by m1) is dominated")
    assert said(beaten, "never_first") == ""
    assert said(made([[0.0, 1.0], [1.0, 0.0], [0.6, 0.6]]), "never_first") == (
        "m3 cannot lead under any weights, though no single method beats it on every metric."
    )
    many = [[0.0, 1.0], [1.0, 0.0], *([0.6 + 0.01 * i, 0.69 - 0.01 * i] for i in range(5))]
    assert said(made(many), "never_first") == (
        "5 methods cannot lead under any weights, though no single method beats any of them on every metric."
    )
    counted = made(np.linspace(0.1, 0.9, 8)[:, None] * np.ones(2))
    assert said(counted, "dominated").startswith("7 of 8 methods cannot lead alone under any weights")


def test_what_has_hardly_any_effect_and_what_the_published_protocol_changes():
    assert said(view_of(), "hardly_any_effect") == (
        "The weights of FA and AD have hardly any effect here: their effective weights are at most 0.004 over the "
        "4 methods ranked."
    )
    assert said(view_of(transform="exponential"), "hardly_any_effect").startswith(
        "The weight of FA has hardly any effect here: its effective weight is 0.003"
    )
    assert said(view_of(), "protocol") == ""
    assert said(view_of(protocol="published", aggregate="mean-of-scores"), "protocol") == (
        "Published protocol: metrics are averaged before they are mapped (mean of scores is not part of it), and ties "
        "in the rank under a single metric are broken by the order of the rows."
    )


def test_the_caption_of_a_paper_names_weights_and_protocol():
    weighed = view_of(weights="FA:0.2,RA:0.8")
    assert methods.caption(weighed.of(compute), NAMES) == (
        "Methods by UQS on LLaVA-1.5-7B (Unified Unlearning). Weights: FA 0.200, RA 0.800. Tie-aware protocol; each "
        "metric as its mean over benchmarks and seeds ± standard deviation over seeds. 36 runs, data version "
        f"{TABLES.data_version}."
    )
    published = methods.caption(view_of(protocol="published", seeds="42").of(compute), NAMES)
    assert "Published protocol; each metric as its mean over benchmarks and seeds." in published


def test_gaps_and_why_a_method_has_no_rank():
    values = [[0.5, np.nan], [0.4, 0.3]]
    view = made(values, method="m1")
    assert "X2 was not measured on B1." in opened.OPENED.said(view).lines
    for weighed, told in ((view, "no X2 on B1"), (made(values, weights="X1:1"), "")):
        result = weighed.of(compute)
        assert [lacks(result, weighed.labels, r) for r in result.in_order] == [told, ""]
    partly = view_of(panel="resnet_unimodal", method="gradient_ascent")
    assert "JS on CIFAR-10 rests on some of the seeds only." in opened.OPENED.said(partly).lines


def test_what_the_data_can_tell_follows_the_lead_in_the_open():
    view = view_of()
    told = board_lines(view.of(inferred), NAMES)
    assert told
    assert after_the_lead(view.of(compute), NAMES)[: len(told)] == told == [*all_sentences(view)][1 : 1 + len(told)]


def test_what_a_row_stands_for_where_it_is_a_method():
    grids = gridded()
    best, median = (view_of(grids, rows=rows) for rows in ("best", "median"))
    assert [*all_sentences(best)] == [
        "Wide leads with UQS 0.900, 0.300 above Safe.",
        "No verdict between these rows: they were chosen by the same numbers.",
        "No weights make Safe catch Wide, which is better on every metric.",
        "Each row is a method, shown by the checkpoint that is its best under these weights.",
        "Safe (by Wide) is dominated: for each of its checkpoints the other has one at least as good on every metric, "
        "so no weights put it first alone.",
    ]
    assert [*all_sentences(median)][:3] == [
        "Safe leads with UQS 0.560, 0.310 above Wide.",
        "No verdict between these rows: they were chosen by the same numbers.",
        "Each row is a method, scored by the median of its checkpoints. No single checkpoint stands for it, so means, "
        "contributions, dominance and the smallest change of the weights are not given.",
    ]
    assert median.of(compute).dethrone.reason == "the smallest change is not computed for medians"
    assert said(view_of(), "rows") == ""
    result = best.of(compute)
    level = replace(result, summary=replace(result.summary, hardly_any_effect=("X1",)))
    assert lead.hardly_any_effect_sentence(level, best.row_labels).endswith("over the 7 checkpoints ranked.")


@pytest.mark.parametrize(
    ("parts", "weighed", "told"),
    [
        ({"X1": ("X2",)}, "X1:1,X3:1", []),
        ({"X1": ("X2",)}, "X1:1,X2:1", ["These weights count X2 twice: by itself and as a part of X1."]),
        (
            {"X1": ("X2",), "X2": ("X3",)},
            "X1:1,X2:1,X3:1",
            [
                "These weights count X2 twice: by itself and as a part of X1.",
                "These weights count X3 3 times: by itself and as a part of X1 and X2.",
            ],
        ),
        (
            {"X1": ("X2", "X3", "X4", "X5", "X6")},
            "X1:1,X2:1,X3:1,X4:1,X5:1,X6:1",
            ["These weights count 5 metrics twice: by themselves and as parts of X1."],
        ),
    ],
)
def test_what_counts_twice(parts, weighed, told):
    metrics = [replace(made_metric(f"X{i}"), parts=parts.get(f"X{i}", ())) for i in range(1, 7)]
    tables = made_tables(np.random.default_rng(0).random((1, 1, 3, 6)), metrics=metrics)
    view = view_of(tables, weights=weighed)
    assert weights.DOUBLED.said(view).lines == told
    own = lead.RANKING.said(view)
    assert [*all_sentences(view)] == [*own.lines, *own.notes, *told]


@pytest.mark.parametrize(
    ("aim", "changed", "told"),
    [
        ("printed", 112, "With closeness to the retrained model as the aim, 112 of 150 ranks would change."),
        (
            "reference",
            0,
            "With closeness to the retrained model as the aim, no rank differs from those of the printed directions.",
        ),
        ("printed", None, ""),
    ],
)
def test_the_ranks_that_the_aim_changes(aim, changed, told):
    assert aims.say(Aims(aim, ("X1",), changed, 150), NAMES).lines == ([told] if told else ())
