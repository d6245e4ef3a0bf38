"""The table a reader brought, held in this session alone: never in a shared cache, never on disk, never logged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from components.answers.your_results.numbers import numbers
from components.answers.your_results.standing import Standing, choices, standing
from components.choice_text import ROWS
from components.errors import LeaderboardError
from components.intake.grid import OWN, Grid, Work, grid
from components.intake.known import known
from components.intake.places import Fit, fits
from components.intake.suite import Runs, enlarged_suite, ids_of, own_suite, runs_of, whole_suite
from components.own_ids import YOURS, beside
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.table import Table
from components.widgets import address, cached, selection
from data.read.files import read
from data.registry import Tables

_WORK, _MADE, _KEY = "_your_results", "_your_results_made", "table"


@dataclass(eq=False)
class Made:
    """What a work comes to: its grid and the places that fit; once a column counts, suite, choices and standing.

    `problem` says why there is no suite.
    """

    grid: Grid | None = None
    fits: tuple[Fit, ...] = ()
    runs: Runs = field(default_factory=Runs)
    numbers: Table[int] | None = None
    suite: Tables | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    standing: Standing | None = None
    problem: str = ""


def work() -> Work | None:
    """Return the work of this session."""
    held: Work | None = st.session_state.get(_WORK)
    return held


def made() -> Made | None:
    """Return what the work comes to."""
    found: Made | None = st.session_state.get(_MADE)
    return found


def change(make: Callable[[Work], Work]) -> None:
    """Replace the work by what is made of it."""
    if held := work():
        keep(make(held))


def keep(new: Work | None) -> None:
    """Hold a work, or none, and let every page show its suite and no other."""
    found = Made() if new else None
    if new and found:
        try:
            _make(new, found)
        except LeaderboardError as error:
            found.problem = " ".join(str(error).splitlines()[:4])
    st.session_state[_WORK], st.session_state[_MADE] = new, found
    suites = [found.suite] if found and found.suite else []
    cached.keep_private(suites)
    cached.made_here()[_KEY] = cached.made_here().get(_KEY, set()) | {s.suite.id for s in suites} if new else set()


def bring(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files in place of what was there; what was said of the same columns stays. Raises LeaderboardError."""
    before, sheet = work(), read(files)
    if address.read().get("suite", "").endswith(YOURS) and not selection.missing_private():
        address.write({})
    same = before is not None and before.sheet.header == sheet.header
    keep(replace(before, sheet=sheet) if before and same else Work(sheet))


def _make(held: Work, found: Made) -> None:
    if held.sheet.suite:
        found.suite = whole_suite(held.sheet.suite)
        view = Resolved(found.suite, default_selection(found.suite))
        found.standing = standing(view, view.panel.methods)
        return
    suites = {s.id: cached.tables(s.id) for s in cached.suites() if not s.private}
    every = list(suites.values())
    alone = grid(replace(held, place=OWN), known(every), None)
    found.fits = fits(alone, every)
    place = held.place or (found.fits[0].place if len(found.fits) == 1 else OWN)
    into = suites.get(place[0])
    understood = found.grid = grid(replace(held, place=place), known(every, into), into) if into else alone
    runs = found.runs = runs_of(understood)
    if not runs.keys or not any(m["group"] != "cost" and m["role"] == "score" for m in runs.metrics.values()):
        return
    make = enlarged_suite if into else own_suite
    found.suite, ids = make(understood, runs), ids_of(understood, runs)
    found.choices = choices(found.suite, place[1])
    mine = [own for n, own in ids.items() if runs.variants.get(n, n) in understood.mine and not beside(own)]
    shown = Resolved(found.suite, replace(parse(found.choices, found.suite)[0], rows=ROWS[0]))
    found.standing = standing(shown, mine or list(ids.values()), held.together)
    clashing = {r.method for r in found.standing.rows if r.kind == "clash"}
    found.numbers = numbers(understood, runs, every)
    if clashing:  # what clashes is in the preview alone
        found.runs = runs.without([n for n, own in ids.items() if own in clashing])
        found.suite = make(understood, found.runs) if found.runs.keys else None
