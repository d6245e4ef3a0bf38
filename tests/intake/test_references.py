"""Models that no method made: offered as what they are, never ranked, and a target where a metric aims at one."""

from dataclasses import replace

import numpy as np
import pytest

from components.intake.method_checks import role_of
from components.intake.problems import Finding
from components.intake.work import Work, aimed, begin, examined, suite_of
from components.report import report
from components.resolved import Resolved
from components.selection import default_selection, parse
from data.registry import REFERENCE, Tables
from tests.released import built_in

SUITES = {s: built_in(s) for s in ("unified_unlearning", "openunlearning", "calibration", "tofu_seeds")}
RELEASED = SUITES["openunlearning"]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        *((n, "reference") for n in ("Retain", "retrain", "Retrained", "gold", "Oracle", "Retain90", "retain model")),
        *((n, "reference") for n in ("Retrain from scratch", "RETAIN-95", "re-trained", "Exact retrain")),
        *(
            (n, "reference")
            for n in ("tofu_Llama-3.2-1B-Instruct_retain90", "Gold standard", "Retrain control", "Retrain f_retrain")
        ),
        *((n, "original") for n in ("Full", "Finetuned", "fine-tuned", "original", "Target model")),
        *((n, "original") for n in ("tofu_Llama-3.2-1B-Instruct_full", "Before unlearning", "No unlearning")),
        *((n, "original") for n in ("Base Model (No Unlearning)", "Before", "Target $f_{target}$")),
        *((n, "original") for n in ("pre-unlearning", "f_target", "θ_full")),
        ("f_retrain", "reference"),
        *((n, "either") for n in ("Base", "pretrained", "pre-trained", "Base model", "Full retain")),
        *((n, "") for n in ("FT-Retain", "GA+retain", "retain + forget", "NPO", "Retain loss", "full fine-tuning")),
        *(
            (n, "")
            for n in (
                "Model",
                "7b",
                "GA without unlearning rate",
                "",
                "Original model with noise",
                "unlearned",
                "Goldfish",
            )
        ),
    ],
)
def test_what_a_model_is_by_its_name(name: str, role: str) -> None:
    assert role_of(name) == role


def table(panels: list[str]) -> str:
    """The released runs of some panels as a reader brings them: methods by their labels, no roles."""
    runs = RELEASED.runs[RELEASED.runs["panel"].isin(panels)].drop(columns="run_id").dropna(axis=1, how="all")
    return str(runs.assign(method=runs["method"].map({m.id: m.label for m in RELEASED.methods})).to_csv(index=False))


def own(text: str) -> Work:
    known = list(SUITES.values())
    return aimed(begin([("t.csv", text.encode())], known), known, "", "")


def asked(work: Work) -> dict[str, Finding]:
    return {f.offers[0].fix.old: f for f in examined(work, SUITES).findings if f.kind == "role"}


def answered(work: Work, **roles: str) -> Work:
    """The work with the offer of that role, or `left` out, taken for each name."""
    fixes = []
    for name, role in roles.items():
        offers = {o.fix.new or "left": o.fix for o in asked(work)[name].offers}
        fixes.append(offers[role])
    return replace(work, fixes=(*work.fixes, *fixes))


def built(work: Work) -> Tables:
    found = examined(work, SUITES)
    assert found.ready, [f.title for f in found.findings if f.blocking]
    return suite_of(work, found, SUITES, {})


def offered(finding: Finding) -> list[str]:
    return [o.fix.new or "left" for o in finding.offers]


PANELS = [p.id for p in RELEASED.panels]
TOFU, MUSE = [p for p in PANELS if p.startswith("tofu")], [p for p in PANELS if p.startswith("muse")]
MINE = {"Finetuned": "original", "Retain": "reference"}


def test_each_model_is_asked_once_and_nothing_is_ranked_before() -> None:
    work = own(table(TOFU))
    questions = asked(work)
    assert {name: (f.blocking, offered(f)) for name, f in questions.items()} == {
        "Finetuned": (True, ["original", "reference", "candidate", "left"]),
        "Retain": (True, ["reference", "original", "candidate", "left"]),
    }
    assert not examined(work, SUITES).ready
    settled = answered(work, **MINE)
    assert asked(settled) == {}
    assert list(asked(replace(settled, fixes=settled.fixes[1:]))) == ["Finetuned"], "each answer is undone alone"
    left = built(answered(work, Finetuned="left", Retain="left"))
    assert "Retain" not in {m.label for m in left.methods}
    assert {m.role for m in built(answered(work, Finetuned="candidate", Retain="candidate")).methods} == {"candidate"}


