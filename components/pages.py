"""The pages in the order of the navigation, one record each. Everything that lists pages reads `PAGES`."""

from __future__ import annotations

from components.answers.about.suite import PANELS
from components.answers.agreement.concordance import CONCORDANCE
from components.answers.agreement.maps import PUBLISHED_MAP, TIE_AWARE_MAP
from components.answers.agreement.modality import MODALITY
from components.answers.agreement.pair import PAIR
from components.answers.agreement.profile import PROFILE
from components.answers.agreement.resolution import RESOLUTION
from components.answers.agreement.runs import RUNS
from components.answers.agreement.slopes import SLOPES as PAIR_SLOPES
from components.answers.agreement.taus import TAUS
from components.answers.calibration.closeness import WITHIN
from components.answers.calibration.controls import JUDGED, panel_judged
from components.answers.calibration.ground_truth import AREAS
from components.answers.calibration.modality import MODALITY_OF_IMAGES
from components.answers.calibration.places import PLACES
from components.answers.calibration.pools import POOLS
from components.answers.calibration.separation import SEPARATION
from components.answers.changes.versions import VERSIONS
from components.answers.check.place import PLACE
from components.answers.clusters.choices import CHOICES
from components.answers.clusters.grouping import GROUPING, few_metrics
from components.answers.clusters.number import NUMBER
from components.answers.clusters.plane import MAP
from components.answers.clusters.resampled import RESAMPLED
from components.answers.clusters.tree import TREE
from components.answers.compare.metrics import METRICS as METRICS_APART
from components.answers.compare.verdicts import VERDICTS
from components.answers.data.suite_tables import COUNTS
from components.answers.equivalence.distance import MODELS, panel_with_answers
from components.answers.equivalence.metrics import METRICS
from components.answers.equivalence.prompts import PROMPTS
from components.answers.equivalence.slopes import SLOPES as ORDERS_BY_J
from components.answers.inversion.audit import panel_with_inversion
from components.answers.inversion.confusion import CONFUSION
from components.answers.inversion.evaluators import EVALUATORS, ON_REAL_IMAGES
from components.answers.inversion.slopes import SLOPES
from components.answers.leaderboard.aims import AIMS
from components.answers.leaderboard.floors import FLOORS as BELOW
from components.answers.leaderboard.lead import RANKING, SENTENCES
from components.answers.leaderboard.methods import METHODS
from components.answers.leaderboard.opened import OPENED as OPENED_METHOD
from components.answers.leaderboard.references import REFERENCES
from components.answers.leaderboard.tries import FAMILIES, TRIES
from components.answers.leaderboard.weights import DOUBLED
from components.answers.method.meanings import MEANINGS as METHOD_MEANINGS
from components.answers.method.method import BY_METRIC, STANDINGS
from components.answers.metric.metric import EVIDENCE, NOISE_FLOOR
from components.answers.metric.metric import MEANINGS as METRIC_MEANINGS
from components.answers.metric.paths import PATHS
from components.answers.plan.experiment import EXPERIMENT, several_groups
from components.answers.plan.needed import NEEDED
from components.answers.record import Beside, Mount, Page, Tabs
from components.answers.reliability.closeness import CLOSENESS
from components.answers.reliability.noise import NOISE
from components.answers.reliability.one_metric import ONE_METRIC
from components.answers.reliability.rules import RULES
from components.answers.reliability.threshold import THRESHOLD
from components.answers.reproduction.claims import CLAIMS
from components.answers.reproduction.recoverability import RECOVERABILITY
from components.answers.stability.basis import BASIS
from components.answers.stability.choices import CHOICES as OTHER_CHOICES
from components.answers.stability.dethroning import DETHRONING
from components.answers.stability.duel import DUEL
from components.answers.stability.floors import FLOORS
from components.answers.stability.leaders import CENTRAL, LEADERS
from components.answers.stability.majority import MAJORITY
from components.answers.stability.nearby import NEARBY
from components.answers.stability.pair import closer, subject
from components.answers.stability.ranks import ACCEPTABILITY, RANK_MAP, RANKS
from components.answers.stability.rules import RULES_OF_ORDER
from components.answers.stability.samples import SAMPLES
from components.answers.stability.seeds import SEEDS
from components.answers.stability.separable import INFERENCE, SEPARABLE
from components.answers.stability.taus import TAUS as AGREEMENT_WITH_WEIGHTINGS
from components.answers.stability.taus import drawn
from components.answers.stability.to_lead import TO_LEAD
from components.answers.stability.weight_map import WEIGHT_MAP
from components.answers.stability.weightings import WEIGHTINGS
from components.answers.stability.winning import WINNING
from components.answers.survives.kept import KEPT
from components.answers.survives.metrics import METRICS as METRICS_AFTER
from components.answers.survives.perturbations import PERTURBATIONS
from components.answers.survives.ranks import RANKS as RANKS_AFTER
from components.answers.survives.sides import panel_measured_again
from components.answers.tradeoff.lead import PLANE
from components.answers.tradeoff.opened import OPENED
from components.answers.tradeoff.picture import PICTURE
from components.answers.tradeoff.shares import BEST_FOR, FRONT
from components.defaults import NAME

