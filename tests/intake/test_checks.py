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
        *("comma", "text", "percent", "missing", "infinite", "formula", "bounds", "nameless", "unknown_benchmark"),
        *("seed", "copies"),
    }
    assert only(found, "comma").cells == (("line 2", "0,5"),)
    assert only(found, "bounds").cells == (("line 3", "2"),)
    assert only(found, "bounds").expected == "a number from 0 to 0.693147"
    assert only(found, "percent").column == "RA"
    assert only(found, "nameless").cells[0][0] == "line 4"
    assert only(found, "copies").cells[0][0] == "line 6"
    assert not found.ready


@pytest.mark.parametrize(
    ("cells", "kind", "fix", "after"),
    [
        (("0,5", "0,25"), "comma", "comma", ["0.5", "0.25"]),
        (("50 %", "2,5%"), "percent", "percent", ["0.5", "0.025"]),
        (("50", "2.5"), "bounds", "hundredth", ["0.5", "0.025"]),
        (("50", "0.25"), "bounds", "hundredth_above", ["0.5", "0.25"]),
        (("50", "0.25"), "bounds", "outside", ["", "0.25"]),
        (("n/a", "0.25"), "missing", "missing", ["", "0.25"]),
        (("inf", "0.25"), "infinite", "missing", ["", "0.25"]),
        (("=A1", "0.25"), "formula", "clear", ["", "0.25"]),
        (("1e300", "0.25"), "huge", "clear", ["", "0.25"]),
        (("what", "0.25"), "text", "clear", ["", "0.25"]),
        (("0.5 ± 0.1", "0.25 (0.02)"), "spread", "spread", ["0.5", "0.25"]),
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
        (("85%", "70%", "60%"), "percent", (0, 100, "linear"), (0, 1, "identity")),
        (("85", "70", "60"), "hundredth", (0, 100, "linear"), (0, 1, "identity")),
        (("85", "0.7", "60"), "hundredth_above", (0, 100, "linear"), (0, 1, "identity")),
        (("0,850", "0,700", "0,600"), "comma", (0, 1, "identity"), (0, 1, "identity")),
        (("1,234", "0.7", "0.6"), "grouped", (0, 100, "linear"), (0, None, "reciprocal:0.7 exponential:0.7")),
    ],
)
def test_a_fix_that_changes_numbers_renews_what_was_proposed_from_them(cells, fix, before, after) -> None:
    rows = "\n".join(f"{m} | {c} | {n}" for m, c, n in zip("ABC", cells, ("50", "40", "30"), strict=True))
    text = f"method | forget quality | model utility\n{rows}"
    assert scored(examined(text, target=Target()), "forget quality") == before
    found = examined(text, Fix(fix, "forget quality"), target=Target())
    assert scored(found, "forget quality") == after
    assert scored(found, "model utility") == (0, 100, "linear"), "nothing else is touched"
    assert ("bounds now" in found.done[0].says) == (before != after)
    assert scored(examined(text, target=Target()), "forget quality") == before, "an undone fix leaves nothing behind"


def column(name: str, *cells: object) -> str:
    rows = "\n".join(f"m{i} | {c} | {i}" for i, c in enumerate(cells))
    return f"method | {name} | seed\n{rows}"


