"""How far two models answer alike: both directions of the divergence J per prompt, exact or by
drawn answers.

J(u, r) = E_x{E_{y~u}[log u(y|x) − log r(y|x)] + E_{y~r}[log r(y|x) − log u(y|x)]} (FADE, arXiv
2510.12981)."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from data.tables.calibration.source import people
from data.tables.calibration.source.array_scores import kl
from data.tables.calibration.source.config import ANSWER_LIMIT, FADE_SAMPLES
from data.tables.calibration.source.tasks import Samples
from data.tables.calibration.source.training import answers

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Answers drawn from one model and scored by it and by another one: arrays (P prompts, S
    samples).

    `own` and `other` are log-likelihoods, `tokens` the length with the end token, `divergence` the
    sum of the exact next-token divergences from the drawing model to the other along the answer.
    """

    own: Floats
    other: Floats
    tokens: npt.NDArray[np.int64]
    divergence: Floats


def compare(
    unlearned: nn.Module, reference: nn.Module, prompts: Samples, seed: int
) -> tuple[dict[str, float], Drawn, Drawn]:
    """Return J's parts in nats per prompt, and the answers drawn from the unlearned model and from
    the reference.

    J is `forward` + `backward`; `sampled` is J from log-likelihoods alone, `tokens_…` the mean
    length. Single-token
    answers: exact over all classes. Longer answers: exact next-token divergences summed along
    FADE_SAMPLES drawn answers, which is the expectation of the log-likelihood ratio with less
    noise, and never negative."""
    generator = torch.Generator().manual_seed(seed)
    if prompts.y.shape[1] == 1:
        p, q = answers(unlearned, prompts).logp[:, 0], answers(reference, prompts).logp[:, 0]
        from_u, from_r = _classes(p, q, generator), _classes(q, p, generator)
        forward, backward = float(kl(p, q).mean()), float(kl(q, p).mean())
    else:
        from_u = _sequences(unlearned, reference, prompts, generator)
        from_r = _sequences(reference, unlearned, prompts, generator)
        forward, backward = float(from_u.divergence.mean()), float(from_r.divergence.mean())
    sampled = float((from_u.own - from_u.other).mean() + (from_r.own - from_r.other).mean())
    parts = {"forward": forward, "backward": backward, "sampled": sampled}
    parts |= {
        "tokens_forward": float(from_u.tokens.mean()),
        "tokens_backward": float(from_r.tokens.mean()),
    }
    return parts, from_u, from_r


def _classes(own: Floats, other: Floats, generator: torch.Generator) -> Drawn:
    drawn = torch.multinomial(
        torch.as_tensor(np.exp(own)), FADE_SAMPLES, replacement=True, generator=generator
    ).numpy()
    exact = np.repeat(kl(own, other)[:, None], FADE_SAMPLES, axis=1)
    return Drawn(
        np.take_along_axis(own, drawn, 1),
        np.take_along_axis(other, drawn, 1),
        np.ones_like(drawn),
        exact,
    )


@torch.no_grad()
def _sequences(
    own: nn.Module, other: nn.Module, prompts: Samples, generator: torch.Generator
) -> Drawn:
    prompt = prompts.x[0].repeat_interleave(FADE_SAMPLES, dim=0)
    n = len(prompt)
    answers: Tensor = torch.zeros((n, 0), dtype=torch.long)
    unended = torch.ones(n, dtype=torch.bool)
    a, b, divergence = (torch.zeros(n, dtype=torch.float64) for _ in range(3))
    tokens = torch.zeros(n, dtype=torch.long)
    for _ in range(ANSWER_LIMIT):
        # the network drops the last token of what it is given as the answer, so one is added
        given = torch.cat([answers, torch.full((n, 1), people.PAD)], dim=1)
        p, q = (
            torch.log_softmax(m((prompt,), given)[0][:, -1].double(), dim=-1) for m in (own, other)
        )
        token = torch.multinomial(p.exp(), 1, generator=generator)
        a += torch.where(unended, p.gather(1, token)[:, 0], 0.0)
        b += torch.where(unended, q.gather(1, token)[:, 0], 0.0)
        divergence += torch.where(unended, (p.exp() * (p - q)).sum(dim=1).clamp_min(0), 0.0)
        tokens += unended
        answers = torch.cat([answers, token], dim=1)
        unended = unended & (token[:, 0] != people.END)
    first, second, lengths, exact = (
        t.numpy().reshape(-1, FADE_SAMPLES) for t in (a, b, tokens, divergence)
    )
    return Drawn(first, second, lengths, exact)
