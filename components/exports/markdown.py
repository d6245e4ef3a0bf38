"""The report for a terminal: the same numbers as Markdown tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.text import cleaned, number, p_value

KEPT = {
    "leaderboard": ("rank", "rank_low", "rank_high", "label", "uqs", "p_first", "runs"),
    "agreement": (
        "x",
        "y",
        "tau",
        "concordant",
        "discordant",
        "blocks_defined",
        "blocks",
        "row_order_min",
        "row_order_max",
        "p",
        "p_kind",
        "p_min",
        "p_holm",
    ),
    "reliability": (
        "metric",
        "n",
        "rho",
        "p",
        "rho_no_signal",
        "rho_within",
        "p_stratified",
        "p_min",
        "low",
        "high",
    ),
    "calibration": ("metric", "mean_place", "candidates", "outranked", "retrains", "rho", "p", "p_min", "n_methods"),
    "equivalence": (
        "rank",
        "label",
        "j",
        "low",
        "high",
        "half",
        "per_token",
        "forward",
        "backward",
        "j_whole",
        "prompts",
    ),
    "inversion": (
        "private_set",
        "attack",
        "n",
        "accuracy_standard",
        "accuracy_judge",
        "difference_low",
        "difference_high",
        "fpr",
        "fnr",
        "fdr",
        "mcnemar",
        "kappa",
        "ac1",
    ),
    "reproduction": ("claim", "printed_text", "recomputed_text", "verdict", "tie_aware", "tie_aware_is", "where"),
}
"""The columns of each table that a terminal has room for."""
ROWS = {"agreement": "pairs", "calibration": "metrics", "equivalence": "models", "inversion": "rows"}
"""The table of a part that has several."""
PROBABILITIES = ("p", "p_min", "p_holm", "p_stratified", "mcnemar")


def markdown(result: Mapping[str, Any]) -> str:
    """The report as Markdown: a heading, what was selected, then one table per part."""
    lines = [f"# {result['suite']} · {result['panel']}", ""]
    for key in ("protocol", "transform", "aggregate", "data_version", "n_runs", "n_cells"):
        lines.append(f"- {key}: {result[key]}")
    lines.append("- weights: " + ", ".join(f"{m} {number(w)}" for m, w in result["weights"].items()))
    for sentence in result.get("sentences", ()):
        lines += ["", cleaned(sentence)]
    for name, columns in KEPT.items():
        part = result.get(name)
        rows = part.get(ROWS.get(name, "")) if isinstance(part, Mapping) else part
        if rows:
            lines += ["", f"## {name}", "", table(rows, [c for c in columns if c in rows[0]])]
    for name, part in result.items():
        if isinstance(part, Mapping) and name not in KEPT and name != "weights" and name != "effective_weights":
            lines += ["", f"## {name}", "", *(f"- {k}: {_cell(v)}" for k, v in part.items() if _scalar(v))]
    return "\n".join(lines)


def table(rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """A Markdown table of the given columns, numbers with 3 decimals, undefined as a dash."""
    cells = [[p_value(row[c]) if c in PROBABILITIES else _cell(row[c]) for c in columns] for row in rows]
    widths = [max(len(c), *(len(r[i]) for r in cells)) for i, c in enumerate(columns)]
    head = "| " + " | ".join(c.ljust(w) for c, w in zip(columns, widths, strict=True)) + " |"
    rule = "|" + "|".join("-" * (w + 2) for w in widths) + "|"
    body = ["| " + " | ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)) + " |" for r in cells]
    return "\n".join([head, rule, *body])


def _scalar(value: Any) -> bool:
    return value is None or isinstance(value, (str, int, float))


def _cell(value: Any) -> str:
    if value is None or isinstance(value, float):
        return number(value)
    return cleaned(value).replace("|", "\\|")
