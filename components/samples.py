"""Sample sizes behind proportions, as a suite states them."""

from __future__ import annotations

from components.resolved import Resolved


def stated_samples(resolved: Resolved) -> dict[tuple[str, str], tuple[int, str]]:
    """The sample sizes that the suite states for this panel: (benchmark, metric) to (samples, basis)."""
    table = resolved.tables.extras.get("samples")
    if table is None:
        return {}
    rows = table[table["panel"] == resolved.selection.panel]
    keys = zip(rows["benchmark"].astype(str), rows["metric"].astype(str), strict=True)
    return dict(zip(keys, zip(rows["n"].astype(int), rows["basis"].astype(str), strict=True), strict=True))
