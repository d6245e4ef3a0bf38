"""Is one method ahead of others, over every suite that has them? The verdict, the reasons, and
every comparison."""

from collections import Counter
from functools import partial

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.record import Choice
from components.format import counted, figure_text, joined, shortened, verb
from components.plotting.intervals import dots
from components.plotting.marks import SHAPES, name_rows, rows_height, segments
from components.plotting.theme import palette
from components.results import weightings
from components.results.comparisons import MIN_COMPARED, Comparison, ComparisonResult, compute
from components.results.pair_verdicts import assumed
from components.table import Column, Link, Table, placed, table
from components.words import Labels

READING = (
    "Right of 0: the first method scores higher. Line: 95 % interval, cut at the frame. Hollow:"
    " undecided."
)
JOINED_BY_WITH = ("one run each", "too few seeds")
"""Reasons that are joined to a number of comparisons by "with"."""
MAX_LETTERS = 22


def say(compared: ComparisonResult, labels: Labels) -> Said:
    causes = Counter(
        comparison.cause for comparison in compared.rows if comparison.verdict == "undecided"
    )
    undecided = []
    for cause, n_comparisons in causes.most_common():
        with_ = "with " if cause in JOINED_BY_WITH else ""
        undecided.append(f"{n_comparisons} {with_}{cause}")
    n_similar = sum(comparison.similar in ("ahead", "behind") for comparison in compared.rows)
    sentences = [verdict(compared)]
    if undecided:
        sentences.append(f"Not decided: {joined(undecided)}.")
    sentences.append(
        f"On similar benchmarks {n_similar or 'none'} of {len(compared.rows)}"
        f" {verb(n_similar, 'is', 'are')} decided."
    )
    if compared.n_dropped:
        dropped = counted(compared.n_dropped, "ranking")
        sentences.append(f"{dropped} left out: no metric of a weighted group.")
    notices = []
    if compared.unknown:
        unknown = joined([shortened(method, 40) for method in compared.unknown])
        notices.append(f"No suite has a method called {unknown}.")
    return Said(sentences, [assumed(is_registered=False)], notices)


def verdict(compared: ComparisonResult) -> str:
    """Return the first line: in how many rankings the first method is ahead of the others."""
    claim_label, *rival_labels = compared.methods.values()
    n_rows = len(compared.rows)
    n_ahead = compared.count("ahead")
    n_behind = compared.count("behind")
    noun = "rankings" if len(rival_labels) == 1 else "comparisons"
    the_only = "the one ranking that has both"
    if not n_ahead and not n_behind:
        if len(rival_labels) == 1:
            how_often = the_only if n_rows == 1 else f"any of {n_rows} rankings"
            return f"{claim_label} and {rival_labels[0]} cannot be told apart in {how_often}."
        if n_rows == 1:
            return "The one comparison is not decided."
        return f"None of {n_rows} comparisons is decided."
    if not n_ahead:
        if n_rows == 1:
            return f"{claim_label} is behind {rival_labels[0]} in {the_only}."
        return (
            f"{claim_label} is ahead of {joined(rival_labels)} in none of {n_rows} {noun},"
            " behind in"
            f" {n_behind}."
        )
    how_often = f"{n_ahead} of {n_rows} {noun}"
    if n_rows == 1:
        how_often = the_only
    elif n_ahead == n_rows:
        how_often = f"all {n_rows} {noun}"
    behind = f", behind in {n_behind}" if n_behind else ""
    return f"{claim_label} is ahead of {joined(rival_labels)} in {how_often}{behind}."


def called(comparison: Comparison, compared: ComparisonResult) -> str:
    """Return who is ahead: PDU ahead, NPO ahead, tie, undecided."""
    if comparison.verdict == "ahead":
        return f"{compared.methods[compared.claim]} ahead"
    if comparison.verdict == "behind":
        return f"{compared.methods[comparison.rival]} ahead"
    return comparison.verdict


