"""The small pictures behind the doors, as markup: nothing of Plotly's is loaded for the first page."""

from __future__ import annotations

from components.markup import tag, text
from components.plotting.theme import Mode, palette
from components.text import counted, number
from components.views.overview.result import Paper, State, Trust, Win

BLIND = 0.5
"""The AUC of a metric that tells nothing."""
MOST = 14
"""Metrics whose dots have room, the best ones."""
ROOM, WIDE_ROOM = 140, 330
"""Room for squares on a telephone and on a desk, in rem², gaps included."""


def win_bars(win: Win, mode: Mode) -> str:
    """A bar per method, the leaders in the accent."""
    colours, longest = palette(mode), max(uqs for _, uqs in win.bars) or 1.0
    rows = [
        tag("span", text(label), class_="name")
        + tag(
            "span",
            tag(
                "span",
                style=f"width: {100 * max(uqs, 0) / longest:.1f}%; "
                f"background: {colours.accent if label in win.leaders else colours.missing}",
            ),
            class_="bar",
        )
        + tag("span", number(uqs), class_="value")
        for label, uqs in win.bars
    ]
    told = ", ".join(f"{label} {number(uqs)}" for label, uqs in win.bars)
    return _picture("bars", f"Scores of the first {counted(len(win.bars), 'method')}: {told}", *rows)


def trust_dots(trust: Trust, mode: Mode) -> str:
    """A line per metric with its dot between blind and always right, the best ones first."""
    colours, drawn = palette(mode), trust.dots[:MOST]
    low = min(BLIND, *(auc for _, auc in drawn))
    rows = [
        tag("span", text(name), class_="name")
        + tag(
            "span",
            tag(
                "span",
                class_="dot",
                style=f"left: {100 * (auc - low) / (1 - low):.1f}%; background: {colours.accent}",
            ),
            class_="track",
            style=f"border-color: {colours.grid}",
        )
        + tag("span", number(auc, 2), class_="value")
        for name, auc in drawn
    ]
    ends = f"from {number(low, 1)}{', blind,' if low == BLIND else ''} to 1, always right"
    told = ", ".join(f"{name} {number(auc, 2)}" for name, auc in drawn)
    return _picture("bars dots", f"AUC by metric: {told}", *rows, tag("span", text(ends), class_="ends"))


def paper_squares(paper: Paper, mode: Mode) -> str:
    """A square per printed number, and what its filling means."""
    colours = palette(mode)
    fill: dict[State, str] = {
        "holds": f"background: {colours.accent}",
        "changes sign": f"background: {colours.areas[1]}",
        "differs": f"background: repeating-linear-gradient(45deg, {colours.missing} 0 3px, transparent 3px 6px)",
    }
    order: tuple[State, ...] = ("holds", "changes sign", "differs")
    squares = [tag("span", class_="square", style=fill[s]) for state in order for s in paper.states if s == state]
    known = [s for s in order if paper.count(s)]
    legend = [
        tag("span", tag("span", class_="square", style=fill[s]), text(f" {paper.count(s)} {_legend(s)}")) for s in known
    ]
    told = ", ".join(f"{paper.count(s)} {_legend(s)}" for s in known)
    side, wide = ((room / len(paper.states)) ** 0.5 - 0.25 for room in (ROOM, WIDE_ROOM))
    return _picture(
        "squares",
        told,
        tag("span", *squares, class_="grid", style=f"--side: {min(1.7, side):.2f}rem; --wide: {min(3, wide):.2f}rem"),
        tag("span", *legend, class_="legend"),
    )


def _legend(state: State) -> str:
    return {"holds": "hold", "changes sign": "change sign", "differs": "do not match"}[state]


def _picture(kind: str, told: str, *inside: str) -> str:
    return tag("div", *inside, class_=f"door-picture {kind}", role="img", aria_label=told)
