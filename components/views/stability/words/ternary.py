"""What the stability page says of the map of weights."""

from __future__ import annotations

from components.text import counted, joined, number, percent
from components.views.stability.result.ranked import Absent
from components.views.stability.result.ternary import TernaryResult
from components.views.stability.words.phrases import NAMED, short, some

MAP_READING = (
    "Every point shares the weight of the three metrics differently, all on one metric at its corner; the other "
    "weights stay. Each part is named by its leader. Dot: your weights. Diamond: the nearest point (L2) where another "
    "method catches the leader."
)


def ternary_sentences(result: TernaryResult | Absent) -> list[str]:
    """Who leads on how much of the map, and where the nearest border runs."""
    if isinstance(result, Absent):
        return [f"There is no map here: {result.reason}."]
    labels = short(result.labels)
    held = [f"{labels.metric(m)} {number(w)}" for m, w in result.held.items() if w]
    rest = f", the others held ({', '.join(held[:4])}{', …' if len(held) > 4 else ''})" if held else ""
    parts = [f"{some(labels, r.methods)} on {percent(r.share)}" for r in result.regions[:NAMED]]
    if len(result.regions) > NAMED:
        parts.append(counted(len(result.regions) - NAMED, "other part"))
    sentence = (
        f"Sharing {number(result.mass)} of weight between {labels.listed_metrics(result.corners)}{rest}, the lead goes "
        f"to {joined(parts)} of the map."
    )
    leader = labels.method(result.leader)
    if result.border is None or result.challenger is None:
        return [sentence, f"No point of this map makes another method catch {leader}."]
    challenger = labels.method(result.challenger)
    if result.border == result.current:
        return [sentence, f"{leader} and {challenger} are level at your weights."]
    at = joined([f"{labels.metric(m)} {number(result.mass * s)}" for m, s in result.border.items()])
    return [sentence, f"The nearest border (in L2) is at {at}: there {challenger} catches {leader}."]
