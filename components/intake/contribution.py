"""A suite as a folder to be added by pull request: tables, terms, citation, and the description of the request."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import pandas as pd

from components.exports.package import BEGINNING, package
from components.text import at_most, counted, forge_text, joined
from data.registry import Tables

NAME = "CONTRIBUTION.md"
FEWEST_SEEDS = 3
LISTED = 20
"""Most names in a sentence."""
_SILENT = "not stated"
"""What a suite of one's own says of authors and licence where the reader said nothing."""
_TO_SAY = (
    ("Base model", "name and revision of the model that was unlearned; `setting` of panels.csv where it is multimodal"),
    ("Configuration", "for each method: code and commit, hyper-parameters, number of steps, hardware"),
    ("Forget and retain sets", "which split, how many samples, where they come from"),
    ("Seeds", "what the seeds set (data order, initialisation, evaluation) and what they leave alone"),
    ("Oracle", "how the retrained model was trained and how the distance to it was measured, or why there is none"),
    ("Left out", "runs that failed, diverged or were left out, and why"),
)


@dataclass(frozen=True, eq=False)
class Contribution:
    """What is given back.

    `before` is the suite that methods were added to, None for a suite of one's own; `preview` says in Markdown what
    changes against it; `contact` is who answers questions.
    """

    tables: Tables
    before: Tables | None = None
    preview: str = ""
    contact: str = ""

    @property
    def added(self) -> tuple[str, ...]:
        """The ids of the methods brought: those that the suite did not have."""
        known = set() if self.before is None else {m.id for m in self.before.methods}
        return tuple(m.id for m in self.tables.methods if m.id not in known)


def contribution(given: Contribution) -> bytes:
    """The zip of one folder that `python -m data.check` accepts and LEADERBOARD_TABLES serves."""
    out = io.BytesIO(package(given.tables))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{given.tables.suite.id}/{NAME}", BEGINNING)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, f"# {title(given)}\n\n{description(given)}")
    return out.getvalue()


def title(given: Contribution) -> str:
    """The title line of the pull request."""
    suite = forge_text(given.tables.suite.title)
    if given.before is None:
        return f"Add the suite {suite}"
    return f"Add {_methods(given, 3)} to {forge_text(given.before.suite.title)}"


def description(given: Contribution) -> str:
    """The description of the pull request: what came in, what changes, what was checked, what is still to be said."""
    tables, own = given.tables, _own(given)
    benchmarks, panels = own["benchmark"].nunique(), own["panel"].nunique()
    lines = [
        f"Folder `data/tables/{tables.suite.id}`, data version `{tables.data_version}`.",
        "",
        f"- Methods: {_methods(given, LISTED)}",
        f"- {counted(len(own), 'run')}: {counted(panels, 'panel')}, {counted(benchmarks, 'benchmark')}, "
        f"{counted(own['seed'].nunique(), 'seed')}",
        f"- Metrics: {joined(at_most(LISTED, [forge_text(m.label) for m in tables.metrics]))}",
        f"- Licence: {forge_text(tables.suite.licence).rstrip('.')}",
        f"- Contact: {forge_text(given.contact) or 'to be said'}",
        "",
        "## What changes",
        "",
        given.preview.rstrip() or "Nothing was compared.",
        "",
        "## Open questions",
        "",
        *(f"- **{head}**: {question}" for head, question in (*_lacks(given), *_TO_SAY)),
    ]
    return "\n".join(lines) + "\n"


def _lacks(given: Contribution) -> list[tuple[str, str]]:
    """What a reader of the request would ask first."""
    tables, own = given.tables, _own(given)
    seeds = own.groupby(["panel", "benchmark", "method"])["seed"].nunique()
    measured = tables.oracle is not None and bool(own[tables.oracle.id].notna().any())
    unknown = [forge_text(m.label) for m in tables.metrics if not m.reference]
    lacks = {
        "Authors": not _stated(given, "authors"),
        "Licence": not _stated(given, "licence"),
        "Source": not _stated(given, "source_url"),
        "Contact": not given.contact.strip(),
    }
    few = bool(len(seeds)) and seeds.min() < FEWEST_SEEDS
    retrained = measured or any(m.role == "reference" for m in tables.methods)
    return [
        *((head, "not stated") for head, lacking in lacks.items() if lacking),
        *([("Seeds", f"some method has fewer than {FEWEST_SEEDS}")] if few else []),
        *([] if retrained else [("Retrained model", "there is none, and no distance to one")]),
        *([(f"Metrics {joined(at_most(LISTED, unknown))}", "definition, bounds, reference")] if unknown else []),
    ]


def _stated(given: Contribution, name: str) -> bool:
    text = str(getattr(given.tables.suite, name)).strip()
    if given.before is None:
        return text not in ("", _SILENT)
    # an enlarged suite repeats what its base says, with what was brought behind it
    return text != str(getattr(given.before.suite, name)) and not text.endswith(f"licence {_SILENT}")


def _methods(given: Contribution, most: int) -> str:
    names = {m.id: m.label for m in given.tables.methods}
    return joined(at_most(most, [forge_text(names[m]) for m in given.added])) or "no method"


def _own(given: Contribution) -> pd.DataFrame:
    return given.tables.runs[given.tables.runs["method"].isin(given.added)]
