"""How methods are weighed over all suites: each suite's own weights, a preset, or shares of the
three groups."""

from collections.abc import Mapping

from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.weights import (
    PURPOSES,
    group_members,
    group_shares,
    purpose_weights,
    with_shares,
)
from data.errors import LeaderboardError, NotEnoughData
from data.registry import GROUPS, Tables

OWN = "own"
"""Each suite's default weights."""
NAMES: Mapping[str, str] = {
    OWN: "Each suite’s own",
    "balanced": "Balanced",
    "forgetting_first": "Forgetting",
    "privacy_first": "Privacy",
    "utility_first": "Utility",
}
"""The weightings that are offered."""


def read(text: str, tables: object = None) -> str:
    """Return a weighting as it is written: a name, or shares of groups. Raises LeaderboardError for
    another text."""
    if text in NAMES:
        return text
    try:
        shares = {g: float(x) for g, x in (part.split(":") for part in text.split(","))}
    except ValueError:
        shares = {}
    if (
        not shares
        or set(shares) - set(GROUPS)
        or not all(0 <= x <= 1 for x in shares.values())
        or not any(shares.values())
    ):
        raise LeaderboardError(
            f"one of {', '.join(NAMES)}, or forgetting:0.5,privacy:0.2,utility:0.3"
        )
    return ",".join(f"{g}:{shares[g]:g}" for g in GROUPS if shares.get(g))


def weights_in(tables: Tables, panel: str, weighed: str) -> str | tuple[tuple[str, float], ...]:
    """Return the weights of a panel under a weighting. Raises NotEnoughData if the panel lacks a
    weighted group."""
    if weighed == OWN:
        return default_selection(tables).weights
    if weighed in PURPOSES:
        purpose_weights(tables, panel, PURPOSES[weighed])
        return weighed
    shares = {g: float(x) for g, x in (part.split(":") for part in weighed.split(","))}
    members = {g: group_members(tables, panel, g) for g in GROUPS if shares.get(g)}
    if missing := [g for g, own in members.items() if not own]:
        raise NotEnoughData(f"no metric here measures {missing[0]}")
    start = purpose_weights(tables, panel)
    start[[k for k in range(len(start)) if all(k not in own for own in members.values())]] = 0.0
    w = with_shares(start / start.sum(), [*members.values()], [shares[g] for g in members])
    return tuple(
        (m.id, round(float(x), 6))
        for m, x in zip(tables.scores, w, strict=True)
        if round(float(x), 6)
    )


def as_shares(view: Resolved) -> str:
    """Return the weights of a selection as a weighting over all suites, "" if some metric has no
    group."""
    chosen = view.selection.weights
    if isinstance(chosen, str) and (
        chosen in NAMES or chosen == default_selection(view.tables).weights
    ):
        return chosen if chosen in NAMES else OWN
    shares = group_shares(view.panel.metrics, view.w)
    if set(shares) - set(GROUPS) or sum(shares.values()) < 1 - 1e-6:
        return ""
    return ",".join(f"{g}:{round(x, 4):g}" for g, x in shares.items())
