"""Prints what scikit-learn, statsmodels and irrCAC make of fixed tables, for
tests/stats/audits/test_inversion.py.

pip install scikit-learn statsmodels irrCAC, in an environment of its own (the app and its tests
need none of them); the program then writes inversion.json anew, with the cases that it holds."""

import json
import math
import warnings
from importlib.metadata import version
from pathlib import Path

import pandas as pd
from irrCAC.raw import CAC
from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_score, recall_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

KNOWN = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
TABLES = {name: tuple(entry["table"]) for name, entry in KNOWN.items() if name != "made with"}
"""TP, FP, FN, TN of each case."""


def rows(table):
    tp, fp, fn, tn = table
    standard = [1] * (tp + fp) + [0] * (fn + tn)
    judge = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    return standard, judge


def number(value):
    return None if value is None or not math.isfinite(value) else float(value)


def measured(table):
    standard, judge = rows(table)
    tn, fp, fn, tp = confusion_matrix(judge, standard, labels=[0, 1]).ravel()
    assert (tp, fp, fn, tn) == table
    n = len(judge)
    parts = {
        "accuracy_standard": (sum(standard), n),
        "accuracy_judge": (sum(judge), n),
        "fpr": (fp, n - sum(judge)),
        "fnr": (fn, sum(judge)),
        "fdr": (fp, sum(standard)),
    }
    specificity = recall_score(judge, standard, pos_label=0, zero_division=math.nan)
    sensitivity = recall_score(judge, standard, zero_division=math.nan)
    precision = precision_score(judge, standard, zero_division=math.nan)
    test = mcnemar([[tp, fp], [fn, tn]], exact=True)
    answers = pd.DataFrame({"standard": standard, "judge": judge})
    return {
        "table": table,
        "wilson": {
            name: None if not m else [float(x) for x in proportion_confint(k, m, method="wilson")]
            for name, (k, m) in parts.items()
        },
        "fpr": number(1 - specificity),
        "fnr": number(1 - sensitivity),
        "fdr": number(1 - precision),
        "kappa": number(cohen_kappa_score(standard, judge, labels=[0, 1])),
        "ac1": number(
            CAC(answers, categories=[0, 1], digits=12).gwet()["est"]["coefficient_value"]
        ),
        "mcnemar_exact": number(test.pvalue),
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    packages = ("scikit-learn", "statsmodels", "irrCAC")
    result = {"made with": {p: version(p) for p in packages}}
    entries = {**result, **{name: measured(table) for name, table in TABLES.items()}}
    lines = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in entries.items())
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    Path(__file__).with_suffix(".json").write_text(text, encoding="utf-8")
