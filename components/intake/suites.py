"""A checked table as a suite: added to a suite that is there, or one of its own. All rules are those of a folder."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import pandas as pd

from components.intake.checks import Examined
from components.intake.grid import Grid
from components.intake.names import identifier
from components.intake.target import MAIN, Target
from components.intake.uses import METRIC_USES, ORACLE, Use
from components.text import cleaned, shortened
from data.columns import SUITE_KEYS
from data.files import SUITE_FILE
from data.load import frame_from_csv, tables_from_frames
from data.registry import RUN_KEYS, Tables
from data.write import suite_files

YOURS = "_yours"
"""How the id of every suite ends that lives in one session: a link that names one needs its owner's file."""
MARK = " • yours"
"""What stands behind the label of an added method, on every page."""
FAMILY = "your results"
RELEASED = "released"
"""The preset of an enlarged suite with the weights that it has without the added runs."""


@dataclass(frozen=True)
class About:
    """What a reader says of their results. Empty texts are filled with what can be said without them."""

    title: str = ""
    description: str = ""
    authors: str = ""
    licence: str = ""
    url: str = ""
    source_url: str = ""


def own_suite(
    examined: Examined, about: About, *, private: bool = True, name: str = "", setting: str = "unimodal"
) -> Tables:
    """A suite of its own from a table without problems. Raises SuiteProblems.

    `name` is what its id is made of (the title by default); a private suite's id ends in `_yours`. `setting` says
    whether the models are unimodal or multimodal.
    """
    grid = examined.grid
    panels = _ids(grid, "panel")
    runs, methods = _runs(grid, panels, _ids(grid, "benchmark"), MethodIds(grid), metric_ids(grid), about)
    most = max(panels, key=lambda p: sum(grid.names["panel"][i] == p for i in grid.rows))
    frames = {
        "metrics": pd.DataFrame(_metric_rows(grid), dtype="str"),
        "methods": pd.DataFrame(methods, dtype="str"),
        "benchmarks": pd.DataFrame([_place_row(i, label) for label, i in _ids(grid, "benchmark").items()], dtype="str"),
        "panels": pd.DataFrame(
            [_panel_row(i, label, label == most, setting) for label, i in panels.items()], dtype="str"
        ),
        "runs": runs,
    }
    title = about.title or "Your results"
    base = identifier(name.removesuffix(YOURS) or title, fallback="suite")[:50].strip("_")
    record = _record(about, base + YOURS if private else base, title)
    return tables_from_frames(frames, record, private=private)


def enlarged_suite(
    examined: Examined, target: Target, about: About, released: Mapping[str, float], *, private: bool = True
) -> Tables:
    """The suite of the target with the runs of a table added after its own, their methods marked. Raises SuiteProblems.

    `released` are the weights the suite's default rule gives without the added runs; they become a preset. What a
    paper prints of the suite is left out: it is about the runs as released.
    """
    suite, grid = target.suite, examined.grid
    assert suite is not None
    frames = _frames_of(suite)
    benchmarks, panels = ({k: k for k in target.known(use)} for use in ("benchmark", "panel"))
    new_places, new_panels = (_new(grid, use, known) for use, known in (("benchmark", benchmarks), ("panel", panels)))
    ids = {u.column: u.metric for u in grid.uses.values() if u.use in METRIC_USES and u.metric}
    named = MethodIds(grid, [m.id for m in suite.methods], MARK if private else "")
    runs, methods = _runs(grid, {**panels, **new_panels}, {**benchmarks, **new_places}, named, ids, about)
    own = f"Added: {about.authors or 'a reader'}, {about.licence or 'licence not stated'}."
    added = {
        "methods": methods,
        "benchmarks": [_place_row(i, label) for label, i in new_places.items()],
        "panels": [_panel_row(i, label, False, _setting_of(target)) for label, i in new_panels.items()],
        "weights": [
            {"preset": RELEASED, "label": "As released, without the added runs", "metric": m, "weight": repr(w)}
            | {"where": "the default weights of the suite before these runs were added", "transform": ""}
            for m, w in released.items()
        ],
    }
    for table, rows in added.items():
        if rows:
            frames[table] = pd.concat([frames.get(table, pd.DataFrame()), pd.DataFrame(rows, dtype="str")]).fillna("")
    frames["runs"] = pd.concat([frames["runs"], runs]).fillna("")
    frames.pop("published", None)
    record = {key: getattr(suite.suite, key) for key in SUITE_KEYS}
    base = (
        identifier(about.title, fallback="addition") if about.title and not private else f"{suite.suite.id}_additions"
    )
    record |= {
        "id": f"{suite.suite.id}_with{YOURS}" if private else base,
        "title": about.title or f"{suite.suite.title} with your results",
        "description": f"{suite.suite.description} {cleaned(about.description)} {own}".strip(),
        "licence": f"{suite.suite.licence}. {own}",
        "authors": f"{suite.suite.authors}; {about.authors}" if about.authors else suite.suite.authors,
    }
    return tables_from_frames(frames, record, private=private)


