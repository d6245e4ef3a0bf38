"""What stands in place of a result if there is none."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Absent:
    """Why there is no answer for this selection, shown instead of sentences and figures."""

    reason: str