OVERVIEW = Page("overview", NAME, "What is this, and what is new?", "", start=True)

LEADERBOARD = Page(
    "leaderboard",
    "Leaderboard",
    "Which method wins under your weights, and how firmly?",
    "Ranking",
    about="The methods by rank, with intervals, means and contributions.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods", "rows", "transform", "aggregate", "aim"),
    first=(Mount("weights_board", (RANKING, BELOW, DOUBLED, AIMS, SENTENCES)),),
    below=(Mount("board_notes"), METHODS, OPENED_METHOD, REFERENCES, FAMILIES, TRIES),
    main="leaderboard",
    live=True,
    draws="board",
)

TRADEOFF = Page(
    "tradeoff",
    "Trade-off",
    "Which method balances forgetting and utility best?",
    "Ranking",
    about="Every method over two axes, the Pareto front, and for which share of weight each there is best.",
    filters=("suite", "panel", "rows", "benchmarks", "seeds", "methods", "aim", "weights", "floors", "axes"),
    first=(
        Mount("tradeoff_share", (PLANE,)),
        Beside((PICTURE, BEST_FOR), widths=(2, 1)),
        Mount("opened_runs", (OPENED,)),
    ),
    unseen=(FRONT,),
    main="points",
    terms=("pareto_front", "utility", "uqs", "reference_model", "dominance", "potential_optimality"),
    draws="figure",
)

SURVIVES = Page(
    "survives",
    "Does forgetting survive?",
    "What becomes of ranks when the unlearned model is trained again or stored at fewer bits?",
    "Ranking",
    about="Scores and ranks before and after the unlearned model is trained again or stored at fewer bits.",
    filters=("suite", "panel", "perturbation", "benchmarks", "seeds", "methods", "aim", "survival", "floors"),
    starts=panel_measured_again,
    first=(RANKS_AFTER, KEPT),
    below=(METRICS_AFTER, PERTURBATIONS),
    main="survives",
    draws="figure",
)

AGREEMENT = Page(
    "agreement",
    "Agreement",
    "Do the metrics order the methods alike?",
    "Metrics",
    about="Agreement between metrics: Kendall's τ of every pair with its counts, and concordance.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "scope"),
    first=(TAUS, Beside((PUBLISHED_MAP, TIE_AWARE_MAP))),
    below=(PAIR, Beside((PAIR_SLOPES, RUNS)), PROFILE, CONCORDANCE, MODALITY, RESOLUTION),
    main="pairs",
    draws="figure",
)

CLUSTERS = Page(
    "clusters",
    "Clusters",
    "Do the metrics form groups, and do these hold?",
    "Metrics",
    about="Clusters of metrics and how stable they are.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods", "protocol", "linkage", "k"),
    first=(GROUPING, Beside((TREE, MAP), widths=(3, 2), when=few_metrics)),
    below=(Beside((NUMBER, RESAMPLED)), CHOICES),
    main="metrics",
    draws="figure",
)

