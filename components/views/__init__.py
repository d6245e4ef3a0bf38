"""The pages in the order of the navigation, one record each. Everything that lists pages reads `PAGES`.

Each folder beside this file is one page: `result` computes, `words`, `tables` and `figures` say, list and draw what
the result holds, `screen` puts it on the screen.
"""

from __future__ import annotations

from components.defaults import NAME
from components.views.agreement import result as agreement
from components.views.agreement.words import lead as agreement_words
from components.views.calibration import result as calibration
from components.views.calibration import words as calibration_words
from components.views.changes import result as changes
from components.views.changes import words as changes_words
from components.views.clusters.result import clusters
from components.views.clusters.words import head as clusters_head
from components.views.data import result as data
from components.views.data import words as data_words
from components.views.equivalence import result as equivalence
from components.views.equivalence import words as equivalence_words
from components.views.inversion import result as inversion
from components.views.inversion import words as inversion_words
from components.views.leaderboard import result as leaderboard
from components.views.leaderboard import words as leaderboard_words
from components.views.method import result as method
from components.views.method import words as method_words
from components.views.metric import result as metric
from components.views.metric import words as metric_words
from components.views.record import Across, Numbers, Page, lead, lead_across
from components.views.reliability import result as reliability
from components.views.reliability import words as reliability_words
from components.views.reproduction import result as reproduction
from components.views.reproduction import words as reproduction_words
from components.views.stability.result.nearby import stability as stability_result
from components.views.stability.result.weightings import weightings
from components.views.stability.words import weightings as stability_words
from components.views.tradeoff import result as tradeoff
from components.views.tradeoff import words as tradeoff_words

OVERVIEW = Page("overview", NAME, "What is this, and what is new?", "", start=True)

LEADERBOARD = Page(
    "leaderboard",
    "Leaderboard",
    "Which method wins under your weights, and how firmly?",
    "Ranking",
    lead(leaderboard.leaderboard, leaderboard_words.lead),
    Numbers(
        leaderboard.leaderboard,
        "The methods by rank, with intervals, means and contributions.",
        printed={
            "rank": "rank",
            "rank_low": "from",
            "rank_high": "to",
            "rank_interval_reason": "no interval",
            "label": "method",
            "best_checkpoint": "best checkpoint",
            "uqs": "UQS",
            "means.*": "*",
            "runs": "runs",
        },
    ),
    draws="board",
)

TRADEOFF = Page(
    "tradeoff",
    "Trade-off",
    "Which method balances forgetting and utility best?",
    "Ranking",
    lead(tradeoff.tradeoff, tradeoff_words.lead),
    Numbers(
        tradeoff.tradeoff,
        "Every method over two axes, the Pareto front, and for which share of weight each there is best.",
        main="points",
        printed={"label": "method", "x": "x", "y": "y", "score": "UQS", "on_front": "on the front"},
    ),
    draws="figure",
)

AGREEMENT = Page(
    "agreement",
    "Agreement",
    "Do the metrics order the methods alike?",
    "Metrics",
    lead(agreement.agreement, agreement_words.lead),
    Numbers(
        agreement.agreement,
        "Agreement between metrics: Kendall's τ of every pair with its counts, and concordance.",
        main="pairs",
        printed={
            "x": "metric",
            "y": "with",
            "tau": "τ",
            "concordant": "C",
            "discordant": "D",
            "p": "p",
            "p_min": "p min",
            "p_holm": "p Holm",
            "low": "from",
            "high": "to",
        },
        per_value=5e-4,
    ),
    draws="figure",
)

CLUSTERS = Page(
    "clusters",
    "Clusters",
    "Do the metrics form groups, and do these hold?",
    "Metrics",
    lead(clusters.clusters, clusters_head.lead),
    Numbers(clusters.clusters, "Clusters of metrics and how stable they are.", main="labels", per_value=2e-4),
    draws="figure",
)

RELIABILITY = Page(
    "reliability",
    "Trust",
    "Which metrics can be trusted, and why?",
    "Metrics",
    lead(reliability.reliability, reliability_words.lead),
    Numbers(
        reliability.reliability,
        "ρ of each metric with closeness to the retrained model, and what that ρ is worth.",
        printed={
            "label": "metric",
            "n": "runs",
            "rho": "ρ",
            "p": "p (SciPy)",
            "rho_no_signal": "ρ no signal",
            "rho_within": "ρ within",
            "p_stratified": "p exact",
            "p_min": "p min",
        },
        per_value=5e-4,
    ),
    draws="figure",
)

CALIBRATION = Page(
    "calibration",
    "Calibration",
    "Does a metric recognise a genuine retrain, where the right answer is known?",
    "Metrics",
    lead(calibration.calibration, calibration_words.lead),
    Numbers(
        calibration.calibration,
        "How each metric judges models whose right answer is known.",
        main="metrics",
        printed={
            "metric": "metric",
            "mean_place": "mean place",
            "candidates": "models",
            "outranked": "outranked",
            "retrains": "retrains",
            "rho": "ρ",
            "p": "p",
            "p_min": "p min",
            "n_methods": "methods",
        },
    ),
    draws="figure",
)

