"""Whether each metric recognises a genuine retrain: places, false alarms, areas, ρ with the oracle, modality."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from components.controls import controls, panels_with_controls
from components.plain import number
from components.resolved import Resolved, whole_panel
from components.stats.agreement.resolution import resolution
from components.stats.audits.calibration import Modality, Places, Separation, modality, places, separation, within
from components.stats.panel import Panel

FORGET_SETS = "forget_sets"
"""A further table of a suite: benchmark, forget (random or canary), images (which images it is made of)."""
CANARY = "canary"


def calibration(resolved: Resolved) -> dict[str, Any]:
    """One row per score metric, in registry order; `metrics` is empty where a control is missing, `reason` says which.

    Comparisons are within benchmarks. `canary` sums up the benchmarks whose forget set holds canaries, which a
    retrained model cannot know; on a random forget set a good retrained model knows much of it by generalising.
    """
    everyone = Resolved(resolved.tables, replace(resolved.selection, methods=()))
    panel, known = everyone.panel, controls(resolved.tables, resolved.selection.panel)
    head: dict[str, Any] = {
        "reason": "",
        "panels": panels_with_controls(resolved.tables),
        "metrics": [],
        "modality": [],
        "canaries": [],
    }
    if not panel.n_runs:
        return head | {"reason": "No run matches these filters."}
    if not (known.original in panel.methods and known.retrain in panel.methods):
        return head | {"reason": _reason(resolved)}
    original, retrain = panel.method(known.original), panel.method(known.retrain)
    approximate = [i for i, m in enumerate(panel.methods) if m not in known.all]
    stands, told = places(panel, retrain, range(len(panel.methods))), separation(panel, original, retrain)
    rivals = places(panel, retrain, [*approximate, retrain])
    rho = within(panel.subset(methods=approximate), resolved.selection.rng)
    canaries = [b for b in panel.benchmarks if _forget(resolved).get(b, ("", ""))[0] == CANARY]
    steps: dict[str, dict[str, float]] = {m: {} for m in panel.metric_ids}
    for found in resolution(panel, resolved.samples):
        if found.n:
            steps[found.metric][found.benchmark] = found.step
    rows = []
    for k, metric in enumerate(panel.metrics):
        of = rho[k]
        rows.append(
            {
                "metric": metric.id,
                "label": metric.label,
                **_stands(stands, rivals, k),
                "by_benchmark": [
                    {
                        "benchmark": b,
                        "canary": b in canaries,
                        **_told([told[k][i]]),
                        "rho": number(of.by_benchmark[i]),
                        **_stands(stands, rivals, k, i),
                    }
                    for i, b in enumerate(panel.benchmarks)
                ],
                "all": _told(told[k]),
                "canary": _told([t for t, b in zip(told[k], panel.benchmarks, strict=True) if b in canaries]),
                "rho": number(of.rho),
                "p": number(of.p),
                "p_min": number(of.p_min),
                "exact": of.exact,
                "arrangements": of.arrangements,
                "n_methods": len(approximate),
                "constant_on": [b for b, c in zip(panel.benchmarks, panel.constant[:, k], strict=True) if c],
                "resolution": steps[metric.id],
            }
        )
    return head | {"metrics": rows, "modality": _modality(resolved, known.all), "canaries": canaries}


def _stands(found: Places, rivals: Places, k: int, benchmark: int | None = None) -> dict[str, Any]:
    """The places of the retrains among all candidates, and in how many blocks an approximate method looks better."""
    chosen = slice(None) if benchmark is None else slice(benchmark, benchmark + 1)
    arrays = (found.place, rivals.ahead, found.compared)
    place, ahead, compared = (a[chosen, :, k].ravel() for a in arrays)
    seen = ~np.isnan(place)
    return {
        "places": [float(p) for p in place[seen]],
        "mean_place": number(place[seen].mean()) if seen.any() else None,
        "candidates": int(compared[seen].max()) + 1 if seen.any() else 0,
        "outranked": int((ahead[seen] > 0).sum()),
        "retrains": int(seen.sum()),
    }


def _told(parts: list[Separation] | tuple[Separation, ...]) -> dict[str, Any]:
    """The mean area over benchmarks and the retrains flagged, with their counts."""
    known = [p for p in parts if not np.isnan(p.auc)]
    return {
        "auc": float(np.mean([p.auc for p in known])) if known else None,
        "flagged": sum(p.flagged for p in known),
        "absent": sum(p.absent for p in known),
        "present": sum(p.present for p in known),
        "benchmarks": len(known),
    }


def _forget(resolved: Resolved) -> dict[str, tuple[str, str]]:
    """What each benchmark forgets and which images it is made of, where the suite says so."""
    table = resolved.tables.extras.get(FORGET_SETS)
    if table is None:
        return {}
    return {str(r.benchmark): (str(r.forget), str(r.images)) for r in table.itertuples()}


def _modality(resolved: Resolved, left_out: tuple[str, ...]) -> list[dict[str, Any]]:
    """Unimodal against multimodal agreement on the same images: one row per pair of benchmarks, controls left out."""
    sets = _forget(resolved)
    panels: dict[str, tuple[str, Panel]] = {}
    for info in resolved.tables.panels:
        whole = whole_panel(resolved.tables, info.id)
        kept = whole.subset(methods=[i for i, m in enumerate(whole.methods) if m not in left_out])
        panels |= dict.fromkeys(whole.benchmarks, (info.setting, kept))
    rows = []
    for uni, (forget, images) in sets.items():
        for multi, other in sets.items():
            if other != (forget, images) or not images or uni not in panels or multi not in panels:
                continue
            if panels[uni][0] == "unimodal" and panels[multi][0] == "multimodal":
                rows.append(_pair(uni, multi, modality(panels[uni][1], uni, panels[multi][1], multi)))
    return rows


def _pair(unimodal: str, multimodal: str, found: Modality) -> dict[str, Any]:
    both = ~(np.isnan(found.unimodal) | np.isnan(found.multimodal))
    return {
        "unimodal": unimodal,
        "multimodal": multimodal,
        "mean_unimodal": number(found.unimodal[both].mean()) if both.any() else None,
        "mean_multimodal": number(found.multimodal[both].mean()) if both.any() else None,
        "lower": int((found.multimodal < found.unimodal)[both].sum()),
        "seeds": int(both.sum()),
        "pairs": found.pairs,
        "by_seed": [
            {"seed": s, "unimodal": number(u), "multimodal": number(m)}
            for s, u, m in zip(found.seeds, found.unimodal, found.multimodal, strict=True)
        ],
    }


def _reason(resolved: Resolved) -> str:
    known = controls(resolved.tables, resolved.selection.panel)
    lacking = [
        name
        for name, found in (
            ("the original model", known.original),
            ("an independently retrained candidate", known.retrain),
        )
        if not found
    ]
    what = " nor ".join(lacking)
    neither = "neither " if len(lacking) > 1 else "not "
    return (
        f"{resolved.tables.suite.title} has {neither}{what} among the runs of {resolved.info.label}: without both, nothing "
        "says what a metric should answer."
    )
