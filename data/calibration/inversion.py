"""Model inversion: images made from a classifier alone, judged by another classifier and by two independent judges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from data.calibration import work
from data.calibration.config import stream
from data.calibration.judges import NeighbourJudge, SubspaceJudge, picture
from data.calibration.tasks import SPLITS, Samples, images
from data.calibration.training import answers

SETS = ("digits", "mnist5k")
TARGETS = (1, 2)
"""Seeds of the attacked base models; the standard evaluator is the base model of seed EVALUATOR."""
EVALUATOR = 3
PER_CLASS = 20
STEPS = 150
PICTURES = 4
"""False positives per attack, private set and digit whose image is kept for the gallery."""
ATTACKS = ("gradient", "smooth", "subspace", "population")


@dataclass(frozen=True, eq=False)
class Start:
    """What an attack descends on: free numbers, how they become images in [0, 1], and the price of an image."""

    free: Tensor
    decode: Callable[[Tensor], Tensor]
    price: Callable[[Tensor, Tensor], Tensor]


def start_of(attack: str, n: int, side: int, public: np.ndarray, generator: torch.Generator) -> Start:
    """The attacks, plainest first. Raises KeyError for an unknown one.

    gradient: pixels from noise (Fredrikson et al. 2015). smooth: the same with total variation and L2 priors (Mahendran
    & Vedaldi 2015). subspace: 16 principal components of public images. population: public images as starting points,
    held near them, a non-parametric prior.
    """
    noise = torch.randn((n, side, side), generator=generator)

    def nothing(free: Tensor, image: Tensor) -> Tensor:
        return torch.zeros(())

    def rough(free: Tensor, image: Tensor) -> Tensor:
        steps = (image[:, 1:] - image[:, :-1]).abs().mean() + (image[:, :, 1:] - image[:, :, :-1]).abs().mean()
        return 2.0 * steps + 0.5 * image.square().mean()

    rows = torch.as_tensor(public.reshape(len(public), -1))
    mean = rows.mean(dim=0)
    _, sizes, directions = torch.linalg.svd(rows - mean, full_matrices=False)
    basis = directions[:16] * (sizes[:16, None] / len(rows) ** 0.5)
    drawn = torch.as_tensor(public)[torch.randint(len(public), (n,), generator=generator)]
    starts = {
        "gradient": Start(noise, torch.sigmoid, nothing),
        "smooth": Start(noise * 0.1, torch.sigmoid, rough),
        "subspace": Start(
            torch.randn((n, 16), generator=generator) * 0.5,
            lambda z: (mean + z @ basis).reshape(-1, side, side).clamp(0, 1),
            lambda z, image: 0.05 * z.square().mean(),
        ),
        "population": Start(
            drawn.clone(),
            lambda x: x.clamp(0, 1),
            lambda x, image: 1.0 * (x - drawn).square().sum(dim=(1, 2)).mean(),
        ),
    }
    return starts[attack]


def reconstruct(
    attack: str, target: nn.Module, side: int, public: np.ndarray, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Images (10 · PER_CLASS, side, side) that the target takes for each digit in turn, and those digits."""
    generator = torch.Generator().manual_seed(seed)
    wanted = torch.arange(10).repeat_interleave(PER_CLASS)
    start = start_of(attack, len(wanted), side, public, generator)
    free = start.free.requires_grad_()
    optimizer = torch.optim.Adam([free], lr=0.05)
    for _ in range(STEPS):
        optimizer.zero_grad()
        image = start.decode(free)
        loss = functional.cross_entropy(target((image,))[0][:, 0], wanted) + start.price(free, image)
        loss.backward()
        optimizer.step()
    return start.decode(free).detach().numpy(), wanted.numpy()


def attack_set(attack: str, name: str) -> list[dict[str, Any]]:
    """One row per reconstruction of an attack on a private set."""
    work.start()
    x, y = images(name)
    train, public = SPLITS[name]
    held_x, held_y = x[train:public], y[train:public]
    neighbours, subspaces = NeighbourJudge(held_x, held_y), SubspaceJudge(held_x, held_y)
    evaluator, _ = work.model(name, "base", EVALUATOR)
    rows: list[dict[str, Any]] = []
    pictures = [0] * 10
    for target in TARGETS:
        attacked, _ = work.model(name, "base", target)
        made, wanted = reconstruct(attack, attacked, x.shape[1], x[public:], stream("inversion", name, attack, target))
        own, evaluated = (np.exp(_logp(m, made)) for m in (attacked, evaluator))
        one, two = neighbours(made), subspaces(made)
        for i, identity in enumerate(wanted):
            yes = bool(evaluated[i].argmax() == identity)
            no = not one.yes(wanted)[i]
            keep = yes and no and pictures[identity] < PICTURES
            pictures[identity] += keep
            rows.append(
                {
                    "attack": attack,
                    "private_set": name,
                    "target": f"seed{target}",
                    "identity": int(identity),
                    "number": i % PER_CLASS + 1,
                    "target_confidence": float(f"{own[i, identity]:.4g}"),
                    "standard_confidence": float(f"{evaluated[i, identity]:.4g}"),
                    "standard": _word(yes),
                    "judge1": _word(not no),
                    "judge2": _word(bool(two.yes(wanted)[i])),
                    "judge1_class": int(one.classes[i]),
                    "judge2_class": int(two.classes[i]),
                    "judge1_trusts": _word(bool(one.trusted[i])),
                    "judge2_trusts": _word(bool(two.trusted[i])),
                    "image": picture(made[i]) if keep else "",
                }
            )
    return rows


def judge_quality(name: str) -> list[dict[str, Any]]:
    """How the evaluators answer on real images that neither they nor the classifiers have seen.

    Positive pairs: an image with its class (yes is right). Negative pairs: with each other class (no is right).
    """
    work.start()
    x, y = images(name)
    train, public = SPLITS[name]
    evaluator, _ = work.model(name, "base", EVALUATOR)
    held_x, held_y, new_x, new_y = x[train:public], y[train:public], x[public:], y[public:]
    one, two = NeighbourJudge(held_x, held_y)(new_x), SubspaceJudge(held_x, held_y)(new_x)
    predicted = _logp(evaluator, new_x).argmax(axis=1)
    rows = []
    for judge, label, yes in (
        ("standard", "another network of the task", lambda c: predicted == c),
        ("judge1", "five nearest real images", lambda c: one.yes(c)),
        ("judge2", "subspaces of real images", lambda c: two.yes(c)),
    ):
        negative = np.concatenate([yes((new_y + shift) % 10) for shift in range(1, 10)])
        rows.append(
            {
                "private_set": name,
                "judge": judge,
                "label": label,
                "positive_pairs": len(new_y),
                "positive_yes": int(yes(new_y).sum()),
                "negative_pairs": len(negative),
                "negative_no": int((~negative).sum()),
            }
        )
    return rows


def class_pictures(name: str) -> list[dict[str, Any]]:
    """The mean training image of each class, to set reconstructions beside."""
    x, y = images(name)
    train = SPLITS[name][0]
    x, y = x[:train], y[:train]
    return [{"private_set": name, "identity": c, "image": picture(x[y == c].mean(axis=0))} for c in range(10)]


def _logp(model: nn.Module, pictures: np.ndarray) -> np.ndarray:
    x = torch.as_tensor(pictures, dtype=torch.float32)
    return answers(model, Samples((x,), torch.zeros((len(x), 1), dtype=torch.long))).logp[:, 0]


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
