"""What only the screen has, by the name under which pages list it (`Mount`)."""

from collections.abc import Mapping
from importlib import import_module

from components.served import View

MOUNTS: Mapping[str, str] = {
    "about_reference": "about.reference",
    "about_study": "about.study",
    "answers_elsewhere": "equivalence.answers_elsewhere",
    "board_notes": "leaderboard.board_notes",
    "brief": "brief.brief",
    "brought_answers": "equivalence.brought_answers",
    "claims": "reproduction.claims",
    "compare": "compare.compare",
    "controls_elsewhere": "elsewhere.controls_elsewhere",
    "glossary": "about.glossary",
    "inversion_cited": "inversion.cited",
    "inversion_evaluators": "inversion.evaluators",
    "inversion_own": "inversion.own",
    "inversion_suites": "inversion.suites",
    "known_values": "check.place",
    "method_meanings": "method.meanings",
    "method_metrics": "method.metrics",
    "method_standings": "method.standings",
    "metric_findings": "metric.findings",
    "metric_meanings": "metric.meanings",
    "metric_sources": "metric.sources",
    "opened_elsewhere": "check.opened_method",
    "opened_runs": "tradeoff.opened_runs",
    "plan": "plan.planned",
    "single_samples": "stability.single_samples",
    "term": "about.lookup",
    "threshold": "reliability.threshold",
    "to_lead": "stability.to_lead",
    "tradeoff_share": "tradeoff.share",
    "trust": "reliability.trusted",
    "which_j": "equivalence.which_j",
    "versions": "changes.versions",
    "weights_board": "leaderboard.board",
    "weight_rules": "reliability.rules",
}
"""The function beside this file that draws each; a page loads the ones that it has."""


def draw(name: str, view: View) -> None:
    """Draw one."""
    module, function = MOUNTS[name].split(".")
    getattr(import_module(f"components.widgets.{module}"), function)(view)
