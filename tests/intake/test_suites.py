"""From a table to a suite and out again: ids, marks, presets, and folders that every rule accepts."""

import csv
import io
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from components.intake.contribution import NAME, contribution
from components.intake.example import example
from components.intake.suite_rows import About
from components.intake.suites import RELEASED
from components.intake.work import Work, aimed, begin, examined, suite_of
from components.report import report
from components.resolved import Resolved
from components.selection import parse
from data import folders, store
from data.load import examine, load_suite
from data.problems import SuiteProblems
from data.registry import Tables
from data.write import suite_files
from tests.answered import view_of
from tests.released import FOLDER, built_in

SUITE = built_in("unified_unlearning")
SUITES = {SUITE.suite.id: SUITE}
VIEW = view_of(SUITE)
WEIGHTS = {m: float(w) for m, w in zip(VIEW.panel.metric_ids, VIEW.w, strict=True)}
ABOUT = About("Zebra study", "Made up.", "Z. Ebra", "CC BY 4.0", "https://example.org/p", "https://example.org/d")


def mended(work: Work) -> Work:
    """The work with the first fix of every problem applied until none is left."""
    for _ in range(10):
        blocking = [f for f in examined(work, SUITES).findings if f.blocking]
        if not blocking:
            return work
        work = replace(work, fixes=(*work.fixes, *(f.offers[0].fix for f in blocking)))
    raise AssertionError([f.title for f in blocking])


def built(work: Work, private: bool = True) -> Tables:
    return suite_of(work, examined(work, SUITES), SUITES, WEIGHTS if work.adding else {}, private=private)


def own(text: str) -> Work:
    return aimed(begin([("my runs.csv", text.encode())], [SUITE]), [SUITE], "", "")


def unpacked(content: bytes, folder: Path) -> Path:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    (found,) = [p for p in folder.iterdir() if p.is_dir()]
    return found


def leaderboard(tables: Tables, **query: str) -> list[dict]:
    selection, problems = parse(query, tables)
    assert not problems
    rows = report(tables, selection, ("leaderboard", "agreement"))
    public = ("support", "support_studies")  # what a reader's table rests on is not known before it is public
    ranked = [{k: v for k, v in row.items() if k not in public} for row in rows["leaderboard"]]
    return ranked + rows["agreement"]["pairs"]


EXAMPLE = mended(begin([("example.csv", example())], [SUITE]))


def test_metrics_whose_names_differ_by_case_alone_have_ids_that_do_not() -> None:
    work = own("method,seed,Odd ↑,odd ↓,Seed ↑\na,1,0.5,0.25,0.75\nb,1,0.25,0.5,0.5\n")
    assert [m.id for m in built(work).metrics] == ["Odd", "odd_2"]


def test_added_methods_stand_behind_the_others_and_are_marked() -> None:
    tables = built(EXAMPLE)
    assert tables.suite.id == "unified_unlearning_with_yours"
    assert tables.suite.private
    assert [m.label for m in tables.methods] == [
        *(m.label for m in SUITE.methods),
        "Example A • yours",
        "Example B • yours",
    ]
    assert tables.runs.iloc[: len(SUITE.runs)].equals(SUITE.runs)
    added = tables.runs.iloc[len(SUITE.runs) :]
    assert added["FA"].tolist()[:3] == [0.04, 0.02, 0.92], "4 % is 0.04 to the last bit"
    assert len(tables.published) == 0, "what is printed is about the released runs"
    assert set(tables.extras) == set(SUITE.extras)


def test_the_suite_keeps_its_released_weights_as_a_preset() -> None:
    text = "method,benchmark,seed,FA,RA,MIA,AD,JS,oracle distance\n" + "\n".join(
        f"New,{b},{s},0.{s},0.9,0.5,{s}0,0.1,0.{s}" for b in ("mmubench", "mllmu_bench", "unlok_vqa") for s in (1, 2)
    )
    tables = built(mended(begin([("x.csv", text.encode())], [SUITE])))
    moved = view_of(tables).w
    kept = Resolved(tables, parse({"weights": RELEASED}, tables)[0]).w
    assert kept == pytest.approx(VIEW.w, abs=1e-12)
    assert np.abs(moved - kept).max() > 1e-3, "added oracle distances enter the published rule"
    rows = {r["method"]: r for r in leaderboard(tables, weights=RELEASED)[: len(tables.methods)]}
    released = {r["method"]: r for r in leaderboard(SUITE)[: len(SUITE.methods)]}
    assert all(rows[m]["uqs"] == pytest.approx(released[m]["uqs"], abs=1e-12) for m in released)


