"""References, judges, attacks, cost and images: each figure is the transcribed one, and what
follows from them is what was computed of them outside.

The transcriptions are no part of the project; `python tests/data/test_added_figures.py FOLDER`
prints the digests of the CSV files in FOLDER."""

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from itertools import product
from math import isnan
from pathlib import Path
from statistics import fmean, harmonic_mean, median

import pytest
from scipy.stats import kendalltau, spearmanr

from components.answers.reproduction.claims import compute as reproduction
from data.folders import BUILT_IN
from data.load import load_suite
from tests.answered import view_of
from tests.cases import stored
from tests.data.test_field_numbers import Triple, by_id, digest, frame, read

ADDED = stored("data/added_figures.json")
"""Of each transcription the columns that name a row, those without a figure, the rows and single
figures that no suite holds, how many figures are left and their digest."""
MODELS = {
    "tofu_llama32_1b": "Llama-3.2-1B-Instruct",
    "tofu_llama32_3b": "Llama-3.2-3B-Instruct",
    "news": "Llama-2-7b-hf",
    "books": "Llama-2-7b-hf",
}
MUSE = {"news": "MUSE-News", "books": "MUSE-Books"}
PRINTED = {"retrained": "gold", "original": "target"}
JUDGED = ("judge_forget_leakage", "judge_retain_accuracy", "judge_retain_rq")
Row = Mapping[str, str]


def transcribed(path: Path) -> Iterator[Triple]:
    """The figures of a transcription that a suite holds."""
    rules = ADDED[path.stem]
    for row in csv.DictReader(path.open(encoding="utf-8")):
        name = "|".join(row[key] for key in rules["keys"])
        if not {name, row.get("method")}.isdisjoint(rules.get("rows_left_out", ())):
            continue
        for column, value in row.items():
            is_figure = column not in rules["keys"] and column not in rules.get("aside", ())
            if is_figure and f"{name}|{column}" not in rules.get("figures_left_out", ()):
                yield name, column, value


def place(suite: str, row: Row, *more: str) -> str:
    """Model, data set and method of a row as the transcriptions of one repository name them."""
    method = PRINTED.get(row["method"]) or by_id(suite, "methods", "label")[row["method"]]
    benchmark = MUSE.get(row["panel"], row.get("benchmark", ""))
    return "|".join([MODELS[row["panel"]], benchmark, method, *(row[column] for column in more)])


def figures(
    suite: str,
    table: str,
    columns: Mapping[str, str],
    chosen: Callable[[Row], bool],
    *more: str,
) -> Iterator[Triple]:
    """The figures of some rows of a table, by the columns' names in the transcription."""
    for row in read(suite, table):
        if chosen(row):
            for column, printed in columns.items():
                yield place(suite, row, *more), printed, row[column]


def same(*columns: str) -> dict[str, str]:
    return dict(zip(columns, columns, strict=True))


AUTOMATIC = same(
    "model_utility",
    "forget_quality",
    "extraction_strength",
    "forget_prob",
    "forget_rouge",
    "hm",
)
MUSE_AUTOMATIC = same(
    "extraction_strength",
    "forget_knowmem_ROUGE",
    "forget_verbmem_ROUGE",
    "privleak",
    "retain_knowmem_ROUGE",
)
JUDGE = same(*JUDGED, "judge_response_quality", "judge_forget_rq")
COUNTS = {"forget": "judge_n_forget", "retain": "judge_n_retain"}
REST = ("graddiff", "npo", "simnpo")
EVIDENCE = "Llama-3.2-3B-Instruct|forget10|gold"
"""The row whose extraction strength two files of the source print differently."""


def is_reference(row: Row) -> bool:
    return row["method"] in PRINTED


def is_run(row: Row) -> bool:
    return row["method"] not in PRINTED


def is_blade(row: Row) -> bool:
    return row["method"] == "blade"


def tofu_references() -> Iterator[Triple]:
    for name, column, value in figures("tofu_seeds", "runs", AUTOMATIC, is_reference):
        is_evidence = (name, column) == (EVIDENCE, "extraction_strength")
        yield name, column + "_evidence" * is_evidence, value


def blade() -> Iterator[Triple]:
    yield from figures("tofu_seeds", "runs", AUTOMATIC, is_blade, "seed")
    yield from figures("tofu_seeds", "stop_steps", same("stop_step"), is_blade, "seed")


