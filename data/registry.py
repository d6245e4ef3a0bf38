"""What a suite is made of: metrics, methods, benchmarks, panels, and all of it together.

Everything that is specific to a metric or a method is data read from a suite folder; these frozen
records are the nouns that every layer above shares. Pure Python and pandas: no database, no
streamlit."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

import pandas as pd

from data.problems import Problem, counted, quoted

ID_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
"""The form of every id. It keeps links short and lets ids be part of `NAME:value,NAME:value`
lists."""

Direction = Literal["lower", "higher", "target"]
Role = Literal["score", "listed", "oracle"]
Scale = Literal["linear", "log"]
Group = Literal["", "forgetting", "privacy", "utility", "cost"]
COST: Group = "cost"
"""What a method needs to run: no preset and no rule weighs it, a user may."""
Under = Literal["", "below", "above"]
SeedKind = Literal["training", "unlearning", "evaluation", "unknown"]
Unit = Literal["", "proportion"]
MethodRole = Literal["candidate", "reference", "original", "control"]
ReferenceRole = Literal["", "original", "reference"]
GROUPS: tuple[Group, ...] = ("forgetting", "privacy", "utility")
GROUP_WORDS: Mapping[str, str] = {
    "forgetting": "forgetting",
    "privacy": "privacy",
    "utility": "usefulness",
    "cost": "cost",
}
"""What each group of metrics is called in sentences."""
REFERENCE = "reference"
"""The target that is the value of the model trained without the forgotten data, on the same panel
and benchmark."""
UTILITY_MAPS = (
    "identity",
    "complement",
    "linear",
    "reciprocal",
    "exponential",
    "logistic",
    "closeness",
)
"""Names a utility map can have; `components.stats.ranking.utility` says what each computes."""
SCALED_MAPS = ("reciprocal", "exponential", "logistic")
"""Those with a scale."""
OFFERED_MAPS = ("reciprocal", "exponential")
"""Those a reader chooses between, where a metric offers several."""

RUN_KEYS = ("panel", "benchmark", "method", "seed")
"""The columns of runs.csv that name a run; every further column is a metric."""


@dataclass(frozen=True, kw_only=True)
class Record:
    """A row of a table, its columns as fields; `further` has columns that no code reads by name."""

    further: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class UtilityMap:
    """A fixed monotone map of a metric to [0, 1]; `scale` is in the metric's own unit."""

    name: str
    scale: float = 1.0


@dataclass(frozen=True)
class Metric(Record):
    """One metric of a suite.

    Bounds are None when the metric is unbounded on that side; of `utilities` the first one is used
    where the choice is not offered."""

    id: str
    label: str
    name: str
    direction: Direction
    role: Role
    lower_bound: float | None
    upper_bound: float | None
    utilities: tuple[UtilityMap, ...]
    family: str
    measures: str
    reference: str
    target: str = ""
    aims: tuple[str, ...] = ("printed",)
    scale: Scale = "linear"
    group: Group = ""
    parts: tuple[str, ...] = ()
    under: Under = ""
    unit: Unit = ""

    @property
    def by_hand(self) -> bool:
        """Return whether no preset and no rule weighs it: a metric of cost, or one that is only
        listed."""
        return self.role == "listed" or self.group == COST

    @property
    def sign(self) -> int:
        """Return −1 if lower is better, else +1: aligned value = sign × value; that of a target t
        is −|x − t|."""
        return -1 if self.direction == "lower" else 1

    @property
    def arrow(self) -> str:
        """Return the direction as an arrow for column heads; ◎ is a target."""
        return {"higher": "↑", "lower": "↓", "target": "◎"}[self.direction]

    @property
    def better(self) -> str:
        """Return which values are better, in words."""
        if self.direction != "target":
            return f"{self.direction} is better"
        target = "the retrained model" if self.target == REFERENCE else self.target
        return f"closer to {target} is better"

    @property
    def targeted(self) -> bool:
        """Return whether the best value is a target, not an end of the scale."""
        return self.direction == "target"


