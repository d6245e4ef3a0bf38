"""Does forgetting last? Rank before against rank after, and who leads on both sides."""

import math

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, joined, number, shortened
from components.plotting.marks import slopes, write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.results.before_and_after import BeforeAndAfter, Row, after, before, compute
from components.results.ranked_names import NONE_RANKED, named_or_counted, only_one_ranked
from components.table import Column, Table, item, table
from components.words import Labels
from data.registry import REFERENCE

MOST_NAMED = 12
"""Rows whose names are written at both ends of their lines."""
SURVIVES = 0.9
"""A model below the floor that keeps at least this share of its score is named."""
KEPT = "score after / score before, empty where that is below 0.05; may exceed 1"


def say(result: BeforeAndAfter, names: Labels) -> Said:
    compared = result.compared
    lost = [r for r in result.rows if r.below and (r.kept or 0.0) >= SURVIVES]
    top = max(lost, key=lambda r: r.score_after or 0.0, default=None)
    below = (
        f"{names.method(top.method)} keeps {number(top.kept)} of its score but is below the floor."
        if top
        else ""
    )
    no_utility = all(m.group != "utility" for m in result.metrics)
    notes = [result.description, weights_sentence(result, names), unranked(result)]
    if not compared:
        return Said([NONE_RANKED], notes)
    if len(compared) == 1:
        return Said([only_one_ranked(names.method(compared[0].method), result.noun)], notes)
    utility = f"Utility was not measured after {result.change}." if no_utility else ""
    return Said([verdict(result, names), agreement(result), below, utility], notes)


def verdict(result: BeforeAndAfter, names: Labels) -> str:
    """Return who leads before the change and after it."""
    first, then, noun = result.leaders(before), result.leaders(after), result.noun
    who = named_or_counted(names, first, noun)
    lead = "leads" if len(first) == 1 else "lead"
    if first == then:
        return f"{who} {lead} before and after {result.change}."
    ranks = [r.rank_after or 0 for r in result.compared if r.method in first]
    fallen = (
        f"; {who} then ranks {ranks[0]} of {len(result.compared)}"
        if len(first) == 1 and ranks[0] > 1
        else ""
    )
    return f"Before {result.change} {who} {lead}, after it {named_or_counted(names, then, noun)}{fallen}."


def agreement(result: BeforeAndAfter) -> str:
    """Return how far the rankings before and after agree."""
    tau, n = result.found.tau, len(result.compared)
    if n == 2:
        kept = "tie in" if math.isnan(tau) else "keep" if tau > 0 else "swap"
        return f"The two {result.noun}s {kept} their order."
    if math.isnan(tau):
        return f"All {n} {result.noun}s tie before or after {result.change}."
    return (
        f"The rankings before and after agree with τ {number(tau)} over {counted(n, result.noun)}."
    )


def weights_sentence(result: BeforeAndAfter, names: Labels) -> str:
    """Return what the score is."""
    weights = joined(
        [
            f"{names.metric(m.id)} {number(result.w[m.id])}"
            for m in result.metrics
            if result.w[m.id] > 0
        ]
    )
    return (
        f"The score weighs {weights}: utilities from 0 (worst) to 1 (best), before and after alike."
    )


def unranked(result: BeforeAndAfter) -> str:
    """Return how many rows have no rank, and why."""
    reasons = [
        "below the floor" if r.below else r.reason for r in result.rows if r.rank_before is None
    ]
    parts = [
        f"{counted(reasons.count(why), result.noun)} ({why})" for why in dict.fromkeys(reasons)
    ]
    return f"Without rank: {', '.join(parts)}." if parts else ""


def title(result: BeforeAndAfter, names: Labels) -> str:
    return f"Ranks before and after {result.change}"


def reading(result: BeforeAndAfter, names: Labels) -> str:
    """Return how to read the lines."""
    text = "Each line goes from the rank before to the rank after, 1 on top."
    if len(result.compared) > MOST_NAMED:
        best = "the best checkpoint of each method before, and " if result.families else ""
        text += f" Named: {best}who leads."
    return f"{text} Dashed: where the retrained model would rank." if retrained(result) else text


def retrained(result: BeforeAndAfter) -> list[Row]:
    """Return the models trained without the forgotten data that have a score."""
    return [r for r in result.references if r.role == REFERENCE and r.score_before is not None]


