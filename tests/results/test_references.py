"""The untouched and the retrained model beside the rows: the cases of METHODS 25."""

from dataclasses import replace

import numpy as np
import pytest

from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.references import REFERENCES
from components.results.references import above, compute, untouched_line, untouched_note
from tests.answered import view_of
from tests.beside import beside
from tests.gridded import gridded
from tests.made import made_metric, made_tables
from tests.released import built_in

CASES = beside(__file__)
NOBODY = "No ranked method beats the untouched model."
MODELS = view_of(gridded(), rows="checkpoints").of(compute)


@pytest.mark.parametrize(
    ("suite", "panel", "weights", "score", "leader_score", "followed"), CASES["first line"]
)
def test_where_nobody_beats_the_untouched_model_the_first_line_says_so(
    suite, panel, weights, score, leader_score, followed
):
    view = view_of(built_in(suite), panel=panel, weights=weights)
    references = view.of(compute)
    assert references.untouched_leads
    assert references.uqs[references.untouched] == pytest.approx(score, abs=5e-4)
    assert view.contest.row_scores.max() == pytest.approx(leader_score, abs=5e-4)
    first_line, support, *_ = RANKING.said(view).lines
    assert first_line == NOBODY
    assert support.startswith(followed)


@pytest.mark.parametrize(("suite", "panel", "weights", "rank", "n_rows"), CASES["note"])
def test_a_note_says_which_rank_the_untouched_model_would_take(suite, panel, weights, rank, n_rows):
    view = view_of(built_in(suite), panel=panel, weights=weights)
    references = view.of(compute)
    assert (references.untouched_leads, references.n_rows) == (False, n_rows)
    assert references.untouched_rank == rank
    said = RANKING.said(view)
    assert f"The untouched model would rank {rank}." in (*said.lines, *said.notes)
    assert said.lines[0] != NOBODY


def test_nothing_is_said_of_an_untouched_model_below_all_rows_or_without_a_score():
    assert MODELS.untouched is not None
    assert (MODELS.untouched_leads, MODELS.untouched_rank) == (False, None)
    no_original = view_of().of(compute)
    assert (no_original.untouched, no_original.untouched_rank) == (None, None)


def test_models_are_compared_where_they_have_every_weighted_metric():
    """Two benchmarks; `before` lacks X2 on the second, `old` has both and scores less."""
    nan = np.nan
    values = np.array(
        [
            [[[0.9, 0.9], [0.2, 0.4], [0.5, 0.7], [0.1, 0.2]]],
            [[[0.9, 0.9], [0.8, 0.8], [0.5, nan], [0.1, 0.2]]],
        ]
    )
    metrics = [made_metric("X1", "higher"), made_metric("X2", "higher")]
    tables = made_tables(values, methods=["high", "uneven", "before", "old"], metrics=metrics)
    roles = ("candidate", "candidate", "original", "original")
    methods = tuple(
        replace(method, role=role) for method, role in zip(tables.methods, roles, strict=True)
    )
    view = view_of(replace(tables, methods=methods), weights="X1:0.5,X2:0.5")
    references = view.of(compute)
    assert dict(references.compared_on) == {"before": ("b1",), "old": ("b1", "b2")}
    assert references.uqs == pytest.approx([0.6, 0.15])
    assert references.row_scores[0] == pytest.approx([0.9, 0.3])
    assert references.row_scores[1] == pytest.approx([0.9, 0.55])
    assert references.untouched_rank == 2, "the best of both counts"
    assert untouched_note(references, view.labels) == "The untouched model would rank 2 on B1."
    table = REFERENCES.table(view, "references")
    compared_on = next(column for column in table.columns if column.id == "compared_on")
    assert [compared_on.cell(row) for row in table.rows] == [("b1",), ("b1", "b2")]
    nothing = view_of(replace(tables, methods=methods), weights="X2:1", benchmarks="b2")
    assert np.isnan(nothing.of(compute).uqs[0])


@pytest.mark.parametrize(("uqs", "roles", "said"), CASES["above the retrained"])
def test_a_note_where_somebody_beats_the_retrained_model(uqs, roles, said):
    role_of_model = dict(zip(MODELS.methods, roles, strict=True))
    assert above(replace(MODELS, uqs=np.array(uqs, dtype=float), roles=role_of_model)) == said


def test_an_untouched_model_that_ties_with_the_leader_is_not_beaten():
    names = view_of(gridded()).labels
    tied = replace(MODELS, uqs=np.array([0.1, 0.9]))
    assert untouched_line(tied, names) == NOBODY
    assert untouched_note(tied, names) == ""
    lower = replace(MODELS, uqs=np.array([0.1, 0.89]))
    assert untouched_note(lower, names) == "The untouched model would rank 2."
    assert untouched_line(lower, names) == ""
