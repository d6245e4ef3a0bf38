"""Which runs are behind the marks that are open?"""

from dataclasses import dataclass

import pandas as pd

from components.answers.record import Answer, Part, Said
from components.resolved import Resolved, reads
from components.runs import runs_of
from components.table import of_frame


@dataclass(frozen=True, eq=False)
class Opened:
    """The methods that are open, and their runs."""

    methods: tuple[str, ...]
    runs: pd.DataFrame


@reads(weights=False, view_only=("opened",))
def compute(view: Resolved) -> Opened:
    """The runs of the methods chosen, in the picture or by name."""
    methods = tuple(m for m in view.panel.methods if m in view.selection.opened)
    return Opened(methods, runs_of(view, methods))


OPENED = Answer(
    "opened",
    compute,
    lambda result, names: Said(),
    Part(
        "runs",
        "Runs of the methods chosen",
        lambda result, names: of_frame(result.runs),
        when=lambda result: bool(result.methods),
        open=True,
    ),
    opened=True,
)
