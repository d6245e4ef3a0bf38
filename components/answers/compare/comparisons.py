"""Is one method ahead of others, over every suite that has them? The verdict, the reasons, and
every comparison."""

from collections import Counter
from functools import partial

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.choices import parsing
from components.choices.record import Choice
from components.format import counted, figure_text, joined, shortened
from components.plotting.intervals import dots, spans
from components.plotting.marks import SHAPES, name_rows, rows_height
from components.plotting.theme import palette
from components.results import weightings
from components.results.comparisons import FEWEST, Compared, Comparison, compute
from components.results.pair_verdicts import ASSUMED
from components.table import Column, Link, Table, placed, table
from components.words import Labels

READING = (
    "Right of 0: the first method scores higher. Line: 95 % interval, cut at the frame. Hollow:"
    " undecided."
)
BEFORE = {"one run each": "with ", "too few seeds": "with "}
"""How a reason is joined to a number of comparisons."""
LETTERS = 22


def say(result: Compared, names: Labels) -> Said:
    causes = Counter(row.cause for row in result.rows if row.verdict == "undecided")
    open_ = [f"{n} {BEFORE.get(cause, '')}{cause}" for cause, n in causes.most_common()]
    n, similar = len(result.rows), sum(row.similar in ("ahead", "behind") for row in result.rows)
    dropped = (
        f"{counted(result.dropped, 'ranking')} left out: no metric of a weighted group."
        if result.dropped
        else ""
    )
    return Said(
        [
            verdict(result),
            f"Not decided: {joined(open_)}." if open_ else "",
            (
                f"On similar benchmarks {similar or 'none'} of {n}"
                f" {'is' if similar == 1 else 'are'} decided."
            ),
            dropped,
        ],
        [ASSUMED],
        [
            (
                "No suite has a method called"
                f" {joined([shortened(m, 40) for m in result.unknown])}."
                if result.unknown
                else ""
            )
        ],
    )


def verdict(result: Compared) -> str:
    """Return the first line: in how many rankings the first method is ahead of the others."""
    first, *others = result.methods.values()
    n, ahead, behind = len(result.rows), result.count("ahead"), result.count("behind")
    noun = "rankings" if len(others) == 1 else "comparisons"
    if not ahead and not behind:
        if len(others) > 1:
            return (
                f"None of {n} comparisons is decided."
                if n > 1
                else "The one comparison is not decided."
            )
        every = "the one ranking that has both" if n == 1 else f"any of {n} rankings"
        return f"{first} and {others[0]} cannot be told apart in {every}."
    if not ahead:
        none = f"ahead of {joined(others)} in none of {n} {noun}, behind in {behind}."
        return (
            f"{first} is"
            f" {none if n > 1 else f'behind {others[0]} in the one ranking that has both.'}"
        )
    many = (
        "the one ranking that has both"
        if n == 1
        else f"all {n} {noun}"
        if ahead == n
        else f"{ahead} of {n} {noun}"
    )
    return (
        f"{first} is ahead of {joined(others)} in"
        f" {many}{f', behind in {behind}' if behind else ''}."
    )


def called(row: Comparison, result: Compared) -> str:
    """Return who is ahead: PDU ahead, NPO ahead, tie, undecided."""
    claim, rival = result.methods[result.claim], result.methods[row.rival]
    return {"ahead": f"{claim} ahead", "behind": f"{rival} ahead"}.get(row.verdict, row.verdict)


