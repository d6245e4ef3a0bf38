"""A suite as a folder to be added by pull request: tables, terms, citation, and the description of the request."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

import pandas as pd

from components.exports.package import BEGINNING, package
from components.text import at_most, counted, forge_text, joined
from data.registry import RUN_KEYS, Tables

NAME = "CONTRIBUTION.md"
FEWEST_SEEDS = 3
CHECKED = "## Checked by the program that wrote this"
LISTED = 20
"""Most names in a sentence."""
_SILENT = "not stated"
"""What a suite of one's own says of authors and licence where the reader said nothing."""
_TO_SAY = (
    ("Base model", "name and revision of the model that was unlearned, and of the tokenizer or processor"),
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
        CHECKED,
        "",
        *(f"- [{'x' if done else ' '}] {told}" for told, done in _checks(given)),
        "",
        "## Open questions",
        "",
        *(f"- **{head}**: {question}" for head, question in _open(given)),
    ]
    if given.before is not None and len(given.before.published):
        kept = f"Printed numbers stay with {forge_text(given.before.suite.title)}: they are about the runs as released."
        lines.insert(lines.index(CHECKED), f"{kept}\n")
    return "\n".join(lines) + "\n"


def _checks(given: Contribution) -> list[tuple[str, bool]]:
    """What a machine can verify, and whether it holds."""
    tables, own = given.tables, _own(given)
    seeds = [frozenset(s) for _, s in own.groupby(["panel", "benchmark", "method"])["seed"]]
    places = own.groupby(["panel", "benchmark"])
    same = all(len({frozenset(s) for _, s in g.groupby("method")["seed"]}) == 1 for _, g in places)
    measured = tables.oracle is not None and bool(own[tables.oracle.id].notna().any())
    references = [m for m in tables.methods if m.role == "reference"]
    checks = [
        ("`python -m data.check` finds no problem in the folder", True),
        (f"Every method has at least {FEWEST_SEEDS} seeds", bool(seeds) and min(map(len, seeds)) >= FEWEST_SEEDS),
        ("On each benchmark all methods have the same seeds", same),
        ("There is a retrained model, or the distance to one", measured or bool(references)),
        ("Every metric says where it is defined", all(m.reference for m in tables.metrics)),
        ("Authors are named", _stated(given, "authors")),
        ("A licence is named", _stated(given, "licence")),
        ("The source of the numbers is named", _stated(given, "source_url")),
        ("A contact is named", bool(given.contact.strip())),
    ]
    if given.before is not None:
        told = f"The runs of {forge_text(given.before.suite.title)} are in it, unchanged"
        checks.insert(1, (told, _unchanged(given.before, tables)))
    return checks


def _open(given: Contribution) -> list[tuple[str, str]]:
    unknown = [forge_text(m.label) for m in given.tables.metrics if not m.reference]
    if not unknown:
        return [*_TO_SAY]
    return [*_TO_SAY, (f"Metrics {joined(at_most(LISTED, unknown))}", "definition, bounds, reference, sample size")]


def _stated(given: Contribution, name: str) -> bool:
    suite = given.tables.suite
    text = str(getattr(suite, name)).strip()
    if given.before is None:
        return text not in ("", _SILENT)
    # an enlarged suite repeats what its base says; what was brought stands behind it
    return text != str(getattr(given.before.suite, name)) and not text.endswith(f"licence {_SILENT}")


def _unchanged(before: Tables, after: Tables) -> bool:
    columns = [*RUN_KEYS, *(m.id for m in before.metrics)]
    if not set(columns) <= set(after.runs.columns):
        return False
    old, new = (t.runs[columns].set_index(list(RUN_KEYS)).sort_index() for t in (before, after))
    return bool(old.index.isin(new.index).all()) and new.loc[old.index].equals(old)


def _methods(given: Contribution, most: int) -> str:
    names = {m.id: m.label for m in given.tables.methods}
    return joined(at_most(most, [forge_text(names[m]) for m in given.added])) or "no method"


def _own(given: Contribution) -> pd.DataFrame:
    return given.tables.runs[given.tables.runs["method"].isin(given.added)]
