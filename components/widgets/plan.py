"""The way from two methods without a verdict to a plan that would give one, with their numbers filled in."""

from components.answers.plan.experiment import pair_planned
from components.answers.stability.inferred import inferred
from components.answers.stability.verdicts import undecided
from components.pages import PLAN
from components.resolved import Resolved
from components.stats.separation.inference import AHEAD
from components.text import joined
from components.widgets.names import line
from components.widgets.selection import link


def plan_address(view: Resolved, pair: tuple[str, str] | None) -> str:
    """The plan for two methods of a selection; empty where there is no such pair."""
    return "" if pair is None else link(view, PLAN.path, versus=pair, show="")


def planned(view: Resolved) -> None:
    """A link to the plan for the pair chosen, or else for the first pair without a verdict."""
    result = view.of(inferred)
    pair = pair_planned(view) if len(view.selection.versus) == 2 else undecided(result)
    if pair is not None and any(t.verdict != AHEAD for t in result.tested(*pair)):
        both = joined([view.row_labels.method(m) for m in pair])
        line("", {plan_address(view, pair): f"Plan an experiment that can tell {both} apart"})
