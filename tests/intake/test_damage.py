"""Tables damaged as tables are in passing: after mending every number is the one that was meant, or nothing stands in
its place, or the page still asks. Never another number.
"""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, given, settings

from components.intake import work
from components.intake.checks import Examined
from components.intake.fixes import Fix
from components.intake.names import compact
from components.intake.numbers import value
from components.intake.problems import Finding
from components.intake.uses import SCORE
from tests.intake.real.cases import answered, read_here
from tests.released import TABLES

SHARES, LARGE, SIGNED = ("FA", "RA", "MIA"), "AD", "privleak"
METHODS = ("Gradient Ascent", "NPO Plus", "Ünlearn")
NAMING = ("method", "benchmark", "seed")
RIGHT = {"comma", "grouped", "percent", "spread", "missing"}
"""Fixes whose labels say what is meant of any of the damages; `hundredth` where it is, see `right`."""


@dataclass
class Table:
    """Rows of texts by heading; `origin` is the row of the clean table that each was made of, `meant` its numbers."""

    header: list[str]
    rows: list[list[str]]
    meant: list[dict[str, str]]
    origin: list[int]
    separator: str = ","
    encoding: str = "utf-8"
    hundreds: set[str] = field(default_factory=set)
    signs: set[str] = field(default_factory=set)
    blanks: bool = False
    at: dict[str, int] = field(default_factory=lambda: {n: i for i, n in enumerate((*NAMING, *SHARES, LARGE, SIGNED))})

    def column(self, name: str) -> int:
        return self.at[name]

    def each(self, name: str, change: Callable[[str], str], every: int = 1) -> None:
        """Change the cells of a column in every n-th row."""
        at = self.column(name)
        for i, row in enumerate(self.rows):
            if i % every == 0 and row[at]:
                row[at] = change(row[at])

    def content(self) -> bytes:
        out = io.StringIO()
        rows = [[f"  {c}\u00a0" if c else c for c in row] if self.blanks else row for row in self.rows]
        csv.writer(out, delimiter=self.separator, lineterminator="\n").writerows([self.header, *rows])
        try:
            return out.getvalue().encode(self.encoding)
        except UnicodeEncodeError:
            return out.getvalue().encode()


Damage: TypeAlias = Callable[[Table], None]


def _hundredfold(text: str) -> str:
    whole, _, part = text.partition(".")
    digits = (part + "00")[:2]
    shifted = (whole + digits).lstrip("0") or "0"
    return f"{shifted}.{part[2:]}" if part[2:] else shifted


def _grouped(text: str) -> str:
    whole, point, part = text.partition(".")
    return f"{int(whole):,}{point}{part}"


def _percent(sign: str, every: int) -> Damage:
    def damage(table: Table) -> None:
        if table.separator == ",":
            table.each("FA", lambda t: _hundredfold(t) + sign, every)
            table.signs.add("FA")

    return damage


def _bare_percentages(table: Table) -> None:
    if table.separator == ",":
        table.each("RA", _hundredfold)
        table.hundreds.add("RA")


def _commas(table: Table) -> None:
    if not table.signs and not table.hundreds:
        table.separator = ";"
        for name in (*SHARES, SIGNED):
            table.each(name, lambda t: t.replace(".", ","))


def _thousands(table: Table) -> None:
    table.each(LARGE, _grouped)


def _minus(sign: str) -> Damage:
    return lambda table: table.each(SIGNED, lambda t: t.replace("-", sign, 1))


def _blanks(table: Table) -> None:
    table.blanks = True


def _names(change: Callable[[str], str]) -> Damage:
    return lambda table: table.each("method", change, 2)


def _copies(table: Table) -> None:
    table.rows += [list(row) for row in table.rows[:2]]
    table.origin += table.origin[:2]


def _swapped(table: Table) -> None:
    order = [2, 0, 1, *range(len(table.header) - 1, 2, -1)]
    table.header = [table.header[i] for i in order]
    table.rows = [[row[i] for i in order] for row in table.rows]
    table.at = {name: order.index(i) for name, i in table.at.items()}


def _headings(mark: Callable[[str], str]) -> Damage:
    def damage(table: Table) -> None:
        table.header = [mark(h) if h in SHARES else h for h in table.header]

    return damage


