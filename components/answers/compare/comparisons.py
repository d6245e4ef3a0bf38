"""Is one method ahead of others, over every suite that has them? The verdict, the reasons, and
every comparison."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from operator import attrgetter

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.choices import compared_data, parsing
from components.choices.record import Choice
from components.format import counted, few, figure_text, joined, shortened, verb
from components.plotting.intervals import dots
from components.plotting.marks import SHAPES, name_rows, rows_height, segments
from components.plotting.theme import palette
from components.results import data_sets, weightings
from components.results.comparisons import MIN_COMPARED, Comparison, ComparisonResult, compute
from components.results.pair_verdicts import assumed
from components.results.source_count import rankings_from, source_column
from components.table import Column, Link, Table, flag_column, number_column, placed, table
from components.words import Labels

READING = (
    "Right of 0: the first method scores higher. Line: 95 % interval, arrow: it goes on. Hollow:"
    " cannot be told apart. Small: not tested."
)
JOINED_BY_WITH = ("one run each", "printed means of seeds", "too few seeds")
"""Reasons that are joined to a number of comparisons by "with"."""
WORDS_OF_VERDICT = {
    "tie": "tie",
    "undecided": "cannot be told apart",
    "untested": "not tested",
}
MAX_LETTERS = 22


def say(compared: ComparisonResult, labels: Labels) -> Said:
    sentences = [verdict(compared), support(compared), similar(compared)]
    if compared.n_dropped:
        dropped = counted(compared.n_dropped, "ranking")
        sentences.append(f"{dropped} left out: no metric of a weighted group.")
    rankings = {(row.suite, row.panel): row.study for row in compared.rows}
    from_sources = rankings_from(len(rankings), rankings.values())
    sentences += [weighed_otherwise(compared), untouched(compared), from_sources]
    notices = []
    if compared.unknown:
        unknown = joined([shortened(method, 40) for method in compared.unknown])
        notices.append(f"No suite has a method called {unknown}.")
    return Said(sentences, [assumed(is_registered=False)], notices)


def verdict(compared: ComparisonResult) -> str:
    """Return the first line: in how many of the rankings that test it the first method is ahead of
    the others."""
    claim_label, *rival_labels = compared.methods.values()
    rivals = joined(rival_labels)
    is_one_rival = len(rival_labels) == 1
    n_tested = len(compared.tested)
    n_ahead = compared.count("ahead")
    n_behind = compared.count("behind")
    part = data_sets.called(compared.where, compared.data_sets)
    on_part = f" on {part}" if part else ""
    if not n_tested:
        noun = "ranking tests it" if is_one_rival else "ranking tests them"
        return f"No {noun}{on_part}: {untested_reasons(compared)}."
    if not n_ahead and not n_behind:
        if is_one_rival:
            where = _rankings_that_test("any of the", n_tested)
            return f"{claim_label} and {rivals} cannot be told apart in {where}{on_part}."
        return f"None of {counted(n_tested, 'tested comparison')} is decided{on_part}."
    if not n_ahead and is_one_rival:
        how_often = "all" if n_behind == n_tested else f"{n_behind} of the"
        where = _rankings_that_test(how_often, n_tested)
        return f"{claim_label} is behind {rivals} in {where}{on_part}."
    how_often = f"{n_ahead or 'none'} of the"
    if n_ahead == n_tested:
        how_often = "all"
    where = f"{how_often} {n_tested} tested comparisons"
    if is_one_rival:
        where = _rankings_that_test(how_often, n_tested)
    behind = f", behind in {n_behind}" if n_behind else ""
    return f"{claim_label} is ahead of {rivals} in {where}{on_part}{behind}."


def _rankings_that_test(how_often: str, n_tested: int) -> str:
    if n_tested == 1:
        return "the one ranking that tests it"
    return f"{how_often} {n_tested} rankings that test it"


def support(compared: ComparisonResult) -> str:
    """Return how many comparisons are decided, how many tested, and why the others are not; "" if
    the first line has said so."""
    n_rows = len(compared.rows)
    n_tested = len(compared.tested)
    if n_tested == 0:
        return ""
    n_decided = compared.count("ahead", "behind", "tie")
    if n_tested == n_rows:
        return "" if n_decided == n_rows else f"Decided in {n_decided} of {n_rows}."
    return (
        f"Decided in {n_decided} of {n_rows}, tested in {n_tested}. Not tested:"
        f" {untested_reasons(compared)}."
    )


def untested_reasons(compared: ComparisonResult) -> str:
    """Return how many comparisons were not tested for each reason: "5 with one run each"."""
    causes = Counter(
        comparison.cause for comparison in compared.rows if comparison.verdict == "untested"
    )
    reasons = []
    for cause, n_comparisons in causes.most_common():
        with_ = "with " if cause in JOINED_BY_WITH else ""
        reasons.append(f"{n_comparisons} {with_}{cause}")
    return joined(reasons)


def similar(compared: ComparisonResult) -> str:
    """Return how many comparisons are decided on similar benchmarks, of those tested there; "" if
    none is."""
    tested = [row.similar for row in compared.rows if row.similar != "untested"]
    if not tested:
        return ""
    n_decided = sum(verdict in ("ahead", "behind") for verdict in tested)
    if len(tested) == 1:
        is_decided = "is decided" if n_decided else "is not decided"
        return f"On similar benchmarks the one comparison tested {is_decided}."
    is_decided = verb(n_decided, "is", "are")
    how_many = n_decided or "none"
    return f"On similar benchmarks {how_many} of {len(tested)} tested {is_decided} decided."


def weighed_otherwise(compared: ComparisonResult) -> str:
    """Return how many rankings are weighed as their suite opens, for they lack what is asked; "" if
    none is."""
    asked = compared.weights
    if asked not in (*weightings.NAMES, *weightings.ALSO_READ):
        return ""
    otherwise = {
        (row.suite, row.panel): row.weights for row in compared.rows if row.weights != asked
    }
    if not otherwise:
        return ""
    used = joined([weightings.called(weights) for weights in sorted({*otherwise.values()})])
    n_rankings = len({(row.suite, row.panel) for row in compared.rows})
    which = f"{len(otherwise)} of {n_rankings} rankings"
    if n_rankings == 1:
        which = "The one ranking"
    return f"{which} cannot be weighed “{weightings.called(asked)}”: “{used}” is used there."


def untouched(compared: ComparisonResult) -> str:
    """Return in which of the rankings no ranked method beats the untouched model; "" if there is
    none."""
    rankings = []
    for row in compared.rows:
        ranking = f"{shortened(row.panel_label)} ({shortened(row.suite_label)})"
        if row.untouched_leads and ranking not in rankings:
            rankings.append(ranking)
    if not rankings:
        return ""
    return f"No ranked method beats the untouched model in {few(rankings, 'ranking')}."


def called(comparison: Comparison, compared: ComparisonResult) -> str:
    """Return who is ahead: PDU ahead, NPO ahead, tie, cannot be told apart, not tested."""
    if comparison.verdict == "ahead":
        return f"{compared.methods[compared.claim]} ahead"
    if comparison.verdict == "behind":
        return f"{compared.methods[comparison.rival]} ahead"
    return WORDS_OF_VERDICT[comparison.verdict]


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
            "size": lambda comparison: 8 if comparison.verdict == "untested" else 12,
            "symbol": SHAPES[rival_index % len(SHAPES)],
            "color": lambda comparison: colour_of_verdict.get(
                comparison.verdict, colours.background
            ),
            "line": {"width": 2, "color": colours.muted},
            "opacity": 1,
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
    axis_reach = _reach(ranked)
    _mark_cuts(fig, ranked, axis_reach, colours.missing)
    claim_label = figure_text(shortened(compared.methods[compared.claim], MAX_LETTERS))
    fig.update_xaxes(title_text=f"lead of {claim_label}", range=[-axis_reach, axis_reach])
    fig.add_vline(x=0, line={"color": colours.muted, "width": 1})
    return fig.update_layout(height=rows_height(len(ranked)))


def _reach(ranked: Sequence[Comparison]) -> float:
    """Return how far the axis runs: every lead and every decided interval is whole, others as far
    as three times that, and none further than scores can differ."""
    whole = 0.01
    farthest = 0.0
    for comparison in ranked:
        ends = max(abs(comparison.low or 0.0), abs(comparison.high or 0.0))
        whole = max(whole, abs(comparison.difference or 0.0))
        farthest = max(farthest, ends)
        if comparison.verdict in ("ahead", "behind"):
            whole = max(whole, ends)
    return min(1.1 * max(whole, min(farthest, 3 * whole)), 1.02)


def _mark_cuts(
    figure: go.Figure, ranked: Sequence[Comparison], axis_reach: float, colour: str
) -> None:
    """Point out of the frame where an interval goes on."""
    for symbol, side in (("triangle-left", -1), ("triangle-right", 1)):
        dots(
            figure,
            ranked,
            partial(_cut_at, axis_reach, side),
            {"size": 9, "symbol": symbol, "color": colour},
            hover_template="the interval goes on",
            showlegend=False,
        )


def _cut_at(axis_reach: float, side: int, comparison: Comparison) -> float | None:
    """Return where an interval leaves the frame on one side; None where it does not."""
    interval_end = comparison.low if side < 0 else comparison.high
    if interval_end is None or side * interval_end <= axis_reach:
        return None
    return side * 0.985 * axis_reach


def _lead_over(rival_id: str, comparison: Comparison) -> float | None:
    return comparison.difference if comparison.rival == rival_id else None


def _opened(comparison: Comparison) -> Link:
    return Link("", {"open": f"{comparison.suite}:{comparison.panel}:{comparison.rival}"})


def _shown(comparison: Comparison) -> dict[str, object]:
    """Return the choices that show the ranking of a comparison as it was compared."""
    selection = comparison.selection
    return {
        "suite": selection.suite,
        "panel": selection.panel,
        "weights": selection.weights,
        "benchmarks": selection.benchmarks,
    }


def _leaderboard(comparison: Comparison) -> Link:
    return Link("leaderboard", _shown(comparison))


def _plan(comparison: Comparison) -> Link | None:
    """Return where an undecided comparison leads: what would tell the two apart."""
    if comparison.verdict != "undecided":
        return None
    method_pair = (comparison.claim_id, comparison.rival_id)
    return Link("plan", {**_shown(comparison), "versus": method_pair})


def comparisons_table(compared: ComparisonResult, labels: Labels) -> Table[Comparison]:
    """Return one comparison per panel and rival."""
    return table(
        compared.rows,
        Column("verdict", place="file"),
        Column("called", lambda comparison: called(comparison, compared), "verdict", link=_opened),
        number_column("difference", head="lead", why="why"),
        number_column("low", place="file", why="why"),
        number_column("high", place="file", why="why"),
        Column("why", head="why", link=_plan),
        Column("rival_label", lambda comparison: compared.methods[comparison.rival], "against"),
        *placed(_leaderboard),
        source_column(attrgetter("study")),
        Column("benchmarks", head="mean of"),
        Column("weights", place="file"),
        Column("weights_label", lambda comparison: _weights_label(comparison, compared), "weights"),
        Column("claim", lambda comparison: compared.claim, place="file"),
        Column("rival", place="file"),
        Column("over", place="file"),
        Column("cause", place="file"),
        flag_column("spreads_differ", place="file"),
        Column("similar", place="file"),
        flag_column("untouched_leads", place="file"),
        Column("claim_id", place="file"),
        Column("rival_id", place="file"),
    )


def _weights_label(comparison: Comparison, compared: ComparisonResult) -> str:
    if isinstance(comparison.selection.weights, str):
        return weightings.called(comparison.selection.weights)
    return weightings.called(compared.weights)


METHODS = Choice(
    "methods",
    f"{MIN_COMPARED} to {parsing.MAX_COMPARED} methods, the claimed one first, by address",
    parsing.addresses,
)
WEIGHTS = Choice(
    "weights", "a preset, or shares of forgetting, privacy and usefulness", weightings.read
)
ASKED = (METHODS, WEIGHTS, compared_data.DATA_SET, compared_data.SPLIT)
"""What every answer over all suites starts from."""
VERDICTS = Answer(
    "comparisons",
    compute,
    say,
    (
        Part(
            "leads",
            "The lead of the first method over the others, panel by panel",
            draw=draw,
            reading=READING,
            when=lambda compared: any(
                comparison.difference is not None for comparison in compared.rows
            ),
        ),
        Part(
            "comparisons",
            "The first method against the others, panel by panel",
            comparisons_table,
            shown="open",
        ),
    ),
    facts=lambda compared: {
        "methods": compared.methods,
        "weights": compared.weights,
        "data_set": compared.where.data_set,
        "split": compared.where.split,
        "unknown": compared.unknown,
    },
    asks=ASKED,
)
