"""The pages in the order of the navigation, one record each. Everything that lists pages reads
`PAGES`."""

from collections.abc import Mapping

from components.answers.about.suite import PANELS
from components.answers.agreement.concordance import CONCORDANCE
from components.answers.agreement.maps import MAP
from components.answers.agreement.modality import MODALITY
from components.answers.agreement.pair import PAIR
from components.answers.agreement.profile import PROFILE
from components.answers.agreement.taus import TAUS
from components.answers.brief.claim import CLAIM
from components.answers.check.place import NEAR, PLACE
from components.answers.check.published_thresholds import THRESHOLDS
from components.answers.check.several import SEVERAL
from components.answers.clusters.grouping import GROUPING
from components.answers.compare.comparisons import VERDICTS
from components.answers.compare.head_to_head import HEAD_TO_HEAD
from components.answers.data.suite_tables import COUNTS
from components.answers.equivalence.models import MODELS
from components.answers.equivalence.orders import METRICS
from components.answers.inversion.confusion import CONFUSION
from components.answers.inversion.slopes import SLOPES
from components.answers.leaderboard.floors import FLOORS as BELOW
from components.answers.leaderboard.headline import RANKING, SENTENCES
from components.answers.leaderboard.methods import METHODS
from components.answers.leaderboard.past_retrained import PAST_RETRAINED
from components.answers.leaderboard.references import REFERENCES
from components.answers.leaderboard.tries import FAMILIES
from components.answers.leaderboard.weights import DOUBLED
from components.answers.method.method import MEANINGS as METHOD_MEANINGS
from components.answers.method.method import STANDINGS
from components.answers.metric.metric import EVIDENCE
from components.answers.metric.metric import MEANINGS as METRIC_MEANINGS
from components.answers.plan.experiment import EXPERIMENT, can_plan
from components.answers.plan.needed import NEEDED
from components.answers.record import START, Beside, Page, Tabs
from components.answers.reliability.closeness import CLOSENESS
from components.answers.reliability.known_answers import AREAS, CONTROLS
from components.answers.reliability.trust import FINDINGS, TRUST
from components.answers.reproduction.claims import CLAIMS, REPRODUCED, has_claims
from components.answers.reproduction.recoverability import RECOVERABILITY
from components.answers.stability.dethroning import DETHRONING
from components.answers.stability.lead_shares import LEAD_SHARES, WHY_SHARES_DIFFER
from components.answers.stability.leaders import LEADERS
from components.answers.stability.nearby import NEARBY
from components.answers.stability.ranks import ACCEPTABILITY
from components.answers.stability.separable import INFERENCE, SEPARABLE
from components.answers.stability.ways import WAYS
from components.answers.stability.weight_map import WEIGHT_MAP
from components.answers.stability.weightings import WEIGHTINGS
from components.answers.survives.kept import KEPT
from components.answers.survives.metrics import METRICS as METRICS_AFTER
from components.answers.survives.survival_ranks import RANKS as RANKS_AFTER
from components.answers.tradeoff.lead import PLANE
from components.answers.tradeoff.picture import PICTURE
from components.answers.tradeoff.shares import BEST_FOR, FRONT
from components.choices import analysis, opened, ranking, runs
from components.defaults import NAME
from components.results.before_and_after import panel_measured_again
from components.results.equivalence import panel_with_answers
from components.results.inversion import panel_with_inversion

WHICH_RUNS = (runs.BENCHMARKS, runs.SEEDS, runs.METHODS)
RUNS = (runs.SUITE, runs.PANEL, *WHICH_RUNS)
"""The choices that say which runs are shown."""
RANKED = (
    ranking.ROWS,
    ranking.TRANSFORM,
    ranking.AGGREGATE,
    ranking.WEIGHTS,
    ranking.FLOORS,
)
"""The choices that say how they are ranked."""

