"""Every number of the suites of the field is the one that was transcribed from its source.

The transcriptions (one CSV per source, empty = not printed) are no part of the project; what is
kept of each is a digest over its numbers. `python tests/data/test_field_numbers.py FOLDER` prints
the digests of the CSV files in FOLDER."""

import csv
import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pandas as pd
import pytest

from components.answers.reproduction.claims import compute as reproduction
from data.folders import BUILT_IN
from data.load import load_suite
from data.names import NAMES, names
from data.replications import FOLDER, replications
from tests.answered import view_of
from tests.cases import stored

Triple = tuple[str, str, str]
"""Row, column and value as texts; a row is its naming cells joined by |."""
TRANSCRIPTIONS = stored("data/transcriptions.json")
"""Of each its naming columns, how many numbers it has and their digest; what it calls otherwise."""
KEYS, DIGESTS = TRANSCRIPTIONS["keys"], TRANSCRIPTIONS["digests"]
ASIDE = {"lr", "wd", "seed", "role", "model", "benchmark"}
"""Columns without a figure: settings of `tofu_original` are in the descriptions of its panels."""


def digest(triples: Iterable[Triple]) -> str:
    """SHA-256 over the sorted numbers, one a line: row, column, shortest form of the value."""
    lines = sorted(f"{row}\t{column}\t{float(value)!r}" for row, column, value in triples if value)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def transcribed(path: Path) -> Iterator[Triple]:
    """The numbers of a transcription."""
    keys = KEYS[path.stem]
    for row in csv.DictReader(path.open(encoding="utf-8")):
        name = "|".join(row[k] for k in keys)
        yield from ((name, c, v) for c, v in row.items() if c not in keys and c not in ASIDE)


def read(suite: str, name: str) -> list[dict[str, str]]:
    return pd.read_csv(BUILT_IN / suite / f"{name}.csv", dtype=str, keep_default_na=False).to_dict(
        "records"
    )


def by_id(suite: str, name: str, column: str) -> dict[str, str]:
    return {row["id"]: row[column] for row in read(suite, name)}


def numbers(row: dict[str, str], name: str) -> list[Triple]:
    return [
        (name, c, v) for c, v in row.items() if c not in ("panel", "benchmark", "method", "seed")
    ]


def tofu_original() -> Iterator[Triple]:
    models, methods = (
        by_id("tofu_original", "panels", "label"),
        {m["id"]: m for m in read("tofu_original", "methods")},
    )
    families = {
        "grad_ascent": "Grad. Ascent",
        "grad_diff": "Grad. Diff.",
        "kl_min": "KL Min.",
        "pref_opt": "Pref. Opt.",
    }
    whole = {"finetune": "Finetune Model", "retain": "Retain Model"}
    for row in read("tofu_original", "runs"):
        method = methods[row["method"]]
        name = whole.get(row["method"]) or families[method["family"]]
        yield from numbers(
            row, f"{row['benchmark']}|{models[row['panel']]}|{name}|{method['epochs'] or -1}"
        )


def muse_original() -> Iterator[Triple]:
    """The final checkpoint is the last of a path; of earlier ones the path has what was stored."""
    final: dict[tuple[str, str], str] = {}
    for row in read("muse_original", "path"):
        variant = f"{'step' if row['along'] == 'training steps' else 'alpha'}={row['at']}"
        final[row["panel"], row["method"]] = variant
        yield f"MUSE-{row['panel'].title()}|{row['method']}|{variant}", row["metric"], row["value"]
    for row in read("muse_original", "runs"):
        variant = final.get((row["panel"], row["method"]), "")
        for name, column, value in numbers(
            row, f"MUSE-{row['panel'].title()}|{row['method']}|{variant}"
        ):
            if column != "knowmem_forget" or not variant:
                yield name, {"auc_min40": "auc_min40_forget_holdout"}.get(column, column), value


