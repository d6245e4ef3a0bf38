"""Which ranks survive? Rank before against rank after, and who leads on both sides."""

import math

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.answers.survives.sides import OF_TWO, PAIR, Row, Sides, after, before, compute
from components.format import at_most, capital, counted, figure_text, joined, number, shortened
from components.plotting.room import spread
from components.plotting.slopes import ends, slopes
from components.plotting.theme import palette
from components.table import Column, Table, item, table
from components.words import Labels
from data.registry import REFERENCE

MOST_NAMED = 12
"""Rows whose names are written at both ends of their lines."""
SURVIVES = 0.9
"""A model that keeps this share of its score survives."""
KEPT = "score after / score before, empty where that is below 0.05; may exceed 1"


def say(result: Sides, names: Labels) -> Said:
    """Who leads on both sides, what falls most, and what that rests on."""
    notes = [result.description, weights_sentence(result, names), parts_sentence(result, names), unranked(result)]
    lines = [
        lead_sentence(result, names),
        fall_sentence(result, names),
        destroyed_sentence(result, names),
        basis_sentence(result, names),
    ]
    return Said([line for line in lines if line], notes)


def lead_sentence(result: Sides, names: Labels) -> str:
    """Who leads before, and what becomes of it."""
    compared = result.compared
    if not compared:
        return f"No {result.noun} here can be ranked both before and after."
    first, then = result.leaders(before), result.leaders(after)
    who, done = joined(at_most(3, [names.method(m) for m in first])), result.label
    if len(compared) == 1:
        return f"{done}: {who} is the only {result.noun} measured before and after, so there is no order to lose."
    leads = f"{done}: {who} {'leads' if len(first) == 1 else 'lead'} before"
    if first == then:
        return f"{leads} and after."
    rank = min(r.rank_after or 0 for r in compared if r.method in first)
    place = "shares the lead" if rank == 1 else f"ranks {rank} of {len(compared)}"
    leaders = [m for m in then if m not in first]
    others = joined(at_most(3, [names.method(m) for m in leaders]))
    return f"{leads} and {place} after{f', where {others} leads' if leaders else ''}."


def fall_sentence(result: Sides, names: Labels) -> str:
    """The largest fall of what a reader would choose: the best checkpoint of each method by the heaviest metric."""
    metric = result.heaviest
    chosen = result.best_of_each(lambda r: r.before[metric.id])
    falls = [(r, r.before[metric.id] or 0.0, r.after[metric.id] or 0.0) for r in chosen]
    if not falls:
        return ""
    row, had, has = max(falls, key=lambda fall: fall[1] - fall[2])
    by = metric.label if metric.utilities[0].name == "identity" else f"the utility of {metric.label}"
    if has >= had:
        return f"By {by} none falls."
    who = f"the best {result.families[row.family]} checkpoint" if result.families else names.method(row.method)
    return f"By {by}, {who} is {number(had)} before and {number(has)} after: the largest fall."


def destroyed_sentence(result: Sides, names: Labels) -> str:
    """That forgetting survives in a model below the floor too: of those that keep most, the highest score after."""
    survivors = [r for r in result.rows if r.destroyed and r.kept is not None and r.kept >= SURVIVES]
    if not survivors:
        return ""
    row = max(survivors, key=lambda r: r.score_after or 0.0)
    out = "" if row.ranked else ", so it has no rank"
    return (
        f"Keeping the score is not enough: {names.method(row.method)} keeps {number(row.kept, 2)} of its score, but "
        f"{row.destroyed}{out}."
    )


def basis_sentence(result: Sides, names: Labels) -> str:
    """How far both orders agree, over what, and that utility is not part of it."""
    rows = counted(len(result.compared), result.noun)
    metrics = names.listed_metrics(m.id for m in result.weighted)
    utility = any(m.group == "utility" for m in result.metrics)
    rest = "" if utility else " Nothing of utility was measured after."
    if len(result.compared) == PAIR:
        rest = f" {OF_TWO}{rest}"
    if math.isnan(result.found.tau):
        return f"{capital(rows)} by {metrics}: no two orders to compare.{rest}"
    return f"The two orders of {rows} by {metrics} agree with τ-b {number(result.found.tau)}.{rest}"


def weights_sentence(result: Sides, names: Labels) -> str:
    """What the score is."""
    weights = joined([f"{names.metric(m.id)} {number(result.w[m.id], 2)}" for m in result.weighted])
    return f"Score of this page: {weights} of utilities from 0 (worst) to 1 (best), the same before and after."


def parts_sentence(result: Sides, names: Labels) -> str:
    """Metrics that count more than once."""
    twice = [f"{names.metric(part)} is a part of {names.metric(whole)}" for whole, part in result.parts]
    return f"{capital(joined(twice))} and counts twice." if twice else ""


def unranked(result: Sides) -> str:
    """How many rows have no rank, and why."""
    unranked = [r for r in result.rows if not r.ranked]
    low = sum(r.reason == r.destroyed for r in unranked)
    reasons = [r.reason for r in unranked if r.reason != r.destroyed]
    parts = [f"{counted(low, result.noun)} below the floors"] if low else []
    parts += [f"{counted(reasons.count(why), result.noun)} ({why})" for why in dict.fromkeys(reasons)]
    return f"Without rank: {', '.join(parts)}." if parts else ""