def judge() -> Iterator[Triple]:
    yield from figures("tofu_seeds", "runs", JUDGE, is_run, "seed")
    yield from figures("tofu_seeds", "judged", COUNTS, is_run, "seed")


def judge_means() -> Iterator[Triple]:
    columns = list(read("tofu_seeds", "judge_means")[0])[3:]
    return figures("tofu_seeds", "judge_means", same(*columns), is_run)


def cost() -> Iterator[Triple]:
    """Each once, as it stands in every seed."""
    once = set()
    for suite in ("tofu_seeds", "muse_seeds", "knowundo_seeds"):
        labels = by_id(suite, "methods", "label")
        for row in read(suite, "runs"):
            benchmark, model = row["benchmark"], MODELS.get(row["panel"], "")
            if suite == "knowundo_seeds":
                benchmark = f"knowundo_{benchmark}"
            name = f"{suite}|{model}|{benchmark}|{labels[row['method']]}"
            once |= {(name, "training_minutes", row["minutes"]), (name, "peak_GB", row["peak_GB"])}
    yield from once


def attacks() -> Iterator[Triple]:
    metrics = by_id("tofu_attacks", "metrics", "id")
    yield from figures("tofu_attacks", "runs", same(*metrics), is_run)
    columns = same("five_adv_hm_mean", "five_adv_hm_sd", "five_relearn_recovery")
    yield from figures("tofu_attacks", "five_seeds", columns, is_run)


def muse_references() -> Iterator[Triple]:
    yield from figures("muse_seeds", "runs", MUSE_AUTOMATIC, is_reference)
    yield from figures("muse_seeds", "harmonic_means", same("hm"), is_reference)


def books_rest() -> Iterator[Triple]:
    def is_rest(row: Row) -> bool:
        return row["panel"] == "books" and row["method"] in REST

    return figures("muse_seeds", "runs", MUSE_AUTOMATIC, is_rest, "seed")


def muse_judge() -> Iterator[Triple]:
    columns = JUDGE | same("judge_forget_leakage_knowmem", "judge_forget_leakage_verbmem")
    return figures("muse_seeds", "runs", columns, is_run, "seed")


LOTUS = {"finetune_retain": "Finetuning", "retrained": "Gold Std", "salun": "SalUn(RL)"}
SHARES = {"tenth": "10", "half": "50"}


def lotus(table: str) -> Iterator[Triple]:
    """Means and deviations of one transcription; Tiny-ImageNet's original is printed in per
    cent."""
    labels = by_id("lotus", "methods", "label") | LOTUS
    models = by_id("lotus", "panels", "base_model")
    for row in read("lotus", table):
        data, _, forgotten = row["benchmark"].rpartition("_")
        forgotten = SHARES.get(forgotten, forgotten)
        name = f"{data}|{models[row['panel']]}|{forgotten}|{labels[row['method']]}"
        is_percent = (data, row["method"]) == ("tiny_imagenet", "original")
        for column, value in row.items():
            if column in ("panel", "benchmark", "method", "seed"):
                continue
            if value and is_percent:
                value = str(100 * Decimal(value))
            yield name, column if table == "deviations" else f"{column}_mean", value


def lotus_rows(is_classes: bool) -> Iterator[Triple]:
    for name, column, value in (*lotus("runs"), *lotus("deviations")):
        if (name.split("|")[2] not in SHARES.values()) == is_classes:
            yield name, column, value


def semeval() -> Iterator[Triple]:
    models, names = (
        by_id("semeval2025", "panels", "base_model"),
        by_id("semeval2025", "methods", "name"),
    )
    ranks = {(row["panel"], row["method"]): row for row in read("semeval2025", "status")}
    for row in read("semeval2025", "runs"):
        name = names[row["method"]].removeprefix("Entry of ").removeprefix("an ")
        name = f"{models[row['panel']]}|{name.replace('Minimisation', 'Minimization')}"
        name = name.replace("Optimisation", "Optimization")
        yield name, "printed_rank", ranks[row["panel"], row["method"]]["printed_rank"]
        for column in ("task_aggregate", "mia_score", "mmlu"):
            yield name, column, row[column]
        yield name, "final_score", row["final"]