@pytest.mark.parametrize(
    ("name", "cells", "odd", "found"),
    [
        ("utility", (60, 0.61), ["60"], "a percentage among shares of one"),
        ("utility", (0.5, 0.61, 0.4, 0.7, 3), ["3"], "a percentage among shares of one"),
        ("accuracy", (60, 61, 0.61, 0), ["0.61"], "a share of one among percentages"),
        ("MIA AUC", (0.5, 0.6, 55), ["55"], "a percentage among shares of one"),
        ("xyz", (0.1, 0.2, 0.3, 0.4, 0.5, 61), ["61"], "a percentage among shares of one"),
        ("xyz", (51.0, 62.5, 71.5, 84.5, 95.5, 0.55), ["0.55"], "a share of one among percentages"),
    ],
)
def test_two_scales_in_one_column_are_a_remark_with_a_fix(name, cells, odd, found) -> None:
    finding = only(examined(column(name, *cells), target=Target()), "scale")
    assert not finding.blocking
    assert ([c for _, c in finding.cells], finding.found) == (odd, found)
    (offer,) = finding.offers
    mended = examined(column(name, *cells), offer.fix, target=Target())
    assert mended.grid.values(name) == [v / 100 if v > 1 else v for v in cells]
    assert scored(mended, name)[:2] == (0, 1)
    assert "scale" not in [f.kind for f in mended.findings]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("utility", (0.6, 0.61, 0, 1)),
        ("utility", (60, 61, 0, 1)),
        ("forget accuracy rate", (0.5, 1.2, 3.5, 12, 60)),
        ("accuracy", (0.9, 150)),
        ("epochs needed", (0, 1, 1, 1, 1, 30)),
        ("token count", (0.5, 0.5, 0.5, 0.5, 0.5, 60)),
        ("perplexity score", (0.9, 0.8, 12, 60)),
        ("relearning time", (0.2, 0.3, 0.1, 0.2, 0.3, 50)),
        ("ratio to full", (0.8, 0.9, 0.95, 0.7, 0.6, 1.4)),
        ("xyz", (0.3, 0.7, 3, 20, 60)),
        ("AD", (0.1, 0.2, 0.3, 0.2, 0.3, 50)),
    ],
)
def test_columns_of_one_scale_raise_no_remark_about_scales(name, cells) -> None:
    assert "scale" not in [f.kind for f in examined(column(name, *cells), target=Target()).findings]


def test_two_scales_of_a_known_share_are_a_problem_with_the_fix_that_fits_first() -> None:
    def offers(*cells: object) -> list[str]:
        finding = only(examined(column("Forget Accuracy", *cells), target=Target()), "bounds")
        assert finding.blocking
        return [o.fix.kind for o in finding.offers]

    assert offers(0.5, 0.6, 55) == ["hundredth_above", "hundredth", "outside"]
    assert offers(0.5, 60, 55) == ["hundredth", "hundredth_above", "outside"]
    assert offers(0, 60, 55) == ["hundredth", "outside"]
    assert offers(0.5, 0.6, 1.02) == ["outside"]


def test_percent_signs_beside_shares_are_read_as_shares_first() -> None:
    finding = only(examined(column("utility", "60 %", 0.61), target=Target()), "percent")
    assert [o.fix.kind for o in finding.offers] == ["percent", "sign"]


def test_shares_under_declared_bounds_of_percentages_are_told() -> None:
    sheet = sheet_of("method | utility\nA | 0.85\nB | 0.7")
    uses = propose_uses(sheet.header, sheet.rows, SUITE.metrics)
    said = replace(uses[1], high=100.0, utilities="linear", said=True)
    finding = only(examine(sheet, (uses[0], said), [], Target()), "scale")
    assert finding.expected == "percentages, as its bounds say: 0 to 100; the bounds can be changed above"
    assert (finding.count, finding.blocking) == (2, False)
    unbounded = replace(said, high=None, utilities="reciprocal:1")
    assert examine(sheet, (uses[0], unbounded), [], Target()).findings == ()


def test_what_the_reader_declared_is_not_proposed_anew() -> None:
    sheet = sheet_of("method | utility\nA | 85%\nB | 70%")
    uses = propose_uses(sheet.header, sheet.rows, SUITE.metrics)
    said = replace(uses[1], high=100.0, utilities="linear", said=True)
    found = examine(sheet, (uses[0], said), [Fix("percent", "utility")], Target())
    assert found.grid.uses["utility"] == said


def test_numbers_before_and_after_are_told() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | 1 | 50\nA | mmubench | 2 | 97"
    says = examined(text, Fix("hundredth", "FA")).done[0].says
    assert says == "FA: divided by 100; 2 of 2 cells changed; numbers before 50 to 97 (2), after 0.5 to 0.97 (2)"


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
    assert (words.found, words.expected) == ("text", "a number")
    grouped = only(found, "grouped")
    assert (grouped.column, grouped.cells) == ("AD", (("line 2", "1.234,5"),))
    mended = examined(text, grouped.offers[0].fix, only(found, "comma").offers[0].fix)
    assert mended.grid.metrics["AD"] == ["1234.5", "987.6"]


