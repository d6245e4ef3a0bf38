"""What the page on distributional equivalence says in words, each sentence from the result it describes."""

from __future__ import annotations

from components.sentences import correlation, kind_of_p
from components.text import capital, counted, joined, number
from components.views.equivalence.metrics import MetricOrder
from components.views.equivalence.models import ModelRow, Models
from components.views.equivalence.own_answers import OwnAnswers
from components.views.equivalence.result import EquivalenceResult


def lead(result: EquivalenceResult) -> list[str]:
    """Which model answers most like the reference, between floor and ceiling, or why that cannot be said."""
    if result.reason:
        return [result.reason]
    ends = [
        f"{name} {number(row.ranking_j, 2)}"
        for row, name in (
            (result.floor, "two independent retrains give"),
            (result.ceiling, "the model before unlearning"),
        )
        if row is not None
    ]
    between = f"{' and '.join(ends)}." if ends else ""
    first = [r for r in result.models if r.rank == 1]
    if not first:
        return [s for s in ("No unlearning method is chosen.", capital(between)) if s]
    verb = "answers" if len(first) == 1 else "answer"
    distance = f"Its distance J is {number(first[0].ranking_j, 2)} nats per prompt"
    return [
        f"{joined([r.label for r in first])} {verb} most like a model retrained without the forgotten data.",
        f"{distance}; {between}" if between else f"{distance}.",
    ]


def basis(result: EquivalenceResult) -> str:
    """Over which answers the J is taken that the models are ordered by."""
    if result.ranked_by == "whole":
        return "Models are ordered by J over the whole forget set."
    return "Models are ordered by J of the drawn answers."


def own_lead(result: OwnAnswers) -> str:
    """J of the first of a reader's models, with its interval and its other normalisations."""
    first = result.models[0]
    span = "" if first.low is None else f", 95 % interval {number(first.low)} to {number(first.high)}"
    return (
        f"{counted(len(result.models), 'model')}; J of {first.method} is {number(first.j)} nats per prompt{span}, "
        f"half of it {number(first.half)}, per token {number(first.per_token)}, over "
        f"{counted(first.prompts, 'prompt')}."
    )


def farther(result: Models) -> str:
    """The methods that moved away from the reference instead of towards it."""
    known = [r for r in result.models if r.farther is not None]
    worse = [r for r in known if r.farther]
    if not known:
        return ""
    if not worse:
        n = counted(len(known), "method")
        return f"On average none of {n} is farther from the reference than the model before unlearning."
    names = [r.label + (f" (in {r.farther_in} of {r.blocks} blocks)" if r.blocks else "") for r in worse]
    verb = "is" if len(worse) == 1 else "are"
    return (
        f"{len(worse)} of {counted(len(known), 'method')} {verb} on average farther from the reference than the model "
        f"before unlearning: {joined(names)}."
    )


def at_floor(result: Models) -> str:
    """How many methods the drawn answers cannot tell from an independent retrain."""
    floor = None if result.floor is None else result.floor.interval
    lows = {r.label: r.interval[0] for r in result.models if not r.control and r.interval is not None}
    if floor is None or not lows:
        return ""
    n, close = counted(len(lows), "method"), [name for name, low in lows.items() if low <= floor[1]]
    if not close:
        return f"The interval of none of {n} reaches that of an independent retrain."
    return (
        f"The interval of {len(close)} of {n} reaches that of an independent retrain "
        f"({joined(close)}): these answers do not tell them apart from one."
    )


def runs_sentence(result: Models) -> str:
    """That prompts of one run are not independent, and how much wider that makes the intervals."""
    wider, most = [], 0
    for r in result.models:
        over_prompts, over_runs = _width(r.low, r.high), _width(r.low_runs, r.high_runs)
        if over_prompts and over_runs is not None:
            wider.append(over_runs / over_prompts)
            most = max(most, r.runs)
    if not wider:
        return ""
    runs = counted(most, "run")
    return (
        f"The prompts come from {runs}, each with models of its own: with runs drawn instead of prompts (thin lines) "
        f"the intervals are {number(min(wider), 1)} to {number(max(wider), 1)} times as wide, and {runs} are few for "
        "that."
    )


def _width(low: float | None, high: float | None) -> float | None:
    return None if low is None or high is None else high - low


