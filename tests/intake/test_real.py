"""Tables in the forms of the field's repositories, papers and tools: what each column is taken for, what must be
decided, and that after the right decisions every number is the one that was meant.
"""

from dataclasses import replace

import pytest

from components.intake import work
from components.intake.checks import Examined
from components.intake.numbers import value
from components.intake.problems import Offer
from components.intake.reading.sheet import FileRefused
from components.intake.uses import Use
from data.registry import Tables
from tests.intake.real import folders, llm, tools, vision
from tests.intake.real.cases import Case, answered
from tests.released import NAMES, built_in

CASES = (*llm.CASES, *vision.CASES, *tools.CASES, *folders.CASES)


@pytest.fixture(scope="module")
def suites() -> list[Tables]:
    """The public suites."""
    return [built_in(name) for name in NAMES]


def taken_for(use: Use) -> str:
    """A column and what it is taken for, as `Case.columns` has it."""
    if use.use != "score":
        return f"{use.column}: {use.use}"
    end = f"aims {use.target}" if use.target else use.direction or "asked"
    return f"{use.column}: {end} {use.metric}".rstrip()


def found(table: Examined, mend: str) -> list[Offer]:
    """The offers that a mend of a case means."""
    title, _, label = mend.rpartition(" > ")
    return [o for f in table.findings if title in f.title for o in f.offers if o.label.startswith(label)]


def mended(brought: work.Work, case: Case, suites: dict[str, Tables]) -> work.Work:
    """The work after the answers and the mends of a case."""
    for column, end in case.answers.items():
        brought = answered(brought, column, end)
    for mend in case.mends:
        offers = found(work.examined(brought, suites), mend)
        assert offers, mend
        while offers:
            brought = replace(brought, fixes=(*brought.fixes, offers[0].fix, *offers[0].also))
            offers = found(work.examined(brought, suites), mend)
    return brought


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 60
    assert len({c.source for c in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=[c.source for c in CASES])
def test_a_table_of_the_field(case: Case, suites: list[Tables]) -> None:
    by_id = {s.suite.id: s for s in suites}
    if case.refused:
        with pytest.raises(FileRefused) as refusal:
            work.begin(case.files, suites)
        assert str(refusal.value).replace('"', "'").startswith(case.refused)
        return
    brought = work.begin(case.files, suites)
    assert "; ".join(taken_for(u) for u in brought.uses) == case.columns
    assert not case.told or case.told in " ".join(brought.sheet.notices).replace('"', "'")
    table = work.examined(brought, by_id)
    grid = table.grid
    assert len(grid.rows) == case.rows
    assert ", ".join(dict.fromkeys(grid.names["method"][i] for i in grid.rows)) == case.methods
    roles = [f.title.partition("“")[2].partition("”")[0] for f in table.findings if f.kind == "role"]
    assert ", ".join(roles) == case.references
    assert ", ".join(sorted({f.kind for f in table.findings if f.blocking})) == case.blocking

    brought = mended(brought, case, by_id)
    table = work.examined(brought, by_id)
    grid = table.grid
    assert table.ready == case.ready, [f.title for f in table.findings if f.blocking]
    assert len(grid.rows) == (case.rows if case.left is None else case.left)
    runs = {" · ".join((grid.names["method"][i], *grid.key(i)[1:2], grid.names["seed"][i])): i for i in grid.rows}
    for run, expected in case.values.items():
        cells = {c: grid.metrics[c][runs[run]] for c in expected}
        assert {c: value(t) if t else None for c, t in cells.items()} == expected
    if case.ready:
        made = work.suite_of(brought, table, by_id, {})
        assert len(made.runs) >= len(grid.rows)
