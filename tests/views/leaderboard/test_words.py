"""What the leaderboard says: the wording of each sentence once, and which one is chosen when."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.report import report
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.views.leaderboard import words
from components.views.leaderboard.result import LeaderboardResult, leaderboard
from tests.made import made_tables
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
            "Moving 0.126 of weight from MIA to JS lets Random Labels catch up; beyond that, Random Labels leads.",
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
    assert words.flip_sentence(made([[0.1, 0.50001], [0.5, 0.1]], weights="X1:0.5,X2:0.5")).startswith(
        "Moving 6e-06 of weight from X2 to X1 lets m1 catch up"
    )


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


def test_the_report_says_the_same():
    assert report(TABLES, default_selection(TABLES), ("leaderboard",))["sentences"] == words.sentences(real())