STABILITY = Page(
    "stability",
    "Stability",
    "Does this ranking survive other weights, data and choices?",
    "Ranking",
    lead(weightings, stability_words.lead),
    Numbers(
        stability_result,
        "What the ranking becomes under other weights.",
        main="rank_acceptability",
        per_draw=1.8e-7,
    ),
    draws="figure",
)

REPRODUCTION = Page(
    "reproduction",
    "Reproduction",
    "Do the printed numbers follow from the released runs, and do they hold?",
    "Paper check",
    lead(reproduction.reproduction, reproduction_words.lead),
    Numbers(
        reproduction.reproduction,
        "What the paper prints beside what the released runs give.",
        printed={
            "claim": "claim",
            "printed": "printed",
            "recomputed": "recomputed",
            "outcome": "outcome",
            "tie_aware": "tie-aware",
            "where": "where",
        },
    ),
    draws="figure",
)

EQUIVALENCE = Page(
    "equivalence",
    "Equivalence",
    "Does an unlearned model answer as one that never saw the forgotten data?",
    "Other audits",
    lead(equivalence.equivalence, equivalence_words.lead),
    Numbers(
        equivalence.equivalence,
        "J of FADE for each unlearned model, with floor, ceiling and the other metrics.",
        main="models",
        printed={
            "rank": "rank",
            "label": "model",
            "j": "J",
            "low": "from",
            "high": "to",
            "half": "half",
            "per_token": "per token",
            "j_whole": "J, whole forget set",
            "prompts": "prompts",
        },
    ),
    draws="figure",
)

INVERSION = Page(
    "inversion",
    "Inversion",
    "Does an attack still succeed under an independent judge?",
    "Other audits",
    lead(inversion.inversion, inversion_words.lead),
    Numbers(
        inversion.inversion,
        "The standard evaluator of model inversion against a judge, attack by attack.",
        main="rows",
        printed={
            "private_set": "private set",
            "attack": "attack",
            "n": "n",
            "accuracy_standard": "standard",
            "accuracy_judge": "judge",
            "difference": "difference",
            "difference_low": "from",
            "difference_high": "to",
            "fpr": "FPR",
            "fnr": "FNR",
            "fdr": "FDR",
            "kappa": "κ",
            "ac1": "AC1",
        },
    ),
    draws="figure",
)

DATA = Page(
    "data",
    "Tables and SQL",
    "What are the numbers made of, and where does each come from?",
    "Data",
    lead(data.data, data_words.lead),
    draws="table",
)

CHANGES = Page(
    "changes",
    "What changed",
    "What did each data version bring, and did ranks or verdicts change?",
    "Data",
    lead(changes.changes, changes_words.lead),
    Numbers(
        changes.changes,
        "What each data version changed: what came in, ranks before and after, verdicts on printed numbers.",
        main="versions",
        printed={
            "date": "day",
            "version": "data version",
            "runs": "runs",
            "ranks_changed": "ranks changed",
            "pairs_swapped": "pairs swapped",
            "claims_changed": "verdicts changed",
            "reason": "cannot be compared",
        },
        per_value=5e-4,
    ),
)

YOUR_RESULTS = Page("your_results", "Your results", "Where does your method stand, and do your metrics agree?", "Data")

ABOUT = Page(
    "about", "About", "What does each term mean, where do the data come from, and how are they cited?", "About"
)

METHOD = Page(
    "method",
    "Method",
    "Where does one method stand in every suite, and by each metric alone?",
    "Ranking",
    across=Across(
        "methods",
        method.method,
        lead_across(method.method, method_words.lead),
        "One method in every suite: its rank in each panel, and its place by each metric alone.",
    ),
)

METRIC = Page(
    "metric",
    "Metric",
    "What supports trust in one metric, and what contradicts it?",
    "Metrics",
    across=Across(
        "metrics",
        metric.metric,
        lead_across(metric.metric, metric_words.lead),
        "One metric in every suite: what it is there, and what supports and contradicts trust in it.",
    ),
)

PAGES: tuple[Page, ...] = (
    OVERVIEW,
    LEADERBOARD,
    TRADEOFF,
    STABILITY,
    RELIABILITY,
    AGREEMENT,
    CLUSTERS,
    CALIBRATION,
    REPRODUCTION,
    EQUIVALENCE,
    INVERSION,
    DATA,
    CHANGES,
    YOUR_RESULTS,
    ABOUT,
    METHOD,
    METRIC,
)


def by_path(path: str) -> Page | None:
    """The page that stands at an address, None for an unknown one."""
    return next((p for p in PAGES if p.path == path), None)


def spanning() -> dict[str, Across]:
    """What pages say over all suites, by their name."""
    return {p.name: p.across for p in PAGES if p.across is not None}


def numbers() -> dict[str, Numbers]:
    """The numbers that pages add to the report, by their key there, in its order."""
    return {p.name: p.numbers for p in PAGES if p.numbers is not None}
