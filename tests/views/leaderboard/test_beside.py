"""What stands beside the ranking: models that are never ranked, and methods compared by their checkpoints."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from statistics import mean, median

import numpy as np
import pandas as pd
import pytest

from components.report import report
from components.resolved import Resolved
from components.selection import default_selection
from components.views.leaderboard import tables, words
from components.views.leaderboard.beside import NO_COMMON_SEEDS, ONE_RUN, Families, References, families, references
from components.views.leaderboard.figures import tries_lines
from components.views.leaderboard.result import leaderboard
from data import store
from tests.gridded import SCORES, gridded
from tests.released import TABLES as RELEASED

MADE, TOFU = gridded(), store.tables("tofu")
HOSTILE = "<b onload=x>&"


def view(tables_=MADE, **choices) -> Resolved:
    return Resolved(tables_, replace(default_selection(tables_), **choices))


REFERENCES, GRIDS = references(view()), families(view())


def best_of(scores, k) -> float:
    return mean(max(drawn) for drawn in combinations(scores, k))


def test_models_that_are_never_ranked_get_a_score_and_a_place():
    said = {r.method: (r.role, r.uqs, r.would_rank) for r in REFERENCES.rows}
    assert said == {"retrained": ("reference", pytest.approx(0.58), 3), "before": ("original", pytest.approx(0.05), 8)}
    assert REFERENCES.candidates == 7
    assert REFERENCES.ahead == 2


def test_they_change_no_rank():
    without = replace(MADE, runs=MADE.runs[~MADE.runs["method"].isin(["retrained", "before"])])
    assert list(view(without).ranks) == list(view().ranks)


def test_a_sentence_where_somebody_beats_the_retrained_model():
    assert words.references_sentence(REFERENCES) == (
        "Nobody should beat the retrained model: 2 candidates do under these weights."
    )
    retrained, before = REFERENCES.rows
    once = replace(REFERENCES, rows=(replace(retrained, would_rank=2), before))
    assert words.references_sentence(once) == (
        "Nobody should beat the retrained model: 1 candidate does under these weights."
    )
    two = replace(REFERENCES, rows=(retrained, replace(retrained, would_rank=1)))
    assert words.references_sentence(two) == "", "the better of two retrained models is beaten by nobody"
    assert words.references_sentence(replace(REFERENCES, rows=(before,))) == ""
    unmeasured = replace(REFERENCES, rows=(replace(retrained, uqs=None, would_rank=None),))
    assert words.references_sentence(unmeasured) == ""


def test_the_table_says_what_each_model_is():
    frame = tables.references_frame(REFERENCES)
    assert frame["what it is"].tolist() == ["trained without the forgotten data", "before unlearning"]
    assert frame["would rank, beside 7"].tolist() == [3, 8]
    assert frame["X1 ↓"].tolist() == pytest.approx([0.42, 0.95])
    nothing = references(view(RELEASED))
    assert nothing.rows == ()
    assert tables.references_frame(nothing).empty


def test_the_study_has_both_and_nobody_beats_its_retrained_model():
    found = references(view(TOFU))
    runs, weights = TOFU.runs.set_index("method"), view(TOFU)
    weighted = {m: w for m, w in zip(weights.panel.metric_ids, weights.w, strict=True) if w}
    score = {m: sum(w * runs.loc[m, k] for k, w in weighted.items()) for m in runs.index}  # all bounded by 0 and 1
    candidates = [s for m, s in score.items() if m not in ("full", "retain")]
    for row in found.rows:
        assert row.uqs == pytest.approx(score[row.method])
        assert row.would_rank == 1 + sum(s > score[row.method] for s in candidates)
    assert (found.candidates, found.ahead) == (150, 0)


def test_who_beats_the_retrained_model_of_the_calibration_suite():
    """By plain loops over runs: the mean of the metrics alone, so that the direction is the only thing that counts."""
    tables_, told = store.tables("calibration"), []
    for panel, metric, sign in (("unimodal", "JS", -1), ("sequence", "JS", -1), ("sequence", "MIA", -1)):
        found = references(view(tables_, panel=panel, weights=((metric, 1.0),)))
        runs = tables_.runs[tables_.runs["panel"] == panel]
        cells = sign * runs.groupby(["method", "benchmark"])[metric].mean().groupby("method").mean()
        better = [m for m in cells.index if m not in ("original", "retrain") and cells[m] > cells["retrain"]]
        assert found.ahead == len(better)
        assert bool(words.references_sentence(found)) == bool(better)
        told.append(bool(better))
        for row in found.rows:
            ranked = [m for m in cells.index if m not in ("original", "retrain")]
            assert row.would_rank == 1 + sum(cells[m] > cells[row.method] for m in ranked)
            assert found.candidates == len(ranked) == 11
    assert set(told) == {True, False}


def test_each_method_is_told_by_its_best_its_median_and_equal_tries():
    assert GRIDS.tries == 3
    for row in GRIDS.rows:
        own = SCORES[row.family]
        assert row.best == pytest.approx(max(own))
        assert row.median == pytest.approx(median(own))
        assert row.expected_best.value == pytest.approx(best_of(own, 3))
        assert row.curve == pytest.approx([best_of(own, k) for k in range(1, len(own) + 1)])
    assert [r.best_label for r in GRIDS.rows] == ["wide_2", "safe_0"]
    assert families(view(RELEASED)).rows == ()


def test_the_grids_of_the_study_by_plain_loops():
    resolved = view(TOFU, tries=2)
    score = dict(zip(resolved.panel.methods, resolved.scores, strict=True))
    for row in families(resolved).rows:
        own = [score[m.id] for m in TOFU.methods if m.family == row.family]
        assert row.expected_best.value == pytest.approx(best_of(own, 2))
        assert row.checkpoints == len(own)


def test_the_lead_of_the_grids_names_the_number_of_tries():
    assert words.families_sentence(GRIDS) == "With 3 tries each, Wide is expected to reach the best score: 0.75."
    assert words.few_tries_sentence(GRIDS) == "With up to 2 tries Safe is expected to be ahead."
    one = families(view(tries=1))
    assert words.families_sentence(one) == (
        "With one try each, Safe is expected to reach the best score: 0.55. The best single checkpoint is one of Wide."
    )
    assert words.few_tries_sentence(one) == ""
    assert words.families_sentence(families(view(tries=9))) == (
        "No method has 9 checkpoints: nothing is compared at that many tries."
    )
    nothing = Families(rows=(), tries=1, single_runs=True)
    assert words.families_sentence(nothing) == words.few_tries_sentence(nothing) == ""


def test_selection_and_short_grids_are_told():
    assert words.selection_sentence(GRIDS) == (
        "The same runs select the best checkpoint and report its score, so it flatters every method; with one run per "
        "checkpoint nobody can say by how much."
    )
    assert words.selection_sentence(replace(GRIDS, single_runs=False)).endswith("flatters every method.")
    assert words.short_grids_sentence(GRIDS) == ""
    assert words.short_grids_sentence(families(view(tries=4))) == (
        "Safe has fewer than 4 checkpoints and no expected best there."
    )
    assert words.selection_sentence(replace(GRIDS, rows=())) == ""


def test_tables_of_the_grids_hold_every_number():
    frame = tables.families_frame(GRIDS)
    assert frame["expected best of 3"].tolist() == pytest.approx([0.75, 0.6])
    assert frame["best checkpoint"].tolist() == ["wide_2", "safe_0"]
    curves = tables.curves_frame(GRIDS)
    assert curves["tries"].tolist() == [1, 2, 3, 4]
    assert curves["Wide"].tolist() == pytest.approx([best_of(SCORES["wide"], k) for k in (1, 2, 3, 4)])
    assert curves["Safe"].isna().tolist() == [False, False, False, True]


def test_the_lines_end_at_the_size_of_each_grid_and_are_named_there():
    fig = tries_lines(GRIDS, "light")
    assert [list(t.x) for t in fig.data] == [[1, 2, 3, 4], [1, 2, 3]]
    assert list(fig.data[1].y) == pytest.approx([best_of(SCORES["safe"], k) for k in (1, 2, 3)])
    assert [a.text for a in fig.layout.annotations] == ["Wide", "Safe"]
    assert fig.layout.shapes[0].x0 == 3


def test_hostile_names_are_text_and_nothing_is_a_figure_too():
    drawn = tries_lines(families(view(gridded(HOSTILE))), "dark").to_json().replace("\\u003c", "<")
    assert "<b" not in drawn
    assert "&lt;b" in drawn
    assert tries_lines(Families(rows=(), tries=1, single_runs=True), "light").to_json()
    assert isinstance(references(view(gridded(HOSTILE))), References)


def seeded(noise: float):
    """The same grids with three seeds of each checkpoint."""
    rng = np.random.default_rng(6)
    runs = pd.concat([MADE.runs.assign(seed=s) for s in (1, 2, 3)], ignore_index=True)
    moved = (runs["X1"] + rng.normal(0, noise, len(runs))).clip(0, 1)
    return replace(MADE, runs=runs.assign(X1=moved, run_id=range(1, len(runs) + 1)))


def test_the_optimism_of_the_best_is_told_where_seeds_can_tell_it():
    assert {(r.optimism, r.optimism_reason) for r in GRIDS.rows} == {(None, ONE_RUN)}
    noisy = families(view(seeded(0.1)))
    gaps = {r.family: r.optimism for r in noisy.rows}
    assert gaps["safe"] > 0, "its checkpoints are nearly alike"
    assert gaps["wide"] == 0.0, "the same checkpoint is best whatever seed is left out"
    assert tables.families_frame(noisy)["best flatters by"].tolist() == [r.optimism for r in noisy.rows]
    assert "best flatters by" not in tables.families_frame(GRIDS)
    assert words.selection_sentence(noisy).endswith(
        "Chosen on all seeds but one and judged by that one, the best scores lower: "
        f"Wide by 0.000 and Safe by {gaps['safe']:.3f}."
    )
    lead = leaderboard(view(seeded(0.1), rows="best"))
    assert lead.checkpoints.optimism == gaps
    assert words.rows_sentence(lead).endswith(
        "Wide scores no lower when its checkpoint is judged by a seed that did not choose it."
    )
    flattered = replace(lead, checkpoints=replace(lead.checkpoints, optimism={"wide": 0.0214}))
    assert words.rows_sentence(flattered).endswith(
        "Chosen on all seeds but one and judged by that one, Wide scores 0.021 lower."
    )
    assert leaderboard(view(seeded(0.1), rows="median")).checkpoints.optimism == {}


def test_without_common_seeds_the_optimism_is_not_told():
    runs = seeded(0.1).runs
    apart = runs[(runs["method"] == "safe_0") == (runs["seed"] == 1)]
    told = {r.family: r.optimism_reason for r in families(view(replace(MADE, runs=apart))).rows}
    assert told == {"wide": "", "safe": NO_COMMON_SEEDS}


def test_the_report_holds_the_rows_alone():
    said = report(MADE, default_selection(MADE), ("leaderboard",))
    assert [set(r) for r in said["references"]] == [{"method", "role", "uqs", "means", "would_rank"}] * 2
    keys = {
        "family",
        "checkpoints",
        "best",
        "best_checkpoint",
        "median",
        "expected_best",
        "optimism",
        "optimism_reason",
    }
    assert [set(r) for r in said["families"]] == [keys] * 2
    assert set(said["families"][0]["expected_best"]) == {"k", "value"}


def test_the_page_shows_both_below_the_standings(app_test):
    app = app_test("leaderboard", {"suite": "tofu"})
    heads = [h.value.replace("\\", "") for h in app.header]
    assert heads[-2:] == ["Not ranked: drawn for comparison", "Methods by their checkpoints"]
    said = " ".join(m.value for m in [*app.markdown, *app.caption]).replace("\\", "")
    grids = families(view(TOFU))
    for sentence in (words.families_sentence(grids), words.few_tries_sentence(grids), words.selection_sentence(grids)):
        assert said.count(sentence) == 1
    assert app.dataframe[0].value["what it is"].tolist() == ["before unlearning", "trained without the forgotten data"]
    assert len(app.dataframe[1].value) == 8
    assert len(app.get("plotly_chart")) == 1


def test_a_suite_without_both_shows_neither(app_test):
    heads = [h.value.replace("\\", "") for h in app_test().header]
    assert not {"Not ranked: drawn for comparison", "Methods by their checkpoints"} & set(heads)
