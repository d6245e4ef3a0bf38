"""The columns of every table of a suite: what each holds, how it is read, what it points to.

This is the one description of the schema. The checks, the database and data/README.md follow it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

Kind = Literal["id", "text", "url", "choice", "flag", "number", "count"]
Support = Literal["computed", "recomputed", "rerun", "printed"]
SUPPORTS: tuple[Support, ...] = ("computed", "recomputed", "rerun", "printed")
"""What supports a value, the firmest first: computed by this project; recomputed here from samples;
run again by others; printed."""

SETTINGS = ("multimodal", "text", "image")
"""What the model of a panel takes in or makes, in the order in which suites are listed."""

SEED_KINDS = ("training", "unlearning", "evaluation", "unknown")
"""What a seed of a panel repeats."""


@dataclass(frozen=True)
class ColumnSchema:
    """One column. `refers` is the table whose ids it holds; `low` and `high` bound a number
    inclusively."""

    kind: Kind
    name: str
    help: str
    required: bool = True
    choices: tuple[str, ...] = ()
    refers: str = ""
    low: float | None = None
    high: float | None = None
    default: str | None = None
    """What a table without this column has in every row; None means that the column must be
    there."""


@dataclass(frozen=True)
class TableSchema:
    """One table of a suite: its file is `<name>.csv`. `key` names the columns that tell its rows
    apart.

    `derived` are columns computed from others or from columns that only some suites have.
    """

    name: str
    key: tuple[str, ...]
    columns: tuple[ColumnSchema, ...]
    required: bool = False
    help: str = ""
    derived: Mapping[str, Kind] = field(default_factory=dict)
    max_rows: int | None = None
    """How many rows it may have; `instead` says what to give in place of more."""
    instead: str = ""

    @property
    def relation(self) -> str:
        """Return the name of its view over all suites in the database."""
        return "family" if self.name == "families" else self.name.removesuffix("s")


id_column = partial(ColumnSchema, "id")
text_column = partial(ColumnSchema, "text")
url_column = partial(ColumnSchema, "url")
choice_column = partial(ColumnSchema, "choice")
flag_column = partial(ColumnSchema, "flag")
number_column = partial(ColumnSchema, "number")
share_column = partial(ColumnSchema, "number", low=0, high=1)
count_column = partial(ColumnSchema, "count")

HIGHEST_SEED = 2**32 - 1
CALLED = (
    text_column("label", "what it is called in tables and figures"),
    text_column("name", "written out"),
)
PRINTED = (
    text_column("where", "where it is printed"),
    url_column("url", "link to that place", required=False),
)
CITATION = (
    text_column("reference", "citation in words", required=False),
    url_column("url", "link to the citation", required=False),
)

METRICS = TableSchema(
    "metrics",
    ("id",),
    (
        id_column("id", "short name; the heading of its column in runs.csv"),
        *CALLED,
        choice_column(
            "direction", "which values are better", choices=("lower", "higher", "target")
        ),
        choice_column(
            "role",
            "score: may be weighted; listed: in tables, weighted by hand only; oracle: judges the"
            " others",
            choices=("score", "listed", "oracle"),
        ),
        number_column(
            "lower_bound", "smallest possible value, empty when unbounded", required=False
        ),
        number_column(
            "upper_bound", "largest possible value, empty when unbounded", required=False
        ),
        text_column(
            "utilities",
            "maps to [0, 1], name[:scale] separated by blanks; empty for the oracle",
            False,
        ),
        text_column("family", "what kind of measurement it is"),
        text_column("measures", "what it measures, and what it does not"),
        text_column("reference", "where it is defined", required=False),
        text_column(
            "target", "with the direction target: a number, or reference", False, default=""
        ),
        text_column(
            "aims",
            "what may be aimed at: printed, reference, or both",
            False,
            default="printed",
        ),
        choice_column(
            "scale",
            "log: mapped values, means and targets are taken of log10, and values below the lower"
            " bound count as the bound",
            choices=("linear", "log"),
            default="linear",
        ),
        choice_column(
            "group",
            "what it is for",
            False,
            ("forgetting", "privacy", "utility", "cost"),
            default="",
        ),
        text_column(
            "parts",
            "ids of the metrics it is derived from, separated by blanks",
            False,
            default="",
        ),
        choice_column(
            "under",
            "the side where too little was forgotten",
            False,
            ("below", "above"),
            default="",
        ),
        choice_column(
            "unit",
            "proportion: the share of so many samples",
            False,
            ("proportion",),
            default="",
        ),
    ),
    required=True,
    help="The metrics, in the order in which they are shown",
    max_rows=60,
    instead="the mean of metrics that measure the same, in place of each",
)

METHODS = TableSchema(
    "methods",
    ("id",),
    (
        id_column("id", "short name used in runs.csv and in links"),
        *CALLED,
        text_column("family", "what kind of method it is"),
        text_column("description", "what it does, in a sentence"),
        *CITATION,
        choice_column(
            "role",
            "candidate: ranked; reference: never saw the forgotten data; original: not unlearned;"
            " control: a right answer known by construction",
            choices=("candidate", "reference", "original", "control"),
            default="candidate",
        ),
        url_column("code", "address of the code that was run", False, default=""),
        text_column("tuned", "how its settings were chosen, as its source says", False, default=""),
    ),
    required=True,
    help=(
        "The unlearning methods, or the checkpoints of each family; with families.csv, every"
        " further column is a hyper-parameter"
    ),
    derived={"settings": "text"},
    max_rows=200,
    instead="the best checkpoint of each method (references, originals and controls count too)",
)

FAMILIES = TableSchema(
    "families",
    ("id",),
    (
        id_column("id", "short name; the family of its checkpoints in methods.csv"),
        *CALLED,
        text_column("description", "what it does, in a sentence"),
        *CITATION,
    ),
    help=(
        "Methods of which the suite has several checkpoints: the grid of a family is every"
        " candidate that names it"
    ),
)

POOL_METRICS = TableSchema(
    "pool_metrics",
    ("id",),
    (
        id_column("id", "short name; the heading of its column in pool.csv"),
        *CALLED,
        choice_column(
            "direction",
            "which values say that the knowledge is gone",
            choices=("lower", "higher"),
        ),
        text_column("measures", "what it measures"),
        text_column("reference", "where it is defined", required=False),
    ),
    help=(
        "The metrics of pool.csv: models that have the knowledge, models that never had it, and a"
        " reference. Also those of after.csv and ratings.csv by which no run is scored, with values"
        " from 0 to 1"
    ),
)

BENCHMARKS = TableSchema(
    "benchmarks",
    ("id",),
    (
        id_column("id", "short name used in runs.csv and in links"),
        *CALLED,
        text_column("description", "what it asks of a model"),
        *CITATION,
        id_column(
            "within",
            "the larger benchmark that has its samples",
            False,
            refers="benchmarks",
            default="",
        ),
    ),
    required=True,
    help="The data sets on which methods are compared",
)

PANELS = TableSchema(
    "panels",
    ("id",),
    (
        id_column("id", "short name used in runs.csv and in links"),
        CALLED[0],
        text_column("base_model", "the model that was unlearned"),
        choice_column("setting", "what the model takes in or makes", choices=SETTINGS),
        flag_column(
            "reference",
            "yes for exactly one panel: the suite opens on it, its runs give the published weights",
        ),
        text_column("description", "what was run, and what is missing"),
        choice_column(
            "seed_kind",
            "what a seed repeats. training: training and unlearning; unlearning: unlearning of one"
            " trained model; evaluation: only what is asked; unknown: the source does not say",
            choices=SEED_KINDS,
            default="unknown",
        ),
        count_column(
            "seeds_averaged",
            "of how many seeds each value is the printed mean; 1 where it is that of a run",
            low=1,
            high=10_000,
            default="1",
        ),
    ),
    required=True,
    help="The runs analysed together: one base model in one setting",
)

RUN_COLUMNS = (
    id_column("panel", "panel of the run", refers="panels"),
    id_column("benchmark", "benchmark of the run", refers="benchmarks"),
    id_column("method", "method of the run", refers="methods"),
    count_column("seed", "random seed of the run", low=0, high=HIGHEST_SEED),
)

RUNS = TableSchema(
    "runs",
    ("panel", "benchmark", "method", "seed"),
    RUN_COLUMNS,
    required=True,
    help=(
        "One row per run; one further column per metric, empty where it was not measured. Row order"
        " matters: the published protocol breaks ties by it"
    ),
    max_rows=3_000,
    instead="one run per panel, benchmark and method, with the mean over seeds",
)

PUBLISHED = TableSchema(
    "published",
    ("claim",),
    (
        id_column("claim", "short name of the claim"),
        *PRINTED,
        choice_column(
            "status",
            "what the claim is to the released tables",
            choices=("released", "later_revision", "superseded", "context"),
        ),
        text_column("statistic", "which statistic is printed (data/claims.py lists them)"),
        choice_column("protocol", "rules it was computed by", choices=("published", "tie-aware")),
        id_column(
            "panel",
            "the panel it is about, empty when it compares panels",
            False,
            refers="panels",
        ),
        text_column("subject", "what it is about, parts separated by |", required=False),
        text_column("printed", "the value exactly as printed"),
        count_column("decimals", "decimals by which it is compared", low=0, high=17),
        text_column("sentence", "what it says, in plain words"),
    ),
    help="What a paper prints about these runs",
    derived={"value": "number"},
)

SAMPLES = TableSchema(
    "samples",
    ("panel", "benchmark", "metric"),
    (
        id_column("panel", "panel", refers="panels"),
        id_column("benchmark", "benchmark", refers="benchmarks"),
        id_column("metric", "a metric whose unit is proportion", refers="metrics"),
        count_column("n", "number of samples: the metric moves in steps of 1/n", low=1, high=10**9),
        text_column("basis", "how the number is known"),
    ),
    help="How many samples stand behind a proportion",
)

WEIGHTS = TableSchema(
    "weights",
    ("preset", "metric"),
    (
        id_column("preset", "name of the preset in links"),
        text_column("label", "what it is called"),
        id_column("metric", "a metric that is no oracle", refers="metrics"),
        share_column("weight", "its weight; those of a preset sum to 1"),
        text_column(
            "transform",
            "the map of values it was published with, empty when none is named",
            required=False,
        ),
        *PRINTED,
        text_column("note", "what must be known about it", required=False),
    ),
    help="Weights that were published, beside those computed by rule",
)

RECOVERABILITY = TableSchema(
    "recoverability",
    ("source", "method"),
    (
        text_column("source", "where the counts are printed"),
        PRINTED[1],
        id_column(
            "method",
            "method, empty for all methods of that source together",
            False,
            refers="methods",
        ),
        count_column(
            "directly_suppressed",
            "samples the model failed when asked directly",
            low=0,
            high=10**9,
        ),
        count_column(
            "any_evidence",
            "of these, samples that another probe still revealed",
            low=0,
            high=10**9,
        ),
        share_column("mean_score", "mean recoverability, empty when not given", False),
        text_column("note", "how it was probed", required=False),
    ),
    help="The knowledge recoverability pilot",
)

PARTITIONS = TableSchema(
    "partitions",
    ("partition", "metric"),
    (
        id_column("partition", "name of the partition"),
        text_column("label", "what it is called"),
        id_column("metric", "a metric of role score", refers="metrics"),
        count_column("cluster", "number of its cluster, from 1", low=1, high=10_000),
        *PRINTED,
        text_column("note", "what the cluster is called there", required=False),
    ),
    help="Clusters of metrics that were published",
)

PERTURBATIONS = TableSchema(
    "perturbations",
    ("id",),
    (
        id_column("id", "short name; the perturbation of a row of after.csv"),
        CALLED[0],
        text_column(
            "description",
            "what was done to the unlearned model, and what must be known of the figures",
        ),
        text_column(
            "trained_on",
            "the data on which the model was trained again, empty where it was not trained",
            False,
            default="",
        ),
        text_column("steps", "how long it was trained, as its source says", False, default=""),
        *CITATION,
    ),
    help="What is done to a model after unlearning, to see whether forgetting survives",
)

AFTER = TableSchema(
    "after",
    ("perturbation", "panel", "benchmark", "method", "seed", "metric"),
    (
        id_column("perturbation", "what was done to the model", refers="perturbations"),
        *RUN_COLUMNS,
        id_column("metric", "an id of metrics.csv or pool_metrics.csv"),
        number_column("before", "its value before, empty when not measured", required=False),
        number_column("after", "its value after, empty when not measured", required=False),
    ),
    help="What becomes of the metrics of a run when its model is changed after unlearning",
)

PATH = TableSchema(
    "path",
    ("panel", "benchmark", "method", "metric", "at"),
    (
        *RUN_COLUMNS[:3],
        id_column("metric", "metric of the value", refers="metrics"),
        text_column("along", "what changes along the path of the method: training steps, strength"),
        number_column("at", "how far along"),
        number_column("value", "the value there, empty where none was stored", required=False),
    ),
    help="Values of one metric along the training or strength of a method: not ranked",
)

SUPPORT = TableSchema(
    "support",
    ("panel", "benchmark", "method", "metric"),
    (
        id_column("panel", "panel it is about, empty for all", False, refers="panels"),
        id_column("benchmark", "benchmark it is about, empty for all", False, refers="benchmarks"),
        id_column("method", "method it is about, empty for all", False, refers="methods"),
        id_column("metric", "metric it is about, empty for all", False, refers="metrics"),
        choice_column(
            "support",
            "computed: by code of this project; recomputed: from samples in this project, within"
            " rounding; rerun: by others; printed: by its source alone",
            choices=SUPPORTS,
        ),
        count_column("studies", "how many other studies ran it again", low=0, high=1_000),
        number_column("low", "the smallest value that they report", required=False),
        number_column("high", "the largest", required=False),
        text_column("source", "who supports it", required=False),
    ),
    help="What supports the values of runs; the first row that fits a value holds",
)

FLOORS = TableSchema(
    "floors",
    ("panel", "benchmark", "on", "of"),
    (
        id_column("panel", "panel whose methods are held to it", refers="panels"),
        id_column(
            "benchmark",
            "benchmark on which it holds, empty for all",
            False,
            refers="benchmarks",
        ),
        text_column(
            "on",
            "a metric of role score, or a group of metrics: forgetting, privacy or utility",
        ),
        share_column(
            "value", "the least share that is to be kept, or the least mapped value; above 0"
        ),
        choice_column(
            "of",
            "of whose mapped value it is a share; empty: a mapped value",
            False,
            ("original", "reference"),
        ),
        text_column("source", "where the value comes from"),
    ),
    help="What a method has to keep to be ranked, unless others are chosen",
)

RATINGS = TableSchema(
    "ratings",
    ("metric",),
    (
        id_column("metric", "an id of metrics.csv or pool_metrics.csv"),
        share_column("faithfulness", "AUC between models with and without the knowledge"),
        share_column("relearning", "robustness to relearning"),
        share_column("quantisation", "robustness to quantisation"),
        share_column("robustness", "their harmonic mean"),
        share_column("overall", "harmonic mean of faithfulness and robustness", required=False),
        count_column("known", "number of models with the knowledge", low=1, high=10**6),
        count_column("unknown", "number of models without it", low=1, high=10**6),
        *PRINTED,
        text_column("note", "which models these are", required=False),
    ),
    help=(
        "What a study prints of its metrics: how well each tells models with the knowledge from"
        " models without it"
    ),
)

CORE = (METRICS, METHODS, BENCHMARKS, PANELS, RUNS, PUBLISHED)
KNOWN_EXTRAS = (
    FAMILIES,
    POOL_METRICS,
    SAMPLES,
    WEIGHTS,
    FLOORS,
    RECOVERABILITY,
    PARTITIONS,
    PERTURBATIONS,
    AFTER,
    PATH,
    RATINGS,
    SUPPORT,
)
TABLES: Mapping[str, TableSchema] = {t.name: t for t in (*CORE, *KNOWN_EXTRAS)}


def described_columns(table_name: str) -> tuple[ColumnSchema, ...]:
    """Return the columns of a table as described, () for a further one."""
    described_table = TABLES.get(table_name)
    return described_table.columns if described_table else ()


SUITE_KEYS: Mapping[str, str] = {
    "id": "short name used in links",
    "title": "what the study is called here",
    "description": (
        "what was measured, in a sentence or two; where others cover the same benchmark a last one:"
        " Of the suites on TOFU, take it for …"
    ),
    "paper": "the publication, with its version",
    "url": "link to the publication",
    "authors": "its authors",
    "year": "its year, a whole number",
    "source_url": "where the figures were released",
    "licence": "under which terms",
    "retrieved": "when the figures were taken from there, YYYY-MM-DD",
    "registered": (
        "true where weights, floors and filters were chosen before the numbers were seen; without"
        " the key false"
    ),
}
"""The keys of suite.toml, all of them required but `registered`."""
