"""The head of the agreement page: what ties and row order make of the agreement, and what qualifies it."""

from __future__ import annotations

from components.sentences import another_draw
from components.text import at_most, capital, counted, joined, number, p_value
from components.views.agreement.pairs import LATER, SAME, PairTau
from components.views.agreement.result import AgreementResult
from components.views.agreement.words.phrases import basis, pair_name, row_order_range

SMALL = 0.05
"""The level below which a p is called small; nothing is decided by it."""


def lead(result: AgreementResult) -> list[str]:
    """The head of the page: whether the metrics contradict each other, and what row order makes of the agreement."""
    if not result.blocks:
        return ["No run matches these filters."]
    if len(result.metrics) < 2:
        return ["One metric only: there is nothing to compare."]
    if result.n_methods < 2:
        return ["One method only: there is no order to agree on."]
    return [
        _verdict(result),
        _two_methods(result) or _row_order(result),
        another_draw("a τ between metrics", result.tie_aware.tau_error),
    ]


def qualifications(result: AgreementResult) -> list[str]:
    """What qualifies the head of the page, one statement each."""
    if len(result.metrics) < 2 or result.n_methods < 2 or not result.blocks:
        return []
    weight = [_undefined(result), _evidence(result), _means(result)] if result.comparable else []
    return [_constant(result), _widest(result), _extremes(result), *weight]


def _verdict(result: AgreementResult) -> str:
    """How many pairs of metrics order the methods in opposite ways once ties count as ties."""
    taus = [r.tau for r in result.tie_aware.pairs if r.tau is not None]
    if not taus:
        return "No two metrics can be compared: none tells the methods apart where another does."
    opposed = sum(tau < -SAME for tau in taus)
    if not opposed:
        return f"The metrics do not contradict each other in any of {counted(len(taus), 'pair')} that can be compared."
    verb = "orders" if opposed == 1 else "order"
    what = "methods" if result.ranks_methods else "runs"
    return (
        f"The metrics contradict each other: {opposed} of {counted(len(taus), 'pair')} {verb} the {what} in opposite "
        "ways."
    )


def _two_methods(result: AgreementResult) -> str:
    """What two methods can tell."""
    if result.n_methods != 2 or not result.ranks_methods:
        return ""
    start = "With two methods τ can only be −1 or +1 in a block"
    reach = [r.p_min for r in result.tie_aware.pairs if r.p_min is not None]
    if not reach:
        return f"{start}."
    if min(reach) > SMALL:
        return f"{start}: no evidence, the smallest possible p is {number(min(reach))}."
    return f"{start}; the smallest possible p is {p_value(min(reach))}."


def _constant(result: AgreementResult) -> str:
    """Which metrics have one value for all methods, and in how many blocks."""
    metrics: dict[int, list[str]] = {}
    for metric, n in zip(result.metrics, result.blocks_constant, strict=True):
        if n:
            metrics.setdefault(n, []).append(result.labels.metric(metric))
    if not metrics or not result.ranks_methods:
        return ""
    (most, names), *others = sorted(metrics.items(), reverse=True)
    rest = "".join(f", {joined(at_most(4, some))} in {n}" for n, some in others)
    return (
        f"{joined(at_most(4, names))} {'has' if len(names) == 1 else 'have'} one value for all methods in {most} of "
        f"{counted(len(result.blocks), 'block')}{rest}, so {'they' if others or len(names) > 1 else 'it'} cannot tell "
        f"the methods apart there."
    )


def _row_order(result: AgreementResult) -> str:
    """How many published values depend on the order of the rows of the file, and how many even in sign."""
    rows, moving = _moving(result)
    if not moving:
        return ""
    turning = sum(r.row_order_turns for r in rows)
    least = "" if all(r.row_orders_exact for r in moving) else "at least "
    signs = f", {turning} in sign" if turning else ""
    return (
        f"As published, reordering the file's rows alone changes {least}{len(moving)} of "
        f"{counted(len(rows), 'correlation')}{signs}."
    )


def _widest(result: AgreementResult) -> str:
    """The published value that row order moves most."""
    _, moving = _moving(result)
    if not moving:
        return ""
    widest = max(moving, key=lambda r: (r.row_order_turns, round(r.row_order_width, 12)))
    return (
        f"The published protocol breaks ties by the order of the rows: {_name(result, widest)} is "
        f"{number(widest.tau)} as listed; reordering the rows moves it {row_order_range(widest, 'anywhere from ')}."
    )


