"""Does an attack still succeed under an independent judge? Accuracy of each under both evaluators."""

from collections.abc import Mapping

import plotly.graph_objects as go

from components.answers.inversion.audit import InversionResult, compute
from components.answers.inversion.comparison import Comparison, Estimate, called
from components.answers.record import Answer, Look, Part, Said
from components.format import capital, counted, figure_text, number, p_value, percent
from components.plotting.marks import write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.table import Column, Kind, Table, item, table
from components.words import Labels

ABOVE_STANDARD, BELOW_JUDGE = 0.9, 0.8
"""The published claim: attacks above the first under the standard evaluator, never above the second when judged."""
FEW_IDENTITIES = 30
READING = (
    "Each line is one attack on one private set: the share of its reconstructions accepted by the standard evaluator "
    "(left) and by the judge (right). A falling line is success that the judge does not see; crossing lines change "
    "order."
)
MOST_LABELS = 16
"""Lines that are still labelled at their end; beyond it the names are in the hover text and in the table."""
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x")
_GAP = 0.055
_FIFTHS = {"tickvals": [i / 5 for i in range(6)], "ticktext": [f"{i / 5:.1f}" for i in range(6)]}


def say(result: InversionResult, names: Labels) -> Said:
    """Which share of the reconstructions each evaluator accepts, and what qualifies it."""
    return Said([headline(result), false_positives(result)], qualifications(result))


def qualifications(result: InversionResult) -> list[str]:
    """What qualifies the first sentences."""
    return [t(result) for t in (most_deceived, difference, order, mcnemar, clusters, refusals, claim)]


def headline(result: InversionResult) -> str:
    """Which share of the reconstructions each evaluator accepts."""
    if result.overall.accuracies is None:
        both = f"both the standard evaluator and {called(result.judge)}"
        return f"No reconstruction was answered by {both}: nothing can be compared."
    standard, judge = (percent(share) for share in result.overall.accuracies)
    return f"The standard evaluator accepts {standard} of the reconstructions, an independent judge {judge}."


def difference(result: InversionResult) -> str:
    """How many reconstructions each evaluator accepts, and the difference with its interval."""
    table, estimate = result.overall.table, result.overall.estimates["difference"]
    if not table.answered:
        return ""
    return (
        f"Of {counted(table.answered, 'reconstruction')} that both answered, the standard evaluator accepts "
        f"{table.tp + table.fp} and {called(result.judge)} {table.tp + table.fn}: a difference of "
        f"{number(estimate.value, sign=True)} ({_interval(estimate)})."
    )


def false_positives(result: InversionResult) -> str:
    """Of what the judge rejects, how much the standard evaluator accepts."""
    table, rate, judge = result.overall.table, result.overall.estimates["fpr"], called(result.judge)
    if not table.answered:
        return ""
    if rate.value is None:
        return f"{capital(judge)} rejects none of them, so there is no false-positive rate."
    return (
        f"Of the {table.fp + table.tn} that {judge} rejects, the standard evaluator accepts {table.fp}: "
        f"a false-positive rate of {number(rate.value)} ({_interval(rate)})."
    )


def most_deceived(result: InversionResult) -> str:
    """Where the false-positive rate is highest."""
    rated = [(rate, r) for r in result.rows if (rate := r.estimates["fpr"].value) is not None]
    if len(rated) < 2:
        return ""
    highest, where = max(rated, key=lambda pair: pair[0])
    return f"The false-positive rate is highest, {number(highest)}, for {result.label(where)}."


def order(result: InversionResult) -> str:
    """Whether the attacks keep their order."""
    ranking = result.ranking
    if ranking.tau is None:
        why = "fewer than two attacks" if ranking.attacks < 2 else "an evaluator gives all attacks the same accuracy"
        return f"The orders of the attacks under the two cannot be compared: {why}."
    several = ranking.private_sets > 1
    sets = f", mean over {ranking.defined} of {ranking.private_sets} private sets" if several else ""
    return (
        f"The orders of {counted(ranking.attacks, 'attack')} under the two agree with τ-b = "
        f"{number(ranking.tau)}{sets} ({ranking.p_kind} p {p_value(ranking.p)}, smallest "
        f"possible {p_value(ranking.p_min)})."
    )


def claim(result: InversionResult) -> str:
    """What the published claim on the ceiling of attacks looks like here; empty when no attack is above it."""
    rated = [r.accuracies for r in result.rows if r.accuracies is not None]
    judged = [judge for standard, judge in rated if standard > ABOVE_STANDARD]
    if not judged:
        return ""
    still = sum(judge > BELOW_JUDGE for judge in judged)
    return (
        f"{len(judged)} of {counted(len(rated), 'row')} (an attack on a private set) {_verb(len(judged))} "
        f"above {ABOVE_STANDARD} under the standard evaluator; {still} of them {_verb(still)} above {BELOW_JUDGE} "
        f"under {called(result.judge)}."
    )


def mcnemar(result: InversionResult) -> str:
    """McNemar's test on the pairs that disagree."""
    table, test = result.overall.table, result.overall.test
    if not table.answered:
        return ""
    if not test.discordant:
        return "The two never disagree: McNemar's test has nothing to count."
    return (
        f"The two disagree on {counted(test.discordant, 'reconstruction')}: {table.fp} accepted by the standard "
        f"evaluator alone, {table.fn} by the judge alone (McNemar: exact p {p_value(test.exact)}, smallest "
        f"possible {p_value(test.p_min)}; mid-p {p_value(test.mid_p)}, smallest possible {p_value(test.mid_p_min)})."
    )


