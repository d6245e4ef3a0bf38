"""Where rows are methods by the best of their checkpoints, every fact beside them is about rows."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from components import pages
from components.answers.record import Absent, Answer, Page
from components.resolved import Resolved
from components.selection import BEST, ROWS, default_selection
from components.table import Table
from components.words import short
from data.registry import Tables
from tests.gridded import gridded
from tests.released import NAMES, built_in

SUITES = {name: lambda name=name: built_in(name) for name in NAMES} | {"gridded": gridded}
WITH_CHECKPOINTS = ("tofu", "tofu_original", "gridded")
CLAUSE = re.compile(r"[.;:] |, ")


@cache
def view_of(suite: str, panel: str, rows: str) -> Resolved:
    tables = SUITES[suite]()
    selection = replace(default_selection(tables), panel=panel, rows=rows, draws=100)
    return Resolved(tables, selection)


def views(suite: str) -> Iterator[Resolved]:
    tables: Tables = SUITES[suite]()
    for panel in tables.panels:
        for rows in ROWS if tables.families else ROWS[:1]:
            yield view_of(suite, panel.id, rows)


def answers() -> list[tuple[Page, Answer[Any]]]:
    return [(page, answer) for page in pages.PAGES if not page.spans for answer in page.answers]


def sentences(view: Resolved, answer: Answer[Any]) -> list[str]:
    words = answer.said(view)
    return [*words.lines, *words.notes]


@pytest.mark.parametrize(
    "suite",
    [
        pytest.param(suite, marks=[] if suite in WITH_CHECKPOINTS else pytest.mark.long)
        for suite in SUITES
    ],
)
def test_no_clause_names_one_method_as_its_own_rival(suite):
    for view in views(suite):
        labels = {re.escape(label) for label in short(view.labels).methods.values()}
        named = re.compile(
            rf"(?<![\w-])({'|'.join(sorted(labels, key=len, reverse=True))})(?![\w-])"
        )
        for page, answer in answers():
            for sentence in sentences(view, answer):
                for clause in CLAUSE.split(sentence):
                    names = named.findall(clause)
                    assert len(names) == len(set(names)), f"{page.name}/{answer.name}: {sentence}"


def changes_with_rows(suite: str, panel: str, answer: Answer[Any]) -> bool:
    each, best = (view_of(suite, panel, rows) for rows in ROWS)
    if sentences(each, answer) != sentences(best, answer):
        return True
    return bool(answer.content(each) != answer.content(best))


def tables_of(view: Resolved, answer: Answer[Any]) -> Iterator[tuple[str, Table[Any]]]:
    if not isinstance(answer.result(view), Absent):
        for name in answer.table_names:
            yield name, answer.table(view, name)


@pytest.mark.parametrize("suite", WITH_CHECKPOINTS)
def test_no_fact_of_checkpoints_stands_beside_rows_of_methods(suite):
    for panel in SUITES[suite]().panels:
        view = view_of(suite, panel.id, BEST)
        rows = {contender.method for contender in view.contest.contenders}
        candidates = {*view.panel.methods} - rows
        labels = {short(view.labels).method(method) for method in candidates}
        taking_rows = [
            (page, answer)
            for page, answer in answers()
            if changes_with_rows(suite, panel.id, answer)
        ]
        assert {"ranking", "leaderboard"} <= {answer.name for _, answer in taking_rows}
        for page, answer in taking_rows:
            where = f"{page.name}/{answer.name}"
            for sentence in sentences(view, answer):
                is_named = any(label in sentence for label in labels)
                assert not is_named or "checkpoint" in sentence, f"{where}: {sentence}"
            for name, table in tables_of(view, answer):
                for column in table.columns:
                    if column.kind != "method" or "checkpoint" in column.id:
                        continue
                    for row in table.rows:
                        cell = column.cell(row)
                        methods = {*cell} if isinstance(cell, tuple) else {cell}
                        assert not methods & candidates, f"{where}: {name}.{column.id}"


@pytest.mark.parametrize("suite", WITH_CHECKPOINTS)
def test_models_that_are_never_ranked_would_rank_among_the_rows(suite):
    for view in views(suite):
        references = next(answer for _, answer in answers() if answer.name == "references")
        (table,) = (table for _, table in tables_of(view, references))
        would_rank = next(column for column in table.columns if column.id == "would_rank")
        n_rows = len(view.contest.row_ids)
        assert would_rank.head == f"would rank, beside {n_rows}"
        for row in table.rows:
            assert (would_rank.cell(row) or 1) <= n_rows + 1