def title(result: Sides, names: Labels) -> str:
    """The name of the figure."""
    return f"Ranks before and after: {result.label}"


def reading(result: Sides, names: Labels) -> str:
    """How to read the lines."""
    text = "Each line goes from the rank before to the rank after, 1 on top."
    if len(result.compared) > MOST_NAMED:
        best = "the best checkpoint of each method before, and " if result.families else ""
        text += f" Named: {best}who leads."
    return f"{text} Dashed: where the retrained model would stand." if retrained(result) else text


def retrained(result: Sides) -> list[Row]:
    """The models trained without the forgotten data that have a score."""
    return [r for r in result.references if r.role == REFERENCE and r.score_before is not None]


def draw(result: Sides, look: Look) -> go.Figure:
    """A line per row from its rank before to that after, rank 1 on top; the retrained model where it would be."""
    colours, rows, written = palette(look.mode), result.compared, named(result, look.names)
    fig, height = go.Figure(), 480 if len(rows) > MOST_NAMED else 120 + 30 * max(2, len(rows))
    lines = {r.method: _line(r, look.names) for r in rows}
    others = [line for m, line in lines.items() if m not in written]
    slopes(fig, others, line={"width": 0.75, "color": colours.muted}, marker={"size": 3}, opacity=0.55)
    slopes(fig, [lines[m] for m in written], line={"width": 2, "color": colours.accent}, marker={"size": 7})
    for r in retrained(result):
        left, right = would_rank(result, r)
        text = f"{figure_text(look.names.method(r.method))}, retrained: would stand at {left} and {right}"
        style = {"line": {"width": 2, "dash": "dash", "color": colours.missing}, "marker": {"symbol": "diamond"}}
        slopes(fig, [(left, right, text)], **style)
    lowest = float(len(rows))
    for side in (0, 1):
        shared: dict[float, list[str]] = {}
        for method, name in written.items():
            shared.setdefault(lines[method][:2][side], []).append(figure_text(name))
        heights = spread(list(shared), 15 * len(rows) / (height - 90))
        lowest = max(lowest, *heights)
        texts = [f"{rank:g} {n[0]}{f' and {len(n) - 1} more' if n[1:] else ''}" for rank, n in shared.items()]
        ends(fig, side, dict(zip(heights, texts, strict=True)), colours.ink)
    fig.update_xaxes(tickvals=[0, 1], ticktext=["before", "after"], range=[-0.9, 1.9], showgrid=False, zeroline=False)
    fig.update_yaxes(range=[lowest * 1.02 + 0.4, 0.6 - 0.03 * len(rows)], visible=False)
    return fig.update_layout(height=height, showlegend=False)


def _line(row: Row, names: Labels) -> tuple[float, float, str]:
    left, right = row.rank_before or 0, row.rank_after or 0
    kept = "" if row.kept is None else f", keeps {number(row.kept, 2)} of its score"
    return left, right, f"{figure_text(names.method(row.method))}: rank {left} before, {right} after{kept}"


def named(result: Sides, names: Labels) -> dict[str, str]:
    """The rows whose names are written, by what they are called there.

    All of few; else who leads on one of the sides, and the best checkpoint of each method, called after its method.
    """
    rows = result.compared
    if len(rows) > MOST_NAMED:
        called = {m: names.method(m) for of in (before, after) for m in result.leaders(of)}
        called |= {r.method: result.families[r.family] for r in result.best_of_each(before) if result.families}
    else:
        called = {r.method: names.method(r.method) for r in rows}
    return {m: shortened(name, 16) for m, name in [*called.items()][:MOST_NAMED]}


def would_rank(result: Sides, row: Row) -> tuple[int, int]:
    """Where a model that is never ranked would be on both sides."""
    return (
        1 + sum((before(r) or 0.0) > (before(row) or 0.0) for r in result.compared),
        1 + sum((after(r) or 0.0) > (after(row) or 0.0) for r in result.compared),
    )


def rows_table(result: Sides, names: Labels) -> Table[Row]:
    """One row per candidate in the order before, then the models that are never ranked."""
    column = Column[Row]
    columns = (
        column("perturbation", lambda r: result.perturbation, place="file"),
        column("method", lambda r: r.method, result.noun, kind="method", place="print"),
        column("score_before", before, "score before", kind="number", why="reason", place="print"),
        column("score_after", after, "score after", kind="number", why="reason", place="print"),
        column("rank_before", lambda r: r.rank_before, "rank before", kind="count", why="reason", place="print"),
        column("rank_after", lambda r: r.rank_after, "rank after", kind="count", why="reason", place="print"),
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
    Part("survives", title, rows_table, draw, reading=reading, when=lambda result: len(result.compared) > 1),
    key="survives",
    terms=("kept_forgetting", "tau_b", "reference_model", "utility"),
)
