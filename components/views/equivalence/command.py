"""J of FADE from a table of drawn answers, on the command line.

    python -m components.views.equivalence.command TABLE [--draws N] [--rng S] [--format json|markdown]

TABLE (CSV, TSV, JSON, JSON Lines, Parquet, Excel) has one row per answer: prompt, generated_by (unlearned or
reference), loglik_unlearned, loglik_reference, and if known tokens, sample, method, benchmark, seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from components.errors import LeaderboardError
from components.intake import files
from components.intake.equivalence import drawn_answers
from components.stats.audits.equivalence import DRAWS
from components.text import markdown_text, number
from components.views.equivalence.rows import NORMALISATION, by_j, equivalence_row

MOST_DRAWS = 20_000
ORIGINAL, RETRAIN = "original", "retrain"
"""What the model before unlearning and an independently retrained one are called in a table of answers."""


def judged(name: str, content: bytes, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
    """Everything about the answers in one file, models ranked by J. Nothing is stored. Raises LeaderboardError."""
    sheet = files.read([(name, content)])
    if sheet.suite:
        raise LeaderboardError("found the folder of a suite, expected one table of answers")
    drawn, notices = drawn_answers(sheet.header, sheet.rows, sheet.places)
    return {
        "normalisation": NORMALISATION,
        "notices": [*sheet.notices, *notices],
        "models": beside_controls([equivalence_row(d, draws, seed) for d in drawn]),
    }


def beside_controls(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Models ranked by J, then the controls among them (methods called original and retrain), which have no rank.

    `farther`: J is larger than that of the model before unlearning; None where that is unknown.
    """
    before = next((r["j"] for r in rows if r["method"] == ORIGINAL), None)
    told = []
    for row in rows:
        control = row["method"] in (ORIGINAL, RETRAIN)
        known = before is not None and row["j"] is not None and not control
        told.append({**row, "control": control, "rank": None, "farther": row["j"] > before if known else None})
    return [*by_j([r for r in told if not r["control"]]), *(r for r in told if r["control"])]


def as_markdown(result: dict[str, Any]) -> str:
    """The models as a table, and what J is."""
    lines = [
        "| rank | model | J | 95 % interval | half | per token | u→r | r→u | prompts | answers | remark |",
        "|---:|---|---:|---|---:|---:|---:|---:|---:|---:|---|",
    ]
    for r in result["models"]:
        span = f"{number(r['low'])} to {number(r['high'])}" if r["low"] is not None else "–"
        remark = [r["j_reason"] or r["interval_reason"], "farther than before unlearning" if r["farther"] else ""]
        remark += (
            ["answers not as these models draw them at temperature 1"]
            if r["balance"] and r["balance"]["biased"]
            else []
        )
        numbers = [number(r[k]) for k in ("half", "per_token", "forward", "backward")]
        answers = r["answers_unlearned"] + r["answers_reference"]
        said = "; ".join(x for x in remark if x)
        cells = [
            r["rank"] or "–",
            markdown_text(r["method"]),
            number(r["j"]),
            span,
            *numbers,
            r["prompts"],
            answers,
            said,
        ]
        lines.append(f"| {' | '.join(str(c) for c in cells)} |")
    return "\n".join([*lines, "", *result["notices"], result["normalisation"]])


def main(arguments: list[str] | None = None) -> int:
    """Print the result; exit status 2 with one sentence per problem when the table cannot be used."""
    parser = argparse.ArgumentParser(
        prog="python -m components.views.equivalence.command",
        description="J of FADE from drawn answers.",
        allow_abbrev=False,
    )
    parser.add_argument("table", type=Path, help="one row per answer")
    parser.add_argument("--draws", type=int, default=DRAWS, help="bootstrap draws over prompts")
    parser.add_argument("--rng", type=int, default=0, help="seed of the draws")
    parser.add_argument("--format", choices=("json", "markdown"), default="json")
    options = parser.parse_args(arguments)
    try:
        if not 100 <= options.draws <= MOST_DRAWS or options.rng < 0:
            raise LeaderboardError(f"expected --draws from 100 to {MOST_DRAWS} and --rng of at least 0")
        try:
            content = options.table.read_bytes()
        except OSError as error:
            raise LeaderboardError(f"{options.table}: {error.strerror}") from None
        result = judged(options.table.name, content, options.draws, options.rng)
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 2
    form = options.format
    print(
        as_markdown(result) if form == "markdown" else json.dumps(result, ensure_ascii=False, allow_nan=False, indent=1)
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
