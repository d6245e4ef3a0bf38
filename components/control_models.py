"""Control models of a suite: the right answer is known, as nothing or all was forgotten."""

from dataclasses import dataclass

from components.selection import panel_tables
from components.stats.memo import memoised
from data.registry import Tables

ORIGINAL = "original"
RETRAIN = "retrain"
"""The ids of the model before unlearning, and of the independently retrained one.

A reference of another name may be the very model that metrics aim at, and recognising that one
proves nothing.
"""


@dataclass(frozen=True)
class ControlModels:
    """Ids of the models of a panel that are not ranked, in registry order.

    `original` and `retrain` are empty if the panel has none.
    """

    ids: tuple[str, ...]
    original: str
    retrain: str


def control_models_of(tables: Tables, panel: str) -> ControlModels:
    """Return the control models among the runs of a panel, whatever is filtered."""
    methods = panel_tables(tables, panel).methods
    control_ids = tuple(method.id for method in methods if method.role != "candidate")
    return ControlModels(
        control_ids,
        original=ORIGINAL if ORIGINAL in control_ids else "",
        retrain=RETRAIN if RETRAIN in control_ids else "",
    )


def panels_with_controls(tables: Tables) -> list[str]:
    """Return the panels of a suite that have both an original model and a retrained candidate."""

    def with_both() -> list[str]:
        panels = []
        for panel in tables.panels:
            models = control_models_of(tables, panel.id)
            if models.original and models.retrain:
                panels.append(panel.id)
        return panels

    return memoised(tables, "panels with controls", with_both)
