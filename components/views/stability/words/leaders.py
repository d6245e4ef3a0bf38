"""What the stability page says of who can lead."""

from __future__ import annotations

from components import sentences
from components.stats.ranking.dominance import ALONE, NEVER, TIE
from components.text import thousands
from components.views.stability.result.leaders import LeadersResult
from components.views.stability.result.ranked import Absent
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.words.phrases import short, some


def leaders_sentences(result: LeadersResult | Absent, anywhere: WeightingsResult) -> list[str]:
    """How many methods can lead under any weights, and which cannot and why; `anywhere` says who was seen to lead."""
    if isinstance(result, Absent):
        return [f"There is no such list here: {result.reason}."]
    rows, labels = result.rows, short(result.labels)
    by = {v: [r.method for r in rows if r.verdict == v] for v in (ALONE, TIE, NEVER)}
    if len(rows) < 2:
        return ["With one ranked method there is no lead to win."] if rows else []
    who = f": {some(labels, by[ALONE])}" if by[ALONE] else ""
    told = [f"{len(by[ALONE])} of {len(rows)} methods can lead alone under some weights{who}."]
    unseen = [m for m in by[ALONE] if not anywhere.rank_acceptability[m][0]]
    if unseen:
        verb = "was" if len(unseen) == 1 else "were"
        told.append(
            f"{some(labels, unseen)} {verb} first in none of {thousands(anywhere.weightings)} random weightings: the "
            "weights that do it are a tiny part of all."
        )
    if by[TIE]:
        told.append(f"{some(labels, by[TIE])} can at best tie for the lead.")
    beaten_by = {r.method: r.dominated_by for r in rows if r.verdict == NEVER and r.dominated_by}
    if beaten_by:
        told.append(sentences.dominated(labels, beaten_by, len(rows), result.grids))
    mixed = [m for m in by[NEVER] if m not in beaten_by]
    if mixed:
        told.append(f"{some(labels, mixed)} never leads, though no single method beats it on every metric.")
    return told
