"""What stands in place of a result if there is none."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Nearest:
    """A panel of another suite that has what this one lacks, by id and label."""

    suite: str
    suite_label: str
    panel: str
    panel_label: str

    @property
    def name(self) -> str:
        """The name that its evidence is shown under: TOFU forget10, Llama-3.2-1B."""
        return f"{self.suite_label}, {self.panel_label}"


@dataclass(frozen=True)
class Absent:
    """Why there is no answer for this selection, shown instead of sentences and figures.

    nearest  whose evidence is shown instead, under its own name; None if there is none
    """

    reason: str
    nearest: Nearest | None = None
