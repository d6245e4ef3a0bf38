"""J of one model, and the order of several: the same on the page, in the report and on the command line."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np

from components.answers.equivalence.sources import Drawn
from components.format import counted, finite, joined, number
from components.stats.audits.equivalence import DRAWS, Equivalence, by_prompt, equivalence
from components.table import Column, Place, Table, table

NORMALISATION = (
    "J is the sum of both directions, in nats per prompt, over whole answers with their end token. The formula printed "
    "in the FADE paper (arXiv 2510.12981) was not available to check whether it halves the sum or divides by the "
    "number of tokens; half of J and J per token (each direction divided by the mean length of its answers) stand "
    "beside it."
)


@dataclass(frozen=True, kw_only=True)
class PromptRow:
    """J of one prompt and its two directions in nats, None where infinite."""

    benchmark: str
    seed: str
    prompt: str
    forward: float | None
    backward: float | None
    j: float | None

    @property
    def name(self) -> tuple[str, str, str]:
        """What identifies it among all prompts."""
        return self.benchmark, self.seed, self.prompt


@dataclass(frozen=True, kw_only=True)
class _OfMethod:
    method: str


@dataclass(frozen=True, kw_only=True)
class ModelRow(Equivalence, _OfMethod):
    """Every number of one model. An infinite J is None, its reason in `j_reason`.

    by_prompt            J of each prompt
    control              whether the model is a control, which has no rank
    j_whole              J over the whole forget set, where the suite has it
    farther_in           how many of `blocks` (runs) have a larger J than the model before unlearning, of the whole
                         forget set; None without that model or for a control
    farther              whether J is larger than that of the model before unlearning; None where unknown
    ranking_j            the J that ranks and that `farther` compares: over the whole forget set, else of the answers
    """

    j_reason: str
    by_prompt: tuple[PromptRow, ...]
    label: str
    control: bool
    rank: int | None = None
    j_whole: float | None = None
    farther_in: int | None = None
    blocks: int | None = None
    farther: bool | None = None
    ranking_j: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval to judge by: over runs where there are enough of them, else over prompts."""
        low, high = (self.low_runs, self.high_runs) if self.low_runs is not None else (self.low, self.high)
        return None if low is None or high is None else (low, high)


@dataclass(frozen=True, kw_only=True)
class Models:
    """Models in order, controls last, and the two that bound them: an independent retrain and the original."""

    models: tuple[ModelRow, ...] = ()
    floor: ModelRow | None = None
    ceiling: ModelRow | None = None


def model_row(drawn: Drawn, label: str, control: bool, draws: int = DRAWS, seed: int = 0) -> ModelRow:
    """The numbers of one model, not yet ranked."""
    runs = {run: i for i, run in enumerate(dict.fromkeys((b, s) for b, s, _ in drawn.prompts))}
    of_run = np.array([runs[b, s] for b, s, _ in drawn.prompts], dtype=np.intp)
    estimate = equivalence(drawn.answers, draws, seed, run=of_run)
    return ModelRow(
        **vars(estimate),
        method=drawn.method,
        j_reason=_infinite(estimate),
        by_prompt=tuple(
            PromptRow(
                benchmark=benchmark,
                seed=run_seed,
                prompt=prompt,
                forward=finite(forward),
                backward=finite(backward),
                j=finite(forward + backward),
            )
            for (benchmark, run_seed, prompt), forward, backward in zip(
                drawn.prompts, *by_prompt(drawn.answers), strict=True
            )
        ),
        label=label,
        control=control,
        ranking_j=estimate.j,
    )


def in_order(rows: Sequence[ModelRow], ceiling: ModelRow | None) -> tuple[ModelRow, ...]:
    """Models by J, closest first, then the controls; each model says whether it is farther than the ceiling.

    Ranks are competition ranks; models with infinite J come last and share a rank.
    """
    before = None if ceiling is None else ceiling.ranking_j
    models = [r for r in rows if not r.control]
    size = np.array([np.inf if r.ranking_j is None else r.ranking_j for r in models])
    ranked = [
        replace(
            row,
            rank=int((size < own - 1e-12).sum()) + 1,
            farther=None if before is None or row.ranking_j is None else row.ranking_j > before,
        )
        for row, own in zip(models, size, strict=True)
    ]
    return (*sorted(ranked, key=lambda r: r.rank or 0), *(r for r in rows if r.control))


