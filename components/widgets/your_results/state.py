"""The table a reader brought, held in this session: in no shared cache, on no disk, in no log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Any

import streamlit as st

from components.answers.check.uploaded import uploaded_numbers
from components.answers.your_results.brought import (
    Brought,
    choices_of,
    from_record,
    from_text,
    to_text,
)
from components.answers.your_results.standing import Standing, choices, standing
from components.choices.query import parse
from components.format import shortened
from components.intake import apart
from components.intake.apart import Understood
from components.intake.grid import Grid, Work
from components.intake.suite import Runs, enlarged_suite, ids_of, own_suite, whole_suite
from components.resolved import Resolved
from components.selection import default_selection
from components.web.streamlit_private import still_here
from components.widgets import address, cached, notices, selection
from data.errors import LeaderboardError
from data.registry import Tables

_OUTCOME = "_your_results_made"
_SHOWN = "_your_results_shown"
_LINKED = "_your_results_linked"
MAX_PROBLEM_LINES = 4


@dataclass(eq=False)
class Outcome:
    """What a reader's work comes to.

    brought    the files that the work is of
    build      makes its suite, to keep or to take away; `problem` says why there is none
    choices    under which its methods have a rank: those of its first view
    clashing   the standing of all methods where some score otherwise than the suite says
    turn       a number that no two outcomes share
    """

    work: Work
    brought: Brought
    grid: Grid | None = None
    runs: Runs = field(default_factory=Runs)
    numbers: Mapping[int, Mapping[str, tuple[str, str]]] = field(default_factory=dict)
    build: Callable[..., Tables] | None = None
    suite: Tables | None = None
    choices: Mapping[str, str] = field(default_factory=dict)
    own_methods: Sequence[str] = ()
    clashing: Standing | None = None
    problem: str = ""
    turn: int = field(default_factory=count().__next__)

    @property
    def to_keep(self) -> Brought:
        """The files with what was chosen of them until now."""
        return replace(self.brought, choices=choices_of(self.work))

    @property
    def shown(self) -> tuple[object, ...]:
        """What the first view of every page depends on: other content forgets the choices that were
        made of this one."""
        assert self.suite is not None
        metrics = tuple(metric.id for metric in self.suite.metrics)
        first_choices = tuple(sorted(self.choices.items()))
        return self.brought.version, self.suite.suite.id, metrics, first_choices


def outcome() -> Outcome | None:
    """Return what the work of this session comes to."""
    held_outcome: Outcome | None = st.session_state.get(_OUTCOME)
    return held_outcome


def change(**changes: Any) -> None:
    """Replace what was decided of the table: said, roles, place, together, accepted."""
    held_outcome = outcome()
    if held_outcome is not None:
        _keep(replace(held_outcome.work, **changes), held_outcome.brought)


def forget() -> None:
    """Hold no table any more; its choices go too."""
    if address.read().get("suite") in cached.made_here():
        address.write({})
    cached.made_here().clear()
    st.session_state[_OUTCOME] = None
    st.session_state[_SHOWN] = None
    cached.keep_private([])


def bring(files: Sequence[tuple[str, bytes]]) -> None:
    """Read files in place of what was there, of which nothing stays, or say why not.

    The same files again change nothing.
    """
    brought = Brought(tuple(files))
    held_outcome = outcome()
    if held_outcome is None or held_outcome.brought.version != brought.version:
        _take(brought)


def reopen(record: object) -> None:
    """Take up the table that the browser kept, with what was chosen of it, or say why not."""
    try:
        brought = from_record(record)
    except LeaderboardError as error:
        notices.later("error", [f"The kept table: {error}."])
        return
    _take(brought)


def _take(brought: Brought) -> None:
    """Read what was brought in place of what was there, or say why not.

    A downloaded folder holds the files that it was made of: those are read.
    """
    try:
        understood = _read(brought)
        if understood.work.sheet.kept:
            brought = from_text(understood.work.sheet.kept)
            understood = _read(brought)
    except LeaderboardError as error:
        notices.later("error", [f"{shortened(brought.name, 60)}: {error}."])
        return
    linked_query = address.read() if selection.missing_private() else {}
    forget()
    st.session_state[_LINKED] = linked_query
    if brought.choices:
        _keep(replace(understood.work, **brought.choices), brought)
    else:
        _keep(understood.work, brought, understood)


def _read(brought: Brought) -> Understood:
    return apart.brought(brought.files, _public(), still_here())


def _keep(work: Work, brought: Brought, understood: Understood | None = None) -> None:
    """Hold a work and let every page show its suite; `understood` is what it comes to where that
    was found out already."""
    held_outcome = Outcome(work, brought)
    try:
        _fill(held_outcome, understood)
    except LeaderboardError as error:
        held_outcome.problem = " ".join(str(error).splitlines()[:MAX_PROBLEM_LINES])
    st.session_state[_OUTCOME] = held_outcome
    cached.keep_private([held_outcome.suite] if held_outcome.suite else [])


def _fill(held_outcome: Outcome, understood: Understood | None) -> None:
    """Find out what a work comes to."""
    held_work = held_outcome.work
    if held_work.sheet.suite:
        held_outcome.build = partial(whole_suite, held_work.sheet.suite)
        held_outcome.suite = held_outcome.build()
        view = Resolved(held_outcome.suite, default_selection(held_outcome.suite))
        held_outcome.own_methods = view.panel.methods
        return
    public = _public()
    if understood is None:
        understood = apart.proposed(held_work, public, still_here())
    assert understood.grid is not None
    held_outcome.grid = understood.grid
    held_outcome.runs = understood.runs
    if understood.grid.may_rank and understood.runs.may_rank:
        _rank(held_outcome, understood.grid, public)


def _public() -> list[Tables]:
    return [tables for tables in cached.served().suites if not tables.suite.private]


def _rank(held_outcome: Outcome, understood: Grid, public: Sequence[Tables]) -> None:
    """Build the suite of a work, and find out which of its methods score otherwise than there."""
    make_suite = enlarged_suite if understood.suite else own_suite
    read_runs = held_outcome.runs
    held_outcome.numbers = uploaded_numbers(understood, read_runs, public)
    held_outcome.build = partial(make_suite, understood, read_runs)
    held_outcome.suite = held_outcome.build()
    panel = held_outcome.work.place[1]
    held_outcome.choices = choices(held_outcome.suite, panel)
    id_of_name = ids_of(understood, read_runs)
    own_methods = []
    for method_name, method in id_of_name.items():
        if read_runs.variants.get(method_name, method_name) in understood.mine:
            own_methods.append(method)
    held_outcome.own_methods = own_methods
    first_selection, _ = parse(held_outcome.choices, held_outcome.suite)
    view = Resolved(held_outcome.suite, first_selection)
    first = standing(view, own_methods, held_outcome.work.together)
    clashing = {row.method for row in first.rows if row.kind == "clash"}
    if not clashing:
        return
    # what clashes is in the preview alone
    held_outcome.clashing = first
    clashing_names = [name for name, method in id_of_name.items() if method in clashing]
    other_runs = read_runs.without(clashing_names)
    held_outcome.build = partial(make_suite, understood, other_runs)
    held_outcome.suite = held_outcome.build() if other_runs.keys else None


def show_everywhere(held_outcome: Outcome) -> None:
    """Let every page opened from here show the suite of a work on what its methods share.

    Choices that were made of it stay, and those of a link that waited for it.
    """
    if held_outcome.suite is None:
        return
    suite_id = held_outcome.suite.suite.id
    query = address.read()
    is_shown = st.session_state.get(_SHOWN) == held_outcome.shown
    if is_shown and query.get("suite") == suite_id:
        return
    linked_query = st.session_state.pop(_LINKED, None) or {}
    if linked_query.get("suite") != suite_id:
        linked_query = {}
    address.write({**held_outcome.choices, **linked_query, "suite": suite_id})
    address.remember()
    st.session_state[_SHOWN] = held_outcome.shown


def shown_standing(held_outcome: Outcome) -> Standing | None:
    """Return where the methods of a work stand under the choices of the address: every page says
    the same."""
    if held_outcome.clashing is not None:
        return held_outcome.clashing
    if held_outcome.suite is None:
        return None
    together = held_outcome.work.together or held_outcome.grid is None
    chosen_selection, _ = parse(address.read(), held_outcome.suite)
    view = cached.resolved(chosen_selection)
    return standing(view, held_outcome.own_methods, together)


def folder_text(held_outcome: Outcome) -> str:
    """Return what a download holds so that it opens again with its grid."""
    return to_text(held_outcome.to_keep)
