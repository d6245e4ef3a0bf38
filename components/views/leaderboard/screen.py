"""The leaderboard on screen: the live weights board, the table of methods, one method opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st

from components import names
from components.answers.reliability.trust import SHORT, trust
from components.exports.printed import Direction
from components.exports.provenance import ranking_picture
from components.resolved import Resolved
from components.runs import runs_of
from components.selection import default_selection
from components.text import counted, markdown_text
from components.views.leaderboard.beside import aims, families, references
from components.views.leaderboard.board.component import weights_board
from components.views.leaderboard.board.data import board_of
from components.views.leaderboard.figures import tries_lines
from components.views.leaderboard.result import LeaderboardResult, leaderboard, presets
from components.views.leaderboard.standings.table import standings
from components.views.leaderboard.tables import (
    curves_frame,
    families_frame,
    fields,
    frame,
    metrics_frame,
    ordered,
    references_frame,
    spread_head,
)
from components.views.leaderboard.words import (
    TRIES_READING,
    after_the_lead,
    aims_sentence,
    beside_the_board,
    caption,
    families_sentence,
    few_tries_sentence,
    fragile_legend,
    gaps,
    references_sentence,
    selection_sentence,
    short_grids_sentence,
    sides_legend,
)
from components.widgets import cached, tables
from components.widgets.exports import downloads
from components.widgets.names import name_link, named
from components.widgets.page import figure, mode, notes, section, sentence, shown
from components.widgets.selection import change, control
from data.names import Kind


def ranking(resolved: Resolved) -> None:
    """Weights, the ranking they give and the method that is open: all that a hand on the page changes."""
    result = cached.of(leaderboard, resolved.selection)
    follows, aimed = after_the_lead(result), aims_sentence(cached.of(aims, resolved.selection))
    board(resolved, result, follows)
    notes(*(told for told in beside_the_board(result) if told not in follows), aimed)
    section("All methods")
    control(resolved, "columns")
    table(resolved, result)
    opened(resolved, result)
    compared(resolved)
    grids(resolved)


def board(resolved: Resolved, result: LeaderboardResult, follows: Sequence[str]) -> None:
    """The lead sentence, which follows the hand, and what follows it; weights that move, and the ranking they give.

    What is let go of goes into the address. Changes of rank are counted against the weights of a first visit, so
    that they do not jump on release.
    """
    reference = str(default_selection(resolved.tables).weights)
    known = cached.of(presets, resolved.selection)
    weights_board(
        board_of(result, known, reference, follows, _links(resolved), _trusted(resolved)),
        key="weights_board",
        on_commit=lambda weights: change(weights=weights),
        picture=ranking_picture(resolved),
    )


def table(resolved: Resolved, result: LeaderboardResult) -> None:
    """All methods with their numbers; a click on a name opens the method, a click on a head sorts."""
    chosen = resolved.selection
    columns = fields(result, chosen.columns)
    rows = ordered(result.rows, columns, chosen.sort)
    size = f"{counted(len(rows), 'method')}, {counted(result.summary.n_runs, 'run')}"
    spread = " ± is the standard deviation over seeds." if any(f.spread for f in columns) else ""
    marked = sides_legend(rows) if any(f.side for f in columns) else ""
    legends = "".join(f" {text}" for text in (fragile_legend(rows), marked) if text)
    standings(
        result,
        columns,
        rows,
        _links(resolved),
        caption=f"{size}. ★ is the best of a column.{spread}{legends}",
        sort=chosen.sort,
        opened=chosen.method,
        key="standings",
        on_choice=lambda act: change(**act),
    )
    directions: dict[str, Direction] = {f.label: "higher" if f.better > 0 else "lower" for f in columns if f.better}
    spreads = {f.label: spread_head(f) for f in columns if f.spread is not None}
    downloads(
        partial(frame, rows, columns),
        name="leaderboard",
        resolved=resolved,
        best=directions,
        spreads=spreads,
        caption=caption(result, bool(spreads)),
    )


def compared(resolved: Resolved) -> None:
    """The models that are never ranked, where the panel has some: their scores, and where they would stand."""
    result = cached.of(references, resolved.selection)
    if not result.rows:
        return
    section("Not ranked: drawn for comparison")
    sentence(references_sentence(result))
    shown(references_frame(result), name="references", title="Models that are not ranked", resolved=resolved)
    named("methods", resolved.tables, [r.method for r in result.rows])


def grids(resolved: Resolved) -> None:
    """Methods with several checkpoints, where the suite has some: the best of each grid and what equal tries give."""
    result = cached.of(families, resolved.selection)
    if not result.rows:
        return
    section("Methods by their checkpoints")
    sentence(families_sentence(result), few_tries_sentence(result))
    notes(selection_sentence(result), short_grids_sentence(result))
    shown(families_frame(result), name="families", title="Methods by their checkpoints", resolved=resolved)
    named("methods", resolved.tables, [r.family for r in result.rows])
    figure(
        tries_lines(result, mode()),
        name="tries",
        title="Expected best score by the number of checkpoints tried",
        reading=TRIES_READING,
        table=curves_frame(result),
        resolved=resolved,
    )


def opened(resolved: Resolved, result: LeaderboardResult) -> None:
    """One method: its ranks under each metric, its values per benchmark and seed, its runs."""
    row = result.row(resolved.selection.method)
    if row is None:
        return
    info = next(m for m in resolved.tables.methods if m.id == row.opens)
    section(info.name, info.description)
    link = f" · [{markdown_text(info.url)}]({info.url})" if info.url.startswith("https://") else ""
    st.caption(f"{markdown_text(info.family)} · {markdown_text(info.reference)}{link}")
    for told in gaps(result, row):
        st.caption(markdown_text(told))
    tables.table(metrics_frame(result, row), name="method_ranks", title=f"{info.label} under each metric")
    runs = runs_of(resolved, [info.id]).drop(columns="method")
    tables.table(runs, name="method_runs", title=f"Runs of {info.label}", digits=4)
    downloads(runs, name=f"runs_{info.id}", resolved=resolved)
    st.button("Close", key="close_method", on_click=change, kwargs={"method": ""})


def _links(resolved: Resolved) -> Callable[[Kind, str], str]:
    """The address of the page of a method or metric of the suite shown."""
    return lambda kind, own_id: name_link(kind, resolved.tables, own_id)


def _trusted(resolved: Resolved) -> Mapping[str, str]:
    """Whether each metric can be trusted, in the words of the page that says why."""
    by_address = {r.address: SHORT[r.verdict] for r in cached.across(trust, resolved.selection.suite).rows}
    entries = names.entries("metrics", resolved.tables)
    return {i: by_address[n.address] for i, n in entries.items() if n.address in by_address}
