"""What holds of every answer of every page on every suite: its tables in every form, its figures,
and what it says."""

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pyarrow.parquet as pq
import pytest

from components import pages
from components.answers.record import Absent, Answer, Look, Page, Said
from components.format import to_plain
from components.formats.exact import csv_text, json_text, parquet_bytes
from components.formats.printed import html_table, latex_table, markdown_table
from components.formats.screen import screen_frame
from components.resolved import Resolved
from components.selection import default_selection
from components.served import View, computed
from data.errors import NotEnoughData
from data.registry import Floor, Tables
from tests import made
from tests.answered import of_page
from tests.calibrated import calibrated
from tests.gridded import gridded
from tests.made import small
from tests.made_inversion import tables as reconstructions
from tests.pooled import pooled
from tests.released import NAMES, TABLES, built_in

PAGES = [p for p in pages.PAGES if p.answers]
OF_ONE = [p for p in PAGES if not p.spans]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
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
    "suite",
    [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in SUITES],
)
UNDEFINED = re.compile(r"\b(nan|None(?! of )|inf|NaN)\b")
VERDICT, SUPPORT = 20, 25
"""The most words of the first sentence of a page's first answer, and of any other sentence of a
line (WORDS, 1)."""
WORD = re.compile(r"\S*\w\S*")


@cache
def view_of(suite: str) -> Resolved:
    tables = SUITES[suite]()
    return Resolved(tables, replace(default_selection(tables), draws=100))


@cache
def released() -> Resolved:
    return Resolved(TABLES, default_selection(TABLES))


def sound(said: Said, place: str) -> None:
    """No text of a program, no doubled space, no cut sentence."""
    for text in (*said.lines, *said.notes, *said.notices):
        assert not UNDEFINED.search(text), f"{place}: {text}"
        assert "  " not in text, f"{place}: {text}"
        assert " ." not in text.replace(" .0", ""), f"{place}: {text}"
        assert "()" not in text, f"{place}: {text}"
        assert text == text.strip(), f"{place}: {text}"
        assert text.endswith((".", "?", "…", ".)")), f"{place}: {text}"


@EVERY_PAGE
def test_names_are_unique(page: Page) -> None:
    names = [n for a in page.answers for n in a.table_names]
    assert len(names) == len(set(names)), "a name is the name of files and a key"
    assert page.main in ("", *names)
    keys = [
        (a.key or page.name, k) for a in page.answers for k in a.content(of_page(page, released()))
    ]
    keys = [k for k in keys if k[1] != "reason"]
    assert len(keys) == len(set(keys))


def test_a_name_belongs_to_one_answer() -> None:
    answers = [answer for page in PAGES for answer in page.answers]
    assert len({answer.name for answer in answers}) == len({id(answer) for answer in answers})


@EVERY_PAGE
@EVERY_SUITE
def test_every_table_leaves_in_every_form_and_every_figure_and_sentence_is_made(
    page: Page, suite: str
) -> None:
    view = of_page(page, view_of(suite))
    json.dumps(page.content(view), allow_nan=False)
    for name in page.table_names:
        table = page.table(view, name)
        ids = [c.id for c in table.columns]
        assert len(ids) == len(set(ids)), name
        for column in table.columns:
            lacks = any(column.cell(row) is None for row in table.rows)
            assert not lacks or column.why in ("", *ids), (
                f"{name}: {column.id} has its reason in {column.why}"
            )
            assert column.spread in ("", *ids), (
                f"{name}: {column.id} has its spread in {column.spread}"
            )
            outer, nests, _ = column.id.rpartition(".")
            assert not nests or outer not in ids, f"{name}: {column.id} nests in a cell"
        read = pq.read_table(io.BytesIO(parquet_bytes(table, {"a": "b"})))
        leaving = [c.id for c in table.columns if c.place != "screen only"]
        assert read.column_names == leaving
        assert read.num_rows == len(table) or not leaving
        head, *body = csv.reader(io.StringIO(csv_text(table, {}), newline=""))
        assert (len(head), len(body)) == (len(leaving), len(table) if leaving else len(body)), name
        assert len(json.loads(json_text(table, {}), parse_constant=pytest.fail)["rows"]) == len(
            table
        )
        assert len(screen_frame(table, view.labels).columns) == len(
            table.at("print", "screen", "screen only").columns
        )
        for text in (
            markdown_table(table, view.labels, {}),
            latex_table(table, view.labels, {}),
            html_table(name, table, view.labels),
        ):
            assert not UNDEFINED.search(text), name
    for answer in page.answers:
        sound(answer.said(view), f"{suite}, {answer.name}")
        result = answer.result(view)
        for part in [] if isinstance(result, Absent) else answer.parts:
            if part.draw is not None and part.when(result):
                drawn = (
                    part.draw(result, Look(view.labels, "dark")).to_json().replace("\\u003c", "<")
                )
                assert "<img" not in drawn, part.name