RELIABILITY = Page(
    "reliability",
    "Trust",
    "Which metrics can be trusted, and why?",
    "Metrics",
    about="ρ of each metric with closeness to the retrained model, and what that ρ is worth.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods", "transform", "weights"),
    first=(Mount("trust"), CLOSENESS),
    below=(ONE_METRIC, NOISE, RULES, THRESHOLD),
    draws="figure",
)

CALIBRATION = Page(
    "calibration",
    "Calibration",
    "Does a metric recognise a genuine retrain, where the right answer is known?",
    "Metrics",
    about="How each metric judges models whose right answer is known.",
    filters=("suite", "panel", "benchmarks", "seeds"),
    starts=panel_judged,
    first=(JUDGED, Beside((SEPARATION, PLACES))),
    below=(WITHIN, MODALITY_OF_IMAGES, AREAS, POOLS),
    main="places",
    draws="figure",
)

STABILITY = Page(
    "stability",
    "Stability",
    "Does this ranking survive other weights, data and choices?",
    "Ranking",
    about="What the ranking becomes under other weights.",
    filters=(
        "suite",
        "panel",
        "benchmarks",
        "seeds",
        "methods",
        "rows",
        "protocol",
        "transform",
        "aggregate",
        "weights",
        "floors",
        "draws",
    ),
    first=(WEIGHTINGS, Beside((AGREEMENT_WITH_WEIGHTINGS, ACCEPTABILITY), when=drawn)),
    below=(
        BASIS,
        NEARBY,
        FLOORS,
        Tabs(
            {
                "leaders": ("Who can lead", (LEADERS, TO_LEAD, CENTRAL)),
                "ranks": ("Ranks and duels", (RANKS, Beside((RANK_MAP, WINNING)))),
                "separable": ("What can be told apart", (SEPARABLE,)),
                "map": ("Map of weights", (WEIGHT_MAP,)),
                "pair": ("Head to head", (DUEL, SAMPLES, Mount("single_samples"))),
                "choices": ("Other choices", (OTHER_CHOICES,)),
                "seeds": ("Seeds", (SEEDS,)),
                "rules": ("Other rules", (MAJORITY, RULES_OF_ORDER)),
            },
            heading="Looking closer",
            usual=subject,
            when=closer,
        ),
    ),
    unseen=(DETHRONING, INFERENCE),
    main="rank_acceptability",
    draws="figure",
)

COMPARE = Page(
    "compare",
    "Compare",
    "Which of a few methods is ahead, in every suite that has two of them?",
    "Ranking",
    about="Two to six methods in every suite that has two of them: who is ahead, and in what they differ.",
    spans=("methods",),
    first=(Mount("compare", (VERDICTS, METRICS_APART)),),
    terms=("inference",),
    draws="figure",
)

BRIEF = Page(
    "brief",
    "Brief",
    "One page to take away: who leads, how surely, and on what it rests.",
    "Ranking",
    filters=(
        "suite",
        "panel",
        "benchmarks",
        "seeds",
        "methods",
        "rows",
        "protocol",
        "transform",
        "aggregate",
        "aim",
        "weights",
        "floors",
    ),
    first=(Mount("brief", (RANKING,)),),
    draws="table",
)

PLAN = Page(
    "plan",
    "Plan an experiment",
    "How many benchmarks or seeds would tell two methods apart?",
    "Ranking",
    about="What it takes to tell a difference of two scores: benchmarks, seeds, and the power over their number.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods", "rows", "transform", "aggregate", "weights", "floors"),
    starts=several_groups,
    first=(EXPERIMENT, NEEDED),
    main="needed",
    draws="figure",
)

REPRODUCTION = Page(
    "reproduction",
    "Reproduction",
    "Do the printed numbers follow from the released runs, and do they hold?",
    "Paper check",
    about="What the paper prints beside what the released runs give.",
    filters=("suite",),
    first=(CLAIMS, RECOVERABILITY),
    draws="figure",
)

