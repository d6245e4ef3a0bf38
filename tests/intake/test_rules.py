"""Never wrong in silence, never without an answer: each promise of the grid with one table."""

from dataclasses import replace
from itertools import product

import pytest

from components.answers.your_results.standing import choices, sentences, standing
from components.choices.query import parse
from components.exports.package import package
from components.intake.__main__ import main
from components.intake.grid import Grid, Work, grid
from components.intake.known import known
from components.intake.rows import roles
from components.intake.suite import enlarged_suite, own_suite, runs_of, whole_suite
from components.private_ids import twin_of
from components.resolved import Resolved
from components.selection import default_selection
from data.check import main as checked
from data.read.files import here
from data.registry import Tables
from tests.cases import cases
from tests.intake.outcome import KNOWN, TABLES, outcome, ranked, read, suite_of
from tests.released import NAMES, built_in

SUITES = [built_in(n) for n in NAMES]


def brought(text: str, name: str = "pasted table") -> Work:
    return Work(here([(name, text.encode())]))


def columns(text: str) -> dict[str, str]:
    """What each column of a text is taken for."""
    grid_columns = grid(brought(text), KNOWN, None).columns
    return {
        c.name: (c.use if c.use != "metric" else f"{c.better} {c.unit}") + " ?" * c.open
        for c in grid_columns
    }


COLUMNS = cases("intake/columns.csv")
"""Each with its name, two values, and what it is taken for."""


@pytest.mark.parametrize(("name", "values", "expected"), COLUMNS.values(), ids=COLUMNS)
def test_a_column(name, values, expected):
    first, second = values.split(" ", 1)
    assert columns(f"method;{name}\nA;{first}\nB;{second}")[name] == expected


WHOLE = cases("intake/whole_tables.csv")


@pytest.mark.parametrize(("table", "column", "expected"), WHOLE.values(), ids=WHOLE)
def test_what_a_column_is_follows_the_whole_table(table, column, expected):
    assert columns(table)[column] == expected


def test_a_share_in_a_column_of_per_cent_is_named():
    _, runs, _ = suite_of(brought("method,retain accuracy\nA,93.1\nB,0.91\nC,90.2"))
    assert runs.notes == ["retain accuracy, line 3: 0.91 is read as per cent"]


def test_what_tells_rows_apart_is_a_setting_and_never_a_seed():
    rows = [
        f"{m},{t},{n},{0.1 * i:.1f}"
        for i, (m, t, n) in enumerate(product("AB", ("lora", "full"), (10, 100)))
    ]
    assert columns("\n".join(["method,type,n_forget,zing ↑", *rows])) == {
        "method": "method",
        "type": "setting ?",
        "n_forget": "setting ?",
        "zing ↑": "higher share ?",
    }


@pytest.mark.parametrize(("name", "role"), cases("intake/names_of_rows.csv").items())
def test_a_row_is_what_its_name_says(name, role):
    decided = roles([name, "GA", "Zing"])[name]
    assert (decided.value + " ?" * decided.is_proposed) == role[0]


def test_one_original_and_never_two():
    roles = grid(brought("method,zing\nOriginal,1\nPretrained,2\nA,3\nB,4"), KNOWN, None).roles
    assert [role.value for role in roles.values()] == ["original", "method", "method", "method"]
    assert [role.is_proposed for role in roles.values()] == [True, True, False, False]


def test_what_the_reader_says_is_taken_and_the_rest_is_understood_again():
    work = brought("method,zing,zong\nA,1,2\nB,3,1")
    assert [p.where for p in grid(work, KNOWN, None).proposals] == ["zing", "zong"]
    both = work.saying(["zing", "zong"], better="higher")
    assert grid(both, KNOWN, None).may_rank
    same = grid(work.saying(["zing"], same="FA"), KNOWN, None).columns[1]
    assert (same.same, same.better, same.why) == ("FA", "lower", "your choice")
    text = grid(work.saying(["zing"], **{"is": "setting"}), KNOWN, None)
    assert [c.use for c in text.columns] == ["method", "setting", "metric"]
    left = grid(replace(both, roles={"A": "ignore"}), KNOWN, None)
    assert {k[2] for k in runs_of(left).keys} == {"B"}


