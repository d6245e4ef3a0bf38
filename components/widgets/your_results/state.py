"""The table a reader brought, held in this session: in no shared cache, on no disk, in no log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

import streamlit as st

from components.answers.check.uploaded import uploaded_numbers
from components.answers.your_results.standing import Standing, choices, standing
from components.choices.query import parse
from components.format import shortened
from components.intake.grid import OWN, Grid, Work, grid
from components.intake.known import known
from components.intake.suite import Runs, enlarged_suite, ids_of, own_suite, runs_of, whole_suite
from components.resolved import Resolved
from components.selection import ROWS, default_selection
from components.widgets import address, cached, notices
from data.errors import LeaderboardError
from data.read.files import read
from data.registry import Tables

_OUTCOME = "_your_results_made"
MAX_PROBLEM_LINES = 4


@dataclass(eq=False)
class Outcome:
    """What a reader's work comes to.

    build    makes its suite, to keep or to take away; `problem` says why there is none
    turn     a number that no two outcomes share
    """

    work: Work
    grid: Grid | None = None
    runs: Runs = field(default_factory=Runs)
    numbers: Mapping[str, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    build: Callable[..., Tables] | None = None
    suite: Tables | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    standing: Standing | None = None
    problem: str = ""
    turn: int = field(default_factory=count().__next__)


def outcome() -> Outcome | None:
    """Return what the work of this session comes to."""
    held_outcome: Outcome | None = st.session_state.get(_OUTCOME)
    return held_outcome


def change(**changes: Any) -> None:
    """Replace what was decided of the table: said, roles, place, together."""
    held_outcome = outcome()
    if held_outcome is not None:
        keep(replace(held_outcome.work, **changes))


def keep(work: Work | None) -> None:
    """Hold a work and let every page show its suite; without any its choices go too."""
    if work is None:
        if address.read().get("suite") in cached.made_here():
            address.write({})
        cached.made_here().clear()
        st.session_state[_OUTCOME] = None
        cached.keep_private([])
        return
    held_outcome = Outcome(work)
    try:
        _fill(held_outcome)
    except LeaderboardError as error:
        held_outcome.problem = " ".join(str(error).splitlines()[:MAX_PROBLEM_LINES])
    st.session_state[_OUTCOME] = held_outcome
    cached.keep_private([held_outcome.suite] if held_outcome.suite else [])


def bring(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files in place of what was there, or say why not.

    What was decided of a table with the same columns stays.
    """
    before = outcome()
    try:
        read_sheet = read(files)
    except LeaderboardError as error:
        notices.later("error", [f"{shortened(files[0][0], 60)}: {error}."])
        return
    keep(None)
    if before is not None and before.work.sheet.header == read_sheet.header:
        keep(replace(before.work, sheet=read_sheet))
    else:
        keep(Work(read_sheet))


def _fill(held_outcome: Outcome) -> None:
    """Find out what a work comes to."""
    held_work = held_outcome.work
    if held_work.sheet.suite:
        held_outcome.build = partial(whole_suite, held_work.sheet.suite)
        held_outcome.suite = held_outcome.build()
        view = Resolved(held_outcome.suite, default_selection(held_outcome.suite))
        held_outcome.standing = standing(view, view.panel.methods, together=True)
        return
    public = [tables for tables in cached.served().suites if not tables.suite.private]
    held_outcome.grid = grid(replace(held_work, place=OWN), known(public), None)
    chosen_place = held_work.place
    target = next((tables for tables in public if tables.suite.id == chosen_place[0]), None)
    if target is not None:
        held_outcome.grid = grid(
            replace(held_work, place=chosen_place), known(public, target), target
        )
    held_outcome.runs = runs_of(held_outcome.grid)
    if held_outcome.grid.may_rank and held_outcome.runs.may_rank:
        _rank(held_outcome, held_outcome.grid, chosen_place[1], public)


def _rank(held_outcome: Outcome, understood: Grid, panel: str, public: Sequence[Tables]) -> None:
    """Build the suite of a work, and rank its methods in it."""
    make_suite = enlarged_suite if understood.suite else own_suite
    read_runs = held_outcome.runs
    held_outcome.numbers = uploaded_numbers(understood, read_runs, public)
    held_outcome.build = partial(make_suite, understood, read_runs)
    held_outcome.suite = held_outcome.build()
    held_outcome.choices = choices(held_outcome.suite, panel)
    selection, _ = parse(held_outcome.choices, held_outcome.suite)
    id_of_name = ids_of(understood, read_runs)
    own_methods = [
        method
        for method_name, method in id_of_name.items()
        if read_runs.variants.get(method_name, method_name) in understood.mine
    ]
    view = Resolved(held_outcome.suite, replace(selection, rows=ROWS[0]))
    held_outcome.standing = standing(view, own_methods, held_outcome.work.together)
    clashing = {
        standing_row.method
        for standing_row in held_outcome.standing.rows
        if standing_row.kind == "clash"
    }
    if not clashing:
        return
    # what clashes is in the preview alone
    other_runs = read_runs.without(
        [method_name for method_name, method in id_of_name.items() if method in clashing]
    )
    held_outcome.build = partial(make_suite, understood, other_runs)
    held_outcome.suite = held_outcome.build() if other_runs.keys else None
