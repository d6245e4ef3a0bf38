"""The unlearning methods and the controls that change the model, each after its paper (methods.csv
cites them)."""

import copy
from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from data.tables.calibration.source.config import FISHER_SAMPLES, FORGET_BATCH, RETAIN_BATCH
from data.tables.calibration.source.networks import network
from data.tables.calibration.source.tasks import Samples, Task
from data.tables.calibration.source.training import batches, loss, loss_per_sample

Loss = Callable[[int, Samples, Samples], Tensor]
"""Loss of a step from its number, a batch of forget and a batch of retain samples."""


def unlearn(
    method: str, original: nn.Module, task: Task, settings: Mapping[str, float], seed: int
) -> nn.Module:
    """Return the model after unlearning; the original stays as it is. Raises KeyError for an
    unknown method."""
    model = copy.deepcopy(original)
    generator = torch.Generator().manual_seed(seed)
    if method == "noise":
        return _noise(model, settings["lr"], generator)
    if method == "ssd":
        return _dampen(model, task, settings, generator)
    keep = _salient(model, task.forget, settings["share"]) if method == "salun" else None
    step_loss = _step_loss(method, model, original, task, settings, seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=settings["lr"])
    forget = batches(task.forget, FORGET_BATCH, generator)
    retain = batches(task.retain, RETAIN_BATCH, generator)
    for step in range(int(settings["steps"])):
        optimizer.zero_grad()
        step_loss(step, next(forget), next(retain)).backward()
        for i, p in enumerate(model.parameters()):
            if keep is not None and p.grad is not None:
                p.grad *= keep[i]
        optimizer.step()
    return model


def _divergence(
    model: nn.Module, teacher: nn.Module, batch: Samples, temperature: float = 1.0
) -> Tensor:
    """Mean KL(teacher || model) per token, softened by the temperature."""
    with torch.no_grad():
        wanted = torch.log_softmax(teacher(batch.x, batch.y)[0] / temperature, dim=-1)
    given = torch.log_softmax(model(batch.x, batch.y)[0] / temperature, dim=-1)
    tokens = functional.kl_div(given, wanted, reduction="none", log_target=True).sum(dim=-1)
    return tokens[batch.mask].mean() * temperature**2


def _relabelled(batch: Samples, task: Task, generator: torch.Generator) -> Samples:
    """The same inputs with the answers of retain samples drawn at random."""
    drawn = torch.randint(len(task.retain), (len(batch),), generator=generator)
    return Samples(batch.x, task.retain.y[drawn])


def _step_loss(
    method: str,
    model: nn.Module,
    original: nn.Module,
    task: Task,
    s: Mapping[str, float],
    seed: int,
) -> Loss:
    """What a method descends on. Raises KeyError for an unknown one."""
    drawn = torch.Generator().manual_seed(seed + 1)
    match method:
        case "gradient_ascent":
            return lambda step, forget, retain: -loss(model, forget)
        case "neggrad_plus":
            return lambda step, forget, retain: (
                s["beta"] * loss(model, retain) - (1 - s["beta"]) * loss(model, forget)
            )
        case "random_labels":
            return lambda step, forget, retain: loss(model, _relabelled(forget, task, drawn))
        case "finetune_retain":
            return lambda step, forget, retain: loss(model, retain)
        case "salun":
            return lambda step, forget, retain: (
                loss(model, _relabelled(forget, task, drawn)) + loss(model, retain)
            )
        case "scrub":

            def scrub(step: int, forget: Samples, retain: Samples) -> Tensor:
                if step < s["ascent_steps"] and step % 2 == 0:
                    return -_divergence(model, original, forget, s["temperature"])
                return loss(model, retain) + s["alpha"] * _divergence(
                    model, original, retain, s["temperature"]
                )

            return scrub
        case "l1_sparse":

            def sparse(step: int, forget: Samples, retain: Samples) -> Tensor:
                size = torch.stack([p.abs().sum() for p in model.parameters()]).sum()
                return loss(model, retain) + s["gamma"] * (1 - step / s["steps"]) * size

            return sparse
        case "bad_teacher":
            bad = network(task.name, seed + 2)
            return lambda step, forget, retain: (
                _divergence(model, bad, forget) + _divergence(model, original, retain)
            )
        case "npo":

            def npo(step: int, forget: Samples, retain: Samples) -> Tensor:
                with torch.no_grad():
                    before = loss_per_sample(original, forget)
                ratio = before - loss_per_sample(model, forget)
                return 2 / s["beta"] * functional.softplus(s["beta"] * ratio).mean() + loss(
                    model, retain
                )

            return npo
    raise KeyError(method)


def _salient(model: nn.Module, forget: Samples, share: float) -> list[Tensor]:
    """Per parameter 1 where its gradient on the forget set is among the largest share, else 0."""
    model.zero_grad()
    loss(model, forget).backward()
    size = [p.grad.abs() if p.grad is not None else torch.zeros_like(p) for p in model.parameters()]
    bound = torch.quantile(torch.cat([g.flatten() for g in size]), 1 - share)
    model.zero_grad()
    return [(g >= bound).float() for g in size]


def _fisher(model: nn.Module, samples: Samples, generator: torch.Generator) -> list[Tensor]:
    """Mean squared gradient of single samples, of at most FISHER_SAMPLES of them."""
    chosen = torch.randperm(len(samples), generator=generator)[:FISHER_SAMPLES]
    total = [torch.zeros_like(p) for p in model.parameters()]
    for i in chosen:
        model.zero_grad()
        loss(model, samples.take(i[None])).backward()
        for sums, p in zip(total, model.parameters(), strict=True):
            if p.grad is not None:
                sums += p.grad**2 / len(chosen)
    model.zero_grad()
    return total


@torch.no_grad()
def _noise(model: nn.Module, size: float, generator: torch.Generator) -> nn.Module:
    for p in model.parameters():
        p += size * p.square().mean().sqrt() * torch.randn(p.shape, generator=generator)
    return model


def _dampen(
    model: nn.Module, task: Task, s: Mapping[str, float], generator: torch.Generator
) -> nn.Module:
    everything, forget = (
        _fisher(model, task.train, generator),
        _fisher(model, task.forget, generator),
    )
    with torch.no_grad():
        for p, whole, part in zip(model.parameters(), everything, forget, strict=True):
            factor = (s["lambda"] * whole / part.clamp_min(1e-30)).clamp(max=1.0)
            p *= torch.where(part > whole / s["lr"], factor, torch.ones_like(factor))
    return model
