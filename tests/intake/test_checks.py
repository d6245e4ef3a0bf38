"""Checks and fixes: everything wrong is found at once with its place; each fix changes what it says and no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.intake.checks import Examined, examine
from components.intake.files import Sheet
from components.intake.fixes import Fix
from components.intake.long import widened
from components.intake.naming_checks import MOST
from components.intake.target import Target
from components.intake.uses import propose_uses
from data.folders import BUILT_IN
from data.load import load_suite

SUITE = load_suite(BUILT_IN / "unified_unlearning")
INTO = Target(SUITE, "llava_multimodal")


def sheet_of(text: str) -> Sheet:
    header, *rows = [tuple(c.strip() for c in line.split("|")) for line in text.strip().splitlines()]
    return Sheet("made.csv", header, tuple(rows), tuple(f"line {i + 2}" for i in range(len(rows))))


def examined(text: str, *fixes: Fix, target: Target = INTO) -> Examined:
    sheet = sheet_of(text)
    return examine(sheet, propose_uses(sheet.header, sheet.rows, SUITE.metrics), fixes, target)


def kinds(found: Examined) -> list[str]:
    return [f.kind for f in found.findings if f.blocking]


def only(found: Examined, kind: str):
    (finding,) = [f for f in found.findings if f.kind == kind]
    return finding


CLEAN = """method | benchmark | seed | FA | RA
A | mmubench | 42 | 0.5 | 0.9
A | mmubench | 123 | 0.4 | 0.8
"""


def test_a_clean_table_has_no_problem() -> None:
    found = examined(CLEAN)
    assert found.ready
    assert found.done == ()
    assert found.grid.metrics == {"FA": ["0.5", "0.4"], "RA": ["0.9", "0.8"]}


def test_all_problems_are_told_at_once_with_their_places() -> None:
    found = examined(
        """method | dataset | seed | FA | RA | JS
        A | mmubench | 1 | 0,5 | 85 % | =1+1
        A | MUSE | x | 0.5 | 0.4 | 2
        | mmubench | 3 | abc | nan | 0.1
        A | mmubench | 3 | 0.1 | inf | 0.1
        A | mmubench | 3 | 0.1 | inf | 0.1
        """
    )
    assert set(kinds(found)) == {
        *("comma", "text", "percent", "missing", "bounds", "nameless", "unknown_benchmark", "seed", "copies"),
    }
    assert only(found, "comma").cells == (("line 2", "0,5"),)
    assert only(found, "bounds").cells == (("line 3", "2"),)
    assert only(found, "percent").column == "RA"
    assert [(f.column, f.cells) for f in found.findings if f.kind == "text"] == [
        ("FA", (("line 4", "abc"),)),
        ("RA", (("line 5", "inf"), ("line 6", "inf"))),
        ("JS", (("line 2", "=1+1"),)),
    ]
    assert only(found, "nameless").cells[0][0] == "line 4"
    assert only(found, "copies").cells[0][0] == "line 6"
    assert not found.ready


@pytest.mark.parametrize(
    ("cells", "kind", "fix", "after"),
    [
        (("0,5", "0,25"), "comma", "comma", ["0.5", "0.25"]),
        (("50 %", "2,5%"), "percent", "percent", ["0.5", "0.025"]),
        (("50", "2.5"), "bounds", "hundredth", ["0.5", "0.025"]),
        (("50", "0.25"), "bounds", "outside", ["", "0.25"]),
        (("n/a", "0.25"), "missing", "missing", ["", "0.25"]),
        (("inf", "0.25"), "text", "clear", ["", "0.25"]),
        (("=A1", "0.25"), "text", "clear", ["", "0.25"]),
        (("1e300", "0.25"), "text", "clear", ["", "0.25"]),
        (("0.5*", "0.25"), "text", "clear", ["", "0.25"]),
        (("what", "0.25"), "text", "clear", ["", "0.25"]),
        (("0.5 ± 0.1", "0.25 +/- 0.02"), "spread", "spread", ["0.5", "0.25"]),
    ],
)
def test_each_fix_does_what_it_says(cells: tuple[str, str], kind: str, fix: str, after: list[str]) -> None:
    text = f"method | benchmark | seed | FA | RA\nA | mmubench | 1 | {cells[0]} | 1\nA | mmubench | 2 | {cells[1]} | 1"
    before = examined(text)
    finding = only(before, kind)
    offered = [o.fix for o in finding.offers]
    assert Fix(fix, "FA") in offered
    found = examined(text, Fix(fix, "FA"))
    assert found.grid.metrics["FA"] == after
    assert found.ready
    changed = sum(a != b for a, b in zip(cells, after, strict=True))
    assert f"{changed} of 2 cells changed" in found.done[0].says
    assert found.grid.metrics["RA"] == ["1", "1"], "nothing else is touched"


def scored(found: Examined, column: str) -> tuple[float | None, float | None, str]:
    use = found.grid.uses[column]
    return use.low, use.high, use.utilities


@pytest.mark.parametrize(
    ("cells", "fix", "before", "after"),
    [
        (("85%", "70%", "60%"), "percent", (0, 1, "identity"), (0, 1, "identity")),
        (("85%", "70", "60"), "sign", (0, 100, "linear"), (0, 100, "linear")),
        (("85", "70", "60"), "hundredth", (0, 100, "linear"), (0, 1, "identity")),
        (("0,850", "0,700", "0,600"), "comma", (0, 1, "identity"), (0, 1, "identity")),
        (("1,234", "0.7", "0.6"), "grouped", (0, 1, "identity"), (0, None, "reciprocal:0.7 exponential:0.7")),
    ],
)
def test_a_fix_that_changes_numbers_renews_what_was_proposed_from_them(cells, fix, before, after) -> None:
    rows = "\n".join(f"{m} | {c} | {n}" for m, c, n in zip("ABC", cells, ("50", "40", "30"), strict=True))
    text = f"method | forget quality | model utility\n{rows}"
    assert scored(examined(text, target=Target()), "forget quality") == before
    found = examined(text, Fix(fix, "forget quality"), target=Target())
    assert scored(found, "forget quality") == after
    assert scored(found, "model utility") == (0, 100, "linear"), "nothing else is touched"
    assert scored(examined(text, target=Target()), "forget quality") == before, "an undone fix leaves nothing behind"


def column(name: str, *cells: object) -> str:
    rows = "\n".join(f"m{i} | {c} | {i}" for i, c in enumerate(cells))
    return f"method | {name} | seed\n{rows}"


@pytest.mark.parametrize(
    ("name", "cells", "odd"),
    [
        ("utility", (60, 0.61), ["0.61"]),
        ("utility", (0.5, 0.61, 0.4, 0.7, 8), ["0.5", "0.61", "0.4", "0.7"]),
        ("retain F1", (60, 61, 0.61, 0), ["0.61"]),
        ("utility", (0.6, 0.61, 0, 1), []),
        ("utility", (60, 61, 0, 1), []),
        ("retain F1", (0.9, 150), []),
        ("forget accuracy rate", (0.5, 1.2, 3.5, 12, 60), []),
        ("token count", (0.5, 0.5, 0.5, 0.5, 0.5, 60), []),
        ("xyz", (0.3, 0.7, 3, 20, 60), []),
    ],
)
def test_shares_among_percentages_are_a_remark(name: str, cells: tuple[float, ...], odd: list[str]) -> None:
    remarks = [f for f in examined(column(name, *cells), target=Target()).findings if f.kind == "scale"]
    assert [[text for _, text in f.cells] for f in remarks] == ([odd] if odd else [])
    assert not any(f.blocking or f.offers for f in remarks)


def test_shares_under_declared_bounds_of_percentages_are_told() -> None:
    sheet = sheet_of("method | utility\nA | 0.85\nB | 0.7")
    uses = propose_uses(sheet.header, sheet.rows, SUITE.metrics)
    chosen = replace(uses[1], high=100.0, utilities="linear", declared=True)
    finding = only(examine(sheet, (uses[0], chosen), [], Target()), "scale")
    assert (finding.count, finding.blocking) == (2, False)
    unbounded = replace(chosen, high=None, utilities="reciprocal:1")
    assert examine(sheet, (uses[0], unbounded), [], Target()).findings == ()


def test_a_known_share_above_one_is_a_problem_and_rescaled_only_where_it_may_be_a_percentage() -> None:
    def offers(*cells: object) -> list[str]:
        finding = only(examined(column("Forget Accuracy", *cells)), "bounds")
        assert finding.blocking
        return [o.fix.kind for o in finding.offers]

    assert offers(5.5, 60, 55) == offers(0, 60, 55) == offers(0.5, 3.2, 55) == ["hundredth", "outside"]
    assert offers(0.5, 60, 55) == ["hundredth_above", "hundredth", "outside"], "shares and percentages in one column"
    mixed = examined(column("Forget Accuracy", 0.5, 60, 55), Fix("hundredth_above", "Forget Accuracy"))
    assert mixed.grid.metrics["Forget Accuracy"] == ["0.5", "0.6", "0.55"]
    assert offers(0.5, 0.6, 1.02) == offers(60, 150) == offers(-1, 60) == ["outside"]


@pytest.mark.parametrize(
    ("name", "cells", "plain"),
    [
        ("FA", ("0,5", "0,25"), ["comma"]),
        ("FA", ("0,500", "0,250"), ["comma"]),
        ("AD", ("1,234", "2,345"), []),
        ("AD", ("1,234", "0,5"), ["comma"]),
        ("AD", ("1,234", "1,234.5"), []),
        ("AD", ("1,234.5", "1'000"), ["grouped"]),
        ("FA", ("85 %", "70 %"), ["percent"]),
        ("FA", ("85 %", "0"), ["percent"]),
        ("FA", ("85 %", "0.7"), []),
        ("FA", ("85 %", "70"), []),
        ("FA", ("n/a", "0.5"), ["missing"]),
        ("FA", ("85", "70"), []),
        ("FA", ("0.5*", "0.7"), []),
        ("FA", ("0.5 ± 0.1", "0.7"), []),
        ("FA ↑", ("0.5", "0.7"), []),
    ],
)
def test_only_what_leaves_no_choice_is_mended_at_once(name: str, cells: tuple[str, ...], plain: list[str]) -> None:
    """No fix that turns, drops, renumbers, rescales or empties is one of them."""
    found = examined(column(name, *cells), target=Target())
    assert [o.fix.kind for f in found.findings for o in f.offers if o.plain] == plain


def test_names_seeds_and_repeated_rows_are_decisions() -> None:
    rows = ["A | MMUB | x | 0.5", " | mmubench | 1 | 0.5", "A | MMUB | x | 0.5", "A | MMUB | x | 1"]
    text = "\n".join(["method | benchmark | seed | FA", *rows])
    found = examined(text)
    assert {"unknown_benchmark", "nameless", "seed", "copies", "repeats"} == set(kinds(found))
    assert not any(o.plain for f in found.findings for o in f.offers)


def test_percent_signs_beside_numbers_are_a_choice() -> None:
    def offers(*cells: object) -> list[str]:
        return [o.fix.kind for o in only(examined(column("utility", *cells), target=Target()), "percent").offers]

    assert offers("60 %", 0.61) == ["percent"]
    assert offers("60 %", 61) == ["percent", "hundredth", "sign"]


def test_what_the_reader_declared_is_not_proposed_anew() -> None:
    sheet = sheet_of("method | utility\nA | 85%\nB | 70%")
    uses = propose_uses(sheet.header, sheet.rows, SUITE.metrics)
    chosen = replace(uses[1], high=100.0, utilities="linear", declared=True)
    found = examine(sheet, (uses[0], chosen), [Fix("percent", "utility")], Target())
    assert found.grid.uses["utility"] == chosen


@pytest.mark.parametrize("beside", ["987,5", "1.234,5"])
def test_points_that_may_part_thousands_are_a_decision(beside: str) -> None:
    text = column("FID", beside, "2.345", "12.500")
    offers = [o for f in examined(text, target=Target()).findings for o in f.offers]
    assert [o.fix.kind for o in offers] == ["comma" if beside == "987,5" else "grouped", "points"]
    assert not any(o.plain for o in offers), "2.345 would stay while the others are read the continental way"
    found = examined(text, Fix("points", "FID"), target=Target())
    assert found.grid.metrics["FID"] == [beside.replace(".", "").replace(",", "."), "2345", "12500"]


def test_a_heading_of_percentages_over_numbers_up_to_one_is_a_remark() -> None:
    text = column("FA (%)", 0.5, 0.9, 0.2)
    finding = only(examined(text), "headed")
    assert (finding.blocking, [o.plain for o in finding.offers]) == (False, [False])
    found = examined(text, finding.offers[0].fix)
    assert found.grid.metrics["FA (%)"] == ["0.005", "0.009", "0.002"]
    assert "headed" not in [f.kind for f in found.findings]
    marked = examined(column("FA (%)", "50 %", "90%"), Fix("percent", "FA (%)"))
    assert "headed" not in [f.kind for f in marked.findings], "signs have said it"


def test_an_ambiguous_comma_offers_both_readings() -> None:
    text = "method | benchmark | seed | AD\nA | mmubench | 1 | 1,234\nA | mmubench | 2 | 2,345"
    assert [o.fix.kind for o in only(examined(text), "comma").offers] == ["comma", "grouped"]
    assert examined(text, Fix("grouped", "AD")).grid.metrics["AD"] == ["1234", "2345"]
    assert examined(text, Fix("comma", "AD")).grid.metrics["AD"] == ["1.234", "2.345"]


def test_a_known_metric_that_cannot_be_read_is_a_problem_and_never_left_out() -> None:
    text = "method | benchmark | seed | FA | AD\nA | mmubench | 1 | low | 1.234,5\nA | mmubench | 2 | 0.1/1 | 987,6"
    found = examined(text)
    words = only(found, "text")
    assert (words.column, words.cells) == ("FA", (("line 2", "low"), ("line 3", "0.1/1")))
    grouped = only(found, "grouped")
    assert (grouped.column, grouped.cells) == ("AD", (("line 2", "1.234,5"),))
    mended = examined(text, grouped.offers[0].fix, only(found, "comma").offers[0].fix)
    assert mended.grid.metrics["AD"] == ["1234.5", "987.6"]


def test_a_heading_that_contradicts_the_suite_is_suspected_and_can_be_turned() -> None:
    text = "method | benchmark | seed | Forget Accuracy ↑ | RA\nA | mmubench | 42 | 0.1 | 1"
    finding = only(examined(text), "turned")
    assert not finding.blocking
    turned = examined(text, finding.offers[0].fix)
    assert turned.grid.metrics["Forget Accuracy ↑"] == ["0.9"]
    assert "turned" not in [f.kind for f in turned.findings]
    assert "turned" not in [f.kind for f in examined(text.replace("↑", "↓")).findings]


@pytest.mark.parametrize(
    ("cells", "kind", "fix"), [(("90 %", "75 %"), "percent", "percent"), (("90", "75"), "bounds", "hundredth")]
)
def test_one_minus_is_taken_of_the_mended_numbers_in_any_order(cells: tuple[str, str], kind: str, fix: str) -> None:
    text = f"method | benchmark | seed | FA ↑\nA | mmubench | 42 | {cells[0]}\nA | mmubench | 7 | {cells[1]}"
    turn, share = Fix("complement", "FA ↑"), Fix(fix, "FA ↑")
    assert {f.kind for f in examined(text).findings} >= {kind, "turned"}
    for order in ((turn, share), (share, turn)):
        found = examined(text, *order)
        assert found.grid.metrics["FA ↑"] == ["0.1", "0.25"]
        assert found.ready
    assert only(examined(text, turn), kind).offers[0].fix == share


def test_a_column_is_divided_as_a_whole_in_any_order() -> None:
    text = column("FA", "85", "70,5", "60 ± 2")
    fixes = [Fix("hundredth", "FA"), Fix("comma", "FA"), Fix("spread", "FA")]
    assert examined(text, *fixes).grid.metrics["FA"] == ["0.85", "0.705", "0.6"]
    assert examined(text, *reversed(fixes)).grid.metrics["FA"] == ["0.85", "0.705", "0.6"]


def test_a_metric_that_is_called_one_minus_something_is_what_it_is() -> None:
    metric = replace(SUITE.metrics[0], id="one_minus_es", label="1 − ES", name="One minus ES", direction="higher")
    suite = replace(SUITE, metrics=(metric, *SUITE.metrics[1:]))
    sheet = sheet_of("method | benchmark | seed | one_minus_es\nA | mmubench | 42 | 0.9")
    uses = propose_uses(sheet.header, sheet.rows, suite.metrics)
    assert uses[3].metric == "one_minus_es"
    assert examine(sheet, uses, [], Target(suite, "llava_multimodal")).findings == ()


def test_unknown_benchmarks_offer_the_nearest_or_a_new_one() -> None:
    text = "method | benchmark | seed | FA\nA | MMU-Benchmark | 42 | 0.5\nA | MUSE | 42 | 0.5"
    found = examined(text)
    near, new = (f for f in found.findings if f.kind == "unknown_benchmark")
    assert [o.fix for o in near.offers] == [
        Fix("rename", "benchmark", "MMU-Benchmark", "mmubench"),
        Fix("settle", "benchmark", "MMU-Benchmark"),
    ]
    assert [o.fix for o in new.offers] == [Fix("settle", "benchmark", "MUSE")]
    mended = examined(text, near.offers[0].fix, new.offers[0].fix)
    assert mended.ready
    assert mended.grid.names["benchmark"] == ["mmubench", "MUSE"]


def test_a_benchmark_of_another_number_is_not_offered() -> None:
    text = "method | benchmark | seed | FA\nA | CIFAR 100 | 42 | 0.5"
    finding = only(examined(text, target=Target(SUITE, "resnet_unimodal")), "unknown_benchmark")
    assert [o.fix.kind for o in finding.offers] == ["settle"]


def test_other_spellings_are_read_and_kept_to_be_told() -> None:
    found = examined("method | dataset | seed | FA\nA | MMUBench | 42 | 0.5\nA | UnLOK VQA | 42 | 0.5")
    assert found.ready
    assert found.grid.names["benchmark"] == ["mmubench", "unlok_vqa"]
    assert found.grid.taken["benchmark"] == {"MMUBench": "mmubench", "UnLOK VQA": "unlok_vqa"}


def test_a_missing_benchmark_column_asks_where_rows_belong() -> None:
    text = "method | seed | FA\nA | 42 | 0.5"
    finding = only(examined(text), "no_benchmark")
    assert [o.fix.new for o in finding.offers] == ["mllmu_bench", "unlok_vqa", "mmubench"]
    assert examined(text, finding.offers[2].fix).grid.names["benchmark"] == ["mmubench"]
    assert examined(text, target=Target(SUITE, "resnet_unimodal")).grid.names["benchmark"] == ["cifar10"]
    assert examined(text, target=Target()).grid.names["benchmark"] == ["all data"]


def test_seeds() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | seed42 | 0.5\nA | mmubench | 7.0 | 0.4"
    assert [o.fix.kind for o in only(examined(text), "seed").offers] == ["seed", "number_seeds"]
    assert examined(text, Fix("seed", "seed")).grid.names["seed"] == ["42", "7"]
    dated = text.replace("seed42", "2024-01-02")
    assert [o.fix.kind for o in only(examined(dated), "seed").offers] == ["number_seeds"]
    without = "method | benchmark | FA\nA | mmubench | 0.5\nB | mmubench | 0.4\nA | mmubench | 0.3"
    assert kinds(examined(without)) == ["repeats"]
    assert examined(without, Fix("number_seeds")).grid.names["seed"] == ["1", "1", "2"]
    assert only(examined(CLEAN.replace("42", "1").replace("123", "2")), "seeds").blocking is False


@pytest.mark.parametrize(
    "heading", ["rand seed", "random_seed", "Seed #", "SEED", "seeds", "torch_manual_seed", "rng seed"]
)
def test_what_is_called_a_seed_is_one(heading: str) -> None:
    found = examined(CLEAN.replace("seed", heading, 1))
    assert found.ready
    assert found.grid.names["seed"] == ["42", "123"]


def test_a_column_left_out_that_tells_runs_apart_is_the_first_offer() -> None:
    text = """run | method | benchmark | no | FA | runtime
    1 | A | mmubench | 42 | 0.5 | 10
    1 | A | mmubench | 123 | 0.4 | 11
    1 | B | mmubench | 42 | 0.3 | 12
    1 | B | mmubench | 123 | 0.2 | 13"""
    finding = only(examined(text), "repeats")
    assert [(o.fix.kind, o.fix.column) for o in finding.offers] == [
        ("seed_from", "no"),  # the runtime tells them apart too, but as a seed it would pair no two runs
        ("number_seeds", ""),
        ("drop_repeats", ""),
    ]
    mended = examined(text, finding.offers[0].fix)
    assert mended.ready
    assert mended.grid.names["seed"] == ["42", "123", "42", "123"]
    assert mended.done[0].says == "no taken for the seed of 4 rows; 1 different seed before, 2 after"


def test_a_column_of_which_nobody_said_what_it_is_may_hold_the_seeds() -> None:
    text = "method | Saat | FA\nA | 1 | 0.5\nA | 2 | 0.4\nB | 1 | 0.3\nB | 2 | 0.2"
    offer = only(examined(text, target=Target()), "repeats").offers[0]
    assert offer.fix == Fix("seed_from", "Saat")
    mended = examined(text, offer.fix, target=Target())
    assert mended.ready
    assert mended.grid.names["seed"] == ["1", "2", "1", "2"]
    assert mended.grid.asked == {}, "what is a seed is not asked for as a metric"


def test_a_run_without_a_seed_may_have_that_of_all_others() -> None:
    text = "method | seed | FA\nA | 7 | 0.5\nB | 7 | 0.4\nretain |  | 0.3"
    offer = only(examined(text, target=Target()), "seed").offers[0]
    assert offer.label == "They have the seed of the others: 7"
    mended = examined(text, offer.fix, target=Target())
    assert mended.grid.names["seed"] == ["7", "7", "7"]
    assert mended.done[0].says == "seed: 1 row without a seed now “7”"
    two = only(examined(text.replace("B | 7", "B | 8"), target=Target()), "seed")
    assert [o.fix.kind for o in two.offers] == ["rename", "number_seeds"]
    assert two.offers[0].label == "Give them a seed of their own: 0", "with two nothing says which"


def test_numbering_says_which_pairing_is_lost() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | 42 | 0.5\nA | mmubench | 42 | 0.4"
    (label,) = [o.label for o in only(examined(text), "repeats").offers if o.fix.kind == "number_seeds"]
    assert label.endswith(" (pairing with 42 is lost)")
    for unpaired, target in ((text.replace("42", "7"), INTO), (text, Target())):
        labels = [o.label for o in only(examined(unpaired, target=target), "repeats").offers]
        assert not any("pairing" in label for label in labels)
    own = "method | seed | FA\nA | 1 | 0.1\nA | 2 | 0.2\nB | 2 | 0.1\nB | 3 | 0.2\nB | 3 | 0.5"
    labels = [o.label for o in only(examined(own, target=Target()), "repeats").offers]
    assert labels[0].endswith(" (pairing with 2 is lost)"), "B's 2 becomes its 1, beside another run of A"


def test_repeated_rows() -> None:
    text = "method | benchmark | seed | FA | lr\nA | mmubench | 1 | 0.5 | 1\nA | mmubench | 1 | 0.4 | 2"
    finding = only(examined(text), "repeats")
    assert [o.fix.kind for o in finding.offers] == ["settings_as_methods", "number_seeds", "drop_repeats"]
    assert examined(text, Fix("settings_as_methods")).grid.names["method"] == ["A lr=1", "A lr=2"]
    assert examined(text, Fix("settings_as_methods")).grid.names["family"] == ["A", "A"]
    dropped = examined(text, Fix("drop_repeats"))
    assert dropped.grid.rows == [0]
    copied = "method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\nA | mmubench | 1 | 0.5"
    assert kinds(examined(copied)) == ["copies"]
    assert examined(copied, Fix("drop_copies")).grid.rows == [0]


def test_a_model_in_every_row_may_be_what_is_compared() -> None:
    rows = "\n".join(f"npo | npo_lr{i} | 1 | 0.{i}" for i in range(3))
    text = f"method | model | seed | FA\n{rows}"
    finding = only(examined(text, target=Target()), "models")
    assert not finding.blocking
    found = examined(text, finding.offers[0].fix, target=Target())
    assert found.grid.names["method"] == ["npo_lr0", "npo_lr1", "npo_lr2"]
    assert set(found.grid.names["family"]) == {"npo"}
    assert set(found.grid.names["panel"]) == {"main"}
    assert found.ready
    shared = text.replace("npo_lr1", "npo_lr0")
    assert "models" not in [f.kind for f in examined(shared, target=Target()).findings]


def test_rows_marked_as_references_are_a_remark() -> None:
    rows = "m | mmubench | 42 | 0.5 | true\nA | mmubench | 42 | 0.4 | false"
    text = f"method | benchmark | seed | FA | is_reference\n{rows}"
    finding = only(examined(text), "role")
    assert (finding.blocking, finding.cells) == (False, (("line 2", "m"),))
    assert [o.fix.new for o in finding.offers[:3]] == ["reference", "original", "candidate"]
    assert examined(text, finding.offers[3].fix).grid.rows == [1]
    among = examined(text.replace("A |", "m |").replace("42 | 0.4", "7 | 0.4"))
    assert "role" not in [f.kind for f in among.findings]
    assert examined(text, only(among, "reference").offers[0].fix).grid.rows == [1]


def test_rows_without_a_method() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\n| mmubench | 1 | 0.5"
    offers = only(examined(text), "nameless").offers
    assert [o.fix.kind for o in offers] == ["drop_nameless", "rename"]
    assert examined(text, offers[0].fix).grid.rows == [0]
    assert examined(text, offers[1].fix).grid.names["method"] == ["A", "My method"]


def test_limits_are_told_with_numbers() -> None:
    rows = "\n".join(f"m{i} | mmubench | 1 | 0.5" for i in range(MOST["method"] + 1))
    found = examined(f"method | benchmark | seed | FA\n{rows}")
    assert only(found, "size").present == f"{MOST['method'] + 1} different methods"
    seeds = "\n".join(f"m | mmubench | {i} | 0.5" for i in range(MOST["seed"] + 1))
    many = examined(f"method | benchmark | seed | FA\n{seeds}")
    assert [o.fix.kind for o in only(many, "size").offers] == ["number_seeds"]


def test_no_metric_and_unknown_fixes() -> None:
    assert "no_metric" in kinds(examined("method | benchmark | seed\nA | mmubench | 1"))
    assert "no_metric" in kinds(examined("method | benchmark | seed | xyz\nA | mmubench | 1 | 0.5"))
    assert "no_metric" in kinds(examined("method | seed | xyz\nA | 1 | 0.5", target=Target())), (
        "nobody said what xyz is"
    )
    assert examined("method | seed | xyz ↑\nA | 1 | 0.5", target=Target()).ready
    assert examined(CLEAN, Fix("nothing", "FA"), Fix("comma", "gone")).done == ()


def test_the_sheet_itself_never_changes() -> None:
    sheet = sheet_of("method | benchmark | seed | FA\nA | mmubench | 1 | 0,5")
    before = (sheet.header, sheet.rows, sheet.places)
    examine(sheet, propose_uses(sheet.header, sheet.rows, SUITE.metrics), [Fix("comma", "FA")], INTO)
    assert (sheet.header, sheet.rows, sheet.places) == before


def test_long_tables_become_wide() -> None:
    long = sheet_of(
        """method | benchmark | seed | Metric | Value
        A | b | 1 | FA | 0.1
        A | b | 1 | RA | 0.2
        A | b | 2 | FA | 0.3
        A | b | 1 | FA | 0.9
        """
    )
    wide = widened(long)
    assert wide.header == ("method", "benchmark", "seed", "FA", "RA")
    assert wide.rows == (("A", "b", "1", "0.1", "0.2"), ("A", "b", "2", "0.3", ""), ("A", "b", "1", "0.9", ""))
    assert wide.places == ("line 2", "line 4", "line 5")
    assert widened(sheet_of(CLEAN)) == sheet_of(CLEAN)


def test_a_spread_beside_each_value_of_a_long_table_makes_no_further_run() -> None:
    text = "method | metric_name | metric_value | stderr\nA | FA | 0.3 | 0.01\nA | RA | 0.8 | 0.02"
    sheet = widened(sheet_of(text))
    assert (sheet.header, sheet.rows) == (("method", "FA", "RA"), (("A", "0.3", "0.8"),))
    assert "stderr left out" in sheet.notices[-1]
