"""Tables of the field, as they were brought: what each column and row is taken for, what is asked,
and the rank.

`outcomes.csv` has the right outcome of each: it was settled by hand from what the sources say of
their metrics. ASK marks what no rule may decide. A column that is decided otherwise is wrong; one
that is asked in vain costs a question."""

import csv
import re

import pytest

from tests.intake.outcome import KNOWN, TABLES, outcome, ranked, read, suite_of

ROWS = list(csv.DictReader((TABLES.parent / "outcomes.csv").open(encoding="utf-8")))


def test_every_table_has_an_outcome_and_questions_are_few():
    assert {r["table"] for r in ROWS} == {f.name for f in TABLES.iterdir()}
    asked = {
        kind: [int(r["asked"] or 0) for r in ROWS if r["kind"] in kind]
        for kind in (("real", "public"), ("found",))
    }
    assert len(asked["real", "public"]) >= 80
    assert sum(asked["real", "public"]) <= len(asked["real", "public"]), (
        "at most one a table on average"
    )
    assert len(asked[("found",)]) >= 10
    assert sum(asked[("found",)]) <= 2 * len(asked[("found",)]), (
        "at most two of kinds that no rule was made for"
    )


@pytest.mark.parametrize("row", ROWS, ids=[r["table"] for r in ROWS])
def test_a_table(row):
    settled = outcome(TABLES / row["table"])
    assert settled["columns"].split("; ") == row["columns"].split("; ")
    assert settled["rows"] == row["rows"]
    assert settled["verdict"] == row["verdict"]
    assert settled["asked"] == row["asked"]


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
    ends = {c.name: c for c in understood.columns if c.better}
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
