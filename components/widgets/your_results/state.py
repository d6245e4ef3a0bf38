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
from components.intake.places import Fit, fits
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
    fits: tuple[Fit, ...] = ()
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
    held: Outcome | None = st.session_state.get(_OUTCOME)
    return held


def change(**changes: Any) -> None:
    """Replace what was decided of the table: said, roles, place, together."""
    held = outcome()
    if held is not None:
        keep(replace(held.work, **changes))


def keep(work: Work | None) -> None:
    """Hold a work and let every page show its suite; without any its choices go too."""
    if work is None:
        if address.read().get("suite") in cached.made_here():
            address.write({})
        cached.made_here().clear()
        st.session_state[_OUTCOME] = None
        cached.keep_private([])
        return
    held = Outcome(work)
    try:
        _fill(held)
    except LeaderboardError as error:
        held.problem = " ".join(str(error).splitlines()[:MAX_PROBLEM_LINES])
    st.session_state[_OUTCOME] = held
    cached.keep_private([held.suite] if held.suite else [])


def bring(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files in place of what was there, or say why not.

    What was decided of a table with the same columns stays.
    """
    before = outcome()
    try:
        sheet = read(files)
    except LeaderboardError as error:
        notices.later("error", [f"{shortened(files[0][0], 60)}: {error}."])
        return
    keep(None)
    if before is not None and before.work.sheet.header == sheet.header:
        keep(replace(before.work, sheet=sheet))
    else:
        keep(Work(sheet))


def _fill(held: Outcome) -> None:
    """Find out what a work comes to."""
    work = held.work
    if work.sheet.suite:
        held.build = partial(whole_suite, work.sheet.suite)
        held.suite = held.build()
        view = Resolved(held.suite, default_selection(held.suite))
        held.standing = standing(view, view.panel.methods, together=True)
        return
    public = [tables for tables in cached.served().suites if not tables.suite.private]
    held.grid = grid(replace(work, place=OWN), known(public), None)
    held.fits = fits(held.grid, public)
    place = work.place
    if not place:
        place = held.fits[0].place if len(held.fits) == 1 else OWN
    target = next((tables for tables in public if tables.suite.id == place[0]), None)
    if target is not None:
        held.grid = grid(replace(work, place=place), known(public, target), target)
    held.runs = runs_of(held.grid)
    if held.runs.keys and _can_be_ranked(held.runs):
        _rank(held, held.grid, place[1], public)


def _can_be_ranked(runs: Runs) -> bool:
    """Return whether some column is a metric that ranks."""
    for metric in runs.metrics.values():
        if metric["group"] != "cost" and metric["role"] == "score":
            return True
    return False


def _rank(held: Outcome, understood: Grid, panel: str, public: Sequence[Tables]) -> None:
    """Build the suite of a work, and rank its methods in it."""
    make_suite = enlarged_suite if understood.suite else own_suite
    runs = held.runs
    held.numbers = uploaded_numbers(understood, runs, public)
    held.build = partial(make_suite, understood, runs)
    held.suite = held.build()
    held.choices = choices(held.suite, panel)
    selection, _ = parse(held.choices, held.suite)
    id_of_name = ids_of(understood, runs)
    mine = [
        method
        for name, method in id_of_name.items()
        if runs.variants.get(name, name) in understood.mine
    ]
    view = Resolved(held.suite, replace(selection, rows=ROWS[0]))
    held.standing = standing(view, mine, held.work.together)
    clashing = {row.method for row in held.standing.rows if row.kind == "clash"}
    if not clashing:
        return
    # what clashes is in the preview alone
    rest = runs.without([name for name, method in id_of_name.items() if method in clashing])
    held.build = partial(make_suite, understood, rest)
    held.suite = held.build() if rest.keys else None