class MethodIds:
    """Ids of methods by the name a table gives them, apart from ids already in use; `mark` ends their labels."""

    def __init__(self, grid: Grid, taken: Sequence[str] = (), mark: str = "") -> None:
        self.mark = mark
        self.by_name: dict[str, str] = {}
        used = set(taken)
        for i in grid.rows:
            name = grid.names["method"][i]
            if name not in self.by_name:
                clash = identifier(name, fallback="m") in taken
                self.by_name[name] = identifier(f"{name}{YOURS}" if clash else name, used, "m")
                used.add(self.by_name[name])


def metric_ids(grid: Grid) -> dict[str, str]:
    """Ids of the metric columns by heading; a known metric keeps the id it is known by."""
    found: dict[str, str] = {}
    taken = {*RUN_KEYS, "run_id"}
    for column in grid.metrics:
        found[column] = identifier(grid.uses[column].metric or grid.uses[column].label, taken, "metric")
        taken.add(found[column])
    return found


def _runs(
    grid: Grid,
    panels: Mapping[str, str],
    benchmarks: Mapping[str, str],
    named: MethodIds,
    metrics: Mapping[str, str],
    about: About,
) -> tuple[pd.DataFrame, list[dict[str, str]]]:
    """The rows of runs.csv and of methods.csv, in the order of the table."""
    rows, methods = [], {}
    for i in grid.rows:
        n = grid.names
        method = named.by_name[n["method"][i]]
        keys = {"panel": panels[n["panel"][i]], "benchmark": benchmarks[n["benchmark"][i]], "method": method}
        rows.append({**keys, "seed": n["seed"][i], **{m: grid.metrics[c][i] for c, m in metrics.items()}})
        if method not in methods:
            methods[method] = _method_row(grid, i, method, named.mark, about)
    return pd.DataFrame(rows, dtype="str"), list(methods.values())


def _method_row(grid: Grid, i: int, method: str, mark: str, about: About) -> dict[str, str]:
    name, family = cleaned(grid.names["method"][i]), cleaned(grid.names["family"][i])
    told = ", ".join(f"{c} {cells[i]}" for c, cells in grid.settings.items() if cells[i])
    return {
        "id": method,
        "label": shortened(name, 60) + mark,
        "name": name + mark,
        "family": family or (FAMILY if mark else "not stated"),
        "description": f"As brought by a reader{'; ' + told if told else ''}.",
        "reference": cleaned(about.authors),
        "url": about.url,
    }


def _metric_rows(grid: Grid) -> list[dict[str, str]]:
    ids = metric_ids(grid)
    return [_metric_row(ids[c], grid.uses[c]) for c in grid.metrics]


def _metric_row(metric: str, use: Use) -> dict[str, str]:
    label = cleaned(use.label) or metric
    return {
        "id": metric,
        "label": shortened(label, 40),
        "name": label,
        "direction": use.direction,
        "role": "oracle" if use.use == ORACLE else "score",
        "lower_bound": "" if use.low is None else repr(use.low),
        "upper_bound": "" if use.high is None else repr(use.high),
        "utilities": "" if use.use == ORACLE else use.utilities,
        "family": "declared by a reader",
        "measures": f"As declared: {use.direction} is better. {cleaned(use.why)}.",
        "reference": "",
    }


def _place_row(benchmark: str, label: str) -> dict[str, str]:
    said = "Named by a reader's table."
    name = shortened(label, 60) or benchmark
    return {"id": benchmark, "label": name, "name": name, "description": said, "reference": "", "url": ""}


def _setting_of(target: Target) -> str:
    """The setting of the panel that runs are added to: new panels of the same table are taken to be like it."""
    assert target.suite is not None
    return next(p.setting for p in target.suite.panels if p.id == target.panel)


def _panel_row(panel: str, label: str, reference: bool, setting: str) -> dict[str, str]:
    name = "All runs" if label == MAIN else shortened(label, 60)
    return {
        "id": panel,
        "label": name,
        "base_model": "not stated" if label == MAIN else name,
        "setting": setting,
        "reference": "yes" if reference else "no",
        "description": "Runs of a reader's table.",
    }


def _ids(grid: Grid, use: str) -> dict[str, str]:
    """Ids by name, in order of first appearance."""
    found: dict[str, str] = {}
    for i in grid.rows:
        name = grid.names[use][i]
        if name not in found:
            found[name] = identifier(name, found.values(), use)
    return found


def _new(grid: Grid, use: str, known: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for i in grid.rows:
        name = grid.names[use][i]
        if name not in known and name not in found:
            found[name] = identifier(name, [*known, *found.values()], use)
    return found


def _frames_of(suite: Tables) -> dict[str, pd.DataFrame]:
    """The tables of a suite as frames of texts, every digit kept."""
    files = {name: content for name, content in suite_files(suite).items() if name != SUITE_FILE}
    return {name.removesuffix(".csv"): frame_from_csv(name, content) for name, content in files.items()}


def _record(about: About, name: str, title: str) -> dict[str, Any]:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    said = {f.name: asdict(about)[f.name] for f in fields(About)}
    return {
        "id": name,
        "title": cleaned(title),
        "description": cleaned(said["description"]) or "Results brought by a reader.",
        "paper": cleaned(title),
        "url": said["url"],
        "authors": cleaned(said["authors"]) or "not stated",
        "year": today.year,
        "source_url": said["source_url"],
        "licence": cleaned(said["licence"]) or "not stated",
        "retrieved": today.isoformat(),
    }