def draw(result: Compared, look: Look) -> go.Figure:
    """Draw a row for each panel and rival: the lead of the first method with its interval."""
    c, fig, drawn = (
        palette(look.mode),
        go.Figure(),
        [row for row in result.rows if row.difference is not None],
    )
    rivals = {m: i for i, m in enumerate(list(result.methods)[1:])}

    def colour(row: Comparison) -> str:
        return {"ahead": c.accent, "behind": c.ink}.get(row.verdict, c.missing)

    def hover(row: Comparison) -> list[str]:
        return [figure_text(called(row, result)), figure_text(row.why)]

    for row in drawn:
        spans(fig, drawn, partial(_ends, row), colour(row), 3, showlegend=False)
    for rival, i in rivals.items():
        dots(
            fig,
            drawn,
            partial(_lead, rival),
            {
                "size": 12,
                "symbol": SHAPES[i % len(SHAPES)],
                "color": lambda r: c.background if r.verdict in ("undecided", "tie") else colour(r),
                "line": {"width": 2, "color": c.muted},
            },
            name=figure_text(shortened(result.methods[rival], LETTERS)),
            data=hover,
            hover="%{customdata[0]}: %{x:.3f} (%{customdata[1]})",
            showlegend=len(rivals) > 1,
        )
    name_rows(fig, ["" for _ in drawn])
    where = [
        f"{shortened(r.panel_label, LETTERS)}<br>{shortened(r.suite_label, LETTERS)}" for r in drawn
    ]
    fig.update_yaxes(ticktext=["<br>".join(map(figure_text, w.split("<br>"))) for w in where])
    first = figure_text(shortened(result.methods[result.claim], LETTERS))
    decided = [x for r in drawn if r.verdict in ("ahead", "behind") for x in (r.low, r.high)]
    reach = 1.1 * max(
        abs(x or 0.0) for x in (*decided, *(2 * (r.difference or 0.0) for r in drawn), 0.01)
    )
    fig.update_xaxes(title_text=f"lead of {first}", range=[-reach, reach])
    fig.add_vline(x=0, line={"color": c.muted, "width": 1})
    return fig.update_layout(height=rows_height(len(drawn)))


def _ends(own: Comparison, row: Comparison) -> tuple[float | None, float | None]:
    return (row.low, row.high) if row is own else (None, None)


def _lead(rival: str, row: Comparison) -> float | None:
    return row.difference if row.rival == rival else None


def opened_by(row: Comparison) -> Link:
    return Link("", {"open": f"{row.suite}:{row.panel}:{row.rival}"})


def _planned(row: Comparison) -> Link | None:
    """Where an undecided comparison leads: what would tell the two apart."""
    if row.verdict != "undecided" or row.low is None:
        return None
    return Link(
        "plan", {"suite": row.suite, "panel": row.panel, "versus": (row.claim_id, row.rival_id)}
    )


def comparisons_table(result: Compared, names: Labels) -> Table[Comparison]:
    column = Column[Comparison]
    columns = (
        *placed(lambda r: r, lambda r: Link("leaderboard", {"suite": r.suite, "panel": r.panel})),
        column("claim", lambda r: result.claim, place="file"),
        column("rival", lambda r: r.rival, place="file"),
        column("rival_label", lambda r: result.methods[r.rival], "against", place="print"),
        column("verdict", lambda r: r.verdict, place="file"),
        column("called", lambda r: called(r, result), "verdict", place="print", link=opened_by),
        column(
            "difference", lambda r: r.difference, "lead", kind="number", place="print", why="why"
        ),
        column("low", lambda r: r.low, kind="number", place="file", why="why"),
        column("high", lambda r: r.high, kind="number", place="file", why="why"),
        column("over", lambda r: r.over, place="file"),
        column("cause", lambda r: r.cause, place="file"),
        column("why", lambda r: r.why, "why", place="print", link=_planned),
        column("similar", lambda r: r.similar, place="file"),
        column("claim_id", lambda r: r.claim_id, place="file"),
        column("rival_id", lambda r: r.rival_id, place="file"),
    )
    return table(columns, result.rows)


METHODS = Choice(
    "methods",
    f"{FEWEST} to {parsing.MAX_COMPARED} methods, the claimed one first, by address",
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
        when=lambda result: any(row.difference is not None for row in result.rows),
        shown="open",
    ),
    facts=lambda result: {
        "methods": result.methods,
        "weights": result.weights,
        "unknown": result.unknown,
    },
    asks=(METHODS, WEIGHTS),
)
