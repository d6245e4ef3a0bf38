"""A suite as a folder to be added by pull request: its tables, terms and citation, and what reviewers need to know."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection

from components.exports.package import BEGINNING, package
from components.text import cleaned, counted
from data.registry import Tables

NAME = "CONTRIBUTION.md"
_TO_SAY = (
    ("Contact", "who answers questions about these runs (name, address or account)"),
    ("Base model", "name and revision of the model that was unlearned, and of the tokenizer or processor"),
    ("Configuration", "for each method: code and commit, hyper-parameters, number of steps, hardware"),
    ("Forget and retain sets", "which split, how many samples, where they come from"),
    ("Seeds", "what the seeds set (data order, initialisation, evaluation) and what they leave alone"),
    ("Oracle", "how the retrained model was trained and how the distance to it was measured, or why there is none"),
    ("Metrics", "for each metric that is not known here: definition, bounds, reference, sample size"),
    ("Left out", "runs that failed, diverged or were left out, and why"),
)


def contribution(tables: Tables, added: Collection[str] = (), contact: str = "") -> bytes:
    """The zip of one folder that `python -m data.check` accepts and LEADERBOARD_TABLES serves.

    `added` are the ids of the methods that a reader added to a suite; with none the whole suite is theirs.
    """
    out = io.BytesIO(package(tables))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{tables.suite.id}/{NAME}", BEGINNING)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, _page(tables, added, contact))
    return out.getvalue()


def _page(tables: Tables, added: Collection[str], contact: str) -> str:
    methods = [m for m in tables.methods if not added or m.id in added]
    runs = int(tables.runs["method"].isin([m.id for m in methods]).sum())
    names = ", ".join(cleaned(m.name) for m in methods[:20]) + (" …" if len(methods) > 20 else "")
    seeds = tables.runs.loc[tables.runs["method"].isin([m.id for m in methods]), "seed"].nunique()
    lines = [
        f"# {cleaned(tables.suite.title)}",
        "",
        f"Brought in: {counted(len(methods), 'method')} ({names}), {counted(runs, 'run')}, {counted(seeds, 'seed')}.",
        f"Licence of the figures: {cleaned(tables.suite.licence).rstrip('.')}.",
        "",
        "Please fill in before you open the pull request; reviewers ask for nothing else.",
        "",
    ]
    for head, question in _TO_SAY:
        answer = cleaned(contact) if head == "Contact" and contact else f"_{question}_"
        lines += [f"## {head}", "", answer, ""]
    return "\n".join(lines)