def test_a_heading_that_contradicts_the_suite_is_suspected_and_can_be_turned() -> None:
    text = "method | benchmark | seed | Forget Accuracy ↑ | RA\nA | mmubench | 42 | 0.1 | 1"
    finding = only(examined(text), "turned")
    assert not finding.blocking
    assert "higher is better" in finding.found
    turned = examined(text, finding.offers[0].fix)
    assert turned.grid.metrics["Forget Accuracy ↑"] == ["0.9"]
    assert "turned" not in [f.kind for f in turned.findings]
    assert "turned" not in [f.kind for f in examined(text.replace("↑", "↓")).findings]


@pytest.mark.parametrize("heading", ["1 - FA", "1-FA", "1 − forget acc ↑", "One minus FA", "metrics.1-FA", "(1 - FA)"])
def test_one_minus_a_known_share_is_a_problem_and_can_be_turned(heading: str) -> None:
    text = f"method | benchmark | seed | {heading} | RA\nA | mmubench | 42 | 0.9 | 1\nA | mmubench | 7 | 0.75 | 1"
    finding = only(examined(text), "turned")
    assert (finding.blocking, finding.column) == (True, heading)
    assert finding.cells == (("line 2", "0.9"), ("line 3", "0.75"))
    assert (finding.found, finding.expected[:27]) == (
        "a heading that says one minus the metric",
        "FA as the suite has it: low",
    )
    turn, keep = (o.fix for o in finding.offers)
    turned = examined(text, turn)
    assert turned.grid.metrics[heading] == ["0.1", "0.25"]
    assert turned.grid.uses[heading].metric == "FA"
    assert turned.ready
    kept = examined(text, keep)
    assert kept.grid.metrics[heading] == ["0.9", "0.75"]
    assert kept.ready
    assert kept.done[0].says.endswith("holds the metric itself; no cell changed")


@pytest.mark.parametrize(
    ("cells", "kind", "fix"), [(("90 %", "75 %"), "percent", "percent"), (("90", "75"), "bounds", "hundredth")]
)
def test_one_minus_is_taken_of_the_mended_numbers_in_any_order(cells: tuple[str, str], kind: str, fix: str) -> None:
    text = f"method | benchmark | seed | 1-FA\nA | mmubench | 42 | {cells[0]}\nA | mmubench | 7 | {cells[1]}"
    turn, share = Fix("complement", "1-FA"), Fix(fix, "1-FA")
    assert {f.kind for f in examined(text).findings if f.blocking} == {kind, "turned"}
    for order in ((turn, share), (share, turn)):
        found = examined(text, *order)
        assert found.grid.metrics["1-FA"] == ["0.1", "0.25"]
        assert found.ready
    assert only(examined(text, turn), kind).offers[0].fix == share


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
    assert mended.done[0].says == "benchmark: 1 row “MMU-Benchmark” now “mmubench”"


def test_other_spellings_are_read_and_kept_to_be_told() -> None:
    found = examined("method | dataset | seed | FA\nA | MMUBench | 42 | 0.5\nA | UnLOK VQA | 42 | 0.5")
    assert found.ready
    assert found.grid.names["benchmark"] == ["mmubench", "unlok_vqa"]
    assert found.grid.taken["benchmark"] == {"MMUBench": "mmubench", "UnLOK VQA": "unlok_vqa"}


def test_a_missing_benchmark_column_asks_where_rows_belong() -> None:
    text = "method | seed | FA\nA | 42 | 0.5"
    finding = only(examined(text), "no_benchmark")
    assert [o.fix.becomes for o in finding.offers] == ["mllmu_bench", "unlok_vqa", "mmubench"]
    assert examined(text, finding.offers[2].fix).grid.names["benchmark"] == ["mmubench"]
    assert examined(text, target=Target(SUITE, "resnet_unimodal")).grid.names["benchmark"] == ["cifar10"]
    assert examined(text, target=Target()).grid.names["benchmark"] == ["all data"]