def _share(row: Mapping[Hashable, str]) -> Metric:
    """Return a row of pool_metrics.csv as a metric, with values between 0 and 1."""
    is_higher_better = row["direction"] == "higher"
    return Metric(
        id=row["id"],
        label=row["label"],
        name=row["name"],
        direction="higher" if is_higher_better else "lower",
        role="score",
        lower_bound=0,
        upper_bound=1,
        utilities=(UtilityMap("identity" if is_higher_better else "complement"),),
        family="",
        measures=row["measures"],
        reference=row["reference"],
        aims=("printed", REFERENCE),
    )


@dataclass(frozen=True)
class Method(Record):
    """One unlearning method, or one checkpoint of a family; `code` is the address of what was run,
    `tuned` how its settings were chosen."""

    id: str
    label: str
    name: str
    family: str
    description: str
    reference: str
    url: str
    role: MethodRole = "candidate"
    code: str = ""
    tuned: str = ""

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """Return the hyper-parameters that are given: columns that columns.py does not describe."""
        return tuple(pair for pair in self.further if pair[1])


@dataclass(frozen=True)
class Described(Record):
    """What has a name, a sentence and a citation in a table."""

    id: str
    label: str
    name: str
    description: str
    reference: str
    url: str


class Family(Described):
    """The checkpoints of one method: its grid."""


@dataclass(frozen=True)
class Benchmark(Described):
    """One data set on which methods are compared; `within` is one that contains or overlaps it, or
    ""."""

    within: str = ""


@dataclass(frozen=True)
class PanelInfo(Record):
    """The runs analysed together: one base model in one setting.

    A base model that is a small network states its number of parameters: "tower (12 480
    parameters)". `seeds_averaged` is of how many seeds each value is the printed mean.
    """

    id: str
    label: str
    base_model: str
    setting: str
    reference: bool
    description: str
    seed_kind: SeedKind = "unknown"
    seeds_averaged: int = 1

    @property
    def is_small_network(self) -> bool:
        """Whether its base model is a network far smaller than any that is deployed."""
        return "parameters)" in self.base_model


@dataclass(frozen=True)
class Floor:
    """The least that a method has to keep to be ranked, on every benchmark or on one.

    `subject` is a metric or a group of them; `value` is the share of the utility of the original or
    the reference (`share_of`), or a utility where `share_of` is empty."""

    subject: str
    value: float
    share_of: ReferenceRole = ""
    benchmark: str = ""
    source: str = field(default="", compare=False)

    def __str__(self) -> str:
        """Return its text form: utility:0.8:original, FA:0.5, RA:0.9::news."""
        value = f"{self.value:.6f}".rstrip("0").rstrip(".")
        return f"{self.subject}:{value}:{self.share_of}:{self.benchmark}".rstrip(":")


@dataclass(frozen=True)
class Suite:
    """One study. Filled from suite.toml; `private` marks a suite that lives in one session only.

    `registered` says that weights, floors and filters were chosen before its numbers were seen."""

    id: str
    title: str
    description: str
    paper: str
    url: str
    authors: str
    year: int
    source_url: str
    licence: str
    retrieved: str
    registered: bool = False
    private: bool = False


@dataclass(frozen=True)
class NotServed:
    """A suite folder that is refused: its name, the id it gives itself ("" if unreadable), every
    problem."""

    folder: str
    suite: str
    problems: tuple[Problem, ...]

    @property
    def sentence(self) -> str:
        """Return the sentence that it is not served, and why."""
        sentence = f"The folder {quoted(self.folder)} is not served: {self.problems[0].message}"
        n_further = len(self.problems) - 1
        if n_further:
            sentence += f"; {counted(n_further, 'more problem')}"
        return f"{sentence}."


@dataclass(frozen=True)
class Size:
    """How much a suite holds: `methods` that are ranked, `metrics` to weight, `claims` to
    recompute, …."""

    methods: int
    families: int
    metrics: int
    runs: int
    claims: int
    pool_metrics: int