def kbench() -> Iterator[Triple]:
    models, labels = by_id("kbench", "panels", "base_model"), by_id("kbench", "methods", "label")
    for row in read("kbench", "runs"):
        name = f"{models[row['panel']]}|{labels[row['method']].replace('L c', 'L-c')}"
        for column in ("suppression", "retain_percent", "added_degeneration_points"):
            yield name, column, row[column]


def pictures(suite: str) -> Iterator[Triple]:
    labels = by_id(suite, "methods", "label")
    for row in read(suite, "runs"):
        for column in by_id(suite, "metrics", "id"):
            yield labels[row["method"]], column, row[column]


TABLES: dict[str, Callable[[], Iterator[Triple]]] = {
    "tofu_seeds_references": tofu_references,
    "tofu_seeds_blade": blade,
    "tofu_seeds_judge": judge,
    "tofu_seeds_judge_means": judge_means,
    "tofu_seeds_cost": cost,
    "tofu_seeds_attacks": attacks,
    "muse_seeds_references": muse_references,
    "muse_seeds_books_rest": books_rest,
    "muse_seeds_judge": muse_judge,
    "lotus": lambda: lotus_rows(is_classes=False),
    "lotus_classes": lambda: lotus_rows(is_classes=True),
    "semeval2025": semeval,
    "kbench": kbench,
    "diffusion_attacks": lambda: pictures("diffusion_attacks"),
    "spqr": lambda: pictures("spqr"),
}


@pytest.mark.parametrize("name", TABLES)
def test_each_figure_is_the_transcribed_one(name):
    triples = [triple for triple in TABLES[name]() if triple[2]]
    assert [len(triples), digest(triples)] == ADDED[name]["digest"]


def taus_with_the_judge(metric: str) -> list[float]:
    """τ-b over the eight candidates of the means over seeds of a metric with the printed means of
    the judge, by model and forget set."""
    runs = frame("tofu_seeds").groupby(["panel", "benchmark", "method"])[metric].mean()
    judge = frame("tofu_seeds", "judge_means").set_index(["panel", "benchmark", "method"])
    taus = []
    for panel, benchmark in product(("1b", "3b"), ("forget01", "forget05", "forget10")):
        cells = judge.loc[(f"tofu_llama32_{panel}", benchmark), "judge_hm_mean"]
        assert len(cells) == 8
        values = runs.loc[(f"tofu_llama32_{panel}", benchmark)][cells.index]
        taus.append(kendalltau(values, cells).statistic)
    return taus


def test_the_harmonic_mean_goes_with_the_judge():
    taus = taus_with_the_judge("hm")
    assert [round(tau, 2) for tau in taus] == [0.86, 0.71, 0.93, 0.93, 0.71, 0.79]


def test_forget_quality_does_not_go_with_the_judge():
    """On forget10 of 3B it is 0 for all eight."""
    taus = taus_with_the_judge("forget_quality")
    assert [round(tau, 2) for tau in taus[:5]] == [0.40, 0.24, 0.27, -0.18, 0.50]
    assert isnan(taus[5])


def test_judged_retain_accuracy_follows_model_utility():
    runs = frame("tofu_seeds").dropna(subset=["judge_retain_accuracy"])
    assert len(runs) == 225
    rho = spearmanr(runs["model_utility"], runs["judge_retain_accuracy"]).statistic
    assert round(rho, 2) == 0.93


def test_an_answer_that_was_not_judged_is_empty_and_never_nought():
    runs = frame("tofu_seeds").set_index(["panel", "benchmark", "method", "seed"])
    for seed in (789, 1337):
        row = runs.loc[("tofu_llama32_1b", "forget05", "gradient_ascent", seed)]
        assert row[["judge_forget_leakage", "judge_forget_rq"]].isna().all()


def test_the_judged_mean_of_the_source_is_harmonic():
    means = frame("tofu_seeds", "judge_means").set_index(["panel", "benchmark", "method"])
    runs = frame("tofu_seeds").groupby(["panel", "benchmark", "method", "seed"])[[*JUDGED]].mean()
    for cell, of_cell in runs.dropna().groupby(level=[0, 1, 2]):
        if cell == ("tofu_llama32_1b", "forget05", "gradient_ascent"):
            continue
        parts = of_cell / 2
        parts["judge_forget_leakage"] = 1 - parts["judge_forget_leakage"]
        harmonic = [harmonic_mean(row) for row in parts.clip(lower=0).to_numpy().tolist()]
        assert fmean(harmonic) == pytest.approx(means.loc[cell, "judge_hm_mean"], abs=0.011)