def _seed(name: str, change: Callable[[str], str]) -> Damage:
    def damage(table: Table) -> None:
        table.each("seed", change)
        table.header[table.at["seed"]] = name

    return damage


def _missing(word: str) -> Damage:
    return lambda table: table.each("MIA", lambda _: word, 3)


def _spread(table: Table) -> None:
    table.each("MIA", lambda t: f"{t} ± 0.02" if value(t) is not None else t)


def _encoded(encoding: str) -> Damage:
    def damage(table: Table) -> None:
        table.encoding = encoding

    return damage


_ARROWS = {"FA": "FA (↓)", "RA": "RA ↑", "MIA": "MIA"}
DAMAGES: dict[str, Damage] = {
    "per cent": _percent("%", 1),
    "per cent, with a blank": _percent(" %", 1),
    "per cent in every second row": _percent("%", 2),
    "percentages without a sign": _bare_percentages,
    "decimal commas": _commas,
    "thousands": _thousands,
    "minus": _minus("−"),
    "en dash": _minus("–"),
    "blanks": _blanks,
    "lower case": _names(str.lower),
    "hyphens": _names(lambda t: t.replace(" ", "-")),
    "copies": _copies,
    "columns in another order": _swapped,
    "arrows": _headings(lambda h: _ARROWS[h]),
    "long names": _headings(lambda h: {"FA": "Forget Acc.", "RA": "retain_acc", "MIA": "MIA"}[h]),
    "rand seed": _seed("rand seed", str),
    "Seed #": _seed("Seed #", lambda t: f"seed {t}"),
    "random_seed": _seed("random_seed", lambda t: f"{t}.0"),
    "n/a": _missing("n/a"),
    "dashes": _missing("–"),
    "spreads": _spread,
    "mark": _encoded("utf-8-sig"),
    "UTF-16": _encoded("utf-16"),
    "Windows-1252": _encoded("cp1252"),
}
_ONCE = ("per cent", "Seed", "seed")
share = st.integers(1, 9_999).map(lambda n: f"0.{n:04d}".rstrip("0"))
large_share = st.integers(2_000, 9_999).map(lambda n: f"0.{n:04d}".rstrip("0"))
"""Percentages without a sign are told from shares by their size; some of a column must be above one."""
large = st.integers(10_000, 99_999_999).map(lambda n: f"{n / 10:.1f}")
signed = st.integers(-9_999, 9_999).map(lambda n: f"{n / 100:.2f}")


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, list[str]]:
    """A clean table of two benchmarks, two seeds and three methods, and the damages done to it."""
    rows: list[list[str]] = []
    meant: list[dict[str, str]] = []
    for method in METHODS:
        for benchmark in ("mllmu_bench", "unlok_vqa"):
            for seed in ("42", "123"):
                numbers = {"FA": draw(share), "RA": draw(large_share), "MIA": draw(share)}
                numbers |= {LARGE: draw(large), SIGNED: draw(signed)}
                rows.append([method, benchmark, seed, *numbers.values()])
                meant.append({**dict(zip(NAMING, (method, benchmark, seed), strict=True)), **numbers})
    table = Table([*NAMING, *SHARES, LARGE, SIGNED], rows, meant, list(range(len(rows))))
    chosen = draw(st.lists(st.sampled_from(sorted(DAMAGES)), max_size=5, unique=True))
    done: list[str] = []
    for name in chosen:
        clash = {"per cent": SHARES, "long names": SHARES, "arrows": SHARES}
        of_a_kind = [d for d in done for k in (*_ONCE, *clash) if k in d.lower() and k in name.lower()]
        if not of_a_kind and not ({name, *done} >= {"arrows", "long names"}):
            DAMAGES[name](table)
            done.append(name)
    return table, done


def settle(brought: work.Work, choose: Callable[[Examined], Fix | None]) -> work.Work:
    """The work after every fix that is chosen, one at a time."""
    for _ in range(40):
        fix = choose(work.examined(brought, BY_ID))
        if fix is None or fix in brought.fixes:
            return brought
        brought = replace(brought, fixes=(*brought.fixes, fix))
    raise AssertionError("no end of fixes")


def plain(table: Examined) -> Fix | None:
    """What “Fix all” does."""
    return next((o.fix for f in table.findings if f.blocking for o in f.offers if o.plain), None)


