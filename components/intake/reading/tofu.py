"""TOFU's own tables (github.com/locuslab/tofu): what aggregate_eval_stat.py writes, and those of notebook/leaderboard.

A row is a model: Method, Submitted By, Forget Quality, Model Utility and ROUGE, Prob. and Truth Ratio on four sets, in
the leaderboard with Epoch, Model, LR and WD before them. The forget set is in the name of the file or of a folder:
llama-5p.csv, forget05/aggregate_stat.csv.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from components.intake.reading.sheet import Sheet, from_records
from components.intake.reading.text import decoded, read_delimited

_SETS = {"Retain": "retain", "Real Authors": "real_authors", "Real World": "real_world", "Forget": "forget"}
_KINDS = {"ROUGE": "rouge", "Prob.": "prob", "Truth Ratio": "truth_ratio"}
_METRICS = {"Forget Quality": "forget_quality", "Model Utility": "model_utility"} | {
    f"{kind} {name}": f"{metric}_{place}" for kind, metric in _KINDS.items() for name, place in _SETS.items()
}
"""Metrics by heading."""
_SETTINGS = {"Epoch": "epochs", "LR": "lr", "WD": "weight decay"}
_NAMED = {"finetune model": "finetuned", "retain model": "retain"}
"""Rows that are no method, each with a name that states its role."""
_MODELS = {"llama 2-7b": "Llama-2-7B", "phi": "Phi-1.5"}
_FORGET = re.compile(r"(?<![a-z0-9])(?:forget[_-]?(?P<a>01|05|10)|(?P<b>1|5|10)p)(?![a-z0-9])", re.I)


def is_table(content: bytes) -> bool:
    """Whether the first line of a file is the header of such a table."""
    header = content[:4_000].partition(b"\n")[0].decode("utf-8", "replace").strip("\ufeff\r ").split(",")
    return {"Method", "Submitted By", *_METRICS} <= set(header)


def read(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Sheet:
    """Such tables by path as one, with the forget set of each. Raises FileRefused."""
    records = []
    for name, content in files:
        table = read_delimited(decoded(content, notices), [])
        for place, row in zip(table.places, table.rows, strict=True):
            records.append((f"{name}, {place}", _record(name, dict(zip(table.header, row, strict=True)))))
    return from_records(records, notices)


def _record(name: str, row: Mapping[str, str]) -> dict[str, str]:
    """A row by what names the run, its settings and its metrics; -1 stands for a setting that there is none of."""
    model = row.get("Model", "")
    role = _NAMED.get(row["Method"].casefold(), "")
    settings = {} if role else {s: row[h] for h, s in _SETTINGS.items() if row.get(h, "") not in ("", "-1")}
    named = {"benchmark": _forget_set(name), "model": _MODELS.get(model.casefold(), model)}
    metrics = {metric: row[heading] for heading, metric in _METRICS.items()}
    return {"method": role or row["Method"], **{k: v for k, v in named.items() if v}, **settings, **metrics}


def _forget_set(name: str) -> str:
    """forget01, forget05 or forget10 by the last part of a path that names one; empty where none does."""
    found = [m["a"] or f"{int(m['b']):02}" for part in name.split("/") for m in _FORGET.finditer(part)]
    return f"forget{found[-1]}" if found else ""
