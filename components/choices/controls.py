"""Descriptions of the controls on the screen; components/widgets/controls.py draws each kind.

What a control offers may depend on its subject: the view for a choice among a page's filters, the
result of an answer for what is asked in it. Options map values to what they are called.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from components.words import Labels
from data.registry import Metric

NARROW = 120
MIDDLE = 144
WIDE = 204
WIDER = 220
WIDEST = 336
"""Widths of controls in pixels."""

Options: TypeAlias = Callable[[Any, Labels], Mapping[Any, str]]
"""What a subject offers, by value; an empty mapping leaves the control out."""


def fixed(options: Mapping[str, str]) -> Options:
    """Return what offers the same on every subject."""
    return lambda subject, labels: options


@dataclass(frozen=True)
class Segments:
    """Words in a row, one of which is chosen; `label` may depend on the subject."""

    label: str | Callable[[Any], str]
    options: Options


@dataclass(frozen=True)
class Boxes:
    """A list for each id of the value; choosing what another list shows swaps the two.

    chosen    the ids that the lists show; needed where the value is not the id of the only list
    at_least  the number of options below which the control is left out, or only disabled
    """

    labels: tuple[str, ...]
    options: Options
    width: int = WIDER
    chosen: Callable[[Any], Sequence[Any]] | None = None
    at_least: int = 1
    disabled: bool = False


@dataclass(frozen=True)
class Several:
    """A list from which several ids are chosen; none means all."""

    label: str
    options: Options


@dataclass(frozen=True)
class TextBox:
    """A box to write into; `usual` is what an empty one stands for, `lines` takes several lines."""

    label: str
    usual: Callable[[Any], str] = lambda subject: ""
    lines: bool = False


@dataclass(frozen=True)
class Slider:
    """A slider between two numbers."""

    label: str
    low: float
    high: float
    step: float


@dataclass(frozen=True)
class LimitPerMetric:
    """A box for a number of each metric; empty asks nothing."""

    metrics: Callable[[Any], Sequence[Metric]]


@dataclass(frozen=True)
class WeightPerMetric:
    """A slider for each metric, the heaviest at 1; `weights` are those in use, by metric."""

    metrics: Callable[[Any], Sequence[Metric]]
    weights: Callable[[Any], Mapping[str, float]]


@dataclass(frozen=True)
class Presets:
    """Weights by purpose in a row, the other presets (`options`) in a list."""

    options: Options


Control: TypeAlias = (
    Segments | Boxes | Several | TextBox | Slider | LimitPerMetric | WeightPerMetric | Presets
)