CALIBRATION = built_in("calibration")


def test_methods_are_added_to_a_suite_without_weights_of_its_own(tmp_path: Path) -> None:
    """Two of its methods under other names: its default weights become a preset, it is ranked and passes the checks."""
    suite, panel = CALIBRATION, "sequence"
    assert "weights" not in suite.extras
    two = {m.id: f"My {m.label}" for m in [m for m in suite.methods if m.family != "control"][:2]}
    runs = suite.runs[(suite.runs["panel"] == panel) & suite.runs["method"].isin(two)]
    brought = runs.assign(method=runs["method"].map(two)).drop(columns=["run_id", "panel"]).to_csv(index=False)
    work = aimed(begin([("mine.csv", brought.encode())], [suite]), [suite], suite.suite.id, panel)
    found = examined(replace(work, about=ABOUT), {suite.suite.id: suite})
    assert found.ready, [f.title for f in found.findings]
    resolved = view_of(suite)
    weights = {m: float(w) for m, w in zip(resolved.panel.metric_ids, resolved.w, strict=True)}
    tables = suite_of(replace(work, about=ABOUT), found, {suite.suite.id: suite}, weights)
    assert Resolved(tables, parse({"weights": RELEASED}, tables)[0]).w == pytest.approx(resolved.w, abs=1e-12)
    assert len(tables.methods) == len(suite.methods) + 2
    assert tables.runs.iloc[: len(suite.runs)].equals(suite.runs)
    assert set(tables.runs.iloc[len(suite.runs) :]["panel"]) == {panel}
    selection, problems = parse({"panel": panel, "weights": RELEASED}, tables)
    assert not problems
    assert report(tables, selection, ("leaderboard", "stability"))
    for name, content in suite_files(tables).items():
        (tmp_path / name).write_bytes(content)
    assert examine(tmp_path)[1] == []


def test_new_benchmarks_and_panels() -> None:
    from components.intake.fixes import Fix

    text = "method,benchmark,model,seed,FA,RA,MIA\nA,MUSE,LLaVA-1.5-7B,42,0.1,0.9,0.5\nA,mmubench,Qwen,42,0.1,0.9,0.5\n"
    work = begin([("x.csv", text.encode())], [SUITE])
    assert work.suite == "", "neither row is on a panel and benchmark that the suite has"
    work = aimed(work, [SUITE], SUITE.suite.id, "llava_multimodal")
    work = replace(work, fixes=(Fix("settle", "benchmark", "MUSE"), Fix("settle", "panel", "Qwen")))
    tables = built(work)
    assert tables.benchmarks[-1].label == "MUSE"
    assert (tables.panels[-1].label, tables.panels[-1].setting) == ("Qwen", "multimodal")
    assert tables.reference_panel.id == SUITE.reference_panel.id


def test_no_cell_of_a_suite_runs_in_a_spreadsheet(tmp_path: Path) -> None:
    text = "method,benchmark,seed,RA,@x ↑\n=1+1,+b,1,0.5,2\n@SUM(A1),-b,1,0.25,-3\nNPO+,+b,2,0.5,1\n"
    made = built(own(text))
    folder = unpacked(contribution(built(own(text), private=False)), tmp_path)
    with zipfile.ZipFile(io.BytesIO(contribution(made))) as archive:
        again = [("x.zip", archive.fp.getvalue())]  # type: ignore[union-attr]
    back = suite_of(begin(again, [SUITE]), None, SUITES, {})
    assert [m.label for m in made.methods] == [m.label for m in back.methods] == ["'=1+1", "'@SUM(A1)", "NPO+"]
    for files in (suite_files(made), suite_files(back), {p.name: p.read_bytes() for p in folder.glob("*.csv")}):
        for name, content in files.items():
            cells = [c for row in csv.reader(io.StringIO(content.decode())) for c in row] if ".csv" in name else []
            assert not [c for c in cells if c.lstrip().startswith(("=", "+", "@"))], name


OWN = """method,benchmark,seed,lr,accuracy ↑,val loss (lower is better),JS,oracle distance
A,b 1,1,1e-5,0.25,1.5,0.1,0.5
B,b 1,1,1e-4,0.5,2.5,0.2,0.25
C <b>,b 1,1,1e-3,1,,0.3,0.125
"""