MUSE_COLUMNS = {
    "verbmem_forget": "M1_verbmem",
    "knowmem_forget": "M2_knowmem",
    "privleak": "M3_privleak",
    "knowmem_retain": "M4_retain_knowmem",
}


def quantized(method: str) -> str:
    """A method as the transcription calls it: npo_klr_sure_fixed is NPO_KLR+SURE (fixed)."""
    base, sure, form = method.partition("_sure")
    forms = {"_released": " (as released)", "_fixed": " (fixed)"}
    return f"{base.upper() if '_' in base else base}{'+SURE' * bool(sure)}{forms.get(form, '')}"


def muse_quantization() -> Iterator[Triple]:
    precision = {"rtn4": "INT4|RTN", "gptq4": "INT4|GPTQ", "awq4": "INT4|AWQ", "bits4": "4-bit|"}

    def name(row: dict[str, str], stored: str) -> str:
        source = row["panel"].partition("_")[2]
        return f"MUSE-{row['benchmark'].title()}|{quantized(row['method'])}|{stored}|{source}"

    for row in read("muse_quantization", "runs"):
        for place, column, value in numbers(row, name(row, "BF16|")):
            yield place, MUSE_COLUMNS.get(column, column), value
    for row in read("muse_quantization", "after"):
        yield (
            name(row, precision[row["perturbation"]]),
            MUSE_COLUMNS.get(row["metric"], row["metric"]),
            row["after"],
        )


def unlearncanvas() -> Iterator[Triple]:
    labels = by_id("unlearncanvas", "methods", "label")
    for row in read("unlearncanvas", "runs"):
        yield from numbers(row, labels[row["method"]])


def wmdp() -> Iterator[Triple]:
    models, labels = (
        by_id("wmdp", "panels", "base_model"),
        by_id("wmdp", "methods", "label") | {"base": "base"},
    )
    again = "SRMU, low entanglement (retain set WikiText)"
    for row in read("wmdp", "runs"):
        source = again if row["panel"] == "zephyr_srmu" else "WMDP paper Table 1"
        yield from numbers(row, f"{models[row['panel']]}|{labels[row['method']]}|{source}")


def perturbed(perturbation: str) -> Iterator[Triple]:
    for row in read("tofu", "after"):
        if row["perturbation"] == perturbation:
            yield row["method"], f"{row['metric']}_before", row["before"]
            yield row["method"], f"{row['metric']}_after_{perturbation}", row["after"]


def npo_replication() -> Iterator[Triple]:
    """What was run again, and from the suite what is printed of it."""
    columns = {"truth_ratio": "forget_truth_ratio"}
    for row in pd.read_csv(FOLDER / "npo.csv", dtype=str, keep_default_na=False).to_dict("records"):
        place = f"{row['setup']}|{row['model']}|{row['split']}|{row['seed']}"
        yield place, columns.get(row["metric"], row["metric"]), row["value"]
    models = by_id("openunlearning", "panels", "base_model")
    for row in read("openunlearning", "runs"):
        if row["method"] == "npo" and row["panel"].startswith("tofu"):
            place = (
                f"printed: open-unlearning docs/repro.md|{models[row['panel']]}|{row['benchmark']}|"
            )
            yield from (
                (place, c, row[c])
                for c in ("forget_quality", "model_utility", "forget_truth_ratio")
            )


TABLES: dict[str, Callable[[], Iterable[Triple]]] = {
    "tofu_original": tofu_original,
    "muse_original": muse_original,
    "muse_quantization": muse_quantization,
    "unlearncanvas": unlearncanvas,
    "wmdp": wmdp,
    "tofu_relearn_150": lambda: perturbed("relearn"),
    "tofu_quant4bit_76": lambda: perturbed("quant4bit"),
    "npo_replication": npo_replication,
}


@pytest.mark.parametrize("name", TABLES)
def test_every_number_is_the_one_transcribed(name):
    triples = [t for t in TABLES[name]() if t[2]]
    assert [len(triples), digest(triples)] == DIGESTS[name]


