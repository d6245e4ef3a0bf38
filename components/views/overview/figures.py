"""The small pictures behind the doors, as markup: nothing of Plotly's is loaded for the first page."""

from __future__ import annotations

from components.markup import tag, text
from components.plotting.theme import Mode, palette
from components.text import counted, number
from components.views.overview.result import Paper, State, Trust, Win

BLIND = 0.5
"""The AUC of a metric that tells nothing."""
LEVELS = 4
"""Heights at which dots stand, so that near ones can be told apart."""
ROOM = 140
"""Room for squares on a telephone, in rem², gaps included."""


def win_bars(win: Win, mode: Mode) -> str:
    """A bar per method, the leaders in the accent."""
    colours, longest = palette(mode), max(b.uqs for b in win.bars) or 1.0
    rows = [
        tag("span", text(b.label), class_="name")
        + tag(
            "span",
            tag(
                "span",
                style=f"width: {100 * max(b.uqs, 0) / longest:.1f}%; "
                f"background: {colours.accent if b.label in win.leaders else colours.missing}",
            ),
            class_="bar",
        )
        + tag("span", number(b.uqs), class_="value")
        for b in win.bars
    ]
    told = ", ".join(f"{b.label} {number(b.uqs)}" for b in win.bars)
    return _picture("bars", f"Scores of the first {counted(len(win.bars), 'method')}: {told}", *rows)


def trust_dots(trust: Trust, mode: Mode) -> str:
    """A dot per metric from blind to always right."""
    colours = palette(mode)
    low = min(BLIND, *(d.auc for d in trust.dots))
    dots = [
        tag(
            "span",
            class_="dot",
            style=f"left: {100 * (d.auc - low) / (1 - low):.1f}%; top: {4 + 20 * (i % LEVELS)}%; "
            f"background: {colours.accent}",
            title=f"{d.name} {number(d.auc, 2)}",
        )
        for i, d in enumerate(trust.dots)
    ]
    line = tag("span", class_="line", style=f"background: {colours.grid}")
    ends = tag("span", f"{number(low, 1)} blind" if low == BLIND else number(low, 1), class_="low")
    ends += tag("span", "1 always right", class_="high")
    told = ", ".join(f"{d.name} {number(d.auc, 2)}" for d in trust.dots)
    return _picture("dots", f"AUC by metric: {told}", line, *dots, ends)


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
    side = f"--side: {min(1.7, (ROOM / len(paper.states)) ** 0.5 - 0.25):.2f}rem"
    return _picture(
        "squares", told, tag("span", *squares, class_="grid", style=side), tag("span", *legend, class_="legend")
    )


def _legend(state: State) -> str:
    return {"holds": "hold", "changes sign": "change sign", "differs": "do not match"}[state]


def _picture(kind: str, told: str, *inside: str) -> str:
    return tag("div", *inside, class_=f"door-picture {kind}", role="img", aria_label=told)