def test_numbers_with_marks_are_taken_and_cells_without_one_are_named():
    _, runs, _ = suite_of(read(TABLES / "marks.md"))
    assert runs.values["Forget Acc"] == [0.12, 0.2, 0.3]
    work = brought(
        "method,forget_acc,retain_acc\nA,0.1,0.9\nB,inf,0.8\nC,8.2,0.7\nD,0.2,0.6\nE,n/a,0.5\nF,0.3,0.4"
    )
    _, runs, _ = suite_of(work)
    assert runs.values["forget_acc"] == [0.1, None, None, 0.2, None, 0.3]
    assert [str(unused) for unused in runs.unused] == [
        "forget_acc, line 3: “inf” is no number",
        "forget_acc, line 4: “8.2” is outside its bounds",
    ]


UNUSED = cases("intake/unused.csv")


@pytest.mark.parametrize(("table", "expected"), UNUSED.values(), ids=UNUSED)
def test_what_was_not_used_is_said_where_it_was(table, expected):
    understood = grid(brought(table), KNOWN, None)
    runs = runs_of(understood)
    assert expected in [*map(str, (*understood.unused, *runs.unused)), *runs.notes]


def test_costs_weigh_nothing():
    understood, runs, suite = suite_of(read(TABLES / "rte.csv"))
    assert suite is not None
    assert [m.group for m in suite.metrics][-1] == "cost"
    assert ranked(understood, runs, suite).metrics == ("FA", "RA")


def test_repeated_rows_are_runs_and_settings_make_variants():
    _, runs, _ = suite_of(brought("method,lr,zing ↑\nA,1,0.1\nA,1,0.2\nA,1,0.2\nB,1,0.3"))
    assert [(k[2], k[3]) for k in runs.keys] == [("A", 1), ("A", 2), ("B", 1)], (
        "the same row twice counts once"
    )
    _, runs, _ = suite_of(brought("method,lr,zing ↑\nA,1,0.1\nA,2,0.2\nB,1,0.3"))
    assert [k[2] for k in runs.keys] == ["A lr=1", "A lr=2", "B"]


def test_what_aims_at_the_retrained_model_needs_one():
    _, runs, suite = suite_of(read(TABLES / "tofu_aggregate_stat_csv.csv"))
    assert "Forget Truth Ratio is not counted: the table has no retrained model" in runs.notes
    assert suite is not None
    assert "forget_truth_ratio" not in {m.id for m in suite.metrics}


def test_ranked_on_what_every_candidate_has():
    text = "method,zing ↑,zong ↑\nA,0.1,0.9\nB,0.2,\nC,0.3,0.7"
    understood, runs, suite = suite_of(brought(text))
    assert suite is not None
    ranking = ranked(understood, runs, suite)
    assert [(r.method, r.rank) for r in ranking.rows] == [("C", 1), ("B", 2), ("A", 3)]
    assert ranking.uncounted == ("zong: B lacks it",)


# a table beside TOFU with seeds


def tofu(npo: str) -> str:
    rows = [f"Mine,{s},forget10,0.5,0.58,0.1" for s in (1, 2, 3)] + [
        f"NPO,{s},forget10,{npo}" for s in (1, 2)
    ]
    return "\n".join(["method,seed,split,forget_quality,model_utility,extraction_strength", *rows])


def beside_tofu(text: str) -> tuple[Grid, Tables]:
    into = built_in("tofu_seeds")
    work = brought(text)
    place = next(f.place for f in grid(work, KNOWN, None).offers if f.place[0] == "tofu_seeds")
    understood = grid(replace(work, place=place), known(SUITES, into), into)
    return understood, enlarged_suite(understood, runs_of(understood))