def draw(result: BeforeAndAfter, look: Look) -> go.Figure:
    """Draw a line per row from its rank before to its rank after; the retrained model where it
    would rank."""
    colours, rows, written = palette(look.mode), result.compared, written_names(result, look.names)
    fig, height = go.Figure(), 480 if len(rows) > MOST_NAMED else 120 + 30 * max(2, len(rows))
    lines = {r.method: _line(r, look.names) for r in rows}
    others = [line for m, line in lines.items() if m not in written]
    slopes(
        fig, others, line={"width": 0.75, "color": colours.muted}, marker={"size": 3}, opacity=0.55
    )
    slopes(
        fig,
        [lines[m] for m in written],
        line={"width": 2, "color": colours.accent},
        marker={"size": 7},
    )
    for r in retrained(result):
        left, right = would_rank(result, r)
        text = (
            f"{figure_text(look.names.method(r.method))}, retrained: would rank {left} before,"
            f" {right} after"
        )
        style = {
            "line": {"width": 2, "dash": "dash", "color": colours.missing},
            "marker": {"symbol": "diamond"},
        }
        slopes(fig, [(left, right, text)], **style)
    lowest = float(len(rows))
    for side in (0, 1):
        shared: dict[float, list[str]] = {}
        for method, name in written.items():
            shared.setdefault(lines[method][:2][side], []).append(figure_text(name))
        heights = spread(list(shared), 15 * len(rows) / (height - 90))
        lowest = max(lowest, *heights)
        texts = [
            f"{rank:g} {n[0]}{f' and {len(n) - 1} more' if n[1:] else ''}"
            for rank, n in shared.items()
        ]
        for y, text in zip(heights, texts, strict=True):
            write(fig, (-0.04, 1.04)[side], y, text, colours.ink, anchor=("right", "left")[side])
    fig.update_xaxes(
        tickvals=[0, 1],
        ticktext=["before", "after"],
        range=[-0.9, 1.9],
        showgrid=False,
        zeroline=False,
    )
    fig.update_yaxes(range=[lowest * 1.02 + 0.4, 0.6 - 0.03 * len(rows)], visible=False)
    return fig.update_layout(height=height, showlegend=False)


def _line(row: Row, names: Labels) -> tuple[float, float, str]:
    left, right = row.rank_before or 0, row.rank_after or 0
    kept = "" if row.kept is None else f", keeps {number(row.kept, 2)} of its score"
    return (
        left,
        right,
        f"{figure_text(names.method(row.method))}: rank {left} before, {right} after{kept}",
    )


def written_names(result: BeforeAndAfter, names: Labels) -> dict[str, str]:
    """Return the rows whose names are written, by what they are called there.

    All of few; else who leads on one of the sides, and the best checkpoint of each method, called
    after its method."""
    rows = result.compared
    if len(rows) > MOST_NAMED:
        called = {m: names.method(m) for of in (before, after) for m in result.leaders(of)}
        called |= {
            r.method: result.families[r.family] for r in result.best_before() if result.families
        }
    else:
        called = {r.method: names.method(r.method) for r in rows}
    return {m: shortened(name, 16) for m, name in [*called.items()][:MOST_NAMED]}


def would_rank(result: BeforeAndAfter, row: Row) -> tuple[int, int]:
    """Return the ranks that a model that is never ranked would have before and after."""
    return (
        1 + sum((before(r) or 0.0) > (before(row) or 0.0) for r in result.compared),
        1 + sum((after(r) or 0.0) > (after(row) or 0.0) for r in result.compared),
    )


def rows_table(result: BeforeAndAfter, names: Labels) -> Table[Row]:
    """Return one row per candidate in the order before, then the models that are never ranked."""
    column = Column[Row]
    columns = (
        column("perturbation", lambda r: result.perturbation, place="file"),
        column("method", lambda r: r.method, result.noun, kind="method", place="print"),
        column("score_before", before, "score before", kind="number", why="reason", place="print"),
        column("score_after", after, "score after", kind="number", why="reason", place="print"),
        column(
            "rank_before",
            lambda r: r.rank_before,
            "rank before",
            kind="count",
            why="reason",
            place="print",
        ),
        column(
            "rank_after",
            lambda r: r.rank_after,
            "rank after",
            kind="count",
            why="reason",
            place="print",
        ),
        column("kept", lambda r: r.kept, "kept", kind="number", help=KEPT, place="print"),
        *(
            column(f"{key}.{m.id}", item(of, m.id), f"{m.label} {head}", kind="number", help=HELP)
            for m in result.metrics
            for key, head, of in SIDES
        ),
        column("role", lambda r: r.role, place="file"),
        column("reason", lambda r: r.reason, "without rank"),
    )
    return table(columns, [*result.rows, *result.references])


SIDES = (
    ("utility_before", "before", lambda r: r.before),
    ("utility_after", "after", lambda r: r.after),
    ("utility_kept", "kept", lambda r: r.kept_of),
)
HELP = "utility, 1 is best; empty where it was not measured on both sides"

RANKS = Answer(
    "survives",
    compute,
    say,
    Part(
        "survives",
        title,
        rows_table,
        draw,
        reading=reading,
        when=lambda result: len(result.compared) > 1,
    ),
    key="survives",
    terms=("kept_forgetting", "tau_b", "reference_model", "utility"),
)
