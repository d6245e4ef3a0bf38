"""Every number of a view as one plain dict: for pages, exports, the HTTP interface and the command line alike.

    python -m components.report SUITE [--panel P] [--weights PRESET|FA:0.2,RA:0.8] … [--format json|markdown]

`report` is a pure function of tables and a selection. Loading and caching stand outside, so that private tables
never enter a shared cache.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from components.errors import LeaderboardError
from components.exports.markdown import markdown
from components.plain import plain
from components.resolved import Resolved
from components.selection import CHOICES, Selection, parse
from components.views.agreement.pair import agreement_pair
from components.views.agreement.result import agreement
from components.views.calibration.result import calibration
from components.views.clusters.result import clusters
from components.views.equivalence.result import equivalence, equivalence_summary
from components.views.inversion.result import inversion, inversion_summary
from components.views.leaderboard.result import leaderboard, preset_table, summary
from components.views.leaderboard.words import sentences
from components.views.reliability.result import reliability
from components.views.reliability.weight_rules import weight_rules
from components.views.reproduction.result import recoverability, reproduction
from components.views.stability.open import map_of_weights, versus
from components.views.stability.pieces import other_choices, other_rules, seeds, who_can_lead
from components.views.stability.result import curve, everywhere, near, stability
from data.registry import Tables

Part = Callable[[Resolved], Any]

PARTS: Mapping[str, Part] = {
    "leaderboard": leaderboard,
    "agreement": agreement,
    "clusters": clusters,
    "reliability": reliability,
    "stability": stability,
    "reproduction": reproduction,
    "calibration": calibration,
    "equivalence": equivalence_summary,
    "inversion": inversion_summary,
}
"""The parts by the name of their key, in the order in which they are printed."""

PIECES: Mapping[str, Part] = {
    "summary": summary,
    "presets": preset_table,
    "weight_rules": weight_rules,
    "recoverability": recoverability,
    "agreement_pair": agreement_pair,
    "equivalence_prompts": equivalence,
    "stability_everywhere": everywhere,
    "stability_near": near,
    "stability_curve": curve,
    "stability_leaders": who_can_lead,
    "stability_choices": other_choices,
    "stability_seeds": seeds,
    "stability_rules": other_rules,
    "stability_versus": versus,
    "stability_map": map_of_weights,
    "inversion_images": inversion,
    **PARTS,
}
"""Everything a page may ask for by name."""

DETAILS = frozenset({"agreement_pair", "stability_versus", "stability_map"})
"""The pieces that depend on what a reader has opened, and not on the numbers' choices alone."""


def report(tables: Tables, selection: Selection, parts: Iterable[str] = tuple(PARTS)) -> dict[str, Any]:
    """The summary of a view and the parts asked for, as plain dicts and lists.

    Undefined numbers are None, with the reason in a sibling key where a reader needs it. Raises
    LeaderboardError (weights that cannot be derived from this selection, for instance).
    """
    resolved = Resolved(tables, selection)
    result: dict[str, Any] = plain(summary(resolved))
    result |= {name: plain(PARTS[name](resolved)) for name in parts}
    if "leaderboard" in result:
        result["sentences"] = sentences(resolved, result, result["leaderboard"])
    return result


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m components.report", description="Print every number of a view.", allow_abbrev=False
    )
    parser.add_argument("suite", help="the study")
    for choice in CHOICES:
        if choice.name != "suite" and not choice.view_only:
            parser.add_argument(f"--{choice.name}", help=choice.help)
    parser.add_argument("--tables", type=Path, metavar="DIR", help="a suite folder to read instead of the database")
    parser.add_argument("--format", choices=("json", "markdown"), default="json")
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Print the report; exit status 2 with one sentence per problem when something cannot be read."""
    from data import load, store

    options = vars(_arguments().parse_args(arguments))
    folder, form = options.pop("tables"), options.pop("format")
    try:
        tables = load.load_suite(folder) if folder else store.tables(options["suite"])
        query = {name: text for name, text in options.items() if text is not None}
        selection, problems = parse(query, tables)
        if problems:
            raise LeaderboardError("\n".join(f"--{p.name}: found {p.found!r}, expected {p.expected}" for p in problems))
        result = report(tables, selection)
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 2
    if form == "json":
        print(json.dumps(result, ensure_ascii=False, allow_nan=False, indent=1))
    else:
        print(markdown(result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
