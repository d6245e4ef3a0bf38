"""Training from scratch, and reading a network's answers off as arrays."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from data.tables.calibration.source.config import TRAINING, stream
from data.tables.calibration.source.networks import network
from data.tables.calibration.source.tasks import Samples


def loss_per_sample(model: nn.Module, batch: Samples) -> Tensor:
    """(N,) negative log-likelihood of the whole answer, in nats."""
    logits, _ = model(batch.x, batch.y)
    targets = batch.y.masked_fill(~batch.mask, -100)  # which the loss ignores
    tokens = functional.cross_entropy(logits.transpose(1, 2), targets, reduction="none")
    return tokens.sum(dim=1)


def loss(model: nn.Module, batch: Samples) -> Tensor:
    """Mean negative log-likelihood per token."""
    return loss_per_sample(model, batch).sum() / batch.mask.sum()


def batches(samples: Samples, size: int, generator: torch.Generator) -> Iterator[Samples]:
    """Batches without end: shuffled passes through the samples."""
    while True:
        order = torch.randperm(len(samples), generator=generator)
        yield from (samples.take(part) for part in order.split(size))


def train(name: str, samples: Samples, seed: int) -> nn.Module:
    """A network trained from scratch. Initial weights and the order of samples follow from the seed
    alone."""
    settings = TRAINING[name]
    model = network(name, stream(name, "initial", seed))
    generator = torch.Generator().manual_seed(stream(name, "order", seed))
    size = int(settings["batch"])
    steps = int(settings["epochs"]) * math.ceil(len(samples) / size)
    optimizer = torch.optim.Adam(model.parameters(), lr=settings["lr"])
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for _, batch in zip(range(steps), batches(samples, size, generator), strict=False):
        optimizer.zero_grad()
        loss(model, batch).backward()
        optimizer.step()
        schedule.step()
    return model


@dataclass(frozen=True, eq=False)
class Answers:
    """What a network says to samples: logp (N, T, V), activations (N, H), targets and mask (N,
    T)."""

    logp: npt.NDArray[np.float64]
    hidden: npt.NDArray[np.float64]
    targets: npt.NDArray[np.int64]
    mask: npt.NDArray[np.bool_]


@torch.no_grad()
def answers(model: nn.Module, samples: Samples) -> Answers:
    """Log-probabilities in double precision."""
    logits, hidden = model(samples.x, samples.y)
    return Answers(
        torch.log_softmax(logits.double(), dim=-1).numpy(),
        hidden.double().numpy(),
        samples.y.numpy(),
        samples.mask.numpy(),
    )