def test_places_are_offered_with_what_they_need_and_never_chosen():
    several = grid(brought(tofu("0.4,0.5,0.2")), KNOWN, None).offers
    assert len(several) > 3
    assert all(f.metrics >= 2 for f in several)
    only_fit = grid(read(TABLES / "unlearncanvas_styles_and_objects_then_co.txt"), KNOWN, None)
    assert [f.place[0] for f in only_fit.offers] == ["unlearncanvas"]
    assert only_fit.suite is None
    assert grid(read(TABLES / "gen.csv"), KNOWN, None).offers == ()


def test_a_caption_that_names_another_benchmark_rules_a_place_out():
    offered = grid(brought("# Results on MUSE\n" + tofu("0.4,0.5,0.2")), KNOWN, None).offers
    assert "tofu_seeds" not in {offer.place[0] for offer in offered}
    named = grid(brought("# Results on TOFU\n" + tofu("0.4,0.5,0.2")), KNOWN, None).offers
    assert "tofu_seeds" in {offer.place[0] for offer in named}
    assert named[0].needs.startswith("same data set")


def test_logarithms_are_called_so_and_shown_as_given():
    _, runs, suite = suite_of(read(TABLES / "logfq.csv"))
    assert suite is not None
    assert runs.values["forget_quality"] == [-21.5, -3.2, 0.0]
    assert suite.metrics[0].name == "Logarithm of forget quality"
    assert suite.metrics[0].group == "forgetting"


@pytest.mark.parametrize(
    "name", ["openunlearning_docs_repro_md_muse.txt", "muse_readme.txt", "marks.md"]
)
def test_every_place_that_is_offered_takes_the_table(name):
    """What a panel does not have or a suite's bounds refuse is left out and said."""
    work, notes = read(TABLES / name), set()
    for fit in grid(work, KNOWN, None).offers:
        into = built_in(fit.place[0])
        understood = grid(replace(work, place=fit.place), known(SUITES, into), into)
        runs = runs_of(understood)
        suite = enlarged_suite(understood, runs)
        assert len(suite.runs) == len(into.runs) + len(runs.keys) > len(into.runs), fit.label
        notes |= {note.partition(": ")[2] for note in runs.notes if note.startswith("Books ")}
        notes |= {str(unused) for unused in runs.unused if unused.cell == "105.8"}
    wanted = {"openunlearning_docs_repro_md_muse.txt": "the suite has it in another panel"}
    assert name == "marks.md" or wanted.get(name, "105.8") in " ".join(notes)


def test_set_ups_that_differ_are_said_and_not_ranked_together():
    understood, suite = beside_tofu(tofu("0.0001,0.1,0.9"))
    assert {c.same for c in understood.columns if c.use == "metric"} == {
        "forget_quality",
        "model_utility",
        "extraction_strength",
    }
    view = Resolved(suite, replace(parse(choices(suite, ""), suite)[0], rows="checkpoints"))
    result = standing(view, ["Mine"])
    assert [(n, m < s) for n, m, s in result.clashes] == [("NPO", True)]
    assert sentences(result)[0].startswith("Your NPO scores ")
    assert sentences(result)[0].endswith(": the set-ups differ.")
    assert sentences(result)[1].startswith("If they matched, Mine would rank ")
    clash = next(r for r in result.rows if r.kind == "clash")
    assert clash.rank is None
    assert clash.score is not None
    assert standing(view, ["Mine"], together=True).clashes == ()
    assert sorted(filter(None, map(twin_of, (m.id for m in suite.methods)))) == ["npo"]


