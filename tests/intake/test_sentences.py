"""The wording of every check and fix, once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.intake.fixes import Fix
from components.intake.long import widened
from components.intake.problems import Finding
from components.intake.target import Target, known_methods
from data.folders import BUILT_IN
from data.load import load_suite
from tests.intake.test_checks import SUITE, examined, sheet_of

OWN = Target()
RESNET = Target(SUITE, "resnet_unimodal")


def table(heading: str, *cells: str) -> str:
    """A table of one metric that has no other trouble."""
    rows = "\n".join(f"m{i} | cifar10 | 42 | {c}" for i, c in enumerate(cells))
    return f"method | benchmark | seed | {heading}\n{rows}"


def told(finding: Finding) -> tuple[str, str, str, list[str]]:
    return finding.title, finding.present, finding.expected, [o.label for o in finding.offers]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        (
            table("AD", "1,234"),
            "comma",
            (
                *("Decimal commas in AD", "a decimal comma", "a decimal point, as in 0.85"),
                ["Read the comma as a decimal point", "It separates thousands: remove it"],
            ),
        ),
        (
            table("AD", "1,234.5"),
            "grouped",
            ("Separators of thousands in AD", "a separator of thousands", "plain digits", ["Remove the separators"]),
        ),
        (
            table("FA", "85 %", "70"),
            "percent",
            (
                *("Percentages in FA", "a percentage", "a plain number"),
                [
                    "Read as shares of one: 85 % is 0.85",
                    "The whole column is percentages: divide it by 100",
                ],
            ),
        ),
        (
            table("FA", "0.5 ± 0.1"),
            "spread",
            (
                *("Means with a spread in FA", "a mean with a spread", "one number; every run has a row of its own"),
                ["Take the mean, leave the spread out"],
            ),
        ),
        (
            table("FA", "n/a", "0.5"),
            "missing",
            (
                "Words for missing values in FA",
                *("a word for nothing", "an empty cell where nothing was measured"),
                ["Read as not measured"],
            ),
        ),
        (
            table("FA", "=A1", "0.5"),
            "text",
            (
                *("Text among numbers in FA", "text", "a number of at most 1e+15 in size; formulas are never run"),
                ["Leave these cells empty"],
            ),
        ),
        (
            table("FA", "85", "70"),
            "bounds",
            (
                *("Values of FA outside its bounds", "a number outside the bounds", "a number from 0 to 1"),
                ["They are percentages: divide the column by 100", "Leave these cells empty"],
            ),
        ),
        (
            table("AD", "-1"),
            "bounds",
            (
                *("Values of AD outside its bounds", "a number outside the bounds", "a number from 0"),
                ["Leave these cells empty"],
            ),
        ),
        (
            table("FA ↑", "0.5"),
            "turned",
            (
                *("FA ↑ may be turned round", "a heading that says higher is better", "FA, of which lower is better"),
                ["Turn the column: 1 − value"],
            ),
        ),
        (
            table("FA", "", "0.5"),
            "missing",
            (
                "Missing values of FA",
                *("1 of 2 cells empty", "a value, or an empty cell where nothing was measured"),
                [],
            ),
        ),
        (
            "method | seed | FA\n | 42 | 0.5\nA | 42 | 0.5",
            "nameless",
            (
                *("Rows without a method", "no name", "the name of a method"),
                ["Leave out 1 row", "Call it “My method”"],
            ),
        ),
        (
            "method | benchmark | seed | FA\nA | CIFAR 10 images | 42 | 0.5",
            "unknown_benchmark",
            (
                *("Unknown benchmark “CIFAR 10 images”", "CIFAR 10 images"),
                f"a benchmark of the suite: {', '.join(b.label for b in SUITE.benchmarks)}",
                ["It is CIFAR-10", "It is a new benchmark"],
            ),
        ),
        (
            "method | benchmark | seed | FA\nA |  | 42 | 0.5",
            "no_benchmark",
            ("Rows without a benchmark", "no name", "the name of a benchmark", ["They belong to CIFAR-10"]),
        ),
        (
            "method | benchmark | seed | FA\nA | cifar10 | seed42 | 0.5",
            "seed",
            (
                *("Seeds that are no whole numbers", "no seed", "a whole number from 0 to 4294967295"),
                ["Take the whole number in it", "Number the runs of each method 1, 2, …"],
            ),
        ),
        (
            "method | benchmark | seed | FA\nA | cifar10 | 1 | 0.5",
            "seeds",
            (
                "Seeds of your own",
                "none of the suite's seeds: agreement compares methods seed by seed, the leaderboard averages over "
                "them",
                "seeds of the suite (42, 123, 5508) where runs share their conditions",
                [],
            ),
        ),
        (
            "method | benchmark | seed | FA | is_reference\nA | cifar10 | 42 | 0.5 | true\nA | cifar10 | 123 | 0.5 | ",
            "reference",
            (
                *("Reference models among the methods", "marked as reference", "methods that are compared"),
                ["Leave out 1 row"],
            ),
        ),
        (
            "method | benchmark | seed | FA\nRetain90 | cifar10 | 42 | 0.5",
            "role",
            (
                *("“Retain90”: a reference, an original or a method?", "named like a model that no method made"),
                "a method; references and originals are drawn and never ranked",
                [
                    "The reference: trained without the data",
                    "The original: not unlearned",
                    "A method like the others",
                    "Leave it out",
                ],
            ),
        ),
        (
            "method | benchmark | seed | FA\nA B | cifar10 | 42 | 0.5\na-b | cifar10 | 123 | 0.5",
            "same_method",
            (
                *("“a-b”: the same method as “A B” of the table?", "a-b"),
                "your answer; until then it is a method of its own",
                ["It is “A B”", "It is a method of its own"],
            ),
        ),
        (
            "method | benchmark | seed | FA\nA | cifar10 | 42 | 0.5\nA | cifar10 | 42 | 0.5",
            "copies",
            (
                *("Rows that stand there twice", "a copy"),
                "every run once: one row for each panel, benchmark, method and seed",
                ["Leave out the copy"],
            ),
        ),
        (
            "method | benchmark | seed | FA | lr\nA | cifar10 | 42 | 0.5 | 1\nA | cifar10 | 42 | 0.6 | 2",
            "repeats",
            (
                *("Several rows for one run", "the same run with other values"),
                "every run once: one row for each panel, benchmark, method and seed",
                [
                    "Each setting of lr is a method of its own",
                    "They are further seeds: number them 1, 2, … (pairing with 42 is lost)",
                    "Take the first of each",
                ],
            ),
        ),
        (
            "method | benchmark | seed\nA | cifar10 | 42",
            "no_metric",
            (
                *("No metric", "no column that is used as a metric"),
                f"at least one of {', '.join(m.label for m in SUITE.scores[:-1])} and {SUITE.scores[-1].label}",
                [],
            ),
        ),
    ],
)
def test_what_a_check_says(text: str, kind: str, words: tuple[str, str, str, list[str]]) -> None:
    assert [told(f) for f in examined(text, target=RESNET).findings if f.kind == kind] == [words]


def test_what_checks_say_of_a_suite_of_its_own() -> None:
    def remark(text: str, kind: str) -> tuple[str, str, str, list[str]]:
        (finding,) = [f for f in examined(text, target=OWN).findings if f.kind == kind]
        return told(finding)

    assert remark("method | utility\nA | 60\nB | 0.6", "scale") == (
        *("Shares in utility?", "a share of one"),
        "percentages, as its bounds say: 0 to 100; the bounds can be changed above",
        [],
    )
    assert remark("method | model | x\na | m1 | 1\na | m2 | 2\na | m3 | 3", "models") == (
        *("A model of its own in every row", "one run of each model", "methods that are run on the same model"),
        ["Each model is a method of its own, its method the family"],
    )
    many = "\n".join(f"m | {i} | 0.5" for i in range(201))
    assert remark(f"method | seed | x\n{many}", "size") == (
        *("Too large: 201 different seeds", "201 different seeds", "at most 200"),
        ["Number the runs of each method 1, 2, …"],
    )
    assert remark("method | benchmark | x\nA |  | 1\nB | b | 2", "no_benchmark")[3] == ["Take them for one benchmark"]
    assert remark("a | b\n1 | 2\n3 | 4", "nameless")[1] == "no column of methods"


TWO = "method | benchmark | seed | FA | lr\nA | cifar10 | 42 | 50 | 1\nA | cifar10 | 42 | 97 | 2"
MODELS = "method | model | x\na | m1 | 1\na | m2 | 2\na | m3 | 3"


@pytest.mark.parametrize(
    ("text", "fix", "says"),
    [
        (
            TWO,
            Fix("hundredth", "FA"),
            "FA: divided by 100; 2 of 2 cells changed; numbers before 50 to 97 (2), after 0.5 to 0.97 (2)",
        ),
        (
            TWO,
            Fix("outside", "FA"),
            "FA: cells outside the bounds left empty; 2 of 2 cells changed; numbers before 50 to 97 (2), after none",
        ),
        (TWO, Fix("comma", "FA"), "FA: decimal commas read as points; 0 of 2 cells changed"),
        (TWO, Fix("rename", "benchmark", "cifar10", "b"), "benchmark: 2 rows “cifar10” now “b”"),
        (TWO, Fix("settle", "benchmark", "cifar10"), "“cifar10” counts as a new benchmark; no cell changed"),
        (
            TWO,
            Fix("drop_repeats"),
            "further rows of the same run left out, the first of each remains; 2 rows before, 1 after",
        ),
        (
            TWO,
            Fix("number_seeds"),
            "runs of the same method on the same benchmark are numbered 1, 2, … as seeds; 2 of 2 rows changed, "
            "1 different seeds before, 2 after",
        ),
        (TWO, Fix("settings_as_methods"), "each setting of lr is a method of its own; 1 methods before, 2 after"),
        (
            MODELS,
            Fix("models_as_methods"),
            "each model is a method of its own, its method the family; 1 methods before, 3 after",
        ),
    ],
)
def test_what_a_fix_says(text: str, fix: Fix, says: str) -> None:
    assert [d.says for d in examined(text, fix, target=OWN if text == MODELS else RESNET).done] == [says]


def test_what_is_said_of_known_methods_and_references() -> None:
    text = "method | benchmark | seed | FA\nnpo (ours) | cifar10 | 42 | 0.5\nsalun | cifar10 | 42 | 0.5"
    text += "\nRetain | cifar10 | 42 | 1"
    into = replace(RESNET, methods=known_methods([SUITE, load_suite(BUILT_IN / "tofu_seeds")], SUITE))
    asked = {f.present: told(f) for f in examined(text, target=into).findings if f.kind == "same_method"}
    assert [(title, labels) for title, _, _, labels in asked.values()] == [
        (
            "“npo (ours)”: the same method as NPO of other suites?",
            ["It is NPO", "Each of the 2 names that suites know is that method", "It is a method of its own"],
        ),
        (
            "“salun”: the same method as SalUn of the suite?",
            ["It is SalUn: shown beside it as SalUn • yours", "It is a method of its own"],
        ),
    ]
    fixes = {
        Fix("same", "method", "salun", "salun"): "1 row of “salun” now SalUn, with its page",
        Fix("same", "method"): "2 rows of 2 names now the methods they are named like, with their pages",
        Fix("same", "method", "salun", "gone"): "“salun” stays a method of its own: the one it was said to be is gone",
        Fix("settle", "method", "salun"): "“salun” counts as a method of its own; no cell changed",
        Fix("role", "method", "Retain", "reference"): (
            "“Retain” is the reference (trained without the forgotten data), not ranked; no cell changed"
        ),
        Fix("role", "method", "Retain", "original"): (
            "“Retain” is the original (not unlearned), not ranked; no cell changed"
        ),
        Fix("role", "method", "Retain", "candidate"): "“Retain” is a method like the others; no cell changed",
        Fix("drop_method", "method", "Retain"): "“Retain” left out; 3 rows before, 2 after",
    }
    assert {fix: examined(text, fix, target=into).done[0].says for fix in fixes} == fixes


def test_what_is_told_of_a_long_table() -> None:
    (notice,) = widened(sheet_of("method | Metric | Value\nA | FA | 0.1\nA | RA | 0.2")).notices
    assert notice == "one value a row: 2 rows made 1 run with 2 metrics (“Metric” names them, “Value” holds them)"
