"""Refusals of the rules on targets, aims, scales, parts, families and pools, one by one."""

import csv
import io
import shutil

import pytest

from data import store
from data.folders import BUILT_IN
from data.load import examine
from data.problems import Problem
from tests.cases import cases, stored
from tests.data.conftest import Folder, only, rounds


@pytest.fixture
def tofu(tmp_path):
    shutil.copytree(BUILT_IN / "tofu", tmp_path / "tofu")
    return Folder(tmp_path / "tofu")


@pytest.fixture
def published(tmp_path):
    shutil.copytree(BUILT_IN / "openunlearning", tmp_path / "openunlearning")
    return Folder(tmp_path / "openunlearning")


def change(folder: Folder, name: str, row: str, column: str, text: str) -> int:
    """Set a cell of the row that begins with an id; its line is returned."""
    rows = list(csv.reader(io.StringIO("\n".join(folder.lines(name)))))
    line = next(i for i, r in enumerate(rows) if r and r[0] == row)
    rows[line][rows[0].index(column)] = text
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    folder.write(name, out.getvalue())
    return line + 1


def without(folder: Folder, name: str, column: str) -> None:
    """Take a column away."""
    rows = [r for r in csv.reader(io.StringIO("\n".join(folder.lines(name)))) if r]
    at = rows[0].index(column)
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([r[:at] + r[at + 1 :] for r in rows])
    folder.write(name, out.getvalue())


def drop(folder: Folder, name: str, start: str) -> None:
    """Take the lines away that begin with a text."""
    folder.write(name, "\n".join(x for x in folder.lines(name) if not x.startswith(start)))


METRICS = cases("data/wrong_metrics.csv")
"""Row, column, text and how what is expected begins."""


@pytest.mark.parametrize("damage", rounds(METRICS, 1), ids=lambda damage: next(iter(damage)))
def test_cells_of_metrics(published, damage):
    lines = {name: change(published, "metrics.csv", *case[:3]) for name, case in damage.items()}
    problems = examine(published.path)[1]
    for name, (_, column, text, expected) in damage.items():
        problem = only(
            [p for p in problems if p.line == lines[name] and p.expected.startswith(expected)]
        )
        at = "utilities" if column == "upper_bound" else column
        assert (problem.file, problem.column) == ("metrics.csv", at), name
        shown = "closeness" if column == "upper_bound" else text
        assert problem.actual == (repr(shown) if shown else "nothing"), name


def test_a_benchmark_lies_within_another_one_and_never_within_itself(published):
    line = change(published, "benchmarks.csv", "forget10", "within", "forget01")
    told = examine(published.path)[1]
    expected = "a larger benchmark, or nothing: none lies within itself"
    assert [(p.line, p.column, p.expected) for p in told] == [
        (n, "within", expected) for n in (line - 2, line - 1, line)
    ]
    change(published, "benchmarks.csv", "forget10", "within", "forget99")
    problem = only(examine(published.path)[1])
    assert (problem.line, problem.column, problem.actual) == (line, "within", "'forget99'")
    assert problem.expected.startswith("an id of benchmarks.csv: forget01, forget05, ")
    change(published, "benchmarks.csv", "forget10", "within", "forget10")
    assert {p.column for p in examine(published.path)[1]} == {"within"}


def test_which_benchmarks_lie_within_others_is_read_and_may_be_left_out(published):
    for suite in ("openunlearning", "tofu_seeds"):
        outer = {b.id: b.within for b in store.tables(suite).benchmarks if b.within}
        assert outer == {"forget01": "forget05", "forget05": "forget10"}
    without(published, "benchmarks.csv", "within")
    assert examine(published.path)[1] == []


def test_a_direction_target_without_the_column(published):
    without(published, "metrics.csv", "target")
    told = examine(published.path)[1]
    places = [(p.line, p.column, p.actual) for p in told]
    assert places == [(line, "target", "no such column") for line in (4, 7)]
    assert {p.expected for p in told} == {"a number, or reference, for the direction target"}


@pytest.mark.parametrize("column", ["aims", "scale", "group", "parts"])
def test_columns_that_may_be_left_out(tofu, column):
    without(tofu, "metrics.csv", column)
    assert examine(tofu.path)[1] == []


def test_a_target_without_a_reference_on_a_benchmark(published):
    drop(published, "runs.csv", "tofu_llama2_7b,forget05,retain,")
    problem = only(examine(published.path)[1])
    assert (problem.file, problem.line, problem.column) == ("metrics.csv", 4, "target")
    assert problem.actual == "'reference'"
    assert (
        problem.expected == "a run of a method with the role reference on tofu_llama2_7b, forget05"
    )


def test_an_aim_without_a_reference_on_a_panel(published):
    drop(published, "runs.csv", "muse_llama2_7b,news,retain,")
    told = examine(published.path)[1]
    places = [(p.file, p.line, p.column, p.actual) for p in told]
    assert places == [("metrics.csv", line, "aims", "'printed reference'") for line in (5, 6)]
    expected = "a run of a method with the role reference on muse_llama2_7b, news"
    assert {p.expected for p in told} == {expected}


def test_a_suite_without_the_role_of_reference(tofu):
    change(tofu, "methods.csv", "retain", "role", "original")
    told = examine(tofu.path)[1]
    assert [p.column for p in told] == ["aims"] * 5
    change(tofu, "methods.csv", "retain", "role", "oracle")
    problem = [p for p in examine(tofu.path)[1] if p.file == "methods.csv"]
    assert only(problem).expected == "candidate, reference, original or control"


CELLS = stored("data/wrong_language_models.json")
"""By file the row, the column, its text and how what is expected begins."""


