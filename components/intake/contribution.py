"""A suite as a folder to be added by pull request: tables, terms, citation, and the text of the request."""

import io
import zipfile

from components.exports.package import BEGINNING, package
from components.format import at_most, counted, forge_text, joined
from data.registry import Tables

NAME = "CONTRIBUTION.md"
LISTED = 20
"""Most names in a sentence."""
_TO_SAY = """- **Authors, licence, source**: who is credited, under which terms, and where the numbers come from
- **Base model**: name and revision of the model that was unlearned
- **Configuration**: for each method code and commit, hyper-parameters, number of steps, hardware
- **Forget and retain sets**: which split, how many samples, where they come from
- **Seeds**: at least three for each method; what they set and what they leave alone
- **Oracle**: how the retrained model was trained and how the distance to it was measured, or why there is none
- **Metrics**: definition, bounds and reference of each that is new
- **Left out**: runs that failed, diverged or were left out, and why
"""


def contribution(made: Tables, before: Tables | None = None, contact: str = "") -> bytes:
    """The zip of one folder that `python -m data.check` accepts and LEADERBOARD_TABLES serves."""
    out = io.BytesIO(package(made))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        entry = zipfile.ZipInfo(f"{made.suite.id}/{NAME}", BEGINNING)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        archive.writestr(entry, request(made, before, contact))
    return out.getvalue()


def request(made: Tables, before: Tables | None = None, contact: str = "") -> str:
    """Return the pull request, its title first: what came in, and what is still missing.

    `before` is the suite that methods were added to, None for a suite of one's own.
    """
    known = set() if before is None else {m.id for m in before.methods}
    added = {m.id: forge_text(m.label) for m in made.methods if m.id not in known}
    names = list(added.values())
    own = made.runs[made.runs["method"].isin(list(added))]
    benchmarks, seeds = counted(own["benchmark"].nunique(), "benchmark"), counted(own["seed"].nunique(), "seed")
    title = f"Add the suite {forge_text(made.suite.title)}"
    if before is not None:
        title = f"Add {joined(at_most(3, names)) or 'no method'} to {forge_text(before.suite.title)}"
    return f"""# {title}

Folder `data/tables/{made.suite.id}`, data version `{made.data_version}`.

- Methods: {joined(at_most(LISTED, names)) or "none"}
- {counted(len(own), "run")}: {counted(own["panel"].nunique(), "panel")}, {benchmarks}, {seeds}
- Metrics: {joined(at_most(LISTED, [forge_text(m.label) for m in made.metrics]))}
- Authors: {forge_text(made.suite.authors)}
- Licence: {forge_text(made.suite.licence).rstrip(".")}
- Contact: {forge_text(contact) or "to be said"}

## Open questions

{_TO_SAY}"""
