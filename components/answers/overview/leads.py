"""Choose a method: who leads where under each priority, and how surely."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.answers.record import Absent
from components.answers.stability.inferred import inferred
from components.choice_text import ROWS
from components.errors import NotEnoughData
from components.resolved import Resolved, reads
from components.stats.ranking.grids import BEST
from components.stats.separation.inference import AHEAD
from components.text import counted, joined, number, shortened

PRIORITIES = {
    "utility_first": "Utility first",
    "forgetting_first": "Forgetting first",
    "privacy_first": "Privacy first",
}
"""The presets of weights that are compared, by their names."""
LANGUAGE = (
    ("tofu_seeds", "tofu_llama32_1b", ROWS[0]),
    ("tofu", "tofu_llama32_1b", BEST),
    ("muse_seeds", "news", ROWS[0]),
    ("muse_seeds", "books", ROWS[0]),
)
"""Where methods for language models are compared: suite, panel and rows."""
BESIDE = (("unified_unlearning", "llava_multimodal", ROWS[0]),)
"""The study that the board began with."""
READING = (
    "What comes first counts twice as much as each of the others. Utility: what the model still does well. Forgetting: "
    "what it no longer knows. Privacy: whether anyone can tell that the data was there. Differences are of scores from "
    "0 to 1; in brackets their 95 % interval over training seeds, for all pairs of methods of the panel together."
)
NAME = 32
"""Most letters of a name in a cell."""


@dataclass(frozen=True, kw_only=True)
class Lead:
    """Who leads a panel under some weights, in labels; several share the lead.

    `second` is the next, by `difference` behind with its interval, empty where there is none. `ranks` are those that
    the data allow the leader. `reason` says why there is no interval, `elsewhere` that it is about other benchmarks.
    """

    leaders: tuple[str, ...]
    second: str = ""
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    sure: bool = False
    ranks: tuple[int, int] | None = None
    reason: str = ""
    elsewhere: bool = False


@reads(rows=True)
def compute(view: Resolved) -> Lead | Absent:
    """The lead of a selection, or why nobody leads."""
    try:
        found = view.of(inferred)
    except NotEnoughData as error:
        return Absent(str(error))
    rows, names = found.rows, view.row_labels
    if not rows.names:
        return Absent("no method is ranked")
    tied = int((rows.board == rows.board[0]).sum())
    leaders = tuple(names.method(m) for m in rows.names[:tied])
    reason = found.seeds.reason if found.board is None else ""
    if tied > 1 or len(rows.names) == 1:
        return Lead(leaders=leaders, reason=reason)
    lead = Lead(
        leaders=leaders,
        second=names.method(rows.names[1]),
        difference=float(rows.board[0] - rows.board[1]),
        reason=reason,
    )
    if found.board is None or found.board.rank_sets is None or found.board.tests is None:
        return lead
    test = found.board.tests.pairs(np.array([0]))[0]  # the first pair is that of the first two rows
    return Lead(
        leaders=leaders,
        second=lead.second,
        difference=lead.difference if test.difference is None else test.difference,
        low=test.low,
        high=test.high,
        sure=test.verdict == AHEAD,
        ranks=found.board.rank_sets[rows.names[0]],
        reason="" if test.low is not None else test.reason,
        elsewhere=found.board.over == "benchmarks",
    )


def leader(lead: Lead) -> str:
    """Who leads."""
    return joined([shortened(name, NAME) for name in lead.leaders])


def how_surely(lead: Lead) -> str:
    """By how much, with its interval and the ranks that are possible, or why there is none."""
    if not lead.second:
        return "share the lead" if len(lead.leaders) > 1 else "the only method ranked"
    by = f"{number(lead.difference)} above {shortened(lead.second, NAME)}"
    if lead.low is None or lead.high is None:
        return f"{by}; no interval: {lead.reason}"
    low, high = lead.ranks or (1, 1)
    ranks = f"rank {low}" if low == high else f"rank {low} to {high}"
    cannot = "" if lead.sure else ", cannot tell"
    where = " on other benchmarks" if lead.elsewhere else ""
    return f"{by} ({number(lead.low)} to {number(lead.high)}){cannot}; {ranks}{where}"


def verdict(leads: Sequence[Lead]) -> str:
    """Who leads most of these rankings of language models, and in how many surely."""
    if not leads:
        return "No method is ranked yet."
    counts = Counter(name for lead in leads for name in lead.leaders)
    name, most = counts.most_common(1)[0]
    first = [a for a, n in counts.items() if n == most]
    if len(first) > 1:
        return f"{joined([shortened(a, NAME) for a in first])} lead most of these rankings of language models."
    sure = sum(lead.sure for lead in leads if name in lead.leaders)
    rankings = counted(len(leads), "ranking")
    return f"{shortened(name, NAME)} leads {most} of {rankings} of language models, {sure or 'none'} of them surely."