def _moving(result: AgreementResult) -> tuple[list[PairTau], list[PairTau]]:
    rows = [r for r in result.published.pairs if r.row_order_min is not None]
    return rows, [r for r in rows if r.row_order_width]


def _extremes(result: AgreementResult) -> str:
    """Which pairs agree most and least once ties count as ties."""
    known = [(r.tau, r) for r in result.tie_aware.pairs if r.tau is not None]
    if len(known) < 2:
        return ""
    (high, most), (low, least) = max(known, key=lambda k: k[0]), min(known, key=lambda k: k[0])
    if high - low < SAME:
        return f"Tie-aware, all {len(known)} pairs with a value have τ {number(high)}."
    told = [f"{_name(result, r)} {number(r.tau)} ({basis(result, r)})" for r in (most, least)]
    return f"Tie-aware, the highest τ is {told[0]}, the lowest {told[1]}."


def _undefined(result: AgreementResult) -> str:
    """Which pairs have no tie-aware τ at all, and how many of them have a published one all the same."""
    both = list(zip(result.tie_aware.pairs, result.published.pairs, strict=True))
    lost = [(ours, theirs) for ours, theirs in both if ours.tau is None]
    if not lost:
        return ""
    if len(lost) == len(both):
        start = "Tie-aware, no pair of metrics has a τ"
    elif len(lost) > 4:
        start = f"Tie-aware, {len(lost)} of {counted(len(both), 'pair')} have no τ"
    else:
        names = joined([_name(result, ours) for ours, _ in lost])
        start = f"Tie-aware, {names} {'has' if len(lost) == 1 else 'have'} no τ"
    decided = sum(theirs.tau is not None for _, theirs in lost)
    if not decided or not result.ranks_methods:
        return f"{start}."
    return f"{start}; row order alone gives {decided} of them a published value."


def _evidence(result: AgreementResult) -> str:
    """How small the tie-aware p-values are, and how small they could be."""
    rows = [r for r in result.tie_aware.pairs if r.tau is not None]
    tested = [(r.p, r.p_holm, r) for r in rows if r.p is not None and r.p_holm is not None]
    if not tested:
        return _untested(result, rows)
    p, _, smallest = min(tested, key=lambda t: t[:2])
    small = sum(holm <= SMALL for _, holm, _ in tested)
    pairs = counted(len(tested), "pair")
    survivors = (
        f"{small} of {pairs} {'stays' if small == 1 else 'stay'} at or below {SMALL} after Holm's correction"
        if small
        else f"no pair stays at or below {SMALL} after Holm's correction over {pairs}"
    )
    start = f"Tie-aware, the smallest p is {p_value(p)} ({_name(result, smallest)}) and {survivors}"
    if smallest.p_min is None:
        return f"{start}; these p are asymptotic and take seeds as independent."
    stuck = sum(r.p_min is not None and r.p_min > SMALL for _, _, r in tested)
    if not stuck:
        return f"{start}."
    if stuck == len(tested):
        return f"{start}. With so few methods no pair could reach p ≤ {SMALL}, whatever the data."
    return f"{start}. With so few methods only {len(tested) - stuck} of {pairs} could reach p ≤ {SMALL} at all."


def _untested(result: AgreementResult, rows: list[PairTau]) -> str:
    """Why no pair has a p."""
    reasons = {r.p_reason for r in rows}
    if reasons == {LATER}:
        return (
            f"{counted(len(rows), 'pair')} of {result.n_methods} methods are too many to test at once: p, "
            f"interval and row-order range are computed for the pair that is open."
        )
    if len(reasons) != 1:
        return ""
    return f"{capital(reasons.pop())}."


def _means(result: AgreementResult) -> str:
    """Mean pairwise τ of this selection, by both protocols, each with its rule."""
    published, ours = result.published, result.tie_aware
    known = sum(r.tau is not None for r in ours.pairs)
    return (
        f"Mean τ over pairs: {number(published.mean_tau)} as published ({published.mean_tau_rule}), "
        f"{number(ours.mean_tau)} tie-aware ({known} of {counted(len(ours.pairs), 'pair')} shown)."
    )


def _name(result: AgreementResult, row: PairTau) -> str:
    return pair_name(result.labels, row.x, row.y)
