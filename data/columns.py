"""The columns of every table of a suite: what each holds, how it is read, what it points to.

This is the one description of the schema. The checks, the database and data/README.md follow it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["id", "text", "url", "choice", "flag", "number", "count"]
Support = Literal["computed", "recomputed", "rerun", "printed"]
SUPPORTS: tuple[Support, ...] = ("computed", "recomputed", "rerun", "printed")
"""What supports a value, the firmest first: computed by this project; recomputed here from samples;
run again by others; printed."""

SETTINGS = ("multimodal", "text", "image")
"""What the model of a panel takes in or makes, in the order in which suites are listed."""


@dataclass(frozen=True)
class ColumnSchema:
    """One column. `refers` is the table whose ids it holds; `low` and `high` bound a number
    inclusively."""

    name: str
    kind: Kind
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


HIGHEST_SEED = 2**32 - 1
CALLED = (
    ColumnSchema("label", "text", "what it is called in tables and figures"),
    ColumnSchema("name", "text", "written out"),
)
PRINTED = (
    ColumnSchema("where", "text", "where it is printed"),
    ColumnSchema("url", "url", "link to that place", required=False),
)
CITATION = (
    ColumnSchema("reference", "text", "citation in words", required=False),
    ColumnSchema("url", "url", "link to the citation", required=False),
)

METRICS = TableSchema(
    "metrics",
    ("id",),
    (
        ColumnSchema("id", "id", "short name; the heading of its column in runs.csv"),
        *CALLED,
        ColumnSchema(
            "direction", "choice", "which values are better", choices=("lower", "higher", "target")
        ),
        ColumnSchema(
            "role",
            "choice",
            "score: may be weighted; listed: in tables, weighted by hand only; oracle: judges the"
            " others",
            choices=("score", "listed", "oracle"),
        ),
        ColumnSchema(
            "lower_bound", "number", "smallest possible value, empty when unbounded", required=False
        ),
        ColumnSchema(
            "upper_bound", "number", "largest possible value, empty when unbounded", required=False
        ),
        ColumnSchema(
            "utilities",
            "text",
            "maps to [0, 1], name[:scale] separated by blanks; empty for the oracle",
            False,
        ),
        ColumnSchema("family", "text", "what kind of measurement it is"),
        ColumnSchema("measures", "text", "what it measures, and what it does not"),
        ColumnSchema("reference", "text", "where it is defined", required=False),
        ColumnSchema(
            "target", "text", "with the direction target: a number, or reference", False, default=""
        ),
        ColumnSchema(
            "aims",
            "text",
            "what may be aimed at: printed, reference, or both",
            False,
            default="printed",
        ),
        ColumnSchema(
            "scale",
            "choice",
            "log: utilities, means and targets are taken of log10, and values below the lower bound"
            " count as the bound",
            choices=("linear", "log"),
            default="linear",
        ),
        ColumnSchema(
            "group",
            "choice",
            "what it is for",
            False,
            ("forgetting", "privacy", "utility", "cost"),
            default="",
        ),
        ColumnSchema(
            "parts",
            "text",
            "ids of the metrics it is derived from, separated by blanks",
            False,
            default="",
        ),
        ColumnSchema(
            "under",
            "choice",
            "the side where too little was forgotten",
            False,
            ("below", "above"),
            default="",
        ),
        ColumnSchema(
            "unit",
            "choice",
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
        ColumnSchema("id", "id", "short name used in runs.csv and in links"),
        *CALLED,
        ColumnSchema("family", "text", "what kind of method it is"),
        ColumnSchema("description", "text", "what it does, in a sentence"),
        *CITATION,
        ColumnSchema(
            "role",
            "choice",
            "candidate: ranked; reference: never saw the forgotten data; original: not unlearned;"
            " control: a right answer known by construction",
            choices=("candidate", "reference", "original", "control"),
            default="candidate",
        ),
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
        ColumnSchema("id", "id", "short name; the family of its checkpoints in methods.csv"),
        *CALLED,
        ColumnSchema("description", "text", "what it does, in a sentence"),
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
        ColumnSchema("id", "id", "short name; the heading of its column in pool.csv"),
        *CALLED,
        ColumnSchema(
            "direction",
            "choice",
            "which values say that the knowledge is gone",
            choices=("lower", "higher"),
        ),
        ColumnSchema("measures", "text", "what it measures"),
        ColumnSchema("reference", "text", "where it is defined", required=False),
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
        ColumnSchema("id", "id", "short name used in runs.csv and in links"),
        *CALLED,
        ColumnSchema("description", "text", "what it asks of a model"),
        *CITATION,
        ColumnSchema(
            "within",
            "id",
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
        ColumnSchema("id", "id", "short name used in runs.csv and in links"),
        CALLED[0],
        ColumnSchema("base_model", "text", "the model that was unlearned"),
        ColumnSchema("setting", "choice", "what the model takes in or makes", choices=SETTINGS),
        ColumnSchema(
            "reference", "flag", "yes for the one panel whose runs give the published weights"
        ),
        ColumnSchema("description", "text", "what was run, and what is missing"),
    ),
    required=True,
    help="The runs analysed together: one base model in one setting",
)

RUN_COLUMNS = (
    ColumnSchema("panel", "id", "panel of the run", refers="panels"),
    ColumnSchema("benchmark", "id", "benchmark of the run", refers="benchmarks"),
    ColumnSchema("method", "id", "method of the run", refers="methods"),
    ColumnSchema("seed", "count", "random seed of the run", low=0, high=HIGHEST_SEED),
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
        ColumnSchema("claim", "id", "short name of the claim"),
        *PRINTED,
        ColumnSchema(
            "status",
            "choice",
            "what the claim is to the released tables",
            choices=("released", "later_revision", "superseded", "context"),
        ),
        ColumnSchema("statistic", "text", "which statistic is printed (data/claims.py lists them)"),
        ColumnSchema(
            "protocol", "choice", "rules it was computed by", choices=("published", "tie-aware")
        ),
        ColumnSchema(
            "panel",
            "id",
            "the panel it is about, empty when it compares panels",
            False,
            refers="panels",
        ),
        ColumnSchema("subject", "text", "what it is about, parts separated by |", required=False),
        ColumnSchema("printed", "text", "the value exactly as printed"),
        ColumnSchema("decimals", "count", "decimals by which it is compared", low=0, high=17),
        ColumnSchema("sentence", "text", "what it says, in plain words"),
    ),
    help="What a paper prints about these runs",
    derived={"value": "number"},
)

SAMPLES = TableSchema(
    "samples",
    ("panel", "benchmark", "metric"),
    (
        ColumnSchema("panel", "id", "panel", refers="panels"),
        ColumnSchema("benchmark", "id", "benchmark", refers="benchmarks"),
        ColumnSchema("metric", "id", "a metric whose unit is proportion", refers="metrics"),
        ColumnSchema(
            "n", "count", "number of samples: the metric moves in steps of 1/n", low=1, high=10**9
        ),
        ColumnSchema("basis", "text", "how the number is known"),
    ),
    help="How many samples stand behind a proportion",
)

WEIGHTS = TableSchema(
    "weights",
    ("preset", "metric"),
    (
        ColumnSchema("preset", "id", "name of the preset in links"),
        ColumnSchema("label", "text", "what it is called"),
        ColumnSchema("metric", "id", "a metric of role score", refers="metrics"),
        ColumnSchema("weight", "number", "its weight; those of a preset sum to 1", low=0, high=1),
        ColumnSchema(
            "transform",
            "text",
            "the utility map it was published with, empty when none is named",
            required=False,
        ),
        *PRINTED,
        ColumnSchema("note", "text", "what must be known about it", required=False),
    ),
    help="Weights that were published, beside those computed by rule",
)

RECOVERABILITY = TableSchema(
    "recoverability",
    ("source", "method"),
    (
        ColumnSchema("source", "text", "where the counts are printed"),
        PRINTED[1],
        ColumnSchema(
            "method",
            "id",
            "method, empty for all methods of that source together",
            False,
            refers="methods",
        ),
        ColumnSchema(
            "directly_suppressed",
            "count",
            "samples the model failed when asked directly",
            low=0,
            high=10**9,
        ),
        ColumnSchema(
            "any_evidence",
            "count",
            "of these, samples that another probe still revealed",
            low=0,
            high=10**9,
        ),
        ColumnSchema(
            "mean_score",
            "number",
            "mean recoverability, empty when not given",
            False,
            low=0,
            high=1,
        ),
        ColumnSchema("note", "text", "how it was probed", required=False),
    ),
    help="The knowledge recoverability pilot",
)

PARTITIONS = TableSchema(
    "partitions",
    ("partition", "metric"),
    (
        ColumnSchema("partition", "id", "name of the partition"),
        ColumnSchema("label", "text", "what it is called"),
        ColumnSchema("metric", "id", "a metric of role score", refers="metrics"),
        ColumnSchema("cluster", "count", "number of its cluster, from 1", low=1, high=10_000),
        *PRINTED,
        ColumnSchema("note", "text", "what the cluster is called there", required=False),
    ),
    help="Clusters of metrics that were published",
)

PERTURBATIONS = TableSchema(
    "perturbations",
    ("id",),
    (
        ColumnSchema("id", "id", "short name; the perturbation of a row of after.csv"),
        CALLED[0],
        ColumnSchema(
            "description",
            "text",
            "what was done to the unlearned model, and what must be known of the figures",
        ),
        *CITATION,
    ),
    help="What is done to a model after unlearning, to see whether forgetting survives",
)

AFTER = TableSchema(
    "after",
    ("perturbation", "panel", "benchmark", "method", "seed", "metric"),
    (
        ColumnSchema("perturbation", "id", "what was done to the model", refers="perturbations"),
        *RUN_COLUMNS,
        ColumnSchema("metric", "id", "an id of metrics.csv or pool_metrics.csv"),
        ColumnSchema(
            "before", "number", "its value before, empty when not measured", required=False
        ),
        ColumnSchema("after", "number", "its value after, empty when not measured", required=False),
    ),
    help="What becomes of the metrics of a run when its model is changed after unlearning",
)

PATH = TableSchema(
    "path",
    ("panel", "benchmark", "method", "metric", "at"),
    (
        *RUN_COLUMNS[:3],
        ColumnSchema("metric", "id", "metric of the value", refers="metrics"),
        ColumnSchema(
            "along", "text", "what changes along the path of the method: training steps, strength"
        ),
        ColumnSchema("at", "number", "how far along"),
        ColumnSchema(
            "value", "number", "the value there, empty where none was stored", required=False
        ),
    ),
    help="Values of one metric along the training or strength of a method: not ranked",
)

SUPPORT = TableSchema(
    "support",
    ("panel", "benchmark", "method", "metric"),
    (
        ColumnSchema("panel", "id", "panel it is about, empty for all", False, refers="panels"),
        ColumnSchema(
            "benchmark", "id", "benchmark it is about, empty for all", False, refers="benchmarks"
        ),
        ColumnSchema("method", "id", "method it is about, empty for all", False, refers="methods"),
        ColumnSchema("metric", "id", "metric it is about, empty for all", False, refers="metrics"),
        ColumnSchema(
            "support",
            "choice",
            "computed: by code of this project; recomputed: from samples in this project, within"
            " rounding; rerun: by others; printed: by its source alone",
            choices=SUPPORTS,
        ),
        ColumnSchema("studies", "count", "how many other studies ran it again", low=0, high=1_000),
        ColumnSchema("low", "number", "the smallest value that they report", required=False),
        ColumnSchema("high", "number", "the largest", required=False),
        ColumnSchema("source", "text", "who supports it", required=False),
    ),
    help="What supports the values of runs; the first row that fits a value holds",
)

FLOORS = TableSchema(
    "floors",
    ("panel", "benchmark", "on", "of"),
    (
        ColumnSchema("panel", "id", "panel whose methods are held to it", refers="panels"),
        ColumnSchema(
            "benchmark",
            "id",
            "benchmark on which it holds, empty for all",
            False,
            refers="benchmarks",
        ),
        ColumnSchema(
            "on",
            "text",
            "a metric of role score, or a group of metrics: forgetting, privacy or utility",
        ),
        ColumnSchema(
            "value",
            "number",
            "the least share that is to be kept, or the least utility; above 0",
            low=0,
            high=1,
        ),
        ColumnSchema(
            "of",
            "choice",
            "of whose utility it is a share; empty: a utility",
            False,
            ("original", "reference"),
        ),
        ColumnSchema("source", "text", "where the value comes from"),
    ),
    help="What a method has to keep to be ranked, unless others are chosen",
)

RATINGS = TableSchema(
    "ratings",
    ("metric",),
    (
        ColumnSchema("metric", "id", "an id of metrics.csv or pool_metrics.csv"),
        ColumnSchema(
            "faithfulness",
            "number",
            "AUC between models with and without the knowledge",
            low=0,
            high=1,
        ),
        ColumnSchema("relearning", "number", "robustness to relearning", low=0, high=1),
        ColumnSchema("quantisation", "number", "robustness to quantisation", low=0, high=1),
        ColumnSchema("robustness", "number", "their harmonic mean", low=0, high=1),
        ColumnSchema(
            "overall",
            "number",
            "harmonic mean of faithfulness and robustness",
            required=False,
            low=0,
            high=1,
        ),
        ColumnSchema("known", "count", "number of models with the knowledge", low=1, high=10**6),
        ColumnSchema("unknown", "count", "number of models without it", low=1, high=10**6),
        *PRINTED,
        ColumnSchema("note", "text", "which models these are", required=False),
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


def described_columns(name: str) -> tuple[ColumnSchema, ...]:
    """Return the columns of a table as described, () for a further one."""
    table = TABLES.get(name)
    return table.columns if table else ()


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
}
"""The keys of suite.toml, all of them required."""