def clusters(result: InversionResult) -> str:
    """The interval that does not take the reconstructions of one identity as independent."""
    row, estimate = result.overall, result.overall.estimates["difference"]
    if estimate.cluster_low is None:
        return (
            "The intervals and p-values take reconstructions as independent; identities could not be drawn anew: "
            f"{row.cluster_reason}."
        )
    few = " So few identities make such intervals rather too short." if row.identities < FEW_IDENTITIES else ""
    return (
        "The intervals and p-values above take reconstructions as independent. With the "
        f"{row.identities} identities drawn anew instead, the difference lies between "
        f"{number(estimate.cluster_low)} and {number(estimate.cluster_high)}.{few}"
    )


def refusals(result: InversionResult) -> str:
    """How many answers are missing; empty when none is."""
    table = result.overall.table
    if table.total == table.answered:
        return ""
    return (
        f"Refused: {table.refused_standard} by the standard evaluator, {table.refused_judge} by the judge "
        f"({table.refused_both} by both); these {table.total - table.answered} of {table.total} count neither as yes "
        "nor as no."
    )


def _interval(estimate: Estimate) -> str:
    return f"95 % interval {number(estimate.low)} to {number(estimate.high)}"


def _verb(n: int) -> str:
    return "is" if n == 1 else "are"


def draw(result: InversionResult, look: Look) -> go.Figure:
    """A line per row from its accuracy under the standard evaluator to that under the judge; private sets by dash."""
    colours = palette(look.mode)
    judge = figure_text(called(result.judge))
    sets = list(dict.fromkeys(r.private_set for r in result.rows))
    known = [
        (figure_text(result.label(r)), sets.index(r.private_set), *r.accuracies)
        for r in result.rows
        if r.accuracies is not None
    ]
    fig = go.Figure()
    for label, place, by_standard, by_judge in known:
        fig.add_scatter(
            x=[0, 1],
            y=[by_standard, by_judge],
            mode="lines+markers",
            line={"color": colours.lines[place % len(colours.lines)], "width": 2, "dash": DASHES[place % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            customdata=[["standard evaluator"], [judge]],
            hovertemplate=f"{label}<br>%{{customdata[0]}}: %{{y:.3f}}<extra></extra>",
            showlegend=False,
        )
    heights = spread([by_judge for *_, by_judge in known], _GAP)
    labelled = len(known) <= MOST_LABELS
    if labelled:
        for (label, _, _, by_judge), y in zip(known, heights, strict=True):
            write(fig, 1.04, y, f"{label} {number(by_judge)}", colours.ink)
    fig.update_xaxes(
        range=[-0.12, 1.95 if labelled else 1.12],
        tickvals=[0, 1],
        ticktext=["standard", judge],
        showgrid=False,
        zeroline=False,
    )
    fig.update_yaxes(range=[-0.04, max([1.0, *heights]) + 0.04], title_text="share accepted", **_FIFTHS)
    return fig.update_layout(height=460)


def slopes_table(result: InversionResult) -> Table[Comparison]:
    """Every number of every attack: accuracy and rank under both evaluators, counts, rates and their intervals."""
    column = Column[Comparison]
    files = [key for key in result.overall.flat if key not in SHOWN and key != "cluster_reason"]
    columns = (
        column("private_set", lambda r: r.private_set, "private set", place="print"),
        column("attack", lambda r: r.attack, place="print"),
        *(
            column(key, item(lambda r: r.flat, key), head, kind=kind, place="print")
            for key, (head, kind) in SHOWN.items()
        ),
        column("rank_standard", lambda r: r.ranks[0], "rank by standard", kind="count", place="print"),
        column("rank_judge", lambda r: r.ranks[1], "rank by judge", kind="count", place="print"),
        *(column(key, item(lambda r: r.flat, key), kind="number", place="file") for key in files),
        column("cluster_reason", lambda r: r.cluster_reason, place="file"),
    )
    return table(columns, result.rows)


SHOWN: Mapping[str, tuple[str, Kind]] = {
    "answered": ("answered by both", "count"),
    "accuracy_standard": ("standard", "number"),
    "accuracy_standard_low": ("standard low", "number"),
    "accuracy_standard_high": ("standard high", "number"),
    "accuracy_judge": ("judge", "number"),
    "accuracy_judge_low": ("judge low", "number"),
    "accuracy_judge_high": ("judge high", "number"),
    "difference": ("difference", "number"),
    "difference_low": ("difference low", "number"),
    "difference_high": ("difference high", "number"),
    "difference_cluster_low": ("difference low, identities drawn", "number"),
    "difference_cluster_high": ("difference high, identities drawn", "number"),
    "mcnemar": ("McNemar exact p", "p"),
    "mcnemar_min": ("smallest possible p", "p"),
    "mcnemar_mid": ("mid-p", "p"),
    "mcnemar_mid_min": ("smallest possible mid-p", "p"),
}
"""The numbers of an attack that the table shows, with head and kind."""


def facts(result: InversionResult) -> Mapping[str, object]:
    """What was audited, and all attacks together."""
    return {
        "judge": result.judge,
        "judges": result.judges,
        "private_set": result.private_set,
        "private_sets": result.private_sets,
        "all_private_sets": result.all_private_sets,
        "attacks": result.attacks,
        "targets": result.targets,
        "identities": result.identities,
        "overall": result.overall.flat,
        "ranking": result.ranking,
    }


SLOPES = Answer(
    "slopes",
    compute,
    say,
    Part(
        "rows",
        "Accuracy of each attack under the standard evaluator and under the judge",
        lambda result, names: slopes_table(result),
        draw,
        reading=READING,
    ),
    facts=facts,
    controls=("judge", "private_set"),
)