def test_seeds() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | seed42 | 0.5\nA | mmubench | 7.0 | 0.4"
    assert examined(text, Fix("whole", "seed")).grid.names["seed"] == ["42", "7"]
    without = "method | benchmark | FA\nA | mmubench | 0.5\nB | mmubench | 0.4\nA | mmubench | 0.3"
    assert kinds(examined(without)) == ["repeats"]
    assert examined(without, Fix("number_seeds")).grid.names["seed"] == ["1", "1", "2"]
    assert only(examined(CLEAN.replace("42", "1").replace("123", "2")), "seeds").blocking is False


def test_repeated_rows() -> None:
    text = "method | benchmark | seed | FA | lr\nA | mmubench | 1 | 0.5 | 1\nA | mmubench | 1 | 0.4 | 2"
    finding = only(examined(text), "repeats")
    assert [o.fix.kind for o in finding.offers] == ["settings_as_methods", "number_seeds", "drop_repeats"]
    assert examined(text, Fix("settings_as_methods")).grid.names["method"] == ["A lr=1", "A lr=2"]
    assert examined(text, Fix("settings_as_methods")).grid.names["family"] == ["A", "A"]
    dropped = examined(text, Fix("drop_repeats"))
    assert dropped.grid.rows == [0]
    assert dropped.done[0].says.endswith("2 rows before, 1 after")
    copied = "method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\nA | mmubench | 1 | 0.5"
    assert kinds(examined(copied)) == ["copies"]
    assert examined(copied, Fix("drop_copies")).grid.rows == [0]


def test_reference_models_are_a_remark() -> None:
    rows = "full | mmubench | 42 | 0.5 | true\nA | mmubench | 42 | 0.4 | false"
    text = f"method | benchmark | seed | FA | is_reference\n{rows}"
    finding = only(examined(text), "reference")
    assert (finding.blocking, finding.cells) == (False, (("line 2", "full"),))
    assert examined(text, finding.offers[0].fix).grid.rows == [1]


def test_rows_without_a_method() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\n| mmubench | 1 | 0.5"
    offers = only(examined(text), "nameless").offers
    assert [o.fix.kind for o in offers] == ["drop_nameless", "rename"]
    assert examined(text, offers[0].fix).grid.rows == [0]
    assert examined(text, offers[1].fix).grid.names["method"] == ["A", "My method"]


def test_limits_are_told_with_numbers() -> None:
    rows = "\n".join(f"m{i} | mmubench | 1 | 0.5" for i in range(MOST["method"] + 1))
    found = examined(f"method | benchmark | seed | FA\n{rows}")
    assert only(found, "size").found == f"{MOST['method'] + 1} different methods"
    seeds = "\n".join(f"m | mmubench | {i} | 0.5" for i in range(MOST["seed"] + 1))
    many = examined(f"method | benchmark | seed | FA\n{seeds}")
    assert [o.fix.kind for o in only(many, "size").offers] == ["number_seeds"]
    long = examined(f"method | benchmark | seed | FA\n{'x' * 200} | mmubench | 1 | 0.5")
    assert (
        len(
            examined(
                f"method | benchmark | seed | FA\n{'x' * 200} | mmubench | 1 | 0.5", Fix("shorten", "method")
            ).grid.names["method"][0]
        )
        == 80
    )
    assert kinds(long) == ["long"]


def test_no_metric_and_unknown_fixes() -> None:
    assert "no_metric" in kinds(examined("method | benchmark | seed\nA | mmubench | 1"))
    assert "no_metric" in kinds(examined("method | benchmark | seed | xyz\nA | mmubench | 1 | 0.5"))
    assert examined("method | seed | xyz\nA | 1 | 0.5", target=Target()).ready
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
    assert "4 rows made 3 runs with 2 metrics" in wide.notices[0]
    assert widened(sheet_of(CLEAN)) == sheet_of(CLEAN)