@dataclass(frozen=True, eq=False)
class Tables:
    """A whole suite, validated.

    `runs` is wide, in file order: run_id (int, from 1), panel, benchmark, method, seed (int), and
    one float column per metric id, NaN where nothing was measured. `published` has one row per
    printed claim. `extras` are the suite's further small tables by file stem (for instance
    "recoverability", "weights"). `data_version` is the first 12 hex digits of the SHA-256 of the
    suite's files."""

    suite: Suite
    metrics: tuple[Metric, ...]
    methods: tuple[Method, ...]
    benchmarks: tuple[Benchmark, ...]
    panels: tuple[PanelInfo, ...]
    runs: pd.DataFrame
    published: pd.DataFrame
    extras: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    data_version: str = ""

    @property
    def n_runs(self) -> int:
        """Return how many runs the suite has."""
        return len(self.runs)

    @cached_property
    def panel_runs(self) -> Mapping[str, int]:
        """Return the number of runs by panel, without panels that have none."""
        n_runs_of_panel = self.runs["panel"].value_counts()
        return {str(panel): int(n_runs) for panel, n_runs in n_runs_of_panel.items()}

    def runs_of(self, panel: str) -> pd.DataFrame:
        """Return the runs of a panel in file order, none if the suite has no such panel."""
        is_of_panel = self.runs["panel"] == panel
        return self.runs if is_of_panel.all() else self.runs[is_of_panel]

    @cached_property
    def candidates(self) -> tuple[Method, ...]:
        """Return the methods that are ranked."""
        return tuple(method for method in self.methods if method.role == "candidate")

    @cached_property
    def families(self) -> tuple[Family, ...]:
        """Return the methods with several checkpoints, () if every method is one checkpoint."""
        field_names = [field.name for field in fields(Family) if not field.kw_only]
        families = []
        for row in self._rows("families"):
            families.append(Family(*(str(row[field_name]) for field_name in field_names)))
        return tuple(families)

    @cached_property
    def floors(self) -> Mapping[str, tuple[Floor, ...]]:
        """Return the suite's own floors by panel, in use until others are chosen."""
        floors_of_panel: dict[str, tuple[Floor, ...]] = {}
        for row in self._rows("floors"):
            value = float(row["value"])
            floor = Floor(row["on"], value, row["of"], row["benchmark"], row["source"])
            floors_of_panel[row["panel"]] = (*floors_of_panel.get(row["panel"], ()), floor)
        return floors_of_panel

    @cached_property
    def scores(self) -> tuple[Metric, ...]:
        """Return the metrics that may be weighted, if only by hand, in registry order."""
        return tuple(metric for metric in self.metrics if metric.role != "oracle")

    @cached_property
    def pool_metrics(self) -> tuple[Metric, ...]:
        """Return the metrics measured on models whose knowledge is known."""
        return tuple(map(_share, self._rows("pool_metrics")))

    @cached_property
    def after_metrics(self) -> tuple[Metric, ...]:
        """Return the metrics of after.csv, those of the suite first; those of pool_metrics.csv are
        shares."""
        if "after" not in self.extras:
            return ()
        used_ids = set(self.extras["after"]["metric"])
        metric_of_id: dict[str, Metric] = {}
        for metric in (*self.metrics, *self.pool_metrics):
            metric_of_id.setdefault(metric.id, metric)
        return tuple(metric for metric in metric_of_id.values() if metric.id in used_ids)

    def _rows(self, extra_name: str) -> list[dict[Hashable, Any]]:
        return self.extras[extra_name].to_dict("records") if extra_name in self.extras else []

    @cached_property
    def oracle(self) -> Metric | None:
        """Return the oracle distance, or None if the suite has none. Only one is allowed."""
        return next((metric for metric in self.metrics if metric.role == "oracle"), None)

    @cached_property
    def size(self) -> Size:
        """Return how much the suite holds."""
        return Size(
            methods=len(self.candidates),
            families=len(self.families),
            metrics=sum(metric.role == "score" for metric in self.metrics),
            runs=self.n_runs,
            claims=int((self.published["statistic"] != "cited").sum()),
            pool_metrics=len(self.extras.get("pool_metrics", ())),
        )

    @property
    def reference_panel(self) -> PanelInfo:
        """Return the panel whose weights are the suite's published ones."""
        return next((panel for panel in self.panels if panel.reference), self.panels[0])
