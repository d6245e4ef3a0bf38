"""Names of methods: which spellings may mean one method, and what an answer does to the table and the suite."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from components import words
from components.answers.method.method import compute
from components.format import MARK
from components.intake.checks import Examined
from components.intake.fixes import Fix
from components.intake.methods import alike, key, same
from components.intake.target import known_methods
from components.intake.work import Work, aimed, begin, examined, suite_of
from components.resolved import Resolved
from components.selection import parse
from components.served import computed
from data.registry import Tables
from tests.released import built_in

ALL = ("unified_unlearning", "calibration", "tofu", "openunlearning", "tofu_seeds", "muse_seeds")
SUITES = {s: built_in(s) for s in ALL}
KNOWN = known_methods(SUITES.values())


def meant(name: str) -> list[str]:
    return [k.address for k in same(name, KNOWN)]


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("RandomLabels", "random_labels"),
        ("RL", "random_labels"),
        ("RL (Golatkar et al., 2020)", "random_labels"),
        ("NPO\u200b", "npo"),
        ("npo (ours)", "npo"),
        ("NPO - ours", "npo"),
        ("N.P.O.", "npo"),
        ("Negative Preference Optimization (NPO)", "npo"),
        ("GA", "gradient_ascent"),
        ("Gradient Ascent", "gradient_ascent"),
        ("Gradient Ascent (GA)", "gradient_ascent"),
        ("grad_ascent", "gradient_ascent"),
        ("GradAscent", "gradient_ascent"),
        ("NegGrad", "gradient_ascent"),
        ("NegGrad+", "neggrad_plus"),
        ("Grad. Diff.", "graddiff"),
        ("Gradient Difference", "graddiff"),
        ("ℓ1-sparse", "l1_sparse"),
        ("Bad-T", "bad_teacher"),
        ("SSD", "ssd"),
        ("Sal Un", "salun"),
        ("UnDIAL", "undial"),
    ],
)
def test_a_name_in_any_spelling_means_one_method_of_some_suite(name: str, address: str) -> None:
    assert meant(name) == [address]


@pytest.mark.parametrize(
    "name",
    [
        *("DPO", "SimPO", "simpo", "NPO-KL", "NPO (KL)", "GA+KL", "GA + retain", "NPO+", "NPO'", "RMU 5", "RMU 6"),
        *(
            "Gradient Descent",
            "NPO 1e-5",
            "GradDescent",
            "FT-Retrain",
            "L2-sparse",
            "ours",
            "My method",
            "",
            "+",
        ),
        *("Original", "Retain", "Retrained", "Finetuned", "checkpoint 1", "LoRA r=8"),
    ],
)
def test_another_method_is_not_taken_for_one_that_is_near(name: str) -> None:
    assert meant(name) == []


def test_the_names_of_every_suite_mean_themselves_alone() -> None:
    """A label is known as it stands, and near no other method of any suite."""
    for tables in SUITES.values():
        families = {f.id for f in tables.families}
        for own in [*tables.families, *(m for m in tables.candidates if m.family not in families)]:
            assert meant(own.label) == [words.address("methods", tables, own.id)]


@pytest.mark.parametrize(
    ("table", "merged"),
    [
        (["NPO", "npo", "N.P.O."], {"npo": "NPO", "N.P.O.": "NPO"}),
        (["My Method", "my-method", "MyMethod"], {"my-method": "My Method", "MyMethod": "My Method"}),
        (["SalUn (needs data)", "SalUn", "Ours (final)"], {"SalUn (needs data)": "SalUn"}),
        (["NPO (beta 0.1)", "NPO"], {}),
        (["SimNPO", "NPO", "NPO-KL", "GA", "GA+KL", "SimPO"], {}),
        (["RMU 5", "RMU 6", "checkpoint 1", "checkpoint 2", "LoRA r=8", "LoRA r=16"], {}),
        (["lr 1.5", "lr 15", "lr 1 5", "RMU 1e-5", "RMU 1e5", "RMU5"], {}),
        (["Method A", "Method B", "Variant-KL", "Variant-GD"], {}),
        (["retain", "retrain", "finetune", "finetuned", "supervised", "unsupervised"], {}),
        (["error minimisation", "error maximisation", "internal loss", "external loss"], {}),
    ],
)
def test_spellings_within_a_table(table: list[str], merged: dict[str, str]) -> None:
    assert alike(table) == merged


TEXT = st.text(st.sampled_from("NPOnpoRMUgradientascent -_.,+e(1)05²①٣"), min_size=1, max_size=16)


def digits(text: str) -> list[str]:
    return [c for c in text if c.isdigit()]


@settings(max_examples=50)
@given(TEXT, TEXT)
def test_two_names_that_differ_in_a_digit_are_never_the_same(a: str, b: str) -> None:
    assume(digits(a) != digits(b))
    assert key(a) != key(b)
    assert alike([a, b]) == {}


@settings(max_examples=30)
@given(st.sampled_from([k.label for k in KNOWN]), st.data())
def test_case_blanks_and_hyphens_never_change_what_is_meant(name: str, data: st.DataObject) -> None:
    gap = st.sampled_from(["", "", " ", "-", "_", "\u2009"])
    word = "".join(data.draw(st.sampled_from([c.lower(), c.upper()])) + data.draw(gap) for c in name)
    assert meant(word) == meant(name)


def work(rows: str, suite: str = "", panel: str = "") -> Work:
    """A table of one metric, brought beside every suite."""
    known = list(SUITES.values())
    return aimed(begin([("t.csv", rows.encode())], known), known, suite, panel)


def table(*methods: str) -> str:
    """A row for each name, all of one benchmark and with seeds of their own."""
    rows = [f'"{m}",forget10,{i},0.{i + 1}' for i, m in enumerate(methods)]
    return "\n".join(["method,benchmark,seed,model_utility", *rows])


def questions(found: Examined) -> dict[str, list[Fix]]:
    asked = [f for f in found.findings if f.kind == "same_method"]
    assert len({f.present for f in asked}) == len(asked), "one question for each name"
    assert not any(f.blocking for f in asked)
    return {f.present: [o.fix for o in f.offers if not o.also] for f in asked}


def built(chosen: Work) -> Tables:
    return suite_of(chosen, examined(chosen, SUITES), SUITES, {})


OWN = table("npo (ours)", "random-labels", "RANDOM labels", "SimPO", "RMU 5")


def test_each_name_is_asked_once_and_nothing_happens_before_the_answer() -> None:
    chosen = work(OWN)
    found = examined(chosen, SUITES)
    assert found.ready
    own = {name: Fix("settle", "method", name) for name in ("npo (ours)", "random-labels", "RANDOM labels")}
    assert questions(found) == {
        "npo (ours)": [Fix("same", "method", "npo (ours)", "npo"), own["npo (ours)"]],
        "random-labels": [Fix("same", "method", "random-labels", "random_labels"), own["random-labels"]],
        "RANDOM labels": [Fix("rename", "method", "RANDOM labels", "random-labels"), own["RANDOM labels"]],
    }
    tables = built(chosen)
    assert [m.label for m in tables.methods] == ["npo (ours)", "random-labels", "RANDOM labels", "SimPO", "RMU 5"]
    assert not {words.address("methods", tables, m.id) for m in tables.methods} & {k.address for k in KNOWN}


def test_an_answer_gives_name_page_and_source_and_undo_takes_them_back() -> None:
    chosen = work(OWN)
    for _ in range(3):
        fixes = [offers[0] for offers in questions(examined(chosen, SUITES)).values()]
        chosen = replace(chosen, fixes=(*chosen.fixes, *fixes[:1]))
    found = examined(chosen, SUITES)
    assert questions(found) == {}
    assert found.grid.names["method"] == ["NPO", "Random Labels", "Random Labels", "SimPO", "RMU 5"]
    tables = built(chosen)
    addresses = [words.address("methods", tables, m.id) for m in tables.methods]
    assert addresses == ["npo", "random_labels", "SimPO", "RMU_5"]
    npo = next(m for m in SUITES["tofu_seeds"].methods if m.id == "npo")
    assert (tables.methods[0].family, tables.methods[0].url) == (npo.family, npo.url)
    assert tables.methods[0].description == f"{npo.description} As brought by a reader."
    for fix in found.done:
        undone = replace(chosen, fixes=tuple(f for f in chosen.fixes if f != fix.fix))
        assert questions(examined(undone, SUITES)), fix.says
    assert examined(replace(chosen, fixes=()), SUITES).grid.names["method"][1] == "random-labels"


def test_names_known_to_suites_are_answered_at_once_or_stay_their_own() -> None:
    chosen = work(table("npo", "B"))
    settled = replace(chosen, fixes=(Fix("settle", "method", "npo"),))
    assert list(questions(examined(chosen, SUITES))) == ["npo"]
    assert questions(examined(settled, SUITES)) == {}
    for tables in (built(chosen), built(settled)):
        assert [m.id for m in tables.methods] == ["npo_own", "B"]
    chosen = work(table("NPO", "GA", "npo", "Retain", "random-labels", "X"))
    asked = next(f for f in examined(chosen, SUITES).findings if f.present == "NPO")
    (bulk,) = [o for o in asked.offers if o.also]
    found = examined(replace(chosen, fixes=(bulk.fix, *bulk.also)), SUITES)
    assert found.grid.names["method"] == ["NPO", "Gradient Ascent", "NPO", "Retain", "Random Labels", "X"]
    assert questions(found) == {}


def test_an_added_method_that_the_suite_has_stands_beside_it_on_one_page() -> None:
    suite = SUITES["tofu_seeds"]
    panel, called = suite.panels[0].id, suite.panels[0].label
    released = suite.runs[(suite.runs["panel"] == panel) & (suite.runs["method"] == "npo")]
    mine = released.drop(columns=["run_id", "panel"]).assign(method="npo (ours)").to_csv(index=False)
    chosen = work(mine, "tofu_seeds", panel)
    (offers,) = questions(examined(chosen, SUITES)).values()
    assert offers == [Fix("same", "method", "npo (ours)", "npo"), Fix("settle", "method", "npo (ours)")]
    for fix, own_id, address in (
        (offers[0], "npo_yours", "npo"),
        (offers[1], "npo_ours", "npo_ours"),
    ):
        answered = replace(chosen, fixes=(fix,))
        tables = suite_of(answered, examined(answered, SUITES), SUITES, {})
        added = tables.methods[-1]
        assert (added.id, words.address("methods", tables, added.id)) == (own_id, address)
        assert added.label.endswith(MARK)
        public = suite_of(answered, examined(answered, SUITES), SUITES, {}, private=False)
        assert public.methods[-1].label == ("NPO (added)" if address == "npo" else "npo (ours)")
        assert tables.runs.iloc[: len(suite.runs)].equals(suite.runs), "released runs stay as they are"
        selection, _ = parse({"panel": panel}, tables)
        view = Resolved(tables, selection)
        at = [view.panel.methods.index(m) for m in ("npo", added.id)]
        assert view.utilities[at[0]].tolist() == pytest.approx(view.utilities[at[1]].tolist()), "averaged with no other"
        page = [s.panel_label for s in compute(computed([tables]).choosing(id="npo")).standings if s.panel == panel]
        assert page == [called, f"{called}{MARK}"][: 1 + (address == "npo")]
        before = Resolved(suite, parse({"panel": panel}, suite)[0])
        assert view.utilities[at[0]].tolist() == before.utilities[before.panel.methods.index("npo")].tolist()