def views(suite: str) -> Iterator[View]:
    """The default view of every panel of a suite, and all suites together."""
    tables = built_in(suite)
    for panel in tables.panels:
        yield Resolved(tables, replace(default_selection(tables), panel=panel.id, draws=200))


def too_long(answer: Answer[object], view: View, first: bool) -> Iterator[str]:
    said = answer.said(view)
    for at, line in enumerate(said.lines):
        for i, sentence in enumerate(re.split(r"(?<=[.?!]) (?=[A-Z])", line)):
            words, most = (
                len(WORD.findall(sentence)),
                VERDICT if first and at == i == 0 else SUPPORT,
            )
            if words > most:
                yield f"{answer.name}: {words} words: {sentence}"


def second_shares(page: Page, answer: Answer[object], view: View) -> list[str]:
    """Sentences on shares of random weights elsewhere than on the page that has their table."""
    said = answer.said(view)
    lines = () if page.name == "stability" else (*said.lines, *said.notes)
    return [line for line in lines if re.search("random weight|of the splits", line)]


@pytest.mark.parametrize("suite", NAMES)
def test_what_every_answer_says_of_every_panel_is_sound_and_short(suite: str) -> None:
    long: list[str] = []
    for view in views(suite):
        for page in OF_ONE:
            try:
                json.dumps(page.content(view), allow_nan=False)
            except NotEnoughData:
                continue  # weights that this panel cannot carry: the page says why in their place
            for at, answer in enumerate(page.answers):
                sound(answer.said(view), f"{suite}, {answer.name}")
                assert not second_shares(page, answer, view)
                long += too_long(answer, view, at == 0)
    assert not long, "\n".join(long)


def test_what_is_said_over_all_suites_is_sound_and_short() -> None:
    served = computed([built_in(name) for name in NAMES])
    long: list[str] = []
    for page in (p for p in PAGES if p.spans):
        for at, answer in enumerate(page.answers):
            sound(answer.said(served), answer.name)
            assert not second_shares(page, answer, served)
            long += too_long(answer, served, at == 0)
        json.dumps(page.content(served), allow_nan=False)
    assert not long, "\n".join(long)


@pytest.mark.parametrize("suite", [pytest.param("released", marks=pytest.mark.long), "controls"])
def test_what_is_marked_unweighted_is_the_same_under_other_weights_and_floors(suite: str) -> None:
    tables = TABLES if suite == "released" else view_of(suite).tables
    chosen, metric = replace(default_selection(tables), draws=100), tables.scores[1].id
    equal = Resolved(tables, replace(chosen, weights="equal"))
    other = Resolved(
        tables, replace(chosen, weights=((metric, 1.0),), floors=(Floor(metric, 0.5),))
    )
    marked = [a for p in OF_ONE for a in p.answers if getattr(a.compute, "unweighted", False)]
    assert len(marked) >= 5
    for answer in marked:
        assert to_plain(answer.content(equal)) == to_plain(answer.content(other)), answer.name


def test_a_sentence_that_ends_with_an_abbreviated_name_has_one_full_stop() -> None:
    told = Said(
        ["No weights put another ahead of NPO SURE rel.. It leads.", "and so on..."],
        ["TOPSIS: SURE rel.."],
    )
    assert told.lines == ["No weights put another ahead of NPO SURE rel. It leads.", "and so on..."]
    assert told.notes == ["TOPSIS: SURE rel."]
