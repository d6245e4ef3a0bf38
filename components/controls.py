"""The controls of a suite: models whose right answer is known, because nothing, or everything, was
forgotten."""

from dataclasses import dataclass

from components.selection import panel_tables
from components.stats.memo import memoised
from data.registry import Tables

ORIGINAL, RETRAIN = "original", "retrain"
"""The ids of the model before unlearning, and of the independently retrained one: a reference of
another name may be the very model that metrics aim at, and recognising that one proves nothing. """


@dataclass(frozen=True)
class Controls:
    """Ids of the models that the panel shown has and does not rank; `original` and `retrain` are
    empty without one."""

    all: tuple[str, ...]
    original: str
    retrain: str


def controls_of(tables: Tables, panel: str) -> Controls:
    """The controls among the runs of a panel, whatever is filtered."""
    ids = tuple(m.id for m in panel_tables(tables, panel).methods if m.role != "candidate")
    original, retrain = (name if name in ids else "" for name in (ORIGINAL, RETRAIN))
    return Controls(ids, original, retrain)


def panels_with_controls(tables: Tables) -> list[str]:
    """The panels of a suite that have both an original model and a retrained candidate."""

    def found() -> list[str]:
        known = {p.id: controls_of(tables, p.id) for p in tables.panels}
        return [p for p, c in known.items() if c.original and c.retrain]

    return memoised(tables, "panels with controls", found)