def ends(result: Models, beside: ModelRow | None = None) -> tuple[ModelRow, ...]:
    """The ceiling and the floor where there are any, without the model that they are shown beside."""
    both = (result.ceiling, result.floor)
    return tuple(r for r in both if r is not None and (beside is None or r.method != beside.method))


def _infinite(estimate: Equivalence) -> str:
    parts = [
        f"{counted(n, 'answer')} of the {own} that the {other} cannot give"
        for n, own, other in (
            (estimate.infinite_forward, "unlearned model", "reference"),
            (estimate.infinite_backward, "reference", "unlearned model"),
        )
        if n
    ]
    return f"infinite: {' and '.join(parts)}" if parts else ""


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


def models_table(rows: Sequence[ModelRow]) -> Table[ModelRow]:
    """One row per model: J, its parts and its interval."""
    column = Column[ModelRow]
    seen: Place = "screen" if any(r.runs > 1 for r in rows) else "file"
    files = ("answers_unlearned", "answers_reference", "tokens_unlearned", "tokens_reference", "runs", "draws", "rng")
    columns = (
        column("rank", lambda r: r.rank, kind="count", place="print"),
        column("method", lambda r: r.method, place="file"),
        column("label", lambda r: r.label, "model", place="print"),
        column("control", lambda r: r.control, kind="flag", place="file"),
        column("j_whole", lambda r: r.j_whole, "J, whole forget set", kind="number", place="print"),
        column("j", lambda r: r.j, "J", kind="number", unit="nats", why="j_reason", place="print"),
        column("low", lambda r: r.low, "from", kind="number", why="interval_reason", place="print"),
        column("high", lambda r: r.high, "to", kind="number", why="interval_reason", place="print"),
        column("low_runs", lambda r: r.low_runs, "low, runs drawn", kind="number", place=seen),
        column("high_runs", lambda r: r.high_runs, "high, runs drawn", kind="number", place=seen),
        column("half", lambda r: r.half, "half of J", kind="number", place="print"),
        column("per_token", lambda r: r.per_token, "per token", kind="number", place="print"),
        column(
            "forward", lambda r: r.forward, "answers of u", kind="number", help="the direction of the unlearned model"
        ),
        column("backward", lambda r: r.backward, "answers of r", kind="number", help="of the reference"),
        column("finite", lambda r: r.finite, "J, finite terms", kind="number"),
        column("infinite_forward", lambda r: r.infinite_forward, "infinite (u)", kind="count"),
        column("infinite_backward", lambda r: r.infinite_backward, "infinite (r)", kind="count"),
        column("prompts", lambda r: r.prompts, kind="count", place="print"),
        column("answers", lambda r: r.answers_unlearned + r.answers_reference, kind="count", place="screen only"),
        *(column(key, attrgetter(key), kind="number", place="file") for key in files),
        column("farther", lambda r: r.farther, "farther than before", kind="flag"),
        column("farther_in", lambda r: r.farther_in, "in blocks", kind="count"),
        column("blocks", lambda r: r.blocks, kind="count", place="file"),
        column("balance", lambda r: r.balance, place="file"),
        column(
            "drawn_as_said",
            lambda r: None if r.balance is None else not r.balance.biased,
            "drawn as said",
            kind="flag",
            place="screen only",
        ),
        column("j_reason", lambda r: r.j_reason, place="file"),
        column("interval_reason", lambda r: r.interval_reason, place="file"),
        column("remark", lambda r: "; ".join(x for x in (r.j_reason, r.interval_reason) if x), place="screen only"),
    )
    return table(columns, rows)