def draw(compared: ComparisonResult, look: Look) -> go.Figure:
    """Draw a row for each panel and rival: the lead of the first method with its interval."""
    colours = palette(look.mode)
    fig = go.Figure()
    ranked = [comparison for comparison in compared.rows if comparison.difference is not None]
    colour_of_verdict = {"ahead": colours.accent, "behind": colours.ink}

    for height, comparison in enumerate(reversed(ranked)):
        if comparison.low is not None:
            colour = colour_of_verdict.get(comparison.verdict, colours.missing)
            segments(
                fig, [(comparison.low, height, comparison.high, height)], colour, showlegend=False
            )
    rivals = list(compared.methods)[1:]
    for rival_index, rival_id in enumerate(rivals):
        marker = {
            "size": 12,
            "symbol": SHAPES[rival_index % len(SHAPES)],
            "color": lambda comparison: colour_of_verdict.get(
                comparison.verdict, colours.background
            ),
            "line": {"width": 2, "color": colours.muted},
        }
        dots(
            fig,
            ranked,
            partial(_lead_over, rival_id),
            marker,
            name=figure_text(shortened(compared.methods[rival_id], MAX_LETTERS)),
            data_of=lambda comparison: [
                figure_text(called(comparison, compared)),
                figure_text(comparison.why),
            ],
            hover_template="%{customdata[0]}: %{x:.3f} (%{customdata[1]})",
            showlegend=len(rivals) > 1,
        )
    name_rows(fig, ["" for _ in ranked])
    tick_texts = []
    for comparison in ranked:
        panel = figure_text(shortened(comparison.panel_label, MAX_LETTERS))
        tick_texts.append(
            f"{panel}<br>{figure_text(shortened(comparison.suite_label, MAX_LETTERS))}"
        )
    fig.update_yaxes(ticktext=tick_texts)
    axis_reach = 0.01
    for comparison in ranked:
        axis_reach = max(axis_reach, 2 * abs(comparison.difference or 0.0))
        if comparison.verdict in colour_of_verdict:
            axis_reach = max(axis_reach, abs(comparison.low or 0.0), abs(comparison.high or 0.0))
    claim_label = figure_text(shortened(compared.methods[compared.claim], MAX_LETTERS))
    fig.update_xaxes(
        title_text=f"lead of {claim_label}", range=[-1.1 * axis_reach, 1.1 * axis_reach]
    )
    fig.add_vline(x=0, line={"color": colours.muted, "width": 1})
    return fig.update_layout(height=rows_height(len(ranked)))


def _lead_over(rival_id: str, comparison: Comparison) -> float | None:
    return comparison.difference if comparison.rival == rival_id else None


def _opened(comparison: Comparison) -> Link:
    return Link("", {"open": f"{comparison.suite}:{comparison.panel}:{comparison.rival}"})


def _leaderboard(comparison: Comparison) -> Link:
    return Link("leaderboard", {"suite": comparison.suite, "panel": comparison.panel})


def _plan(comparison: Comparison) -> Link | None:
    """Return where an undecided comparison leads: what would tell the two apart."""
    if comparison.verdict != "undecided" or comparison.low is None:
        return None
    method_pair = (comparison.claim_id, comparison.rival_id)
    return Link(
        "plan", {"suite": comparison.suite, "panel": comparison.panel, "versus": method_pair}
    )


def comparisons_table(compared: ComparisonResult, labels: Labels) -> Table[Comparison]:
    """Return one comparison per panel and rival."""
    column = Column[Comparison]
    columns = (
        *placed(lambda comparison: comparison, _leaderboard),
        column("claim", lambda comparison: compared.claim, place="file"),
        column("rival", place="file"),
        column(
            "rival_label",
            lambda comparison: compared.methods[comparison.rival],
            "against",
            place="print",
        ),
        column("verdict", place="file"),
        column(
            "called",
            lambda comparison: called(comparison, compared),
            "verdict",
            place="print",
            link=_opened,
        ),
        column(
            "difference",
            head="lead",
            kind="number",
            place="print",
            why="why",
        ),
        column("low", kind="number", place="file", why="why"),
        column("high", kind="number", place="file", why="why"),
        column("over", place="file"),
        column("cause", place="file"),
        column("why", head="why", place="print", link=_plan),
        column("similar", place="file"),
        column("claim_id", place="file"),
        column("rival_id", place="file"),
    )
    return table(columns, compared.rows)


METHODS = Choice(
    "methods",
    f"{MIN_COMPARED} to {parsing.MAX_COMPARED} methods, the claimed one first, by address",
    parsing.addresses,
)
WEIGHTS = Choice(
    "weights", "own, a preset, or shares of forgetting, privacy and utility", weightings.read
)
VERDICTS = Answer(
    "comparisons",
    compute,
    say,
    Part(
        "comparisons",
        "The first method against the others, panel by panel",
        comparisons_table,
        draw,
        reading=READING,
        when=lambda compared: any(
            comparison.difference is not None for comparison in compared.rows
        ),
        shown="open",
    ),
    facts=lambda compared: {
        "methods": compared.methods,
        "weights": compared.weights,
        "unknown": compared.unknown,
    },
    asks=(METHODS, WEIGHTS),
)