def test_a_suite_of_its_own() -> None:
    tables = built(own(OWN))
    assert tables.suite.id == "my_runs_yours"
    assert [(m.id, m.direction, m.role) for m in tables.metrics] == [
        ("accuracy", "higher", "score"),
        ("val_loss", "lower", "score"),
        ("JS", "lower", "score"),
        ("oracle_distance", "lower", "oracle"),
    ]
    assert [m.label for m in tables.metrics] == ["Accuracy", "val loss", "JS", "Oracle distance"], "without arrows"
    assert tables.metrics[2].upper_bound == 1, "a known metric keeps what is known of it"
    assert [m.group for m in tables.metrics] == ["", "", "forgetting", ""]
    assert [m.id for m in tables.methods] == ["A", "B", "C_b"]
    assert tables.methods[2].label == "C <b>"
    assert tables.methods[0].description == "As brought by a reader; lr 1e-5."
    assert np.isnan(tables.runs["val_loss"].iloc[2])
    assert tables.panels[0].reference


@pytest.mark.parametrize("work", [EXAMPLE, own(OWN)], ids=["added", "own"])
def test_out_as_a_folder_and_back_with_the_same_numbers(work: Work, tmp_path: Path) -> None:
    work = replace(work, about=ABOUT)
    session, public = built(work), built(work, private=False)
    folder = unpacked(contribution(public, contact="z@example.org"), tmp_path)
    assert folder.name == "Zebra_study"
    assert examine(folder)[1] == []
    served = load_suite(folder)
    assert not served.suite.id.endswith("_yours")
    assert "yours" not in " ".join(m.label for m in served.methods)
    assert served.suite.authors.endswith("Z. Ebra")
    assert leaderboard(served) == leaderboard(session)
    assert {p.name for p in folder.iterdir()} >= {NAME, "LICENSE.md", "CITATION.bib", "README.md", "runs.csv"}
    page = (folder / NAME).read_text(encoding="utf-8")
    assert "z@\N{ZERO WIDTH SPACE}example.org" in page
    assert "- **Oracle**" in page
    again = begin([("zebra.zip", contribution(public))], [SUITE])
    assert again.is_suite
    back = suite_of(again, None, SUITES, {})
    assert (back.suite.id, back.suite.private) == ("Zebra_study_yours", True)
    assert leaderboard(back) == leaderboard(session)


def test_tables_named_in_the_environment_are_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = unpacked(contribution(built(replace(own(OWN), about=ABOUT), private=False)), tmp_path / "x")
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / SUITE.suite.id).symlink_to(FOLDER)
    monkeypatch.setattr(folders, "BUILT_IN", tmp_path / "tables")
    monkeypatch.setenv("LEADERBOARD_TABLES", str(folder))
    monkeypatch.setenv("LEADERBOARD_DATABASE", str(tmp_path / "database"))
    store.close()
    try:
        known = [s.id for s in store.suites()]
        assert known == ["unified_unlearning", "Zebra_study"]
        assert leaderboard(store.tables("Zebra_study")) == leaderboard(built(own(OWN)))
    finally:
        store.close()


def test_what_the_rules_of_a_folder_refuse_is_refused_here() -> None:
    work = own(OWN)
    broken = replace(
        work,
        uses=tuple(
            replace(u, utilities="logarithm", declared=True) if u.column == "accuracy ↑" else u for u in work.uses
        ),
    )
    with pytest.raises(SuiteProblems, match="maps among"):
        built(broken)
    with pytest.raises(SuiteProblems, match="https://"):
        built(replace(work, about=replace(ABOUT, url="javascript:alert(1)")), private=False)


def test_the_shape_of_150_models_and_26_metrics() -> None:
    import json

    rng = np.random.default_rng(1)
    models = [
        {"model": f"npo_{i}", "epoch": "ep5", "method": "npo", "alpha": 1, "lr": 1e-5, "is_reference": i < 2}
        | {f"retain_{k}_rouge": float(rng.random()) for k in range(26)}
        for i in range(152)
    ]
    work = begin([("r.json", json.dumps({"models": models}).encode())], [SUITE])
    marked = [f for f in examined(work, SUITES).findings if f.kind == "role"]
    assert len(marked) == 2
    tables = built(replace(work, fixes=tuple(f.offers[-1].fix for f in marked)))
    assert (len(tables.runs), len(tables.methods), len(tables.scores)) == (150, 150, 26)
    assert tables.methods[0].family == "npo"
    assert tables.runs["retain_0_rouge"].tolist() == [m["retain_0_rouge"] for m in models[2:]]
