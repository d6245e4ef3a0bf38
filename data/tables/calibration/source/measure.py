"""All metrics of one unlearned model."""

import copy
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import torch
from torch import nn

from data.tables.calibration.source import array_scores
from data.tables.calibration.source.config import RELEARN, stream
from data.tables.calibration.source.divergence import Drawn, compare
from data.tables.calibration.source.tasks import Samples, Task
from data.tables.calibration.source.training import Answers, answers, loss


def accuracy(model: nn.Module, samples: Samples) -> float:
    """Share of samples answered right, every token of the answer."""
    given = answers(model, samples)
    return float(array_scores.right(given.logp, given.targets, given.mask).mean())


def functional_distance(model: nn.Module, other: nn.Module, task: Task) -> float:
    """Mean JS divergence on inputs that were never trained: half on test samples, half near the
    forget samples."""
    parts = [
        _js(answers(model, samples), answers(other, samples)) for samples in (task.test, task.near)
    ]
    return 0.5 * sum(parts)


def spread(references: Sequence[nn.Module], task: Task) -> float:
    """Mean functional distance between two independent retrains: the unit of the oracle
    distance."""
    return float(np.mean([functional_distance(a, b, task) for a, b in combinations(references, 2)]))


def measure(
    model: nn.Module,
    original: nn.Module,
    ensemble: Sequence[nn.Module],
    pair: int,
    task: Task,
    unit: float,
    seed: int,
) -> tuple[dict[str, float], dict[str, float], tuple[Drawn, Drawn]]:
    """Return every metric by id, and the parts of J to the reference `pair` with the answers drawn
    for it."""
    forget, retain = answers(model, task.forget), answers(model, task.retain)
    reference = answers(ensemble[pair], task.forget)
    recall, balanced = _membership(forget, retain, task)
    fade, *drawn = compare(model, ensemble[pair], task.forget, stream("fade", seed))
    values = {
        "FA": float(array_scores.right(forget.logp, forget.targets, forget.mask).mean()),
        "RA": float(array_scores.right(retain.logp, retain.targets, retain.mask).mean()),
        "TA": accuracy(model, task.test),
        "MIA": recall,
        "MIAc": 2 * abs(balanced - 0.5),  # 0 at chance, 1 if always right or always wrong
        "AD": float(np.linalg.norm(forget.hidden - reference.hidden, axis=1).mean()),
        "JS": _js(forget, reference),
        "FADE": fade["forward"] + fade["backward"],
        "RT": float(relearning(model, accuracy(original, task.forget), task, seed)),
        "KR": recoverable(model, forget, retain, task),
        "oracle_distance": float(np.mean([functional_distance(model, r, task) for r in ensemble]))
        / unit,
    }
    return (
        {name: float(f"{value:.12g}") for name, value in values.items()},
        fade,
        (drawn[0], drawn[1]),
    )


def relearning(model: nn.Module, before: float, task: Task, seed: int) -> int:
    """Adam steps on the forget set until a share of the accuracy before unlearning is reached; at
    most the cap."""
    student = copy.deepcopy(model)
    generator = torch.Generator().manual_seed(stream("relearn", seed))
    optimizer = torch.optim.Adam(student.parameters(), lr=RELEARN["lr"])
    for step in range(int(RELEARN["cap"])):
        if accuracy(student, task.forget) >= RELEARN["share"] * before - 1e-12:
            return step
        chosen = torch.randperm(len(task.forget), generator=generator)[:64]
        optimizer.zero_grad()
        loss(student, task.forget.take(chosen)).backward()
        optimizer.step()
    return int(RELEARN["cap"])


def recoverable(model: nn.Module, forget: Answers, retain: Answers, task: Task) -> float:
    """Share of forget samples that at least one of two indirect probes still reveals.

    Both ask a form of the sample that was never trained (a noisy image, an unseen phrasing).
    Besides, images: a linear probe on the activations; facts: the rest of the answer after its
    first token is given."""
    near = answers(model, task.near)
    if task.name == "facts":
        hinted = forget.mask.copy()
        hinted[:, 0] = False
        revealed = array_scores.right(forget.logp, forget.targets, hinted)
        # each fact is asked in three trained phrasings and one unseen one, in the same order of
        # facts
        direct = np.repeat(
            array_scores.right(near.logp, near.targets, near.mask),
            len(revealed) // len(near.targets),
        )
    else:
        revealed = (
            array_scores.linear_probe(
                retain.hidden, retain.targets[:, 0], forget.hidden, task.classes
            )
            == forget.targets[:, 0]
        )
        direct = array_scores.right(near.logp, near.targets, near.mask)
    return float((revealed | direct).mean())


def _js(one: Answers, other: Answers) -> float:
    """Mean JS divergence over the tokens that count."""
    return float(array_scores.js_divergence(one.logp, other.logp)[one.mask].mean())


def _membership(forget: Answers, retain: Answers, task: Task) -> tuple[float, float]:
    rng = np.random.default_rng(stream(task.name, "membership"))
    chosen = rng.permutation(len(retain.targets))[: len(forget.targets)]
    order = rng.permutation(len(forget.targets))
    known = array_scores.confidence(forget.logp, forget.mask)[order]
    return array_scores.membership(known, array_scores.confidence(retain.logp, retain.mask)[chosen])