def frame(suite: str, name: str = "runs") -> pd.DataFrame:
    return pd.read_csv(BUILT_IN / suite / f"{name}.csv")


def test_derived_metrics_recompute_from_their_parts():
    parts = {
        m["id"]: m["parts"].split()
        for s in ("tofu_original", "unlearncanvas")
        for m in read(s, "metrics")
    }
    runs = frame("tofu_original")
    utility = 9 / (1 / runs[parts["model_utility"]]).sum(axis=1)
    assert len(parts["model_utility"]) == 9
    assert (utility - runs["model_utility"]).abs().max() <= 7.5e-6, (
        "five digits are printed; 132 of 132"
    )
    pictures = frame("unlearncanvas")
    for whole in ("style_avg", "object_avg"):
        assert (pictures[parts[whole]].mean(axis=1) - pictures[whole]).abs().max() < 0.01


@pytest.mark.parametrize(
    ("suite", "claims"), [("tofu_original", 132), ("muse_original", 18), ("unlearncanvas", 20)]
)
def test_the_page_reproduction_says_so(suite, claims):
    tables = load_suite(BUILT_IN / suite)
    rows = reproduction(view_of(tables))
    assert [r.outcome for r in rows] == ["match"] * claims


def test_privleak_recomputes_from_the_auc_and_that_of_the_retrained_model():
    runs = frame("muse_original").set_index(["panel", "method"])
    retrained = runs["auc_min40"].xs("retrain", level="method")
    recomputed = 100 * (runs["auc_min40"] / retrained.reindex(runs.index, level="panel") - 1)
    is_stored = runs["privleak"].notna()
    assert is_stored.sum() == 18, "of task vectors no AUC was stored"
    assert ((recomputed - runs["privleak"]).abs()[is_stored] < 0.012).all()
    assert (100 * (1 - retrained) / retrained).round(1).to_dict() == {"news": 109.6, "books": 85.4}


def test_a_path_ends_in_the_run_that_is_ranked():
    last = (
        frame("muse_original", "path")
        .drop_duplicates(["panel", "method"], keep="last")
        .set_index(["panel", "method"])
    )
    runs = frame("muse_original").set_index(["panel", "method"])["knowmem_forget"]
    pd.testing.assert_series_equal(last["value"], runs.reindex(last.index), check_names=False)


def test_what_quantisation_is_held_against_is_the_run_at_full_precision():
    for suite in ("muse_quantization", "tofu"):
        runs = frame(suite).set_index(["panel", "method"])
        for row in frame(suite, "after").to_dict("records"):
            if row["metric"] in runs:
                value = runs.loc[(row["panel"], row["method"]), row["metric"]]
                assert value == row["before"] or (pd.isna(value) and pd.isna(row["before"]))


def test_the_values_of_the_studies_of_quantisation_are_those_of_their_suite():
    addresses = {
        k: {n.id: n.address for n in names(k).rows if n.suite == "muse_quantization"} for k in NAMES
    }
    reported = {"printed": "reported", "rerun": "reproduced"}
    values = {
        (f"{r['split']}_{reported[r['support']]}", r["method"], r["metric"]): r["value"]
        for r in replications()["muse_quantization"].to_dict("records")
    }
    wanted = {}
    for row in frame("muse_quantization").to_dict("records"):
        for metric in MUSE_COLUMNS:
            scale = 1 if metric == "privleak" else 100
            key = (row["panel"], addresses["methods"][row["method"]], addresses["metrics"][metric])
            wanted[key] = row[metric] / scale
    assert values == pytest.approx(wanted)


if __name__ == "__main__":
    rows_of_table = {
        n: [t for t in transcribed(Path(sys.argv[1]) / f"{n}.csv") if t[2]] for n in KEYS
    }
    print(json.dumps({n: (len(rows), digest(rows)) for n, rows in rows_of_table.items()}, indent=1))
