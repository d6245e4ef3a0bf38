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
class Column:
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
class Table:
    """One table of a suite: its file is `<name>.csv`. `key` names the columns that tell its rows
    apart.

    `derived` are columns computed from others or from columns that only some suites have.
    """

    name: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    required: bool = False
    help: str = ""
    derived: Mapping[str, Kind] = field(default_factory=dict)
    most: int | None = None
    """How many rows it may have; `instead` says what to give in place of more."""
    instead: str = ""

    @property
    def relation(self) -> str:
        """Return the name of its view over all suites in the database."""
        return "family" if self.name == "families" else self.name.removesuffix("s")


HIGHEST_SEED = 2**32 - 1
CALLED = (
    Column("label", "text", "what it is called in tables and figures"),
    Column("name", "text", "written out"),
)
PRINTED = (
    Column("where", "text", "where it is printed"),
    Column("url", "url", "link to that place", required=False),
)
CITATION = (
    Column("reference", "text", "citation in words", required=False),
    Column("url", "url", "link to the citation", required=False),
)

METRICS = Table(
    "metrics",
    ("id",),
    (
        Column("id", "id", "short name; the heading of its column in runs.csv"),
        *CALLED,
        Column(
            "direction", "choice", "which values are better", choices=("lower", "higher", "target")
        ),
        Column(
            "role",
            "choice",
            "score: may be weighted; listed: in tables, weighted by hand only; oracle: judges the"
            " others",
            choices=("score", "listed", "oracle"),
        ),
        Column(
            "lower_bound", "number", "smallest possible value, empty when unbounded", required=False
        ),
        Column(
            "upper_bound", "number", "largest possible value, empty when unbounded", required=False
        ),
        Column(
            "utilities",
            "text",
            "maps to [0, 1], name[:scale] separated by blanks; empty for the oracle",
            False,
        ),
        Column("family", "text", "what kind of measurement it is"),
        Column("measures", "text", "what it measures, and what it does not"),
        Column("reference", "text", "where it is defined", required=False),
        Column(
            "target", "text", "with the direction target: a number, or reference", False, default=""
        ),
        Column(
            "aims",
            "text",
            "what may be aimed at: printed, reference, or both",
            False,
            default="printed",
        ),
        Column(
            "scale",
            "choice",
            "log: utilities, means and targets are taken of log10, and values below the lower bound"
            " count as the bound",
            choices=("linear", "log"),
            default="linear",
        ),
        Column(
            "group",
            "choice",
            "what it is for",
            False,
            ("forgetting", "privacy", "utility", "cost"),
            default="",
        ),
        Column(
            "parts",
            "text",
            "ids of the metrics it is derived from, separated by blanks",
            False,
            default="",
        ),
        Column(
            "under",
            "choice",
            "the side where too little was forgotten",
            False,
            ("below", "above"),
            default="",
        ),
        Column(
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
    most=60,
    instead="the mean of metrics that measure the same, in place of each",
)

METHODS = Table(
    "methods",
    ("id",),
    (
        Column("id", "id", "short name used in runs.csv and in links"),
        *CALLED,
        Column("family", "text", "what kind of method it is"),
        Column("description", "text", "what it does, in a sentence"),
        *CITATION,
        Column(
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
    most=200,
    instead="the best checkpoint of each method (references, originals and controls count too)",
)

FAMILIES = Table(
    "families",
    ("id",),
    (
        Column("id", "id", "short name; the family of its checkpoints in methods.csv"),
        *CALLED,
        Column("description", "text", "what it does, in a sentence"),
        *CITATION,
    ),
    help=(
        "Methods of which the suite has several checkpoints: the grid of a family is every"
        " candidate that names it"
    ),
)

POOL_METRICS = Table(
    "pool_metrics",
    ("id",),
    (
        Column("id", "id", "short name; the heading of its column in pool.csv"),
        *CALLED,
        Column(
            "direction",
            "choice",
            "which values say that the knowledge is gone",
            choices=("lower", "higher"),
        ),
        Column("measures", "text", "what it measures"),
        Column("reference", "text", "where it is defined", required=False),
    ),
    help=(
        "The metrics of pool.csv: models that have the knowledge, models that never had it, and a"
        " reference. Also those of after.csv and ratings.csv by which no run is scored, with values"
        " from 0 to 1"
    ),
)

BENCHMARKS = Table(
    "benchmarks",
    ("id",),
    (
        Column("id", "id", "short name used in runs.csv and in links"),
        *CALLED,
        Column("description", "text", "what it asks of a model"),
        *CITATION,
        Column(
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

PANELS = Table(
    "panels",
    ("id",),
    (
        Column("id", "id", "short name used in runs.csv and in links"),
        CALLED[0],
        Column("base_model", "text", "the model that was unlearned"),
        Column("setting", "choice", "what the model takes in or makes", choices=SETTINGS),
        Column("reference", "flag", "yes for the one panel whose runs give the published weights"),
        Column("description", "text", "what was run, and what is missing"),
    ),
    required=True,
    help="The runs analysed together: one base model in one setting",
)

RUN_COLUMNS = (
    Column("panel", "id", "panel of the run", refers="panels"),
    Column("benchmark", "id", "benchmark of the run", refers="benchmarks"),
    Column("method", "id", "method of the run", refers="methods"),
    Column("seed", "count", "random seed of the run", low=0, high=HIGHEST_SEED),
)

RUNS = Table(
    "runs",
    ("panel", "benchmark", "method", "seed"),
    RUN_COLUMNS,
    required=True,
    help=(
        "One row per run; one further column per metric, empty where it was not measured. Row order"
        " matters: the published protocol breaks ties by it"
    ),
    most=3_000,
    instead="one run per panel, benchmark and method, with the mean over seeds",
)

PUBLISHED = Table(
    "published",
    ("claim",),
    (
        Column("claim", "id", "short name of the claim"),
        *PRINTED,
        Column(
            "status",
            "choice",
            "what the claim is to the released tables",
            choices=("released", "later_revision", "superseded", "context"),
        ),
        Column("statistic", "text", "which statistic is printed (data/claims.py lists them)"),
        Column(
            "protocol", "choice", "rules it was computed by", choices=("published", "tie-aware")
        ),
        Column(
            "panel",
            "id",
            "the panel it is about, empty when it compares panels",
            False,
            refers="panels",
        ),
        Column("subject", "text", "what it is about, parts separated by |", required=False),
        Column("printed", "text", "the value exactly as printed"),
        Column("decimals", "count", "decimals by which it is compared", low=0, high=17),
        Column("sentence", "text", "what it says, in plain words"),
    ),
    help="What a paper prints about these runs",
    derived={"value": "number"},
)

SAMPLES = Table(
    "samples",
    ("panel", "benchmark", "metric"),
    (
        Column("panel", "id", "panel", refers="panels"),
        Column("benchmark", "id", "benchmark", refers="benchmarks"),
        Column("metric", "id", "a metric whose unit is proportion", refers="metrics"),
        Column(
            "n", "count", "number of samples: the metric moves in steps of 1/n", low=1, high=10**9
        ),
        Column("basis", "text", "how the number is known"),
    ),
    help="How many samples stand behind a proportion",
)

WEIGHTS = Table(
    "weights",
    ("preset", "metric"),
    (
        Column("preset", "id", "name of the preset in links"),
        Column("label", "text", "what it is called"),
        Column("metric", "id", "a metric of role score", refers="metrics"),
        Column("weight", "number", "its weight; those of a preset sum to 1", low=0, high=1),
        Column(
            "transform",
            "text",
            "the utility map it was published with, empty when none is named",
            required=False,
        ),
        *PRINTED,
        Column("note", "text", "what must be known about it", required=False),
    ),
    help="Weights that were published, beside those computed by rule",
)

RECOVERABILITY = Table(
    "recoverability",
    ("source", "method"),
    (
        Column("source", "text", "where the counts are printed"),
        PRINTED[1],
        Column(
            "method",
            "id",
            "method, empty for all methods of that source together",
            False,
            refers="methods",
        ),
        Column(
            "directly_suppressed",
            "count",
            "samples the model failed when asked directly",
            low=0,
            high=10**9,
        ),
        Column(
            "any_evidence",
            "count",
            "of these, samples that another probe still revealed",
            low=0,
            high=10**9,
        ),
        Column(
            "mean_score",
            "number",
            "mean recoverability, empty when not given",
            False,
            low=0,
            high=1,
        ),
        Column("note", "text", "how it was probed", required=False),
    ),
    help="The knowledge recoverability pilot",
)

PARTITIONS = Table(
    "partitions",
    ("partition", "metric"),
    (
        Column("partition", "id", "name of the partition"),
        Column("label", "text", "what it is called"),
        Column("metric", "id", "a metric of role score", refers="metrics"),
        Column("cluster", "count", "number of its cluster, from 1", low=1, high=10_000),
        *PRINTED,
        Column("note", "text", "what the cluster is called there", required=False),
    ),
    help="Clusters of metrics that were published",
)

PERTURBATIONS = Table(
    "perturbations",
    ("id",),
    (
        Column("id", "id", "short name; the perturbation of a row of after.csv"),
        CALLED[0],
        Column(
            "description",
            "text",
            "what was done to the unlearned model, and what must be known of the figures",
        ),
        *CITATION,
    ),
    help="What is done to a model after unlearning, to see whether forgetting survives",
)

AFTER = Table(
    "after",
    ("perturbation", "panel", "benchmark", "method", "seed", "metric"),
    (
        Column("perturbation", "id", "what was done to the model", refers="perturbations"),
        *RUN_COLUMNS,
        Column("metric", "id", "an id of metrics.csv or pool_metrics.csv"),
        Column("before", "number", "its value before, empty when not measured", required=False),
        Column("after", "number", "its value after, empty when not measured", required=False),
    ),
    help="What becomes of the metrics of a run when its model is changed after unlearning",
)

PATH = Table(
    "path",
    ("panel", "benchmark", "method", "metric", "at"),
    (
        *RUN_COLUMNS[:3],
        Column("metric", "id", "metric of the value", refers="metrics"),
        Column(
            "along", "text", "what changes along the path of the method: training steps, strength"
        ),
        Column("at", "number", "how far along"),
        Column("value", "number", "the value there, empty where none was stored", required=False),
    ),
    help="Values of one metric along the training or strength of a method: not ranked",
)

SUPPORT = Table(
    "support",
    ("panel", "benchmark", "method", "metric"),
    (
        Column("panel", "id", "panel it is about, empty for all", False, refers="panels"),
        Column(
            "benchmark", "id", "benchmark it is about, empty for all", False, refers="benchmarks"
        ),
        Column("method", "id", "method it is about, empty for all", False, refers="methods"),
        Column("metric", "id", "metric it is about, empty for all", False, refers="metrics"),
        Column(
            "support",
            "choice",
            "computed: by code of this project; recomputed: from samples in this project, within"
            " rounding; rerun: by others; printed: by its source alone",
            choices=SUPPORTS,
        ),
        Column("studies", "count", "how many other studies ran it again", low=0, high=1_000),
        Column("low", "number", "the smallest value that they report", required=False),
        Column("high", "number", "the largest", required=False),
        Column("source", "text", "who supports it", required=False),
    ),
    help="What supports the values of runs; the first row that fits a value holds",
)

FLOORS = Table(
    "floors",
    ("panel", "benchmark", "on", "of"),
    (
        Column("panel", "id", "panel whose methods are held to it", refers="panels"),
        Column(
            "benchmark",
            "id",
            "benchmark on which it holds, empty for all",
            False,
            refers="benchmarks",
        ),
        Column(
            "on",
            "text",
            "a metric of role score, or a group of metrics: forgetting, privacy or utility",
        ),
        Column(
            "value",
            "number",
            "the least share that is to be kept, or the least utility; above 0",
            low=0,
            high=1,
        ),
        Column(
            "of",
            "choice",
            "of whose utility it is a share; empty: a utility",
            False,
            ("original", "reference"),
        ),
        Column("source", "text", "where the value comes from"),
    ),
    help="What a method has to keep to be ranked, unless others are chosen",
)

RATINGS = Table(
    "ratings",
    ("metric",),
    (
        Column("metric", "id", "an id of metrics.csv or pool_metrics.csv"),
        Column(
            "faithfulness",
            "number",
            "AUC between models with and without the knowledge",
            low=0,
            high=1,
        ),
        Column("relearning", "number", "robustness to relearning", low=0, high=1),
        Column("quantisation", "number", "robustness to quantisation", low=0, high=1),
        Column("robustness", "number", "their harmonic mean", low=0, high=1),
        Column(
            "overall",
            "number",
            "harmonic mean of faithfulness and robustness",
            required=False,
            low=0,
            high=1,
        ),
        Column("known", "count", "number of models with the knowledge", low=1, high=10**6),
        Column("unknown", "count", "number of models without it", low=1, high=10**6),
        *PRINTED,
        Column("note", "text", "which models these are", required=False),
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
TABLES: Mapping[str, Table] = {t.name: t for t in (*CORE, *KNOWN_EXTRAS)}

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
