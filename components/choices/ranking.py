"""How runs are ranked: rows, maps, averages, weights, floors, axes."""

from collections.abc import Mapping
from typing import Any

from components import floors
from components.choices import parsing
from components.choices.controls import (
    MIDDLE,
    WIDEST,
    Boxes,
    Presets,
    Segments,
    fixed,
)
from components.choices.record import Choice
from components.format import capital, joined, markdown_text, shortened
from components.resolved import Resolved
from components.results import axes
from components.results.presets import presets as fitting_presets
from components.stats.ranking.weights import presets
from components.words import Labels
from data.registry import OFFERED_MAPS, REFERENCE

ROW_NAMES = {"best": "best of each method", "checkpoints": "all checkpoints"}
AIM_NAMES = {"printed": "printed direction", REFERENCE: "closeness to the retrained model"}
YOUR_WEIGHTS = "your own"


def _map_label(view: Resolved) -> str:
    labels = [metric.label for metric in view.tables.scores if len(metric.utilities) > 1]
    return f"{markdown_text(shortened(joined(labels)))} map"


def _maps(view: Resolved, labels: Labels) -> Mapping[str, str]:
    if all(len(metric.utilities) < 2 for metric in view.tables.scores):
        return {}
    return {map_name: map_name for map_name in OFFERED_MAPS}


def _rows(view: Resolved, labels: Labels) -> Mapping[str, str]:
    return ROW_NAMES if view.tables.families else {}


def _aims(view: Resolved, labels: Labels) -> Mapping[str, str]:
    is_offered = any(
        REFERENCE in metric.aims and not metric.targeted for metric in view.tables.scores
    )
    return AIM_NAMES if is_offered else {}


def _weights(view: Resolved, names: Labels) -> Mapping[Any, str]:
    chosen = view.selection.weights
    labels: dict[Any, str] = {
        preset.name: shortened(preset.label) for preset in presets(view.tables)
    }
    if isinstance(chosen, str):
        return labels
    return {chosen: YOUR_WEIGHTS, **labels}


def _fitting(view: Resolved, labels: Labels) -> Mapping[str, str]:
    """Return the presets whose weights can be had here."""
    return {
        preset.name: preset.label
        for preset in view.of(fitting_presets)
        if preset.weights is not None
    }


def _floors(view: Resolved, labels: Labels) -> Mapping[Any, str]:
    return {
        choice: shortened(capital(floors.name(view, choice)), 90) for choice in floors.offered(view)
    }


def _axes(view: Resolved, labels: Labels) -> Mapping[str, str]:
    offered = dict.fromkeys((*axes.offered(view), *axes.pair(view)))
    return {axis: shortened(axes.label(view, axis)) for axis in offered}


def _tell_aim(view: Resolved) -> str:
    return AIM_NAMES[REFERENCE] if view.selection.aim == REFERENCE else "printed directions"


def _tell_weights(view: Resolved) -> str:
    chosen = view.selection.weights
    if not isinstance(chosen, str):
        return f"weights: {YOUR_WEIGHTS}"
    labels = {preset.name: preset.label for preset in presets(view.tables)}
    return f"weights: {shortened(labels[chosen])}"


TRANSFORM = Choice(
    "transform",
    "the map of values of metrics that offer both",
    parsing.one_of(*OFFERED_MAPS),
    Segments(_map_label, _maps),
    tell=lambda view: f"{view.selection.transform} map",
)
AGGREGATE = Choice(
    "aggregate",
    "average first or map first",
    parsing.one_of("score-of-means", "mean-of-scores"),
    Segments(
        "Averaging",
        fixed({"score-of-means": "score of means", "mean-of-scores": "mean of scores"}),
    ),
    tell=lambda view: view.selection.aggregate.replace("-", " "),
)
AIM = Choice(
    "aim",
    "printed directions, or closeness to the reference where a metric offers it",
    parsing.aim,
    Segments("Aim", _aims),
    tell=_tell_aim,
)
ROWS = Choice(
    "rows",
    "what a row of the ranking is, where methods have several checkpoints",
    parsing.rows,
    Segments("Rows", _rows),
    tell=lambda view: ROW_NAMES[view.selection.rows],
)
TRIES = Choice(
    "tries",
    "at how many tries of a grid its expected best is compared",
    parsing.whole(1, 100_000, "auto"),
)
AXES = Choice(
    "axes",
    "two axes of the trade-off: metrics, forgetting or utility",
    parsing.axes,
    Boxes(("Axis across", "Axis up"), _axes, chosen=axes.pair),
    place="bar",
)
WEIGHTS = Choice(
    "weights",
    "a preset, or FA:0.2,RA:0.8",
    parsing.weights,
    Boxes(("Weights",), _weights, MIDDLE),
    tell=_tell_weights,
)
PURPOSE = Choice(
    "weights",
    WEIGHTS.help,
    parsing.weights,
    Presets(_fitting),
    place="bar",
)
"""The weights as the leaderboard shows them: by purpose."""
FLOORS = Choice(
    "floors",
    "what a method must keep to be ranked: suite, none, or utility:0.8:original,FA:0.5",
    parsing.floors,
    Boxes(("Floor",), _floors, WIDEST, at_least=2),
    tell=lambda view: f"floor: {shortened(floors.name(view, view.selection.floors), 90)}",
    of_panel=True,
)
