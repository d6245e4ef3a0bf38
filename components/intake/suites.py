"""A checked table as a suite: added to a suite that is there, or one of its own. The rules are those of a folder."""

from collections.abc import Mapping

import pandas as pd

from components.format import MARK, cleaned
from components.intake.checks import Examined
from components.intake.suite_rows import (
    About,
    method_ids,
    method_rows,
    metric_ids,
    metric_rows,
    new_ids,
    panel_row,
    place_row,
    run_rows,
)
from components.intake.target import Target
from components.intake.uses import METRIC_USES
from components.own_ids import enlarged_id, private_id, private_parts
from components.table import neutral
from data.columns import SUITE_KEYS, TABLES
from data.load import tables_from_frames
from data.plain import identifier
from data.read.runs import suite_record
from data.registry import Tables
from data.write import text_frames

RELEASED = "released"
"""The preset of an enlarged suite with the weights that it has without the added runs."""
WITH = " with your results"
"""What follows the title of a suite that runs were added to."""


def own_suite(examined: Examined, about: About, *, private: bool = True, name: str = "", nth: int = 1) -> Tables:
    """A suite of its own from a table without problems. Raises SuiteProblems.

    `name` is what its id is made of (the title by default); a private suite's id ends in `_yours`, with the number of
    the table before it where that is not the first.
    """
    grid = examined.grid
    ids = {use: new_ids(grid, use, ()) for use in ("panel", "benchmark")} | {"method": method_ids(grid)}
    named = [grid.names["panel"][i] for i in grid.rows]
    most = max(ids["panel"], key=named.count)
    rows = {
        "metrics": metric_rows(grid),
        "methods": method_rows(grid, ids["method"], about),
        "benchmarks": [place_row(i, label) for label, i in ids["benchmark"].items()],
        "panels": [panel_row(i, label, label == most) for label, i in ids["panel"].items()],
    }
    frames = {table: pd.DataFrame(own, dtype="str") for table, own in rows.items()}
    frames["runs"] = run_rows(grid, ids, metric_ids(grid))
    title = about.title or "Your results"
    base = identifier(private_parts(name)[0] or title, fallback="suite")[:50].strip("_")
    record = _record(about, private_id(base, nth) if private else base, title)
    return tables_from_frames(harmless(frames), record, private=private)


def harmless(frames: Mapping[str, pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """The tables of a suite without a cell that a spreadsheet would run."""
    return {name: frame.map(neutral) for name, frame in frames.items()}


def enlarged_suite(
    examined: Examined,
    target: Target,
    about: About,
    released: Mapping[str, float],
    *,
    private: bool = True,
    nth: int = 1,
) -> Tables:
    """The suite of the target with the runs of a table added after its own, their methods marked. Raises SuiteProblems.

    `released` are the weights the suite's default rule gives without the added runs; they become a preset. What a
    paper prints of the suite is left out: it is about the runs as released.
    """
    suite, grid = target.suite, examined.grid
    assert suite is not None
    frames = text_frames(suite)
    new = {use: new_ids(grid, use, target.known(use)) for use in ("panel", "benchmark")}
    ids = {use: {k: k for k in target.known(use)} | new[use] for use in new}
    ids["method"] = method_ids(grid, {*(m.id for m in suite.methods), *(f.id for f in suite.families)})
    methods = method_rows(grid, ids["method"], about, MARK if private else "")
    # new panels of the same table are taken to be like the one that runs are added to
    setting = next(p.setting for p in suite.panels if p.id == target.panel)
    preset = {"preset": RELEASED, "label": "As released, without the added runs"}
    where = "the default weights of the suite before these runs were added"
    added = {
        "families": _families_of(suite, methods),
        "methods": methods,
        "benchmarks": [place_row(i, label) for label, i in new["benchmark"].items()],
        "panels": [panel_row(i, label, False, setting) for label, i in new["panel"].items()],
        "weights": [{**preset, "metric": m, "weight": repr(w), "where": where} for m, w in released.items()],
    }
    if released and "weights" in frames:
        # a suite that was enlarged before has such a preset; the new one replaces it
        frames["weights"] = frames["weights"][frames["weights"]["preset"] != RELEASED]
    for table, rows in added.items():
        if rows:
            frames[table] = _with_rows(table, frames.get(table), rows)
    metrics = {u.column: u.metric for u in grid.uses.values() if u.use in METRIC_USES and u.metric}
    frames["runs"] = pd.concat([frames["runs"], run_rows(grid, ids, metrics)]).fillna("")
    frames.pop("published", None)
    record = {key: getattr(suite.suite, key) for key in SUITE_KEYS}
    base = identifier(about.title, fallback="addition") if about.title else f"{suite.suite.id}_additions"
    own = f"Added: {about.authors or 'a reader'}, {about.licence.rstrip(' .') or 'licence not stated'}"
    record |= {
        "id": enlarged_id(suite.suite.id, nth) if private else base,
        "title": about.title or f"{suite.suite.title}{WITH}{f' ({nth})' if nth > 1 else ''}",
        "description": f"{suite.suite.description} {cleaned(about.description)} {own}.".strip(),
        "licence": f"{suite.suite.licence.rstrip(' .')}. {own}",
        "authors": f"{suite.suite.authors}; {about.authors}" if about.authors else suite.suite.authors,
    }
    return tables_from_frames(harmless(frames), record, private=private)


def _with_rows(table: str, before: pd.DataFrame | None, rows: list[dict[str, str]]) -> pd.DataFrame:
    """A table with rows added; one new to the suite gets every column, also those without a cell in the rows."""
    columns = TABLES[table].columns
    known = pd.DataFrame(columns=[c.name for c in columns], dtype="str") if before is None else before
    joined = pd.concat([known, pd.DataFrame(rows, columns=[c.name for c in columns], dtype="str")])
    return joined.fillna({c.name: c.default for c in columns if c.default is not None}).fillna("")


def _families_of(suite: Tables, methods: list[dict[str, str]]) -> list[dict[str, str]]:
    """A family for each added method that is ranked, where the suite has families: a grid of one checkpoint."""
    ranked = [row for row in methods if row["role"] == "candidate"] if suite.families else []
    for row in ranked:
        row["family"] = row["id"]
    return [{k: row[k] for k in ("id", "label", "name", "description", "reference", "url")} for row in ranked]


def _record(about: About, name: str, title: str) -> dict[str, str | int]:
    description = cleaned(about.description) or "Results brought by a reader."
    given = {"url": about.url, "source_url": about.source_url} | {
        key: text for key in ("authors", "licence") if (text := cleaned(getattr(about, key)))
    }
    return suite_record(name, cleaned(title), description) | {"paper": cleaned(title), **given}
