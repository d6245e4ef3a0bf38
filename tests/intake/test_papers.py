"""Tables of papers, pasted: the questions they raise and the rank they end with."""

from dataclasses import replace

import pytest

from components.answers.your_results import standing
from components.answers.your_results.shared import shared, uncounted
from components.intake import work
from components.intake.problems import cards
from components.resolved import Resolved
from components.selection import default_selection, parse
from tests.intake.real.cases import Case, text
from tests.intake.real.papers import PAPERS, Paper
from tests.intake.test_real import mended
from tests.released import NAMES, built_in


@pytest.mark.parametrize("paper", PAPERS, ids=[p.source for p in PAPERS])
def test_a_pasted_table_ends_with_a_rank(paper: Paper) -> None:
    suites = {name: built_in(name) for name in NAMES}
    brought = work.begin(text(paper.text), list(suites.values()))
    asked = [f for f in work.examined(brought, suites).findings if f.asks]
    assert tuple(title for title, _ in cards(asked)) == paper.asked
    case = Case(source=paper.source, files=(), mends=paper.presses, answers=paper.answers)
    brought = mended(brought, case, suites)
    table = work.examined(brought, suites)
    assert table.ready
    weights: dict[str, float] = {}
    if brought.adding:
        before = Resolved(suites[brought.suite], default_selection(suites[brought.suite]))
        weights = {m: float(w) for m, w in zip(before.panel.metric_ids, before.w, strict=True)}
    made = work.suite_of(brought, table, suites, weights)
    view = replace(default_selection(made), panel=brought.panel or default_selection(made).panel)
    query = {"panel": view.panel, **shared(made, view)} if brought.adding else {}
    resolved = Resolved(made, replace(parse({"suite": made.suite.id, **query}, made)[0], rows="checkpoints"))
    first = standing.say(standing.compute(resolved), resolved.labels).lines[0]
    assert first.startswith(paper.outcome)
    assert (uncounted(brought, resolved) if brought.adding else "") == paper.uncounted
