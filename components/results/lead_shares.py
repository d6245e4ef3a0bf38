"""How often does each method lead: of the named ways of ranking, with random weights of metrics and
with random weights of groups? The one place of these shares."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from components.format import capital, counted, joined, verb
from components.resolved import Resolved
from components.results.absent import Absent
from components.results.ranked_names import too_few
from components.results.ways_of_ranking import Way, leads_in, ways_of_ranking
from components.stats.panel import Floats
from components.stats.ranking.ranks import rounded
from components.stats.ranking.weights import group_members
from components.stats.stability.acceptability import Acceptability, uniform_weights
from data.registry import GROUP_WORDS, GROUPS, Group

VARIED = {"transform": "maps of values", "aggregate": "averages", "without": "benchmarks"}
"""What named ways vary besides weights and floors, by the field of a combination."""


@dataclass(frozen=True, kw_only=True)
class LeadShare:
    """How often one row leads; ties split the shares of random weights.

    ways              in how many named ways it leads alone, `ways_with_floors` those that keep the
                      floors of the suite
    random_metrics    the share of weights that are uniform on the simplex of the metrics in play,
                      None without a rank
    random_groups     the same of weights uniform on the groups of metrics, equal inside a group;
                      None without a rank or without groups
    """

    method: str
    ways: int
    ways_with_floors: int
    random_metrics: float | None
    random_groups: float | None

    @property
    def ever_leads(self) -> bool:
        """Whether any of the three shares is above 0."""
        return bool(self.ways or self.random_metrics or self.random_groups)


@dataclass(frozen=True, kw_only=True)
class LeadShares:
    """The shares of all rows: the ranked ones, best first, then others that lead in some way.

    n_ways              how many named ways there are, `n_ways_with_floors` those with the floors of
                        the suite
    varied              what else differs between the named ways, in words
    acceptability       the ranks with random weights of metrics, in the order of the ranked rows
    in_play             how many metrics of each group random weights of metrics weigh
    metrics_of_group    the metrics that serve each group, groups without any left out
    """

    rows: tuple[LeadShare, ...]
    n_ways: int
    n_ways_with_floors: int
    varied: tuple[str, ...]
    acceptability: Acceptability
    in_play: Mapping[Group, int]
    metrics_of_group: Mapping[Group, tuple[str, ...]]

    @property
    def n_lifted(self) -> int:
        """How many named ways lift the floors of the suite, which makes a difference there."""
        return self.n_ways - self.n_ways_with_floors

    def share_first(self) -> dict[str, float]:
        """Return the share of random weights of metrics with which each ranked row leads."""
        shares = {}
        for row in self.rows:
            if row.random_metrics is not None:
                shares[row.method] = row.random_metrics
        return shares


def compute(view: Resolved) -> LeadShares | Absent:
    """Return how often each method leads. Raises LeaderboardError if the weights do not fit the
    selection."""
    contest = view.contest
    ranked = contest.by_score
    if len(ranked) < 2:
        return Absent(too_few(view.labels, ranked))
    acceptability = contest.acceptability()
    members = _members_of_group(view)
    random_metrics = dict(zip(ranked, acceptability.ranks[:, 0].tolist(), strict=True))
    random_groups = _shares_of_groups(view, members)
    ways = _ways(view)
    with_floors = tuple(filter(_keeps_floors, ways))
    leads = leads_in(ways)
    leads_with_floors = leads_in(with_floors)
    rows = []
    for method in dict.fromkeys((*ranked, *leads)):
        rows.append(
            LeadShare(
                method=method,
                ways=leads.get(method, 0),
                ways_with_floors=leads_with_floors.get(method, 0),
                random_metrics=random_metrics.get(method),
                random_groups=random_groups.get(method),
            )
        )
    return LeadShares(
        rows=tuple(rows),
        n_ways=len(ways),
        n_ways_with_floors=len(with_floors),
        varied=_varied(ways),
        acceptability=acceptability,
        in_play=_in_play(view),
        metrics_of_group=_ids_of_group(contest.panel.metric_ids, members),
    )


def _ids_of_group(
    metric_ids: Sequence[str], members: Mapping[Group, Sequence[int]]
) -> dict[Group, tuple[str, ...]]:
    ids_of_group: dict[Group, tuple[str, ...]] = {}
    for group, indices in members.items():
        ids_of_group[group] = tuple(map(metric_ids.__getitem__, indices))
    return ids_of_group


def _ways(view: Resolved) -> tuple[Way, ...]:
    result = view.of(ways_of_ranking)
    return () if isinstance(result, Absent) else result.ways


def _keeps_floors(way: Way) -> bool:
    return any(combination.floors == "suite" for combination in way.combinations)


def _varied(ways: Sequence[Way]) -> tuple[str, ...]:
    """The kinds of choices, besides weights and floors, by which ways differ."""
    varied = []
    for kind, words in VARIED.items():
        values_of_way = []
        for way in ways:
            values_of_way.append(frozenset(map(attrgetter(kind), way.combinations)))
        if len(set(values_of_way)) > 1:
            varied.append(words)
    return tuple(varied)


def _in_play(view: Resolved) -> dict[Group, int]:
    contest = view.contest
    n_metrics = Counter(
        contest.panel.metrics[metric_index].group for metric_index in contest.in_play
    )
    return {group: n_metrics[group] for group in GROUPS if group in n_metrics}


def _members_of_group(view: Resolved) -> dict[Group, list[int]]:
    """The metrics that serve each group and that every eligible candidate has."""
    contest = view.contest
    has_gap = np.asarray(np.isnan(contest.utilities[contest.eligible]).any(axis=0))
    members: dict[Group, list[int]] = {}
    for group in GROUPS:
        serving = np.array(group_members(view.tables, view.selection.panel, group), dtype=int)
        measured = serving[~has_gap[serving]]
        if measured.size:
            members[group] = measured.tolist()
    return members


def _shares_of_groups(view: Resolved, members: Mapping[Group, list[int]]) -> dict[str, float]:
    """The share of random weights of groups with which each ranked row leads, ties split; {}
    without groups."""
    contest = view.contest
    if not members:
        return {}
    selection = view.selection
    inside: Floats = np.zeros((len(members), len(contest.panel.metrics)))
    for row, indices in enumerate(members.values()):
        inside[row, indices] = 1 / len(indices)
    weights_of_groups = uniform_weights(selection.draws, list(members), selection.rng)
    scores = rounded(contest.scores_at(weights_of_groups @ inside))
    leads = np.equal(scores, scores.max(axis=1, keepdims=True)).astype(float)
    shares = (leads / leads.sum(axis=1, keepdims=True)).mean(axis=0)
    return dict(zip(contest.row_ids, shares.tolist(), strict=True))


def why_they_differ(shares: LeadShares) -> tuple[str, str]:
    """Return why the shares of a method differ from column to column, "" where there is nothing to
    say."""
    return _on_groups(shares.in_play), _on_named_ways(shares)


def _on_groups(n_metrics_of_group: Mapping[Group, int]) -> str:
    if len(n_metrics_of_group) < 2:
        return ""
    most = max(n_metrics_of_group.values())
    if most == min(n_metrics_of_group.values()):
        return f"Each group has {counted(most, 'metric')} here."
    clauses: list[str] = []
    favoured = []
    for group, n_metrics in n_metrics_of_group.items():
        group_word = GROUP_WORDS[group]
        has_metrics = f"{group_word} {n_metrics}"
        if not clauses:
            has_metrics = f"{capital(group_word)} has {counted(n_metrics, 'metric')} here"
        clauses.append(has_metrics)
        if n_metrics == most:
            favoured.append(group_word)
    return (
        f"{joined(clauses)}: random weights of metrics favour {joined(favoured)}, those of"
        " groups do not."
    )


def _on_named_ways(shares: LeadShares) -> str:
    lift = verb(shares.n_lifted, "lifts", "lift")
    if shares.varied and shares.n_lifted:
        varied = joined(shares.varied)
        of_ways = f"{shares.n_lifted} of {shares.n_ways}"
        return f"Named ways also vary {varied}; {of_ways} {lift} the floors."
    if shares.varied:
        return f"Named ways also vary {joined(shares.varied)}."
    if shares.n_lifted:
        named_ways = counted(shares.n_ways, "named way")
        return f"Of {named_ways} {shares.n_lifted} {lift} the floors."
    return ""