OVERVIEW = Page(START, NAME, "Which method makes an AI model forget?", "")
LEADERBOARD = Page(
    "leaderboard",
    "Leaderboard",
    "Which method is best under these weights?",
    "Rank",
    filters=(
        runs.SUITE,
        runs.PANEL,
        ranking.PURPOSE,
        *WHICH_RUNS,
        ranking.ROWS,
        ranking.FLOORS,
        ranking.TRANSFORM,
        ranking.AGGREGATE,
        ranking.AIM,
    ),
    first=(RANKING, BELOW, DOUBLED, SENTENCES),
    below=(METHODS, REFERENCES, PAST_RETRAINED, FAMILIES),
    main="leaderboard",
    state=(opened.ROW,),
)
TRADEOFF = Page(
    "tradeoff",
    "Trade-off",
    "Which method forgets most and stays most useful?",
    "Rank",
    filters=(*RUNS, ranking.ROWS, ranking.AIM, ranking.WEIGHTS, ranking.FLOORS),
    first=(PLANE, Beside((PICTURE, BEST_FOR), widths=(2, 1))),
    unseen=(FRONT,),
    main="points",
)
STABILITY = Page(
    "stability",
    "Stability",
    "Does the ranking depend on the weights?",
    "Rank",
    filters=(*RUNS, *RANKED, analysis.DRAWS),
    first=(WEIGHTINGS, LEAD_SHARES, WHY_SHARES_DIFFER, ACCEPTABILITY),
    below=(
        NEARBY,
        Tabs(
            {
                "Who can lead": (LEADERS, WEIGHT_MAP),
                "What can be told apart": (SEPARABLE,),
                "Ways of ranking": (WAYS,),
            }
        ),
    ),
    unseen=(DETHRONING, INFERENCE),
    main="rank_acceptability",
)
SURVIVES = Page(
    "survives",
    "Durability",
    "Does forgetting last after relearning or quantisation?",
    "Rank",
    filters=(
        runs.SUITE,
        runs.PANEL,
        analysis.PERTURBATION,
        *WHICH_RUNS,
        ranking.AIM,
        analysis.SURVIVAL,
        ranking.FLOORS,
    ),
    starts=panel_measured_again,
    first=(RANKS_AFTER, KEPT),
    below=(METRICS_AFTER,),
    main="survives",
)
COMPARE = Page(
    "compare",
    "Compare",
    "Which of these methods is ahead?",
    "Claims",
    spans=True,
    first=(VERDICTS,),
    below=(HEAD_TO_HEAD,),
)
CHECK = Page(
    "check",
    "Check a number",
    "Is my number plausible?",
    "Claims",
    spans=True,
    first=(PLACE,),
    below=(NEAR, THRESHOLDS, SEVERAL),
)
REPRODUCTION = Page(
    "reproduction",
    "Reproduction",
    "Do printed numbers follow from the released runs?",
    "Claims",
    filters=(runs.SUITE,),
    starts=has_claims,
    first=(REPRODUCED, CLAIMS),
    below=(RECOVERABILITY,),
)
PLAN = Page(
    "plan",
    "Plan",
    "How many seeds or benchmarks do I need?",
    "Claims",
    filters=(*RUNS, *RANKED),
    starts=can_plan,
    first=(EXPERIMENT, NEEDED),
    main="needed",
)
AGREEMENT = Page(
    "agreement",
    "Agreement",
    "Do metrics rank methods the same way?",
    "Metrics",
    filters=(*RUNS, analysis.PROTOCOL, analysis.SCOPE),
    first=(TAUS, Beside((MAP, PAIR), widths=(5, 4))),
    below=(PROFILE, CONCORDANCE, MODALITY),
    main="pairs",
)
CLUSTERS = Page(
    "clusters",
    "Clusters",
    "Which metrics belong together?",
    "Metrics",
    filters=(*RUNS, analysis.LINKAGE, analysis.K),
    first=(GROUPING,),
)
RELIABILITY = Page(
    "reliability",
    "Trust",
    "Which metrics can be trusted?",
    "Metrics",
    filters=RUNS,
    first=(TRUST, FINDINGS, CLOSENESS),
    unseen=(AREAS, CONTROLS),
    main="reliability",
)
EQUIVALENCE = Page(
    "equivalence",
    "Equivalence",
    "Does the model answer as if retrained?",
    "Audits",
    filters=RUNS,
    starts=panel_with_answers,
    first=(MODELS,),
    below=(METRICS,),
)
INVERSION = Page(
    "inversion",
    "Inversion",
    "Do attacks succeed under an independent judge?",
    "Audits",
    filters=(runs.SUITE, analysis.JUDGE, analysis.PRIVATE_SET),
    starts=panel_with_inversion,
    first=(SLOPES,),
    below=(CONFUSION,),
    main="rows",
)
YOUR_RESULTS = Page("your_results", "Your results", "Where does my method rank?", "")
DATA = Page(
    "data",
    "Tables and SQL",
    "Where does each number come from?",
    "Data",
    filters=(runs.SUITE,),
    first=(COUNTS,),
    state=(opened.TABLE, opened.FIND, opened.QUERY),
)
ABOUT = Page(
    "about",
    "About",
    "What does each term mean?",
    "Data",
    filters=(runs.SUITE,),
    first=(PANELS,),
    state=(opened.TERM,),
)
METHOD = Page(
    "method",
    "Method",
    "Where does one method stand in every suite?",
    "Rank",
    spans=True,
    first=(STANDINGS, METHOD_MEANINGS),
)
METRIC = Page(
    "metric",
    "Metric",
    "What supports trust in one metric, and what contradicts it?",
    "Metrics",
    spans=True,
    first=(EVIDENCE, METRIC_MEANINGS),
)
BRIEF = Page(
    "brief",
    "Brief",
    "One page to take away.",
    "Claims",
    filters=(*RUNS, *RANKED, ranking.AIM),
    first=(CLAIM, RANKING),
)

PAGES: tuple[Page, ...] = (
    OVERVIEW,
    LEADERBOARD,
    TRADEOFF,
    STABILITY,
    SURVIVES,
    COMPARE,
    CHECK,
    REPRODUCTION,
    PLAN,
    AGREEMENT,
    CLUSTERS,
    RELIABILITY,
    EQUIVALENCE,
    INVERSION,
    YOUR_RESULTS,
    DATA,
    ABOUT,
    METHOD,
    METRIC,
    BRIEF,
)
BY_LINK = (METHOD, METRIC, BRIEF)
"""The pages that links lead to and the navigation does not list."""
MOVED: Mapping[str, str] = {"calibration": "reliability", "changes": "data"}
"""Where the addresses of pages that went lead."""


def by_name(page_name: str) -> Page:
    """Return the record of a page. Raises KeyError for a name that no page has."""
    return {page.name: page for page in PAGES}[page_name]


def by_path(page_path: str) -> Page | None:
    """Return the page at an address, None for an unknown one."""
    return next((page for page in PAGES if page.path == MOVED.get(page_path, page_path)), None)


def numbers() -> dict[str, Page]:
    """Return the pages that add to the report, by their key there, in its order."""
    return {page_name: page for page_name, page in interface().items() if not page.spans}


def interface() -> dict[str, Page]:
    """Return the pages that have numbers, by their name in the interface."""
    silent = (OVERVIEW, YOUR_RESULTS, DATA, ABOUT, BRIEF)
    return {page.name: page for page in PAGES if page not in silent}


def spanning() -> dict[str, Page]:
    """Return the pages over all suites, by their name."""
    return {page.name: page for page in PAGES if page.spans}
