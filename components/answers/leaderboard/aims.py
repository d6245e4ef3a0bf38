"""Would the ranks be others with closeness to the retrained model as the aim?"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from components.answers.record import Answer, Said
from components.labels import Labels
from components.resolved import Resolved, reads
from components.text import counted
from data.registry import REFERENCE


@dataclass(frozen=True)
class Aims:
    """`offered` are the metrics that have both aims; `aim` is the one chosen.

    `changed` counts the rows whose rank differs between the two aims under the current weights, of `ranked`; both are
    None where no metric offers the choice.
    """

    aim: str
    offered: tuple[str, ...]
    changed: int | None
    ranked: int | None


@reads(rows=True)
def compute(view: Resolved) -> Aims:
    """The ranks under both aims, at the same weights. Raises LeaderboardError (weights that cannot be carried)."""
    chosen = view.selection
    offered = tuple(m.id for m in view.tables.scores if REFERENCE in m.aims and not m.targeted)
    if not offered:
        return Aims(chosen.aim, (), None, None)
    weights = tuple(zip(view.panel.metric_ids, view.w.tolist(), strict=True))
    one, other = (
        Resolved(view.tables, replace(chosen, aim=aim, weights=weights)).row_ranks for aim in ("printed", REFERENCE)
    )
    rows = one.keys() | other.keys()
    return Aims(chosen.aim, offered, sum(one.get(row) != other.get(row) for row in rows), len(rows))


def say(result: Aims, names: Labels) -> Said:
    """How many ranks the aim changes; nothing where no metric offers another."""
    if result.changed is None:
        return Said()
    ranks = f"{result.changed} of {counted(result.ranked or 0, 'rank')}" if result.changed else "no rank"
    differ = "differs" if result.changed in (0, 1) else "differ"
    change = "would change" if result.aim == "printed" else f"{differ} from those of the printed directions"
    return Said([f"With closeness to the retrained model as the aim, {ranks} {change}."])


def facts(result: Aims) -> Mapping[str, object]:
    """Every number."""
    return vars(result)


AIMS = Answer("aims", compute, say, facts=facts, alone=True)
