"""The table a reader brought, held in this session alone: never in a shared cache, never on disk,
never logged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

import streamlit as st

from components.answers.check.uploaded import own_numbers
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

_MADE = "_your_results_made"


@dataclass(eq=False)
class Made:
    """What a work comes to: `build` makes its suite, to keep or take away, `problem` says why not;
    no `turn` twice."""

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


def made() -> Made | None:
    """Return what the work of this session comes to."""
    found: Made | None = st.session_state.get(_MADE)
    return found


def change(**said: Any) -> None:
    """Replace what was said of the table: said, roles, place, together."""
    if held := made():
        keep(replace(held.work, **said))


def keep(new: Work | None) -> None:
    """Hold a work and let every page show its suite and no other; without any its choices go
    too."""
    if new is None:
        if address.read().get("suite") in cached.made_here():
            address.write({})
        cached.made_here().clear()
    found = Made(new) if new else None
    if found:
        try:
            _make(found)
        except LeaderboardError as error:
            found.problem = " ".join(str(error).splitlines()[:4])
    st.session_state[_MADE] = found
    cached.keep_private([found.suite] if found and found.suite else [])


def bring(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files in place of what was there, or say why not; what was said of the same columns
    stays."""
    before = made()
    try:
        sheet = read(files)
    except LeaderboardError as error:
        notices.later("error", [f"{shortened(files[0][0], 60)}: {error}."])
        return
    keep(None)
    keep(
        replace(before.work, sheet=sheet)
        if before and before.work.sheet.header == sheet.header
        else Work(sheet)
    )


def _make(found: Made) -> None:
    work = found.work
    if work.sheet.suite:
        found.build = partial(whole_suite, work.sheet.suite)
        found.suite = found.build()
        view = Resolved(found.suite, default_selection(found.suite))
        found.standing = standing(view, view.panel.methods, together=True)
        return
    public = [suite for suite in cached.served().suites if not suite.suite.private]
    alone = grid(replace(work, place=OWN), known(public), None)
    found.fits = fits(alone, public)
    place = work.place or (found.fits[0].place if len(found.fits) == 1 else OWN)
    into = next((t for t in public if t.suite.id == place[0]), None)
    understood = found.grid = (
        grid(replace(work, place=place), known(public, into), into) if into else alone
    )
    runs = found.runs = runs_of(understood)
    if not runs.keys or not any(
        metric["group"] != "cost" and metric["role"] == "score" for metric in runs.metrics.values()
    ):
        return
    make = enlarged_suite if into else own_suite
    found.numbers, found.build = (
        own_numbers(understood, runs, public),
        partial(make, understood, runs),
    )
    found.suite, ids = found.build(), ids_of(understood, runs)
    found.choices = choices(found.suite, place[1])
    view = Resolved(found.suite, replace(parse(found.choices, found.suite)[0], rows=ROWS[0]))
    mine = [own for n, own in ids.items() if runs.variants.get(n, n) in understood.mine]
    found.standing = standing(view, mine, work.together)
    clashing = {row.method for row in found.standing.rows if row.kind == "clash"}
    if clashing:  # what clashes is in the preview alone
        kept = runs.without([n for n, own in ids.items() if own in clashing])
        found.build = partial(make, understood, kept)
        found.suite = found.build() if kept.keys else None
