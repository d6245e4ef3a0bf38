"""The evaluator audit of model inversion: what the standard evaluator accepts, against an independent judge."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from components.intake.inversion import Reconstructions, from_columns
from components.plain import number
from components.resolved import Resolved
from components.stats.audits.inversion import (
    MEASURES,
    Verdicts,
    cluster_intervals,
    confusion,
    mcnemar,
    measures,
    paired_difference,
    shares,
)
from components.stats.audits.inversion_ranks import attack_ranks
from components.views.inversion.beside import STANDARD, Part, agreement, gallery, quality, real_class
from data.registry import Tables

QUALITY = ("private_set", "judge", "positive_pairs", "positive_yes", "negative_pairs", "negative_no")
CLASSES = ("private_set", "identity", "image")
IMAGES = ("gallery", "real")
NO_RECONSTRUCTIONS = "this suite holds no reconstructions"


def inversion(resolved: Resolved) -> Part | None:
    """The audit of the reconstructions of a suite; None when it holds none. Raises LeaderboardError for bad answers."""
    frame = resolved.tables.extras.get("inversion")
    if frame is None:
        return None
    rows = from_columns({str(c): frame[c].tolist() for c in frame.columns})
    chosen = resolved.selection
    found = audit(rows, chosen.judge, chosen.private_set, chosen.rng)
    found["quality"] = [quality(r) for r in _records(resolved, "inversion_judges", QUALITY)]
    real = [real_class(r) for r in _records(resolved, "inversion_classes", CLASSES)]
    found["real"] = [r for r in real if r["private_set"] in found["private_sets"]]
    named = {r["judge"]: r["label"] for r in found["quality"] if r["label"]}
    for entry in found["judges"]:
        entry["label"] = " – ".join(t for t in (judge_label(entry["id"]), named.get(entry["id"], "")) if t)
    return found


def inversion_summary(resolved: Resolved) -> Part:
    """The audit without its images, of which `images` tells the number: what a report has room for.

    `reason` says why there is nothing to audit; empty otherwise.
    """
    found = inversion(resolved)
    if found is None:
        return {"reason": NO_RECONSTRUCTIONS, "rows": []}
    return {"reason": "", "images": len(found["gallery"]), **{k: v for k, v in found.items() if k not in IMAGES}}


def panel_with_reconstructions(tables: Tables) -> str:
    """The panel to start from in a suite that holds reconstructions; nothing in others."""
    return tables.reference_panel.id if "inversion" in tables.extras else ""


def audit(rows: Reconstructions, judge: str = "", private_set: str = "", seed: int = 0) -> Part:
    """Every number of the audit against one judge (the first one when empty), on one private set or on all.

    `overall` and `rows` (one per private set and attack) hold counts, shares with Wilson intervals, the paired
    difference with Newcombe's interval, McNemar's test, κ and AC1, and as `*_cluster_low`, `*_cluster_high` the
    intervals from resampling identities. `ranking` compares the orders of the attacks; `agreement` compares every two
    evaluators; `gallery` lists the false positives that have an image.
    """
    judge = judge or next(iter(rows.judges))
    sets, attacks = _listed(rows.private_set), _listed(rows.attack)
    kept = np.ones(len(rows), dtype=bool) if not private_set else np.asarray(rows.private_set == private_set)
    shown_sets = [s for s in sets if not private_set or s == private_set]
    groups: dict[tuple[str, str], list[int]] = {}
    for i, pair in enumerate(zip(rows.private_set, rows.attack, strict=True)):
        groups.setdefault(pair, []).append(i)
    listed_groups = [(s, a) for s in shown_sets for a in attacks if (s, a) in groups]
    clusters = _clusters(rows)
    identified = bool((rows.identity != "").any())

    def of(picked: npt.NDArray[np.intp]) -> Part:
        own = clusters[picked] if identified else np.zeros(len(picked), dtype=np.intp)
        return _row(rows.standard[picked], rows.judges[judge][picked], own, identified, seed)

    listed = [{"private_set": s, "attack": a, **of(np.array(groups[s, a]))} for s, a in listed_groups]
    return {
        "judge": judge,
        "judges": [{"id": j, "label": judge_label(j)} for j in rows.judges],
        "private_set": private_set,
        "private_sets": shown_sets,
        "all_private_sets": sets,
        "attacks": attacks,
        "targets": len(_listed(rows.target[kept])),
        "identities": len(set(clusters[kept].tolist())) if identified else 0,
        "overall": of(np.flatnonzero(kept)),
        "rows": listed,
        "ranking": _ranking(listed, shown_sets, attacks, seed),
        "agreement": agreement(rows, kept),
        "gallery": gallery(rows, judge, kept),
        "real": [],
        "quality": [],
        "notices": list(rows.notices),
    }


def _records(resolved: Resolved, table: str, needed: tuple[str, ...]) -> list[dict[Any, Any]]:
    """The rows of a further table; none when it is absent or another table of that name."""
    frame = resolved.tables.extras.get(table)
    return [] if frame is None or not set(needed) <= set(frame.columns) else frame.to_dict("records")


def judge_label(judge: str) -> str:
    """What a judge is called when nothing else names it: judge1 is judge 1."""
    number_of = judge.removeprefix("judge")
    return f"judge {number_of}".strip() if judge != STANDARD else "standard evaluator"


def _row(standard: Verdicts, judge: Verdicts, clusters: npt.NDArray[np.intp], identified: bool, seed: int) -> Part:
    table = confusion(standard, judge)
    found = {k: float(v) for k, v in measures((table.tp, table.fp, table.fn, table.tn)).items()}
    bounds = {**shares(table), "difference": paired_difference(table)}
    test = mcnemar(table)
    row: Part = {
        "n": table.total,
        "answered": table.answered,
        "tp": table.tp,
        "fp": table.fp,
        "fn": table.fn,
        "tn": table.tn,
        "refused_standard": table.refused_standard,
        "refused_judge": table.refused_judge,
        "refused_both": table.refused_both,
    }
    resampled = cluster_intervals(standard, judge, clusters, seed=seed)
    for name in MEASURES:
        row[name] = number(found[name])
        if name in bounds:
            row |= {f"{name}_low": number(bounds[name].low), f"{name}_high": number(bounds[name].high)}
        row |= {f"{name}_cluster_low": resampled[name].low, f"{name}_cluster_high": resampled[name].high}
    reason = next((i.reason for i in resampled.values() if i.reason), "")
    return row | {
        "identities": len(set(clusters.tolist())) if identified else 0,
        "cluster_reason": reason if identified else "the table names no identities",
        "discordant": test.discordant,
        "mcnemar": test.exact,
        "mcnemar_min": test.p_min,
        "mcnemar_mid": test.mid_p,
        "mcnemar_mid_min": test.mid_p_min,
    }


def _ranking(rows: list[Part], sets: list[str], attacks: list[str], seed: int) -> Part:
    accuracies = {
        (r["private_set"], r["attack"]): tuple(
            np.nan if r[k] is None else r[k] for k in ("accuracy_standard", "accuracy_judge")
        )
        for r in rows
    }
    found = attack_ranks(accuracies, sets, attacks, seed)  # type: ignore[arg-type]
    for row in rows:
        places = found.ranks[row["private_set"], row["attack"]]
        row["rank_standard"], row["rank_judge"] = (p or None for p in places)
    return {
        "tau": number(found.tau),
        "p": found.p.p,
        "p_min": found.p.p_min,
        "p_kind": found.p.kind,
        "reason": found.p.reason,
        "concordant": found.concordant,
        "discordant": found.discordant,
        "ties_standard": found.ties_standard,
        "ties_judge": found.ties_judge,
        "defined": found.defined,
        "private_sets": found.blocks,
        "attacks": len({r["attack"] for r in rows}),
    }


def _clusters(rows: Reconstructions) -> npt.NDArray[np.intp]:
    """(N,) number of the identity of each row; the same name in two private sets is two identities."""
    keys = list(zip(rows.private_set, rows.identity, strict=True))
    numbers = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    return np.array([numbers[key] for key in keys], dtype=np.intp)


def _listed(values: npt.NDArray[np.object_]) -> list[str]:
    return list(dict.fromkeys(values.tolist()))
