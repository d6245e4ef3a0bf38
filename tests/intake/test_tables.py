"""Tables of the field, as they were brought: nothing that is adopted is wrong, and little is
proposed.

`outcomes.csv` has the right outcome of each: it was settled by hand from what the sources say of
their metrics. ASK marks what no rule may decide. A column or a row that is adopted otherwise is
wrong in silence; one that is proposed costs the reader a look."""

import csv
import re
import statistics
from ast import literal_eval

import pytest

from components.intake.columns import Column
from tests.intake.outcome import KNOWN, TABLES, outcome, ranked, read, suite_of

ROWS = list(csv.DictReader((TABLES.parent / "outcomes.csv").open(encoding="utf-8")))
KINDS = list(csv.DictReader((TABLES.parent / "kinds.csv").open(encoding="utf-8")))


def test_every_table_has_an_outcome_and_little_is_proposed():
    assert {r["table"] for r in (*ROWS, *KINDS)} == {f.name for f in TABLES.iterdir()}
    proposed = [int(r["proposed"]) for r in ROWS if r["proposed"]]
    assert len(proposed) > 130
    assert statistics.median(proposed) <= 2


def pairs(text: str) -> dict[str, str]:
    """What is said of each column or row of an outcome."""
    return {name: own for name, _, own in (part.rpartition(": ") for part in text.split("; "))}


def taken_for(column: Column) -> str:
    """A column as an outcome has it, without its id."""
    return column.use if column.use != "metric" else f"{column.better} {column.unit}"


@pytest.mark.parametrize("row", ROWS, ids=[r["table"] for r in ROWS])
def test_nothing_adopted_is_wrong(row):
    settled = outcome(TABLES / row["table"])
    assert settled["verdict"] == row["verdict"]
    assert settled["proposed"] == row["proposed"]
    if not row["columns"]:
        return
    understood, _, _ = suite_of(read(TABLES / row["table"]))
    right = pairs(row["columns"])
    assert {column.name for column in understood.columns} == right.keys()
    for column in understood.columns:
        words = right[column.name].split(" ")
        if len(words) > 2 and words[1] == column.same:
            words.pop(1)
        assert column.open or taken_for(column) == " ".join(words), column
    if re.fullmatch(r"\d+ rows", row["rows"]):
        return
    roles = pairs(row["rows"])
    assert understood.roles.keys() == roles.keys()
    for name, role in understood.roles.items():
        assert role.is_proposed or role.value == roles[name], name


def agrees(right: str, taken: str, is_open: bool) -> bool:
    """Whether what is taken is one of several right ends; `ask` is anything that is proposed."""
    return is_open or taken in right.split("|")


@pytest.mark.parametrize("row", KINDS, ids=[r["table"] for r in KINDS])
def test_a_kind_of_fault_of_public_tables(row):
    """Each part of an outcome: columns, then what is named before a colon."""
    understood, runs, _ = suite_of(read(TABLES / row["table"]))
    columns, *parts = row["outcome"].split(" | ")
    by_name = {column.name: column for column in understood.columns}
    for part in columns.split("; "):
        name, _, right = part.partition(" = ")
        column = by_name[name]
        taken = f"metric:{column.better}:{column.unit}" if column.use == "metric" else column.use
        assert agrees(right, taken, column.open), column
    for what, _, right in (part.partition(": ") for part in parts):
        if what == "roles":
            for name, _, role in (pair.partition(" = ") for pair in right.split("; ")):
                decided = understood.roles[name]
                assert agrees(role, decided.value, decided.is_proposed), name
        elif what == "values":
            for name, values in literal_eval(right).items():
                assert [n.value for n in understood.facts.numbers(name)] == values
        else:
            told = {
                "runs": str(len(runs.keys)),
                "methods": ", ".join(dict.fromkeys(key[2] for key in runs.keys)),
                "panels": str(sorted({key[0] for key in runs.keys})),
                "benchmarks": str(sorted({key[1] for key in runs.keys})),
                "unused": "; ".join(map(str, runs.unused)),
                "offers": ", ".join(o.label.partition(":")[0] for o in understood.offers),
            }
            assert told[what] == right
            assert understood.suite is None


LINEAR = [
    r
    for r in ROWS
    if r["columns"]
    and re.fullmatch(
        r"(?:[^;]+: (?:(?:higher|lower) (?:share|percent)|method|ignore)(?:; |\Z))+", r["columns"]
    )
]


@pytest.mark.parametrize("row", LINEAR, ids=[r["table"] for r in LINEAR])
def test_ranks_of_unknown_shares_are_those_of_their_plain_mean(row):
    """Metrics that no dictionary knows weigh the same; a share is its utility, or 1 minus it."""
    understood, runs, suite = suite_of(read(TABLES / row["table"]))
    assert suite is not None
    ends = {c.name: c for c in understood.columns if c.better and c.use == "metric"}
    if len({c.group for c in ends.values()}) > 1 or "as it is" in {c.unit for c in ends.values()}:
        return
    methods = [k[2] for k in runs.keys if runs.roles[k[2]] == "method"]
    if any(None in runs.values[c] for c in ends):
        return
    mean = {}
    for i, (_, _, method, _) in enumerate(runs.keys):
        shares = {
            c: (runs.values[c][i] or 0.0) / (100 if e.unit == "percent" else 1)
            for c, e in ends.items()
        }
        mean[method] = sum(
            x if ends[c].better == "higher" else 1 - x for c, x in shares.items()
        ) / len(ends)
    ours = {r.label: r.rank for r in ranked(understood, runs, suite).rows}
    assert ours == {m: 1 + sum(mean[o] > mean[m] + 1e-9 for o in methods) for m in methods}


def test_the_dictionary_reads_its_own_names():
    """A known metric is found by its id, in any case; an arrow never renames it."""
    for metric in KNOWN.metrics:
        assert KNOWN.names.find(metric)[0] == metric
        assert KNOWN.names.find(f"{metric.replace('_', ' ').title()} ↑")[0] in (
            metric,
            KNOWN.names.find(metric.replace("_", " "))[0],
        )