def test_values_take_the_unit_of_the_suite():
    _, suite = beside_tofu(
        tofu("0.4,0.5,0.2").replace("0.58", "58 %").replace(",0.5,0.2", ",50 %,0.2")
    )
    mine = suite.runs[suite.runs["method"] == "Mine"]
    assert mine["model_utility"].tolist() == [0.58] * 3
    logs = tofu("-1,0.5,0.2").replace("forget10,0.5,", "forget10,-2,")
    _, suite = beside_tofu(logs)
    assert suite.runs[suite.runs["method"] == "Mine"]["forget_quality"].tolist() == [0.01] * 3


def test_the_suites_own_numbers_stay():
    before, (_, after) = built_in("tofu_seeds"), beside_tofu(tofu("0.4,0.5,0.2"))
    suite_runs = after.runs[after.runs["method"].isin([m.id for m in before.methods])]
    assert (
        suite_runs.drop(columns="run_id")
        .reset_index(drop=True)
        .equals(before.runs.drop(columns="run_id"))
    )
    assert default_selection(after).panel == default_selection(before).panel


def test_what_leaves_passes_the_check_holds_no_formula_and_comes_back(tmp_path):
    text = "method,=cmd|x ↑\n=1+1,0.5\n@SUM(1),0.4\n+Foo,0.3"
    understood, runs, suite = suite_of(brought(text, "t.csv"))
    assert suite is not None
    public = own_suite(understood, runs, private=False)
    zipped = package(public)
    back = here([("t.zip", zipped)])
    assert not [
        line
        for t in back.suite.values()
        for line in t.splitlines()
        for c in line.split(",")
        if c[:1] in "=@" and c
    ]
    again = whole_suite(back.suite, private=False)
    assert again.runs.equals(public.runs)
    assert again.suite == public.suite


def test_the_command_writes_once_nothing_is_proposed(tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text("method,zing,forget_acc\nA,1,0.2\nB,2,0.3\n")
    out = str(tmp_path / "mine")
    assert main([str(table), out]) == 1
    assert "proposed: zing: a metric, higher is better" in capsys.readouterr().out
    assert not (tmp_path / "mine").exists()
    assert main([str(table), out, "--accept"]) == 0
    assert main([str(table), out, "--accept"]) == 1, "nothing is overwritten"
    assert checked([out]) == 0
    chosen = ["--set", "zing:better=lower", "--role", "A=original"]
    assert main([str(table), str(tmp_path / "chosen"), *chosen]) == 0
    assert (
        "A,A,A,not stated,As brought by a reader.,,,original"
        in (tmp_path / "chosen" / "methods.csv").read_text()
    )
    assert main([str(table), str(tmp_path / "wrong"), "--set", "zong:better=lower"]) == 1


@pytest.mark.parametrize("text", ["method,benchmark\nA,x\n", "method,forget_acc\nRetrain,0.2\n"])
def test_the_command_writes_no_suite_that_cannot_be_ranked(text, tmp_path, capsys):
    table = tmp_path / "t.csv"
    table.write_text(text)
    assert main([str(table), str(tmp_path / "mine"), "--accept"]) == 1
    assert not (tmp_path / "mine").exists()
    assert "found no metric" in capsys.readouterr().out


def test_a_refusal_says_what_was_found_and_expected():
    verdict = outcome(TABLES / "a_decimal_comma_in_a_file_with_commas.csv")["verdict"]
    assert verdict.startswith(
        "refused: found more cells than the 3 columns of the header in line 2, line 3, expected as"
        " many"
    )


def test_of_more_metrics_than_a_suite_ranks_the_last_are_listed_and_said():
    heads = ",".join(f"Zing{i} ↑" for i in range(35))
    text = f"method,{heads}\n" + "\n".join(
        f"{m},{','.join(f'0.{j}{i:02}' for i in range(35))}" for j, m in ((1, "A"), (2, "B"))
    )
    _, runs, suite = suite_of(brought(text, "t.csv"))
    assert suite is not None
    assert [m.role for m in suite.metrics] == ["score"] * 24 + ["listed"] * 11
    assert sum("listed and weighs nothing" in note for note in runs.notes) == 11
