"""What holds of every page that is made of answers: its tables, their columns and forms, and what results depend on."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pyarrow.parquet as pq
import pytest

from components import pages
from components.answers.record import Absent, Answer, Beside, Item, Look, Mount, Page, Said, Tabs
from components.format import to_plain
from components.resolved import Resolved, read_by
from components.selection import default_selection
from components.table import csv_text, html_table, json_text, latex_table, markdown_table, parquet_bytes, screen_frame
from components.widgets import mounts
from data.registry import Floor, Tables
from tests import made
from tests.answered import of_page
from tests.calibrated import calibrated
from tests.gridded import gridded
from tests.made import small
from tests.made_inversion import tables as reconstructions
from tests.pooled import pooled
from tests.released import TABLES

MADE = [p for p in pages.PAGES if p.answers]
OF_ONE = [p for p in MADE if not p.spans]
EVERY_PAGE = pytest.mark.parametrize("page", MADE, ids=lambda p: p.name)
ANSWERS = {f"{p.name}-{a.name}": a for p in OF_ONE for a in p.answers}
INVERSION = {k: v for k, v in reconstructions().items() if k == "inversion"}


SUITES: dict[str, Callable[[], Tables]] = {
    **made.SUITES,
    "controls": lambda: made.hostile(calibrated()),
    "pools": lambda: made.hostile(pooled()),
    "grids": lambda: made.hostile(gridded()),
    "reconstructions": lambda: made.hostile(replace(small(), extras=INVERSION)),
}
LONG = ("plain", "one metric", "one benchmark, one seed", "without a distance")
"""Suites whose gaps others have too."""
EVERY_SUITE = pytest.mark.parametrize(
    "suite", [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in SUITES]
)


UNDEFINED = re.compile(r"\b(nan|None|inf)\b")


@cache
def view_of(suite: str) -> Resolved:
    tables = SUITES[suite]()
    return Resolved(tables, replace(default_selection(tables), draws=100))


@cache
def released() -> Resolved:
    return Resolved(TABLES, default_selection(TABLES))


@EVERY_PAGE
def test_names_are_unique(page: Page) -> None:
    names = [n for a in page.answers for n in a.table_names]
    assert len(names) == len(set(names)), "a name is the name of files and a key"
    keys: list[str] = []
    for answer in (a for a in page.answers if not a.opened):
        keys += [answer.name] if answer.alone else list(answer.content(of_page(page, released())))
    keys = [k for k in keys if k != "reason"]
    assert len(keys) == len(set(keys))
    assert page.main in ("", *names)


@EVERY_PAGE
@EVERY_SUITE
def test_every_table_leaves_in_every_form_and_every_figure_and_sentence_is_made(page: Page, suite: str) -> None:
    view = of_page(page, view_of(suite))
    json.dumps(page.content(view), allow_nan=False)
    for name in page.table_names:
        table = page.table(view, name)
        ids = [c.id for c in table.columns]
        assert len(ids) == len(set(ids)), name
        for column in table.columns:
            lacks = any(column.of(row) is None for row in table.rows)
            assert not lacks or column.why in ("", *ids), f"{name}: {column.id} has its reason in {column.why}"
            assert column.spread in ("", *ids), f"{name}: {column.id} has its spread in {column.spread}"
            outer, nests, _ = column.id.rpartition(".")
            assert not nests or outer not in ids, f"{name}: {column.id} nests in a cell"
        read = pq.read_table(io.BytesIO(parquet_bytes(table, {"a": "b"})))
        leaving = [c.id for c in table.columns if c.place != "screen only"]
        assert read.column_names == leaving
        assert read.num_rows == len(table) or not leaving
        head, *body = csv.reader(io.StringIO(csv_text(table, {}), newline=""))
        assert (len(head), len(body)) == (len(leaving), len(table) if leaving else len(body)), name
        assert len(json.loads(json_text(table, {}), parse_constant=pytest.fail)["rows"]) == len(table)
        assert len(screen_frame(table, view.labels).columns) == len(table.at("print", "screen", "screen only").columns)
        for text in (
            markdown_table(table, view.labels, {}),
            latex_table(table, view.labels, {}, "caption"),
            html_table(name, table, view.labels),
        ):
            assert not UNDEFINED.search(text), name
    for answer in page.answers:
        result, names = view.of(answer.compute), answer.names(view)
        said = answer.said(view)
        assert not UNDEFINED.search(" ".join((*said.lines, *said.notes, *said.notices))), answer.name
        for part in [] if isinstance(result, Absent) else answer.parts:
            if part.draw is not None and part.when(result):
                drawn = part.draw(result, Look(names, "dark", view.selection)).to_json().replace("\\u003c", "<")
                assert "<img" not in drawn, part.name


@pytest.mark.parametrize("suite", [pytest.param("released", marks=pytest.mark.long), "controls"])
def test_what_does_not_read_weights_is_the_same_under_others_and_under_floors(suite: str) -> None:
    tables = TABLES if suite == "released" else view_of(suite).tables
    chosen, metric = replace(default_selection(tables), draws=100), tables.scores[1].id
    one = Resolved(tables, replace(chosen, weights="equal"))
    other = Resolved(tables, replace(chosen, weights=((metric, 1.0),), floors=(Floor(metric, 0.5),)))
    for name, answer in ANSWERS.items():
        if not read_by(answer.compute).weights:
            assert read_by(answer.compute).rows or answer.names(one) == answer.names(other), name
            assert to_plain(answer.content(one)) == to_plain(answer.content(other)), name


def test_an_answer_asks_no_other_for_more_than_it_declares() -> None:
    """The reader's page refuses a callee that reads more; a report does not, so it is asked for here."""
    controls, pools = (view_of(suite).tables for suite in ("controls", "pools"))
    tables = replace(controls, extras={**controls.extras, **pools.extras})
    whole = Resolved(tables, replace(default_selection(tables), draws=100))
    for answer in ANSWERS.values():
        found = answer.compute(Resolved(tables, whole.selection, may=read_by(answer.compute)))
        assert isinstance(found, Absent) or answer.said(whole) is not None


def mounted(items: Any) -> set[str]:
    """The names of everything that only the screen has, in a list of a page."""
    names: set[str] = set()
    for item in items:
        found: Item = item
        if isinstance(found, Mount):
            names |= {found.name, *(a.mount for a in found.answers)}
        elif isinstance(found, Answer):
            names.add(found.mount)
        elif isinstance(found, Beside):
            names |= mounted(found.columns)
        else:
            assert isinstance(found, Tabs)
            names |= {n for _, inside in found.items.values() for n in mounted(inside)}
    return names - {""}


def test_a_sentence_that_ends_with_an_abbreviated_name_has_one_full_stop() -> None:
    told = Said(["No weights put another ahead of NPO SURE rel.. It leads.", "and so on..."], ["TOPSIS: SURE rel.."])
    assert told.lines == ["No weights put another ahead of NPO SURE rel. It leads.", "and so on..."]
    assert told.notes == ["TOPSIS: SURE rel."]


def test_what_only_the_screen_has_is_registered_and_used() -> None:
    used = set().union(*(mounted([*p.first, *p.below]) for p in MADE))
    assert used == set(mounts.MOUNTS)
    for place in mounts.MOUNTS.values():
        module, function = place.split(".")
        assert callable(getattr(import_module(f"components.widgets.{module}"), function))