@pytest.mark.parametrize(
    ("panels", "aim"),
    [(TOFU, "printed"), (MUSE, "printed"), (PANELS, "printed"), (MUSE, REFERENCE), (PANELS, REFERENCE)],
    ids=["tofu", "muse", "both", "muse to the reference", "both to the reference"],
)
def test_a_readers_table_gives_the_numbers_of_the_released_suite(panels: list[str], aim: str) -> None:
    """Means, UQS and ranks, with targets that are the reference's, equal those of the suite itself.

    Weighed are the metrics that both hold to the same bounds: PrivLeak reaches beyond 100 elsewhere in the field.
    """
    tables = built(answered(own(table(panels)), **MINE))
    labels = {m.id: m.label for m in RELEASED.methods}
    scores = [m.id for m in tables.scores]
    assert scores == [m.id for m in RELEASED.scores if m.id in scores]
    alike = {m.id: (m.lower_bound, m.upper_bound) for m in RELEASED.metrics}.items()
    for panel in panels:
        weighed = [m.id for m in tables.scores if (m.id, (m.lower_bound, m.upper_bound)) in alike]
        assert set(scores) - set(weighed) <= {"privleak"}
        measured = [m for m in weighed if RELEASED.runs.loc[RELEASED.runs["panel"] == panel, m].notna().any()]
        weights = ",".join(f"{m}:{1 / len(measured):.6f}" for m in measured)
        query = {"panel": panel, "aim": aim, "weights": weights, "floors": "none"}
        shown, expected = (report(t, parse(query, t)[0], ("leaderboard",)) for t in (tables, RELEASED))
        want = [{**r, "method": labels[r["method"]]} for r in expected["leaderboard"]]
        for mine, theirs in zip(shown["leaderboard"], want, strict=True):
            assert (mine["method"], mine["rank"]) == (theirs["method"], theirs["rank"])
            assert mine["uqs"] == pytest.approx(theirs["uqs"], abs=1e-12)
            assert mine["means"] == {m: theirs["means"].get(m) for m in mine["means"]}
        drawn = {r["method"]: (r["role"], r["would_rank"]) for r in shown["references"]}
        assert drawn == {labels[r["method"]]: (r["role"], r["would_rank"]) for r in expected["references"]}
        assert not {"Retain", "Finetuned"} & {r["method"] for r in shown["leaderboard"]}


def test_a_metric_that_aims_at_the_reference_is_asked_while_there_is_none() -> None:
    work = own(table(TOFU))
    without = answered(work, Finetuned="original", Retain="left")
    assert list(examined(without, SUITES).grid.asked) == ["forget_truth_ratio"]
    metric = next(m for m in built(answered(work, **MINE)).metrics if m.id == "forget_truth_ratio")
    assert (metric.direction, metric.target) == ("target", REFERENCE)


def test_a_reference_that_lacks_a_benchmark_is_no_target() -> None:
    """Only where every panel and benchmark has its value can a metric aim at it; the others are as printed."""
    header, *rows = table(MUSE).splitlines()
    place, method = (header.split(",").index(c) for c in ("benchmark", "method"))
    first = rows[0].split(",")[place]
    partly = "\n".join([header, *(r for r in rows if r.split(",")[method] != "Retain" or r.split(",")[place] == first)])
    aims = {m.id: m.aims for m in built(answered(own(partly), **MINE)).metrics}
    assert set(aims.values()) == {("printed",)}
    whole = {m.id: m.aims for m in built(answered(own(table(MUSE)), **MINE)).metrics}
    assert whole == {m.id: m.aims for m in RELEASED.metrics if m.id in whole}


def test_a_suite_that_has_a_reference_takes_no_second_one() -> None:
    """A second one would move the targets of the released runs."""
    known, panel = list(SUITES.values()), TOFU[0]
    runs = RELEASED.runs[(RELEASED.runs["panel"] == panel) & RELEASED.runs["method"].isin(["retain", "npo"])]
    text = runs.drop(columns=["run_id", "panel"]).assign(method=runs["method"].str.title()).to_csv(index=False)
    work = aimed(begin([("t.csv", text.encode())], known), known, "openunlearning", panel)
    question = asked(work)["Retain"]
    assert offered(question) == ["left", "candidate"]
    assert question.offers[0].label == "Leave it out: the suite has Retain"
    before = Resolved(RELEASED, replace(default_selection(RELEASED), panel=panel))
    for role, added in (("left", ["Npo"]), ("candidate", ["Retain", "Npo"])):
        chosen = answered(work, Retain=role)
        tables = suite_of(chosen, examined(chosen, SUITES), SUITES, {})
        mine = tables.methods[len(RELEASED.methods) :]
        assert [(m.id, m.role) for m in mine] == [(m, "candidate") for m in added]
        view = Resolved(tables, replace(default_selection(tables), panel=panel))
        rows = [view.panel.methods.index(m) for m in before.panel.methods]
        np.testing.assert_array_equal(view.utilities[rows], before.utilities)