def test_the_runs_of_the_attacks_are_no_checkpoints_of_the_seeds():
    seeds = frame("tofu_seeds").query("seed == 42").set_index(["panel", "benchmark", "method"])
    attacked = frame("tofu_attacks").set_index(["panel", "benchmark", "method"])
    equal = total = 0
    for metric in ("model_utility", "hm"):
        differences = (attacked[metric] - seeds[metric]).dropna().abs()
        total += len(differences)
        equal += int((differences < 0.00051).sum())
    assert (equal, total) == (18, 88)


def test_among_the_teams_privacy_runs_against_ability():
    runs = frame("semeval2025").query("panel == 'olmo_7b'").set_index("method")
    teams = runs.drop(["gradient_ascent", "graddiff", "kl_min", "npo"])
    assert len(teams) == 20
    assert round(kendalltau(teams["mia_score"], teams["mmlu"]).statistic, 2) == -0.64


def test_the_floor_of_the_task_decides_its_winner():
    tables = load_suite(BUILT_IN / "semeval2025")
    free, ranked = view_of(tables, floors="none").contest, view_of(tables).contest
    assert (free.leaders, round(free.row_scores.max(), 3)) == (("sha256",), 0.711)
    assert (ranked.leaders, round(ranked.row_scores.max(), 3)) == (("ails_ntua",), 0.706)
    below = {row.method for row in ranked.contenders if row.is_below_floor}
    printed = {
        row["method"] for row in read("semeval2025", "status") if row["status"] == "below the floor"
    }
    baselines = {"gradient_ascent", "graddiff", "kl_min"}
    assert (len(printed), below) == (6, printed | baselines)


def test_the_final_score_is_the_mean_but_for_four_rows():
    rows = reproduction(view_of(load_suite(BUILT_IN / "semeval2025")))
    outcomes = [row.outcome for row in rows]
    assert len(outcomes) == 48
    for row in read("semeval2025", "runs"):
        mean = fmean(float(row[column]) for column in ("task_aggregate", "mia_score", "mmlu"))
        assert abs(mean - float(row["final"])) < 0.0016


def test_every_spqr_recomputes():
    rows = reproduction(view_of(load_suite(BUILT_IN / "spqr")))
    assert [row.outcome for row in rows] == ["match"] * 6


def block_taus(left: str, right: str, panels: tuple[str, ...]) -> list[float]:
    """τ-b of two columns in each block of LoTUS; `gap` columns are distances from the retrained
    model."""
    runs = frame("lotus")
    runs = runs[runs["panel"].isin(panels)]
    taus = []
    for _, block in runs.groupby(["panel", "benchmark"], sort=False):
        retrained = block[block["method"] == "retrained"].iloc[0]
        block = block[~block["method"].isin(["retrained", "original"])].copy()
        for metric in ("mia", "acc_forget"):
            block[f"{metric}_gap"] = (block[metric] - retrained[metric]).abs().round(9)
        block = block.dropna(subset=[left, right])
        taus.append(kendalltau(block[left], block[right]).statistic)
    return taus


def test_images_of_lotus():
    random = ("resnet18", "vit")
    gaps = block_taus("mia_gap", "acc_forget_gap", random)
    assert (len(gaps), round(fmean(gaps), 2)) == (11, -0.04)
    divergences = block_taus("jsd_1e4", "rf_jsd_1e4", random)
    assert (round(fmean(divergences), 2), round(median(divergences), 2)) == (0.70, 0.68)
    classes = block_taus("jsd_1e4", "rf_jsd_1e4", ("classes",))
    assert [round(tau, 2) for tau in classes] == [-0.64, 0.42, -0.14, -0.37]


if __name__ == "__main__":
    for stem in ADDED:
        triples = [triple for triple in transcribed(Path(sys.argv[1]) / f"{stem}.csv") if triple[2]]
        ADDED[stem]["digest"] = [len(triples), digest(triples)]
    print(json.dumps(ADDED, indent=1))
