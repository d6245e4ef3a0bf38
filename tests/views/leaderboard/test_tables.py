"""The table of methods: columns, order, what is best, and its numbers for download."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.exports.printed import latex_table
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.views.leaderboard.result import leaderboard
from components.views.leaderboard.tables import best, fields, frame, ordered, spread_head
from data.registry import UtilityMap
from tests.made import made_metric, made_tables
from tests.released import TABLES

VALUES = np.array([[[[0.2, 0.5], [0.2, 0.9], [0.4, np.nan], [0.3, 0.7]]]])
CLOSENESS = (UtilityMap("closeness"),)
METRICS = [made_metric("FA"), made_metric("RA", "higher")]


def result_of(values=VALUES, metrics=METRICS):
    tables = made_tables(values, metrics=metrics)
    return leaderboard(Resolved(tables, default_selection(tables)))


def test_a_fragile_lead_is_noted_in_the_files_and_only_there_where_it_is_one():
    result = leaderboard(Resolved(TABLES, parse({"weights": "RA:0.6,MIA:0.24,JS:0.16"}, TABLES)[0]))
    table = frame(result.rows, fields(result, ("uqs",)))
    assert list(table.columns) == ["Rank", "Method", "Note", "UQS"]
    assert table["Note"].fillna("").tolist() == ["fragile lead", "", "", ""]
    assert r"1 & Gradient Ascent & fragile lead & 0.693 \\" in latex_table(table, {}).splitlines()
    firm = leaderboard(Resolved(TABLES, default_selection(TABLES)))
    assert "Note" not in frame(firm.rows, fields(firm, ("uqs",)))


def test_latex_has_the_columns_on_screen_and_the_spreads_beside_their_means():
    result = leaderboard(Resolved(TABLES, default_selection(TABLES)))

    def latex(groups, **more):
        columns = fields(result, groups)
        spreads = {f.label: spread_head(f) for f in columns if f.spread is not None}
        return latex_table(frame(result.rows, columns), {}, spreads=spreads, **more).splitlines()

    few = latex(("uqs",))
    assert r"Rank & Method & UQS \\" in few
    assert r"1 & Gradient Ascent & 0.645 \\" in few
    both = latex(("metrics", "sd"))
    assert (
        both[3]
        == r"Rank & Method & "
        + " & ".join(
            rf"{m} $\{a}arrow$"
            for m, a in zip(("FA", "RA", "MIA", "AD", "JS"), ("down", "up", *["down"] * 3), strict=True)
        )
        + r" \\"
    )
    # the means and standard deviations over seeds of the released runs, by pandas
    runs = TABLES.runs[(TABLES.runs["panel"] == "llava_multimodal") & (TABLES.runs["method"] == "gradient_ascent")]
    cells = next(line for line in both if "Gradient Ascent" in line).removesuffix(r" \\").split(" & ")[2:]
    row = result.row("gradient_ascent")
    for metric, cell in zip(("FA", "RA", "MIA", "AD", "JS"), cells, strict=True):
        mean = runs.groupby("benchmark")[metric].mean().mean()
        assert cell == rf"${mean:.3f}\pm{row.sd[metric]:.3f}$"
    floating = latex(("uqs",), caption="50 % of A_b ± c")
    assert floating[1:4] == [r"\begin{table}[t]", r"\centering", r"\caption{50 \% of A\_b $\pm$ c}"]
    assert floating[-2:] == [r"\end{tabular}", r"\end{table}"]


def test_groups_of_columns_come_in_a_fixed_order():
    result = result_of()
    assert [f.id for f in fields(result)] == ["rank", "method", "interval", "uqs", "FA", "RA", "runs"]
    assert [f.id for f in fields(result, ("runs", "ranks"))] == ["rank", "method", "FA_rank", "RA_rank", "runs"]
    labels = [f.label for f in fields(result)]
    assert "FA ↓" in labels
    assert "RA ↑" in labels


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", ["m2", "m4", "m1", "m3"]),
        ("method", ["m1", "m2", "m3", "m4"]),
        ("method:desc", ["m4", "m3", "m2", "m1"]),
        ("FA", ["m2", "m1", "m4", "m3"]),  # m1 and m2 tie at 0.2 and stand as ranked
        ("RA", ["m1", "m4", "m2", "m3"]),  # m3 has no RA: last either way
        ("RA:desc", ["m2", "m4", "m1", "m3"]),
        ("p_first", ["m2", "m4", "m1", "m3"]),  # not shown: sorts nothing
    ],
)
def test_rows_sort_by_a_shown_column_with_undefined_last(sort, expected):
    result = result_of()
    assert [r.method for r in ordered(result.rows, fields(result), sort)] == expected


def test_best_follows_the_direction_and_is_shared_by_ties():
    result = result_of()
    leaders = {f.id: best(result.rows, f) for f in fields(result)}
    assert leaders["FA"] == {"m1", "m2"}
    assert leaders["RA"] == {"m2"}
    assert leaders["uqs"] == {"m2"}
    assert leaders["runs"] == set()


def test_nothing_is_best_where_all_are_equal():
    result = result_of(np.full((1, 1, 3, 1), 0.5), None)
    assert all(best(result.rows, f) == set() for f in fields(result))


def test_sides_stand_beside_the_values_of_targets_only():
    metrics = [replace(METRICS[0], direction="target", target="0.3", under="below", utilities=CLOSENESS), METRICS[1]]
    result = result_of(VALUES, metrics)
    columns = {f.id: f for f in fields(result)}
    assert columns["RA"].side is None
    assert {r.method: columns["FA"].side(r) for r in result.rows} == {
        "m1": "under", "m2": "under", "m3": "over", "m4": "at",
    }  # fmt: skip
    table = frame(result.rows, list(columns.values())).set_index("Method")
    assert table["FA ◎ side"].to_dict() == {"m1": "under", "m2": "under", "m3": "over", "m4": "at"}
    assert not any(str(c).startswith("RA") and str(c).endswith("side") for c in table)


def test_the_download_has_numbers_and_spreads_of_their_own():
    result = result_of(np.array([[[[0.1], [0.5]], [[0.3], [0.5]]]]), METRICS[:1])
    table = frame(result.rows, fields(result))
    assert table["FA ↓"].tolist() == pytest.approx([0.2, 0.5])
    assert table["FA ↓ SD"].tolist() == pytest.approx([np.std([0.1, 0.3], ddof=1), 0.0])
    assert table["Interval"].tolist() == ["seeds only", "seeds only"]


def test_letters_stand_beside_the_ranks_where_there_are_any():
    noise = np.random.default_rng(1).normal(0, 0.01, (8, 2, 3, 1))
    lettered = result_of(np.array([0.5, 0.1, 0.3])[:, None] + noise, metrics=[made_metric("FA")])
    columns = fields(lettered)
    assert [f.id for f in columns[:3]] == ["rank", "letters", "method"]
    assert frame(lettered.rows, columns)["Group"].tolist() == ["a", "b", "c"]
    few = result_of(np.array([0.5, 0.1, 0.3])[:, None] + noise[:6], metrics=[made_metric("FA")])
    assert "letters" not in [f.id for f in fields(few)]
