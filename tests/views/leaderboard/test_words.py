"""What the leaderboard says: the wording of each sentence once, and which one is chosen when."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.report import report
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.stats.ranking.rank_intervals import UNPAIRED
from components.views.leaderboard import words
from components.views.leaderboard.beside import Aims
from components.views.leaderboard.result import LeaderboardResult, leaderboard, presets
from tests.gridded import gridded
from tests.made import made_metric, made_tables
from tests.released import TABLES


def real(**query: str) -> LeaderboardResult:
    selection, problems = parse(query, TABLES)
    assert not problems
    return leaderboard(Resolved(TABLES, selection))


def made(values: object, **query: str) -> LeaderboardResult:
    """One benchmark and seed; `values` has a row per method, lower is better."""
    tables = made_tables(np.array(values, dtype=float)[None, None])
    return leaderboard(Resolved(tables, parse(query, tables)[0]))


def test_the_lead_with_its_gap_and_the_way_to_another_leader():
    result = real()
    assert (
        words.lead(result)
        == words.sentences(result)[:2]
        == [
            "Gradient Ascent leads with UQS 0.645, 0.014 ahead of Random Labels.",
            "Random Labels catches up once 0.126 of weight moves from MIA to JS.",
        ]
    )


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ([[0.5, 0.5]], "m1 is the only method ranked, with UQS 0.500; there is nothing to compare."),
        ([[0.5, 0.5]] * 3, "m1, m2 and m3 share the lead with UQS 0.500."),
        ([[0.5, 0.5]] * 5, "5 methods share the lead with UQS 0.500."),
        ([[0.5, 0.5], [0.6, 0.6], [0.6, 0.6]], "m1 leads with UQS 0.500, 0.100 ahead of m2 and m3."),
        ([[0.5, 0.5], *[[0.6, 0.6]] * 5], "m1 leads with UQS 0.500, 0.100 ahead of 5 methods."),
        ([[0.5, 0.5], [0.5, 0.50001]], "m1 leads with UQS 0.500, less than 0.001 ahead of m2."),
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
def test_who_leads_or_why_nobody_does(values, said):
    assert words.lead_sentence(made(values, weights="X1:0.5,X2:0.5")) == said


def test_an_empty_selection_says_so():
    empty = replace(TABLES, runs=TABLES.runs.iloc[:0])
    result = leaderboard(Resolved(empty, default_selection(empty)))
    assert words.sentences(result)[0] == "No run matches these filters."


def test_the_way_to_another_leader():
    assert words.flip_sentence(made([[0.5, 0.5]])) == ""
    assert words.flip_sentence(made([[0.1, 0.1], [0.2, 0.2]])) == (
        "No weights make another method catch m1: it is better than each of them on every metric."
    )
    assert words.flip_sentence(made([[0.1, 0.2], [0.2, 0.1]])) == (
        "m1 and m2 are level: any shift of weight that favours one of them decides."
    )
    assert words.flip_sentence(made([[0.1, 0.2], [0.1, 0.2], [0.3, 0.3]])) == (
        "m1 and m2 are equal on every metric: no weights tell them apart."
    )
    assert words.flip_sentence(made([[0.1, 0.50001], [0.5, 0.1]], weights="X1:0.5,X2:0.5")) == (
        "m1 catches up once 6e-06 of weight moves from X2 to X1."
    )


def test_a_fragile_lead_and_what_a_preset_by_purpose_gives():
    fragile = made([[0.1, 0.50001], [0.5, 0.1]], weights="X1:0.5,X2:0.5")
    assert words.fragile_legend(fragile.rows) == (
        "Fragile lead: another method catches up once 0.05 of weight moves, or less."
    )
    assert words.fragile_legend(real().rows) == ""
    told = {p.name: words.preset_shares(p) for p in presets(Resolved(TABLES, parse({}, TABLES)[0]))}
    assert told["privacy_first"] == "forgetting 0.25, privacy 0.50, utility 0.25"
    assert told["equal"] == ""


def test_methods_that_no_weights_put_first():
    beaten = made([[0.1, 0.1], [0.2, 0.2]])
    assert words.dominated_sentence(beaten) in words.sentences(beaten)
    assert words.dominated_sentence(beaten).startswith("m2 (by m1) is dominated")
    assert words.never_first_sentence(beaten) == ""
    assert words.never_first_sentence(made([[0.0, 1.0], [1.0, 0.0], [0.6, 0.6]])) == (
        "m3 cannot lead under any weights, though no single method beats it on every metric."
    )
    many = [[0.0, 1.0], [1.0, 0.0], *([0.6 + 0.01 * i, 0.69 - 0.01 * i] for i in range(5))]
    assert words.never_first_sentence(made(many)) == (
        "5 methods cannot lead under any weights, though no single method beats any of them on every metric."
    )
    counted = made(np.linspace(0.1, 0.9, 8)[:, None] * np.ones(2))
    assert words.dominated_sentence(counted).startswith("7 of 8 methods cannot lead alone under any weights")


def test_what_has_hardly_any_effect_and_what_the_published_protocol_changes():
    assert words.hardly_any_effect_sentence(real()) == (
        "The weights of FA and AD have hardly any effect here: their utilities vary by at most 0.014 over the "
        "4 methods ranked."
    )
    assert words.hardly_any_effect_sentence(real(transform="exponential")).startswith(
        "The weight of FA has hardly any effect here: its utility varies by at most 0.011"
    )
    assert words.protocol_sentence(real()) == ""
    assert words.protocol_sentence(real(protocol="published", aggregate="mean-of-scores")) == (
        "Published protocol: metrics are averaged before they are mapped (mean of scores is not part of it), and ties "
        "in the rank under a single metric are broken by the order of the rows."
    )


def test_the_caption_of_a_paper_names_weights_and_protocol():
    assert words.caption(real(weights="FA:0.2,RA:0.8"), spread=True) == (
        "Methods by UQS on LLaVA-1.5-7B (Unified Unlearning). Weights: FA 0.200, RA 0.800. Tie-aware protocol; each "
        "metric as its mean over benchmarks and seeds ± standard deviation over seeds. 36 runs, data version "
        f"{TABLES.data_version}."
    )
    published = words.caption(real(protocol="published"), spread=False)
    assert "Published protocol; each metric as its mean over benchmarks and seeds." in published


def test_gaps_and_why_a_method_has_no_rank():
    result = made([[0.5, np.nan], [0.4, 0.3]])
    row = result.row("m1")
    assert words.gaps(result, row) == ["X2 was not measured on B1."]
    assert words.lacks(result, row) == "no X2 on B1"
    assert words.lacks(result, result.row("m2")) == ""
    unweighted = made([[0.5, np.nan], [0.4, 0.3]], weights="X1:1")
    assert words.lacks(unweighted, unweighted.row("m1")) == ""
    partial = real(panel="resnet_unimodal")
    assert words.gaps(partial, partial.row("gradient_ascent")) == ["JS on CIFAR-10 rests on some of the seeds only."]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, ""),
        (
            {"panel": "resnet_unimodal"},
            "One benchmark cannot tell how these methods rank on others: its seeds repeat one comparison, so no rank "
            "interval is given.",
        ),
        (
            {"benchmarks": "mllmu_bench", "seeds": "42"},
            "One benchmark with one seed cannot tell how these methods rank on other data: no rank interval is given.",
        ),
        ({"panel": "resnet_unimodal", "methods": "salun"}, ""),
    ],
)
def test_what_one_benchmark_cannot_tell(query, said):
    assert words.interval_sentence(real(**query)) == said
    assert (said in words.sentences(real(**query))) == bool(said)
    assert words.after_the_lead(real(**query))[1:] == ([said] if said else []), "in the open, whatever is folded"


def test_methods_without_a_common_block_are_told_so():
    apart = replace(real(), rows=tuple(replace(r, rank_interval_reason=UNPAIRED) for r in real().rows))
    assert words.interval_sentence(apart).startswith("Some methods have no benchmark and seed in common: their means")


def test_the_report_says_the_same():
    assert report(TABLES, default_selection(TABLES), ("leaderboard",))["sentences"] == words.sentences(real())


def test_what_a_row_stands_for_where_it_is_a_method():
    grids = gridded()
    best, median = (leaderboard(Resolved(grids, parse({"rows": rows}, grids)[0])) for rows in ("best", "median"))
    assert words.sentences(best) == [
        "Wide leads with UQS 0.900, 0.300 ahead of Safe.",
        "No weights make another method catch Wide: it is better than each of them on every metric.",
        "Each row is a method, shown by the checkpoint that is its best under these weights.",
        "One benchmark with one seed cannot tell how these methods rank on other data: no rank interval is given.",
        "1 benchmark cannot separate the two methods, whatever the data; at least 6 could.",
        "Safe (by Wide) is dominated: for each of its checkpoints the other has one at least as good on every metric, "
        "so no weights put it first alone.",
    ]
    assert words.lead(median) == [
        "Safe leads with UQS 0.560, 0.310 ahead of Wide.",
        "Each row is a method, scored by the median of its checkpoints. No single checkpoint stands for it, so means, "
        "contributions, dominance and the smallest change of the weights are not given.",
    ]
    assert median.dethrone.reason == "the smallest change is not computed for medians"
    assert words.rows_sentence(real()) == ""
    level = replace(best, summary=replace(best.summary, hardly_any_effect=("X1",)))
    assert words.hardly_any_effect_sentence(level).endswith("over the 7 checkpoints ranked.")


@pytest.mark.parametrize(
    ("parts", "weights", "said"),
    [
        ({"X1": ("X2",)}, "X1:1,X3:1", []),
        ({"X1": ("X2",)}, "X1:1,X2:1", ["These weights count X2 twice: by itself and as a part of X1."]),
        (
            {"X1": ("X2", "X3")},
            "equal",
            [],
        ),
        (
            {"X1": ("X2", "X3"), "X4": ("X5",)},
            "X1:1,X2:1,X3:1,X4:1,X5:1",
            [
                "These weights count X2 and X3 twice: by themselves and as parts of X1.",
                "These weights count X5 twice: by itself and as a part of X4.",
            ],
        ),
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
def test_what_counts_twice(parts, weights, said):
    metrics = [replace(made_metric(f"X{i}"), parts=parts.get(f"X{i}", ())) for i in range(1, 7)]
    tables = made_tables(np.random.default_rng(0).random((1, 1, 3, 6)), metrics=metrics)
    result = leaderboard(Resolved(tables, parse({"weights": weights}, tables)[0]))
    assert words.doubled_sentences(result) == said
    assert words.sentences(result) == [words.lead_sentence(result), *words.beside_the_board(result), *said]
    assert not set(said) & set(words.lead(result))


@pytest.mark.parametrize(
    ("aim", "changed", "said"),
    [
        ("printed", 112, "With closeness to the retrained model as the aim, 112 of 150 ranks would change."),
        ("printed", 0, "With closeness to the retrained model as the aim, no rank would change."),
        (
            "reference",
            112,
            "With closeness to the retrained model as the aim, 112 of 150 ranks differ from those of the printed "
            "directions.",
        ),
        (
            "reference",
            0,
            "With closeness to the retrained model as the aim, no rank differs from those of the printed directions.",
        ),
        ("printed", None, ""),
    ],
)
def test_the_ranks_that_the_aim_changes(aim, changed, said):
    assert words.aims_sentence(Aims(aim=aim, offered=("X1",), changed=changed, ranked=150)) == said


def test_marks_of_sides_are_explained_where_they_stand():
    rows = real().rows
    assert words.sides_legend(rows) == ""
    marked = (replace(rows[0], sides={"FA": "over", "RA": "at"}), replace(rows[1], sides={"FA": "under"}))
    assert words.sides_legend(marked) == "▼ under-forgotten, ▲ over-forgotten."
    assert words.sides_legend((replace(rows[0], sides={"FA": "both", "RA": "below"}),)) == (
        "▽ below its target, ◇ below its target on some benchmarks, above on others."
    )