def test_families_pools_and_values_that_are_not_there(tofu):
    lines = {name: change(tofu, name, *case[:3]) for name, case in CELLS.items()}
    line = change(tofu, "pool.csv", "bio_lr1e-5_ep5", "es", "low")
    change(tofu, "pool.csv", "full_lr1e-5_ep10", "es", "")
    *told, number = sorted(examine(tofu.path)[1], key=lambda p: (p.column == "es", p.file))
    assert [(p.file, p.line, p.column, p.actual) for p in told] == [
        (name, lines[name], column, repr(text)) for name, (_, column, text, _) in CELLS.items()
    ]
    assert all(p.expected.startswith(CELLS[p.file][3]) for p in told)
    assert (number.line, number.column, number.actual, number.expected) == (
        line,
        "es",
        "'low'",
        "a number",
    )


def test_aims_without_bounds_and_hyper_parameters_without_families(published, tofu):
    line = change(published, "metrics.csv", "forget_knowmem_ROUGE", "upper_bound", "")
    change(published, "metrics.csv", "forget_knowmem_ROUGE", "utilities", "reciprocal")
    problem = only(examine(published.path)[1])
    assert (problem.line, problem.column, problem.actual) == (line, "aims", "'printed reference'")
    assert problem.expected == "both bounds for a metric that may aim at the reference"
    (tofu.path / "families.csv").unlink()
    told = examine(tofu.path)[1]
    assert {(p.file, p.line) for p in told} == {("methods.csv", 1)}
    columns = "lr beta alpha layer scale delta gamma epochs"
    assert [p.column for p in told] == columns.split()
    assert told[0].actual == "the column 'lr'"


FLOORS = cases("data/wrong_floors.csv")


def test_rows_of_floors(published):
    lines = [published.append("floors.csv", row) for row, _, _ in FLOORS.values()]
    problems = [p for p in examine(published.path)[1] if p.file == "floors.csv"]
    for line, (_, column, expected) in zip(lines, FLOORS.values(), strict=True):
        assert only(
            [p for p in problems if (p.line, p.column) == (line, column)]
        ).expected.startswith(expected)


def test_a_floor_needs_a_run_of_whom_it_is_kept_against_on_each_of_its_benchmarks(published):
    drop(published, "runs.csv", "muse_llama2_7b,news,finetuned,")
    problem = only(examine(published.path)[1])
    assert (problem.file, problem.line, problem.column) == ("floors.csv", 4, "of")
    assert problem.expected == "a run of a method with the role original on news"


def test_floors_are_read_by_panel(published):
    assert published.append("floors.csv", "muse_llama2_7b,news,privacy,0.25,,here")
    told, problems = examine(published.path)
    assert told is not None, problems
    muse = told.floors["muse_llama2_7b"]
    assert [str(f) for f in muse] == ["retain_knowmem_ROUGE:0.5:original", "privacy:0.25::news"]
    assert [f.benchmark for f in muse] == ["", "news"]
    assert store.tables("unified_unlearning").floors == {}


# --- pools


def pool_problem(folder: Folder) -> Problem:
    return only([p for p in examine(folder.path)[1] if p.file == "pool.csv"])


@pytest.mark.parametrize("pool", ["known", "unknown"])
def test_a_pool_without_models(tofu, pool):
    tofu.write("pool.csv", "\n".join(x for x in tofu.lines("pool.csv") if f",{pool}," not in x))
    problem = pool_problem(tofu)
    assert (problem.column, problem.actual, problem.expected) == (
        "pool",
        f"no model with {pool}",
        f"at least one model with {pool}",
    )


@pytest.mark.parametrize("column", ["pool", "es"])
def test_a_pool_without_a_column(tofu, column):
    without(tofu, "pool.csv", column)
    problem = pool_problem(tofu)
    assert (problem.column, problem.actual) == (column, "no such column")
    assert problem.expected.startswith("the columns model, pool, variant, em, es, prob, ")


def test_a_metric_that_no_model_of_a_pool_has(tofu):
    rows = [x.split(",") for x in tofu.lines("pool.csv") if x]
    at = rows[0].index("es")
    cleared = [rows[0], *([*r[:at], "", *r[at + 1 :]] for r in rows[1:])]
    tofu.write("pool.csv", "\n".join(",".join(r) for r in cleared) + "\n")
    problem = pool_problem(tofu)
    assert (problem.column, problem.actual, problem.expected) == (
        "es",
        "no number",
        "a number for at least one model",
    )
    zeros = [rows[0], *([*r[:at], "0", *r[at + 1 :]] for r in rows[1:])]
    tofu.write("pool.csv", "\n".join(",".join(r) for r in zeros) + "\n")
    assert examine(tofu.path)[1] == []


AFTER = "perturbation,panel,benchmark,method,seed,metric,before,after\n"
PERTURBATIONS = (
    "id,label,description,reference,url\nrelearn,Relearning,One epoch on the forgotten data.,,\n"
)


@pytest.mark.parametrize(("row", "column", "expected"), cases("data/after_rows.csv").values())
def test_what_becomes_of_runs(tofu, row, column, expected):
    tofu.write("perturbations.csv", PERTURBATIONS)
    tofu.write("after.csv", f"{AFTER}{row}\n")
    tofu.write(
        "runs.csv",
        "".join(f"{line}\n" for line in tofu.lines("runs.csv") if ",full," not in line and line),
    )
    (tofu.path / "floors.csv").unlink()  # its floors are shares of what `full` has
    tables, problems = examine(tofu.path)
    if column:
        problem = only(problems)
        assert (problem.file, problem.line, problem.column) == ("after.csv", 2, column)
        assert problem.expected.startswith(expected)
    else:
        (metric,) = tables.after_metrics
        assert (metric.id, metric.upper_bound) == (row.split(",")[5], 1)