def right(damaged: Table, done: Sequence[Fix]) -> Callable[[Examined], Fix | None]:
    """An offer whose label is true of the damage."""

    def true(f: Finding, fix: Fix) -> bool:
        if fix in done:
            return False
        if fix.kind == "hundredth":
            return f.column in {damaged.header[damaged.column(m)] for m in damaged.hundreds}
        if fix.kind == "rename" and f.column == "method":
            return compact(fix.old) == compact(fix.new)
        return fix.kind in RIGHT

    return lambda table: next((o.fix for f in table.findings for o in f.offers if true(f, o.fix)), None)


def check(damaged: Table, brought: work.Work) -> None:
    """Every number that counts is the one that was meant; of a column or name that is still asked nothing is said."""
    table = work.examined(brought, BY_ID)
    grid = table.grid
    asked = {f.column for f in table.findings if f.blocking} | {f.kind for f in table.findings if f.blocking}
    scale = {u.column: 100 if u.high == 100 else 1 for u in grid.uses.values() if u.use == SCORE}
    places = {p: i for i, p in enumerate(brought.sheet.places)}
    names = {damaged.header[i]: name for name, i in damaged.at.items()}
    for i in grid.rows:
        meant = damaged.meant[damaged.origin[places[grid.places[i]]]]
        assert compact(grid.names["method"][i]) == compact(meant["method"])
        assert grid.names["benchmark"][i] == meant["benchmark"]
        if "seed" not in asked:
            assert grid.names["seed"][i] == meant["seed"]
        for column, cells in grid.metrics.items():
            found, name = value(cells[i]), names.get(column.strip(), column)
            if found is not None and column not in asked:
                expected = float(meant[name])
                assert found == pytest.approx(expected, rel=1e-12) or (
                    scale.get(column) == 100 and found == pytest.approx(100 * expected, rel=1e-12)
                ), (column, cells[i], meant[name])


BY_ID = {TABLES.suite.id: TABLES}


def brought_of(damaged: Table, adding: bool) -> work.Work:
    """The damaged table as it is begun, added to the suite that has its metrics or as a suite of its own."""
    files = [("runs.csv", damaged.content())]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(work, "read", read_here)
        return work.begin(files, [TABLES] if adding else [])


FEW = settings(max_examples=30, suppress_health_check=list(HealthCheck))


@FEW
@given(tables(), st.booleans())
def test_fix_all_never_makes_another_number(drawn: tuple[Table, list[str]], adding: bool) -> None:
    damaged, _ = drawn
    check(damaged, settle(brought_of(damaged, adding), plain))


@FEW
@given(tables(), st.booleans())
def test_offers_whose_label_is_right_never_make_another_number(drawn: tuple[Table, list[str]], adding: bool) -> None:
    damaged, _ = drawn
    brought = brought_of(damaged, adding)
    check(damaged, settle(brought, right(damaged, brought.fixes)))


@pytest.mark.parametrize("name", sorted(DAMAGES))
def test_one_damage_alone_is_mended_whole(name: str) -> None:
    """After plain and right offers alike nothing is lost: each number is there and is the one that was meant."""
    rows, meant = [], []
    for n, method in enumerate(METHODS):
        for seed in ("42", "123"):
            numbers = {"FA": f"0.1{n}25", "RA": f"0.9{n}5", "MIA": "0.5", LARGE: f"12345{n}.5", SIGNED: f"-12.{n}5"}
            rows.append([method, "mllmu_bench", seed, *numbers.values()])
            meant.append({**dict(zip(NAMING, (method, "mllmu_bench", seed), strict=True)), **numbers})
    damaged = Table([*NAMING, *SHARES, LARGE, SIGNED], rows, meant, list(range(len(rows))))
    DAMAGES[name](damaged)
    brought = brought_of(damaged, adding=False)
    brought = answered(brought, damaged.header[damaged.at["MIA"]], "lower")
    brought = settle(brought, right(damaged, ()))
    check(damaged, brought)
    table = work.examined(brought, BY_ID)
    assert table.ready, [f.title for f in table.findings if f.blocking]
    assert len(table.grid.rows) == 6
    empty = 2 if name in ("n/a", "dashes") else 0
    cells = [c for column in table.grid.metrics.values() for i in table.grid.rows for c in [column[i]]]
    assert sum(not c for c in cells) == empty
