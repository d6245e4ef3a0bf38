"""J of one model as a plain dict: the same keys on the page, in the report and on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from components.intake.equivalence import Drawn
from components.plain import number
from components.stats.audits.equivalence import DRAWS, Equivalence, equivalence
from components.text import counted

NORMALISATION = (
    "J is the sum of both directions, in nats per prompt, over whole answers with their end token. The formula printed "
    "in the FADE paper (arXiv 2510.12981) was not available to check whether it halves the sum or divides by the "
    "number of tokens; half of J and J per token (each direction divided by the mean length of its answers) stand "
    "beside it."
)


def equivalence_row(drawn: Drawn, draws: int = DRAWS, seed: int = 0) -> dict[str, Any]:
    """Every number of one model. An infinite J is None, its reason in `j_reason`."""
    runs = {run: i for i, run in enumerate(dict.fromkeys((b, s) for b, s, _ in drawn.prompts))}
    of_run = np.array([runs[b, s] for b, s, _ in drawn.prompts], dtype=np.intp)
    found = equivalence(drawn.answers, draws, seed, run=of_run)
    balance = found.balance
    return {
        "method": drawn.method,
        "prompts": found.prompts,
        "answers_unlearned": found.answers_unlearned,
        "answers_reference": found.answers_reference,
        "j": number(found.j),
        "j_reason": _infinite(found),
        "half": number(found.half),
        "per_token": number(found.per_token),
        "forward": number(found.forward),
        "backward": number(found.backward),
        "low": number(found.low),
        "high": number(found.high),
        "interval_reason": found.reason,
        "low_runs": number(found.low_runs),
        "high_runs": number(found.high_runs),
        "runs": found.runs,
        "draws": found.draws,
        "rng": found.seed,
        "infinite_forward": found.infinite_forward,
        "infinite_backward": found.infinite_backward,
        "finite": number(found.finite),
        "tokens_unlearned": number(found.tokens_unlearned),
        "tokens_reference": number(found.tokens_reference),
        "balance": None
        if balance is None
        else {
            "differences": list(balance.differences),
            "low": list(balance.low),
            "high": list(balance.high),
            "biased": balance.biased,
        },
        "by_prompt": [
            {
                "benchmark": benchmark,
                "seed": seed_,
                "prompt": prompt,
                "forward": number(forward),
                "backward": number(backward),
                "j": number(forward + backward),
            }
            for (benchmark, seed_, prompt), forward, backward in zip(
                drawn.prompts, found.by_prompt_forward, found.by_prompt_backward, strict=True
            )
        ],
    }


def interval_of(row: Mapping[str, Any]) -> tuple[float, float] | None:
    """The interval to judge by: over runs where there are enough of them, else over prompts."""
    low, high = ("low_runs", "high_runs") if row["low_runs"] is not None else ("low", "high")
    return None if row[low] is None else (row[low], row[high])


def by_j(rows: list[dict[str, Any]], key: str = "j") -> list[dict[str, Any]]:
    """Rows with a competition rank by J each, closest first; an infinite J stands last and shares its rank."""
    size = np.array([np.inf if r[key] is None else r[key] for r in rows])
    ranks = [int((size < s - 1e-12).sum()) + 1 for s in size]
    return sorted(({**r, "rank": rank} for r, rank in zip(rows, ranks, strict=True)), key=lambda r: int(r["rank"]))


def _infinite(found: Equivalence) -> str:
    parts = [
        f"{counted(n, 'answer')} of the {own} that the {other} cannot give"
        for n, own, other in (
            (found.infinite_forward, "unlearned model", "reference"),
            (found.infinite_backward, "reference", "unlearned model"),
        )
        if n
    ]
    return f"infinite: {' and '.join(parts)}" if parts else ""
