"""The recoverability pilot: how often a model that fails when asked directly still reveals the answer otherwise."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.plain import number, whole
from components.resolved import Resolved, reads
from components.stats.proportions import wilson


@dataclass(frozen=True, kw_only=True)
class RecoverabilityCount:
    """Samples that failed when asked directly, and those of them that another probe still revealed.

    `share` of `suppressed` with its 95 % Wilson interval from `low` to `high`, None without samples. `method` is empty
    where several methods are counted together.
    """

    source: str
    url: str
    method: str
    label: str
    suppressed: int
    revealed: int
    share: float | None
    low: float | None
    high: float | None
    mean_score: float | None
    note: str


@dataclass(frozen=True, kw_only=True)
class RecoverabilityResult:
    """The counts of the pilot; none when the suite has no such table."""

    rows: tuple[RecoverabilityCount, ...] = whole()


@reads(weights=False)
def recoverability(resolved: Resolved) -> RecoverabilityResult:
    """The recoverability pilot, in the order of its table."""
    table = resolved.tables.extras.get("recoverability")
    rows = [] if table is None else table.replace({np.nan: None}).to_dict("records")
    counts = []
    for row in rows:
        method = str(row["method"] or "")
        revealed, suppressed = int(row["any_evidence"]), int(row["directly_suppressed"])
        share = wilson(revealed, suppressed)
        counts.append(
            RecoverabilityCount(
                source=str(row["source"]),
                url=str(row["url"] or ""),
                method=method,
                label=resolved.labels.method(method) if method else "All together",
                suppressed=suppressed,
                revealed=revealed,
                share=number(share.share),
                low=number(share.low),
                high=number(share.high),
                mean_score=number(row["mean_score"]),
                note=str(row["note"] or ""),
            )
        )
    return RecoverabilityResult(rows=tuple(counts))