def trust(result: Models) -> list[str]:
    """What the answers themselves say about how they were drawn, and terms that are infinite."""
    tested = [r for r in result.models if r.balance is not None]
    biased = [r.label for r in tested if r.balance is not None and r.balance.biased]
    sentences = []
    if tested:
        fail = f"; {joined(biased)} {'does' if len(biased) == 1 else 'do'} not" if biased else ""
        sentences.append(
            f"{len(tested) - len(biased)} of {counted(len(tested), 'set')} of answers pass the test that they were "
            f"drawn at temperature 1 from the models that score them{fail}."
        )
    return [*sentences, *(f"J of {r.label} is {r.j_reason}." for r in result.models if r.j_reason)]


def bounds_sentence(result: EquivalenceResult) -> str:
    """Floor and ceiling over the whole forget set, with the pairs they come from."""
    parts = []
    for kind, name in (("floor", "two independent retrains"), ("ceiling", "original and retrain")):
        texts = [
            f"{number(b.low)} to {number(b.high)} on {result.labels.benchmark(b.benchmark)} "
            f"({counted(b.pairs, 'pair')})"
            for b in result.bounds
            if b.kind == kind
        ]
        if texts:
            parts.append(f"{kind} ({name}) {joined(texts)}")
    return f"Over the whole forget set, from pair to pair: {'; '.join(parts)}." if parts else ""


def metrics_sentence(result: EquivalenceResult) -> str:
    """How the other metrics order the methods beside J."""
    known = [(r.tau, r) for r in result.metrics if r.tau is not None]
    if not known:
        return "No other metric can be compared with J here."
    best, worst = max(known, key=lambda k: k[0])[1], min(known, key=lambda k: k[0])[1]
    if len(known) == 1:
        return f"{best.label} is the only other metric: {tau_text(best)}."
    against = sum(tau < 0 for tau, _ in known)
    return (
        f"Of {counted(len(known), 'other metric')}, {best.label} orders the methods most like J "
        f"({tau_text(best)}) and {worst.label} least ({tau_text(worst)}); "
        f"{against} {'points' if against == 1 else 'point'} the other way."
    )


def tau_text(row: MetricOrder) -> str:
    """τ with its p and the smallest possible p, for a sentence."""
    if row.tau is not None and row.p is None:
        return f"τ {number(row.tau, sign=True)}, no p: {row.reason}"
    return correlation("τ", row.tau, row.p, row.p_min, kind_of_p(row.p_kind.startswith("exact"), row.arrangements))


def metric_sentence(row: MetricOrder) -> str:
    """One metric beside J."""
    blocks = f"{row.blocks_defined} of {counted(row.blocks, 'block')}"
    return f"J and {row.label} over {counted(row.n_methods, 'method')} in {blocks}: {tau_text(row)}."


def prompt_sentence(result: Models, row: ModelRow) -> str:
    """How the chosen model's J spreads over prompts."""
    finite = {p.name: p.j for p in row.by_prompt if p.j is not None}
    above = ""
    if result.ceiling is not None and row.method != result.ceiling.method:
        before = {p.name: p.j for p in result.ceiling.by_prompt if p.j is not None}
        larger = [j > before[name] for name, j in finite.items() if name in before]
        above = (
            f" On {sum(larger)} of {counted(len(larger), 'prompt')} it lies farther from the reference than "
            "the model before unlearning."
        )
    ends = "–"
    if finite:
        low, high = min(finite.values()), max(finite.values())
        ends = f"from {number(low)} to {number(high)} over {counted(len(finite), 'prompt')}"
    return f"J of {row.label} runs {ends}; a single prompt has few answers and may come out below 0.{above}"


FOREST_READING = (
    "Dot: J of the drawn answers with its 95 % interval over prompts, thin with whole runs drawn instead. Ring: J over "
    "the whole forget set, where the suite has it: the answers kept are a part of it, so ring and interval may differ. "
    "Small triangles: the two directions apart, pointing right for answers of the unlearned model, "
    "left for answers of the reference. Left is better; dashed lines are the floor (an independent retrain) and the "
    "ceiling (the model before unlearning). A square in place of the dot: farther than before unlearning."
)
SLOPES_READING = (
    "Left the order by J, right the order by the other metric, best on top, by mean rank over blocks. Level lines: "
    "both agree on a method. Square and dotted: farther from the reference than before unlearning."
)
TAUS_READING = (
    "Right of 0 a metric orders the methods as J does, left of 0 the other way; the p is for that distance from 0."
)
PROMPTS_READING = (
    "One column per prompt, sorted by the J of the chosen model; the open marks are the same prompts under the model "
    "before unlearning and under an independent retrain. Zoom with the tools above the figure."
)
