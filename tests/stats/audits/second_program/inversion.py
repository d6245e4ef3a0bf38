"""Prints what scikit-learn, statsmodels and irrCAC make of fixed tables, for
tests/stats/audits/test_inversion.py.

pip install scikit-learn statsmodels irrCAC   (in an environment of its own; the app and its tests
need none of them) python tests/stats/audits/second_program/inversion.py >
tests/stats/audits/second_program/inversion.json"""

import json
import math
import warnings
from importlib.metadata import version

import pandas as pd
from irrCAC.raw import CAC
from sklearn.metrics import cohen_kappa_score, confusion_matrix, precision_score, recall_score
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

# TP, FP, FN, TN
TABLES = {
    "ordinary": (40, 25, 7, 128),
    "high agreement and kappa, even margins": (40, 9, 6, 45),
    "the same agreement, low kappa: the paradox": (80, 10, 5, 5),
    "agreement below chance": (0, 50, 30, 0),
    "nearly everything is a false positive": (1, 99, 0, 0),
    "perfect agreement": (30, 0, 0, 70),
    "perfect agreement, one class": (50, 0, 0, 0),
    "the judge accepts nothing": (0, 60, 0, 40),
    "the standard accepts nothing": (0, 0, 8, 92),
    "as many one way as the other": (10, 6, 6, 10),
    "two rows": (0, 2, 0, 0),
    "many": (310, 830, 12, 448),
}


def rows(table):
    tp, fp, fn, tn = table
    standard = [1] * (tp + fp) + [0] * (fn + tn)
    judge = [1] * tp + [0] * fp + [1] * fn + [0] * tn
    return standard, judge


def number(value):
    return None if value is None or not math.isfinite(value) else float(value)


def of(table):
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
    lines = {**result, **{name: of(table) for name, table in TABLES.items()}}
    print(
        "{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in lines.items())
        + "\n}"
    )
