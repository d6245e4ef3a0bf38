"""TOFU's own tables (github.com/locuslab/tofu): of aggregate_eval_stat.py and notebook/leaderboard.

A row is a model: Method, Submitted By, Forget Quality, Model Utility and ROUGE, Prob. and Truth Ratio on four sets, in
the leaderboard with Epoch, Model, LR and WD before them. The forget set is in the name of the file or of a folder:
llama-5p.csv, forget05/aggregate_stat.csv.
"""

import re
from collections.abc import Iterable, Mapping

from components.errors import LeaderboardError
from data.read.runs import Brought, Run, share, table

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
    """Return whether the first line of a file is the header of such a table."""
    header = content[:4_000].partition(b"\n")[0].decode("utf-8", "replace").strip("\ufeff\r ").split(",")
    return {"Method", "Submitted By", *_METRICS} <= set(header)


def read(files: Iterable[tuple[str, bytes]]) -> Brought:
    """Return the runs of such tables by path; other files are left alone. Raises LeaderboardError."""
    runs = [_run(name, *row) for name, content in files if is_table(content) for row in table(name, content)]
    if not runs:
        raise LeaderboardError(
            "found no table of TOFU with rows, expected CSV with Method, Submitted By, Forget Quality, Model Utility, "
            "ROUGE Retain and the other eleven values"
        )
    return Brought("tofu_original", "TOFU", tuple(runs))


def _run(name: str, place: str, row: Mapping[str, str]) -> Run:
    values = {metric: _value(place, heading, row[heading]) for heading, metric in _METRICS.items()}
    settings = {s: row[h].strip() for h, s in _SETTINGS.items() if row.get(h, "").strip() not in ("", "-1")}
    method, model = row["Method"].strip(), row.get("Model", "").strip()
    if not method:
        raise LeaderboardError(f"{place}: found nothing as Method, expected a name")
    role = _NAMED.get(method.casefold(), "")
    return Run(
        place,
        _MODELS.get(model.casefold(), model),
        _forget_set(name),
        role or method,
        {} if role else settings,
        {m: v for m, v in values.items() if v},
    )


def _value(place: str, heading: str, cell: str) -> str:
    text = cell.strip()
    try:
        share(place, heading, float(text) if text else 0.0)
    except ValueError as error:
        if isinstance(error, LeaderboardError):
            raise
        raise LeaderboardError(f"{place}: found as {heading} {text[:60]!r}, expected a number from 0 to 1") from None
    return text


def _forget_set(name: str) -> str:
    """Return forget01, forget05 or forget10 by the last part of a path that names one, "" if none does."""
    found = [m["a"] or f"{int(m['b']):02}" for part in name.split("/") for m in _FORGET.finditer(part)]
    return f"forget{found[-1]}" if found else ""
