"""What the board shows of a ranking: the one form in which weights, names and utilities go to the
browser.

Weights cross that border as numbers by metric id, in both directions; a metric that is not named
has weight 0.

say        the verdict, the line of support, notes with what a link beside them opens, `move`: what
           a button does, with the weights that it sets, and `chance`: that the weights follow
           chance, with equal ones one click away
metrics    that can be weighted: colours in both themes, what each serves, and whether it can be
           trusted and why
methods    by row: the full name, a second line, why it has no rank ("" with one); `told`: not ahead
           of by the leader; `whisker`: the interval of its difference to the leader, null without
           a test; ranks: those that the data allow; `runs`: the score of each run by benchmark;
           `role` of a model that is never ranked, which stands in the order of scores ("" else)
about      what print and an embedded board say of themselves: suite, model, data version, address
utilities  a row for each method, or for each checkpoint of `members`, null where a metric was not
           measured; `passes` says which of them keep every floor
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from components import floors, name_pages
from components.answers.leaderboard.headline import Headline
from components.answers.record import Said
from components.board.method_rows import (
    method_row,
    model_row,
    tests_against_leader,
)
from components.defaults import NAME
from components.exports.provenance import ranking_picture
from components.format import cleaned, finite
from components.plotting.theme import metric_colours
from components.resolved import Resolved
from components.results import derived_weights
from components.results.past_retrained import leader_line
from components.results.presets import presets
from components.results.ranking import Ranking
from components.stats.panel import Floats
from components.words import in_full, short
from data.registry import REFERENCE

MAX_FLAT = 6
"""Up to so many metrics have a slider each; more are behind those of their groups, and listed ones
behind a line."""
GROUPS = ("forgetting", "privacy", "utility", "cost", "")
"""The groups of sliders, in order; metrics without a group come last."""
LISTED = "listed"
"""The role of a metric that stands apart from the groups."""
CLOSENESS = "Score closeness to the retrained model"
"""What the link beside a leader that is past the retrained model does."""


def board_of(
    view: Resolved,
    headline: Headline,
    sentences: Said,
    trust_of_metric: Mapping[str, tuple[str, str]],
    address_of_text: Mapping[str, str],
    *,
    opened: str = "",
    closeness: str = "",
    whole: str = "",
    is_embedded: bool = False,
) -> dict[str, Any]:
    """Return the board of a ranking, methods in row order. Labels come as one line each and are
    never empty.

    `trust_of_metric` is a verdict and its reason by metric. `address_of_text` are addresses by
    text, in which METHOD stands for the id of a method and PAGE for that of its page, AGAINST for
    the id of the first other method, RIVAL for its page, RIVALS for the pages of the first three.
    `opened` is the row that is open, `closeness` the address of the ranking by closeness to the
    retrained model, `whole` that of the ranking itself, which print and a page around an embedded
    board show."""
    ranking = headline.ranking
    labels = view.labels
    metric_ids = [metric.id for metric in ranking.metrics]
    columns = list(map(view.panel.metric, metric_ids))
    test_of_rival = tests_against_leader(ranking)
    rows = ranking.in_order
    grouped = [metric.group for metric in ranking.metrics if metric.role != LISTED]
    models = ranking.references.drawn
    utilities = [
        *_finite_rows(ranking.contest.utilities[:, columns]),
        *_finite_rows(ranking.references.utilities[models][:, columns]),
    ]
    members = None
    if ranking.contest.ranks_best_checkpoints:
        members = [list(row.candidates) for row in rows]
        n_candidates = len(ranking.contest.utilities)
        members += [[n_candidates + place] for place in range(len(models))]
    weights_of_preset = {preset.name: preset.weights for preset in view.of(presets)}
    return {
        "say": _sentences(view, headline, sentences, closeness),
        "metrics": _metrics(view, ranking, trust_of_metric),
        "groups": [group for group in GROUPS if group in grouped],
        "flat": len(grouped) <= MAX_FLAT,
        "weights": {metric_id: ranking.summary.weights[metric_id] for metric_id in metric_ids},
        "equal": weights_of_preset.get("equal") or {},
        "methods": [
            *(
                method_row(
                    view, ranking, row, test_of_rival.get(row.method), headline.past_retrained
                )
                for row in rows
            ),
            *(model_row(view, ranking.references, model_index) for model_index in models),
        ],
        "utilities": utilities,
        "passes": [*(~view.contest.is_below_floor).tolist(), *(True for _ in models)],
        "members": members,
        "leader": ranking.ranked[0].method if ranking.ranked else None,
        "tested": ranking.pair_tests.board is not None,
        "floor": cleaned(floors.listed(labels, view.contest.floors)),
        "benchmarks": list(map(cleaned, map(labels.benchmark, view.panel.benchmarks))),
        "links": [{"text": text, "href": address} for text, address in address_of_text.items()],
        "open": opened,
        "about": {
            "title": cleaned(f"{labels.suite}, {labels.panel}"),
            "version": f"Data version {view.tables.data_version}",
            "name": NAME,
            "href": whole,
        },
        "embedded": is_embedded,
        "picture": ranking_picture(view),
    }


def _sentences(
    view: Resolved, headline: Headline, sentences: Said, closeness: str
) -> dict[str, Any]:
    lines = list(map(cleaned, sentences.lines))
    chance = cleaned(derived_weights.chance(headline.derived))
    past_retrained = cleaned(leader_line(headline.past_retrained, short(view.labels)))
    notes = []
    for line in lines[2:]:
        is_linked = line == past_retrained and view.selection.aim != REFERENCE
        link = {"text": CLOSENESS, "href": closeness} if is_linked and closeness else None
        if line != chance:
            notes.append({"text": line, "link": link})
    return {
        "verdict": "".join(lines[:1]),
        "support": "".join(lines[1:2]),
        "notes": notes,
        "move": _move(view, headline.ranking),
        "chance": chance,
    }


def _move(view: Resolved, ranking: Ranking) -> dict[str, Any] | None:
    """Return what the button beside the support does: the move that changes the leader, or weighing
    what was measured. None without a button."""
    if ranking.ranked:
        button_label = "Make this move"
        change = ranking.contest.nearest_change
        weights = change.applied if change.distance else None
    else:
        button_label = "Weigh only what was measured"
        weights = measured_only(view)
    if weights is None:
        return None
    return {"label": button_label, "weights": weights}


def measured_only(view: Resolved) -> dict[str, float] | None:
    """Return the weights of the metrics that every method has, in proportion, equal if they had
    none; None if there is no such metric."""
    is_measured = ~np.isnan(view.contest.utilities[~view.contest.is_below_floor]).any(axis=0)
    if not is_measured.any():
        return None
    shares = np.where(is_measured, view.contest.weights, 0.0)
    if not shares.any():
        shares = is_measured.astype(float)
    return dict(zip(view.panel.metric_ids, (shares / shares.sum()).tolist(), strict=True))


def _metrics(
    view: Resolved, ranking: Ranking, trust_of_metric: Mapping[str, tuple[str, str]]
) -> list[dict[str, Any]]:
    metric_ids = [metric.id for metric in ranking.metrics]
    light_colours = metric_colours(metric_ids, "light")
    dark_colours = metric_colours(metric_ids, "dark")
    metric_records = []
    for metric in ranking.metrics:
        verdict, reason = trust_of_metric.get(metric.id, ("", ""))
        is_listed = metric.role == LISTED
        metric_record = {
            "id": metric.id,
            "label": cleaned(metric.label) or metric.id,
            "name": cleaned(in_full(metric.label, metric.name)),
            "arrow": metric.arrow,
            "light": light_colours[metric.id],
            "dark": dark_colours[metric.id],
            "group": "" if is_listed else metric.group,
            "listed": is_listed,
            "href": f"metric?id={name_pages.address('metrics', view.tables, metric.id)}",
            "trust": verdict,
            "why": cleaned(reason),
        }
        metric_records.append(metric_record)
    return metric_records


def _finite_rows(values: Floats) -> list[list[float | None]]:
    return [list(map(finite, row)) for row in values.tolist()]
