"""Checks and fixes: everything wrong is found at once with its place; each fix changes what it says and no more."""

import pytest

from components.intake.checks import Examined, examine
from components.intake.fixes import Fix
from components.intake.long import reshaped
from components.intake.naming_checks import MOST
from components.intake.reading.sheet import Sheet
from components.intake.target import Target
from components.intake.uses import propose_uses
from tests.released import built_in

SUITE = built_in("unified_unlearning")
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
        *("comma", "text", "percent", "missing", "bounds", "nameless", "unknown_benchmark", "seed"),
    }
    assert only(found, "comma").cells == (("line 2", "0,5"),)
    assert only(found, "bounds").cells == (("line 3", "2"),)
    assert only(found, "percent").column == "RA"
    assert [(f.column, f.cells) for f in found.findings if f.kind == "text"] == [
        ("FA", (("line 4", "abc"),)),
        ("RA", (("line 5", "inf"),)),
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
        (("n/a", "0.25"), "missing", "missing", ["", "0.25"]),
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
    assert examined(text).grid.metrics["FA"] == list(cells), "the sheet itself never changes"
    assert found.grid.metrics["RA"] == ["1", "1"], "nothing else is touched"


@pytest.mark.parametrize("cell", ["inf", "=A1", "1e300", "0.5*", "what", "-1"])
def test_what_is_no_number_of_the_metric_is_named_with_its_place_and_changed_by_hand(cell: str) -> None:
    found = examined(f"method | benchmark | seed | FA | RA\nA | mmubench | 1 | {cell} | 1\nA | mmubench | 2 | 0.25 | 1")
    (finding,) = [f for f in found.findings if f.blocking]
    assert (finding.cells, finding.offers, finding.column) == ((("line 2", cell),), (), "FA")


def scored(found: Examined, column: str) -> tuple[float | None, float | None, str]:
    use = found.grid.uses[column]
    return use.low, use.high, use.utilities


@pytest.mark.parametrize(
    ("cells", "fix", "before", "after"),
    [
        (("85%", "70%", "60%"), "percent", (0, 1, "identity"), (0, 1, "identity")),
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


def test_a_known_share_above_one_is_a_problem_and_rescaled_only_where_it_may_be_a_percentage() -> None:
    def offers(*cells: object) -> list[str]:
        finding = only(examined(column("Forget Accuracy", *cells)), "bounds")
        assert finding.blocking
        return [o.fix.kind for o in finding.offers]

    assert offers(5.5, 60, 55) == offers(0, 60, 55) == offers(0.5, 3.2, 55) == offers(0.5, 60, 55) == ["hundredth"]
    assert offers(0.5, 0.6, 1.02) == offers(60, 150) == offers(-1, 60) == []


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
        ("FA", ("85 %", "70"), ["unsigned"]),
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


def test_a_column_is_divided_as_a_whole_in_any_order() -> None:
    text = column("FA", "85", "70,5", "60 ± 2")
    fixes = [Fix("hundredth", "FA"), Fix("comma", "FA"), Fix("spread", "FA")]
    assert examined(text, *fixes).grid.metrics["FA"] == ["0.85", "0.705", "0.6"]
    assert examined(text, *reversed(fixes)).grid.metrics["FA"] == ["0.85", "0.705", "0.6"]


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


def test_other_spellings_unknown_benchmarks_and_a_missing_column() -> None:
    found = examined("method | dataset | seed | FA\nA | MMUBench | 42 | 0.5\nA | UnLOK VQA | 42 | 0.5")
    assert found.ready
    assert found.grid.names["benchmark"] == ["mmubench", "unlok_vqa"]
    assert found.grid.taken["benchmark"] == {"MMUBench": "mmubench", "UnLOK VQA": "unlok_vqa"}
    text = "method | seed | FA\nA | 42 | 0.5"
    finding = only(examined(text), "no_benchmark")
    assert [o.fix.new for o in finding.offers] == ["mllmu_bench", "unlok_vqa", "mmubench"]
    assert examined(text, finding.offers[2].fix).grid.names["benchmark"] == ["mmubench"]
    assert examined(text, target=Target(SUITE, "resnet_unimodal")).grid.names["benchmark"] == ["cifar10"]
    assert examined(text, target=Target()).grid.names["benchmark"] == ["all data"]


def test_a_run_without_a_seed_is_asked_about() -> None:
    text = "method | seed | FA\nA | 7 | 0.5\nB | 7 | 0.4\nC |  | 0.3"
    (offer,) = only(examined(text, target=Target()), "seed").offers
    assert examined(text, offer.fix, target=Target()).grid.names["seed"] == ["1", "1", "1"]
    asked = text.replace("C |", "retain |")
    assert kinds(examined(asked, target=Target())) == ["role"], "what is not ranked needs no seed of its own"
    assert examined(asked, Fix("role", "method", "retain", "reference"), target=Target()).ready


def test_repeated_nameless_and_marked_rows() -> None:
    text = "method | benchmark | seed | FA | lr\nA | mmubench | 1 | 0.5 | 1\nA | mmubench | 1 | 0.4 | 2"
    finding = only(examined(text), "repeats")
    assert [(o.fix.kind, o.fix.new) for o in finding.offers] == [
        ("apart", "method"),
        ("apart", "benchmark"),
        ("apart", "panel"),
        ("number_seeds", ""),
    ]
    variants = examined(text, finding.offers[0].fix)
    assert variants.grid.names["method"] == ["A lr=1", "A lr=2"]
    assert variants.grid.names["family"] == ["A", "A"]
    copied = examined("method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\nA | mmubench | 1 | 0.5")
    assert copied.ready
    assert copied.grid.rows == [0]
    assert only(copied, "copies").cells[0][0] == "line 3"
    text = "method | benchmark | seed | FA\nA | mmubench | 1 | 0.5\n| mmubench | 1 | 0.5"
    offers = only(examined(text), "nameless").offers
    assert [o.fix.kind for o in offers] == ["drop_method", "rename"]
    assert examined(text, offers[0].fix).grid.rows == [0]
    assert examined(text, offers[1].fix).grid.names["method"] == ["A", "My method"]
    rows = "m | mmubench | 42 | 0.5 | true\nA | mmubench | 42 | 0.4 | false"
    finding = only(examined(f"method | benchmark | seed | FA | is_reference\n{rows}"), "role")
    assert (finding.blocking, [o.fix.new for o in finding.offers[:3]]) == (
        False,
        ["reference", "original", "candidate"],
    )


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


def test_seeds() -> None:
    text = "method | benchmark | seed | FA\nA | mmubench | seed42 | 0.5\nA | mmubench | 7.0 | 0.4"
    assert examined(text).grid.names["seed"] == ["42", "7"], "the whole number in it"
    absent = text.replace("seed42", "na")
    assert only(examined(absent), "seed").cells == (("line 2", "nothing"),), "na is no seed"
    assert examined(absent.replace("7.0", "NA")).grid.names["seed"] == ["1", "1"]
    without = "method | benchmark | FA\nA | mmubench | 0.5\nB | mmubench | 0.4\nA | mmubench | 0.3"
    assert kinds(examined(without)) == ["repeats"]
    assert examined(without, Fix("number_seeds")).grid.names["seed"] == ["1", "1", "2"]


def test_a_column_that_tells_rows_apart_makes_variants_of_the_method() -> None:
    text = "method | precision | FA\nNPO | fp16 | 0.5\nNPO | int4 | 0.4\nGA | fp16 | 0.3\nGA | int4 | 0.2"
    offers = only(examined(text, target=Target()), "repeats").offers
    assert [o.label for o in offers[:3]] == [
        f"Each value of precision is {what}" for what in ("a variant of the method", "a benchmark", "a panel")
    ]
    found = [examined(text, o.fix, target=Target()) for o in offers[:3]]
    assert all(f.ready for f in found)
    assert found[0].grid.names["method"][:2] == ["NPO precision=fp16", "NPO precision=int4"]
    assert found[1].grid.names["benchmark"] == found[2].grid.names["panel"] == ["fp16", "int4"] * 2
    rows = "NPO | fp16 | 1 | 0.5\nNPO | int4 | 2 | 0.4\nGA | fp16 | 1 | 0.3\nGA | int4 | 2 | 0.2"
    seeded = examined(f"method | precision | seed | FA\n{rows}", target=Target())
    assert seeded.ready
    assert [o.fix.new for o in only(seeded, "apart").offers] == ["method", "benchmark", "panel"], "no seeds, said once"


@pytest.mark.parametrize(
    ("seeds", "left", "told"),
    [
        (("1", "2", "mean", "std"), {"line 2": "1", "line 3": "2"}, "line 4, line 5 left out: mean and std"),
        (("mean", "sd", "mean", "sd"), {"line 2": "", "line 4": ""}, "line 3, line 5 left out: sd"),
        (("1", "2", "3", "SEM"), {"line 2": "1", "line 3": "2", "line 4": "3"}, "line 5 left out: sem"),
        (("1", "2", "3", "4"), {"line 2": "1", "line 3": "2", "line 4": "3", "line 5": "4"}, ""),
    ],
)
@pytest.mark.parametrize("column", ["seed", "stat"])
def test_rows_of_spreads_are_no_runs(column: str, seeds: tuple[str, ...], left: dict[str, str], told: str) -> None:
    rows = "\n".join(f"A | {s} | 0.{i}" for i, s in enumerate(seeds))
    sheet = reshaped(sheet_of(f"method | {column} | FA\n{rows}"))
    assert {p: row[1] for p, row in zip(sheet.places, sheet.rows, strict=True)} == left
    assert told in " ".join(sheet.notices)


def test_percentages_are_told_from_the_columns_beside() -> None:
    rows = "\n".join(f"m{i} | {ua} | {ra} | {mia}" for i, (ua, ra, mia) in enumerate([(5.2, 99, 0.3), (0.6, 98, 0.2)]))
    own = examined(f"method | FA | RA | Test Accuracy\n{rows}", target=Target())
    assert [own.grid.uses[c].high for c in ("FA", "RA")] == [100, 100], "0.6 % beside 99 %"
    assert own.ready
    small = only(own, "beside")
    assert (small.column, small.offers[0].label) == (
        "Test Accuracy",
        "They are percentages: divide the whole column by 100",
    )
    added = examined(f"method | FA | RA | MIA\n{rows}", Fix("hundredth", "FA"), Fix("hundredth", "RA"))
    assert only(added, "beside").column == "MIA"
    assert "beside" not in [f.kind for f in examined("method | FA | RA\nA | 0.5 | 0.9", target=Target()).findings]


def test_a_model_in_every_row_is_what_is_compared() -> None:
    rows = "\n".join(f"npo | npo_lr{i} | 1 | 0.{i}" for i in range(3))
    found = examined(f"method | model | seed | FA\n{rows}", target=Target())
    assert found.grid.names["method"] == ["npo_lr0", "npo_lr1", "npo_lr2"]
    assert set(found.grid.names["family"]) == {"npo"}
    assert found.ready
    shared = examined(f"method | model | seed | FA\n{rows}".replace("npo_lr1", "npo_lr0"), target=Target())
    assert shared.grid.names["method"] == ["npo"] * 3
