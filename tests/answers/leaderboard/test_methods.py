"""The table of methods: one for screen, files and interface; its columns on screen, their order, and opening a row."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.leaderboard.methods import METHODS, on_screen, opens
from components.resolved import Resolved
from components.table import csv_text, latex_table, screen_frame
from data.registry import UtilityMap
from tests.answered import view_of
from tests.answers.leaderboard.cases import ranking, rows
from tests.gridded import gridded
from tests.made import made_metric, made_tables
from tests.released import TABLES

VALUES = np.array([[[[0.2, 0.5], [0.2, 0.9], [0.4, np.nan], [0.3, 0.7]]]])
CLOSENESS = (UtilityMap("closeness"),)
METRICS = [made_metric("FA"), made_metric("RA", "higher")]


def view(values=VALUES, metrics=METRICS, **query: str) -> Resolved:
    return view_of(made_tables(values, metrics=metrics), **query)


def table(of: Resolved):
    return METHODS.table(of, "leaderboard")


def shown(of: Resolved):
    return on_screen(table(of), of.row_labels, of.selection)


def heads(of: Resolved) -> list[str]:
    return [c.id for c in shown(of).columns]


def test_latex_has_the_columns_for_print_and_the_spreads_beside_their_means():
    names = view_of().labels
    lines = latex_table(table(view_of()), names, {}).splitlines()
    arrows = zip(("FA", "RA", "MIA", "AD", "JS"), ("↓", "↑", "↓", "↓", "↓"), strict=True)
    means = " & ".join(f"{m} {a}" for m, a in arrows).replace("↓", r"$\downarrow$").replace("↑", r"$\uparrow$")
    assert lines[3] == rf"rank & method & UQS $\uparrow$ & Rank, other seeds from & to & {means} & runs \\"
    # the means of the released runs, by pandas; the best of a column is bold
    runs = TABLES.runs[(TABLES.runs["panel"] == "llava_multimodal") & (TABLES.runs["method"] == "random_labels")]
    cells = next(line for line in lines if "Random Labels" in line).removesuffix(r" \\").split(" & ")
    sd = rows()["random_labels"]["sd"]
    for metric, cell in zip(("FA", "RA", "MIA", "AD", "JS"), cells[5:], strict=False):
        mean = runs.groupby("benchmark")[metric].mean().mean()
        best = rf"$\mathbf{{{mean:.3f}}}\pm{sd[metric]:.3f}$"
        assert cell == (best if metric != "MIA" else rf"${mean:.3f}\pm{sd[metric]:.3f}$")
    floating = latex_table(table(view_of()), names, {}, caption="50 % of A_b ± c").splitlines()
    assert floating[1:4] == [r"\begin{table}[t]", r"\centering", r"\caption{50 \% of A\_b $\pm$ c}"]


def test_groups_of_columns_come_in_a_fixed_order_and_files_have_all_whatever_is_chosen():
    assert heads(view()) == ["rank", "method", "uqs", "means.FA", "means.RA", "runs"], "nothing else holds anything"
    assert heads(view(columns="runs,ranks")) == ["rank", "method", "metric_ranks.FA", "metric_ranks.RA", "runs"]
    every = ["rank", "letters", "method", "uqs", "rank_low", "rank_high", "means.FA", "sd.FA"]
    assert heads(view_of(columns="interval,uqs,metrics,sd"))[:8] == every
    few, many = (csv_text(table(view_of(columns=c)), {}) for c in ("uqs", "interval,ranks"))
    assert few == many
    head = few.splitlines()[0].split(",")
    assert {"means.FA", "sd_seeds.JS", "utilities.AD", "contributions.RA", "epsilon", "fragile_lead"} < set(head)


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("", ["m2", "m4", "m1", "m3"]),
        ("method:desc", ["m4", "m3", "m2", "m1"]),
        ("FA", ["m2", "m1", "m4", "m3"]),  # m1 and m2 tie at 0.2 and are in the order of their ranks
        ("RA", ["m1", "m4", "m2", "m3"]),  # m3 has no RA: last either way
        ("runs:desc", ["m2", "m4", "m1", "m3"]),  # all alike: sorts nothing
    ],
)
def test_rows_of_an_old_link_sort_by_a_shown_column_with_undefined_last(sort, expected):
    of = view(sort=sort) if sort else view()
    assert screen_frame(shown(of), of.labels)["method"].tolist() == expected
    assert [r.method for r in table(of).rows] == ["m2", "m4", "m1", "m3"], "files keep the ranking"


def test_sides_are_told_of_targets_only():
    metrics = [replace(METRICS[0], direction="target", target="0.3", under="below", utilities=CLOSENESS), METRICS[1]]
    of = view(VALUES, metrics)
    sides = {"m1": "under", "m2": "under", "m3": "over", "m4": "at"}
    assert {m: r["sides"] for m, r in rows(of.tables).items()} == {m: {"FA": side} for m, side in sides.items()}
    frame = screen_frame(shown(of), of.labels).set_index("method")
    assert frame["FA: side"].to_dict() == {
        "m1": "under-forgotten",
        "m2": "under-forgotten",
        "m3": "over-forgotten",
        "m4": "at its target",
    }
    assert "means.FA" in heads(of)
    (mean,) = [c for c in table(of).columns if c.id == "means.FA"]
    assert mean.better is None, "no end of a target is best"


def test_letters_stand_beside_the_ranks_where_there_are_any():
    noise = np.random.default_rng(1).normal(0, 0.01, (8, 2, 3, 1))
    values = np.array([0.5, 0.1, 0.3])[:, None]
    lettered, few = (view(values + own, metrics=[made_metric("FA")]) for own in (noise, noise[:1]))
    assert heads(lettered)[:3] == ["rank", "letters", "method"]
    assert screen_frame(shown(lettered), lettered.labels)["group"].tolist() == ["a", "b", "c"]
    assert "letters" not in heads(few)


def test_a_click_on_a_name_opens_what_its_row_shows():
    grids = gridded()
    best, median = (ranking(grids, rows=rule) for rule in ("best", "median"))
    assert [opens([r]) for r in best.rows] == [{"method": "wide_2"}, {"method": "safe_0"}]
    assert [opens([r]) for r in median.rows] == [{}, {}]
    assert opens([]) == {}
    frame = screen_frame(shown(view_of(grids, rows="best")), view_of(grids, rows="best").row_labels)
    assert frame["best checkpoint"].tolist() == ["wide_2", "safe_0"]