EQUIVALENCE = Page(
    "equivalence",
    "Equivalence",
    "Does an unlearned model answer as one that never saw the forgotten data?",
    "Other audits",
    about="J of FADE for each unlearned model, with floor, ceiling and the other metrics.",
    filters=("suite", "panel", "benchmarks", "seeds", "methods"),
    starts=panel_with_answers,
    first=(MODELS,),
    below=(METRICS, ORDERS_BY_J, PROMPTS, Mount("brought_answers"), Mount("which_j")),
    draws="figure",
)

INVERSION = Page(
    "inversion",
    "Inversion",
    "Does an attack still succeed under an independent judge?",
    "Other audits",
    about="The standard evaluator of model inversion against a judge, attack by attack.",
    filters=("suite",),
    starts=panel_with_inversion,
    first=(SLOPES, Mount("inversion_suites")),
    below=(
        Mount("inversion_evaluators", (CONFUSION, EVALUATORS, ON_REAL_IMAGES)),
        Mount("inversion_cited"),
        Mount("inversion_own"),
    ),
    main="rows",
    terms=("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b"),
    draws="figure",
)

DATA = Page(
    "data",
    "Tables and SQL",
    "What are the numbers made of, and where does each come from?",
    "Data",
    first=(COUNTS,),
    draws="table",
)

CHANGES = Page(
    "changes",
    "What changed",
    "What did each data version bring, and did ranks or verdicts change?",
    "Data",
    about="What each data version changed: what came in, ranks before and after, verdicts on printed numbers.",
    filters=("suite",),
    first=(VERSIONS,),
)

YOUR_RESULTS = Page("your_results", "Your results", "Where does your method rank, and do your metrics agree?", "Data")

ABOUT = Page(
    "about",
    "About",
    "What does each term mean, where do the data come from, and how are they cited?",
    "About",
    filters=("suite",),
    first=(Mount("term"), Mount("glossary"), PANELS, Mount("about_reference")),
)

METHOD = Page(
    "method",
    "Method",
    "Where does one method stand in every suite, and by each metric alone?",
    "Ranking",
    about="One method in every suite: its rank in each panel, and its place by each metric alone.",
    spans=("id",),
    kind="methods",
    first=(STANDINGS, BY_METRIC, METHOD_MEANINGS),
)

METRIC = Page(
    "metric",
    "Metric",
    "What supports trust in one metric, and what contradicts it?",
    "Metrics",
    about="One metric in every suite: what it is there, and what supports and contradicts trust in it.",
    spans=("id",),
    kind="metrics",
    first=(EVIDENCE,),
    below=(METRIC_MEANINGS, PATHS, NOISE_FLOOR, Mount("metric_sources")),
)

CHECK = Page(
    "check",
    "Is my number sane?",
    "Where does a value lie among everything that others report?",
    "Paper check",
    about="A value among all that is known of the same metric, method, model and forgotten data.",
    spans=("metric", "method", "model", "split", "value"),
    first=(Mount("known_values", (PLACE,)),),
    draws="figure",
)

PAGES: tuple[Page, ...] = (
    OVERVIEW,
    LEADERBOARD,
    TRADEOFF,
    SURVIVES,
    STABILITY,
    COMPARE,
    BRIEF,
    PLAN,
    RELIABILITY,
    AGREEMENT,
    CLUSTERS,
    CALIBRATION,
    REPRODUCTION,
    CHECK,
    EQUIVALENCE,
    INVERSION,
    DATA,
    CHANGES,
    YOUR_RESULTS,
    ABOUT,
    METHOD,
    METRIC,
)


def by_name(name: str) -> Page:
    """The record of a page. Raises StopIteration for another name: pages name themselves."""
    return next(p for p in PAGES if p.name == name)


def by_path(path: str) -> Page | None:
    """The page that is at an address, None for an unknown one."""
    return next((p for p in PAGES if p.path == path), None)


def numbers() -> dict[str, Page]:
    """The pages that add to the report, by their key there, in its order."""
    return {name: p for name, p in interface().items() if not p.spans}


def interface() -> dict[str, Page]:
    """The pages that have numbers, by their name in the interface."""
    return {p.name: p for p in PAGES if p.about}


def spanning() -> dict[str, Page]:
    """The pages over all suites, by their name."""
    return {p.name: p for p in PAGES if p.spans}
