"""Which ranking a row is about: the rows of Compare and of the page Method."""

from dataclasses import dataclass

from components.selection import Selection, to_text
from data.registry import Suite


@dataclass(frozen=True, kw_only=True)
class RankingPlace:
    """A ranking of a suite: `selection` names its panel, and its weights are those in use."""

    selection: Selection
    study: Suite
    panel_label: str

    @property
    def suite(self) -> str:
        """The suite, by id."""
        return self.selection.suite

    @property
    def suite_label(self) -> str:
        """What the suite is called."""
        return self.study.title

    @property
    def panel(self) -> str:
        """The panel, by id."""
        return self.selection.panel

    @property
    def weights(self) -> str:
        """The weights in use as an address has them: those of the suite where the panel lacks what
        was asked."""
        return to_text(self.selection.weights)
