"""Model inversion: images made from a classifier alone, judged by another classifier and by two
independent judges."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from data.tables.calibration.source import units
from data.tables.calibration.source.config import stream
from data.tables.calibration.source.judges import NeighbourJudge, SubspaceJudge, picture
from data.tables.calibration.source.tasks import SPLITS, Samples, images
from data.tables.calibration.source.training import answers

Array = np.ndarray
SETS = ("digits", "mnist5k")
TARGETS = (1, 2)
"""Seeds of the attacked base models; the standard evaluator is the base model of seed EVALUATOR."""
EVALUATOR = 3
PER_CLASS = 20
STEPS = 150
PICTURES = 4
"""False positives per attack, private set and digit whose image is kept for the gallery."""
ATTACKS = ("gradient", "smooth", "subspace", "population")


Start = tuple[Tensor, Callable[[Tensor], Tensor], Callable[[Tensor, Tensor], Tensor]]
"""What an attack descends on: free numbers, how they become images in [0, 1], and the price of an
image."""


def start_of(
    attack: str, n: int, side: int, public: np.ndarray, generator: torch.Generator
) -> Start:
    """Return the start of an attack, the plainest first. Raises KeyError for an unknown one.

    gradient: pixels from noise (Fredrikson et al. 2015). smooth: the same with total variation and
    L2 priors (Mahendran & Vedaldi 2015). subspace: 16 principal components of public images.
    population: public images as starting points, held near them, a non-parametric prior."""
    noise = torch.randn((n, side, side), generator=generator)

    def rough(free: Tensor, image: Tensor) -> Tensor:
        steps = (image[:, 1:] - image[:, :-1]).abs().mean() + (
            image[:, :, 1:] - image[:, :, :-1]
        ).abs().mean()
        return 2.0 * steps + 0.5 * image.square().mean()

    rows = torch.as_tensor(public.reshape(len(public), -1))
    mean = rows.mean(dim=0)
    _, sizes, directions = torch.linalg.svd(rows - mean, full_matrices=False)
    basis = directions[:16] * (sizes[:16, None] / len(rows) ** 0.5)
    drawn = torch.as_tensor(public)[torch.randint(len(public), (n,), generator=generator)]
    few = torch.randn((n, 16), generator=generator) * 0.5
    starts: dict[str, Start] = {
        "gradient": (noise, torch.sigmoid, lambda free, image: torch.zeros(())),
        "smooth": (noise * 0.1, torch.sigmoid, rough),
        "subspace": (
            few,
            lambda z: (mean + z @ basis).reshape(-1, side, side).clamp(0, 1),
            lambda z, image: 0.05 * z.square().mean(),
        ),
        "population": (
            drawn.clone(),
            _clamped,
            lambda x, image: (x - drawn).square().sum(dim=(1, 2)).mean(),
        ),
    }
    return starts[attack]


def _clamped(pixels: Tensor) -> Tensor:
    return pixels.clamp(0, 1)


def reconstruct(
    attack: str, target: nn.Module, side: int, public: Array, seed: int
) -> tuple[Array, Array]:
    """Images (10 · PER_CLASS, side, side) that the target takes for each digit in turn, and those
    digits."""
    generator = torch.Generator().manual_seed(seed)
    wanted = torch.arange(10).repeat_interleave(PER_CLASS)
    first, decode, price = start_of(attack, len(wanted), side, public, generator)
    free = first.requires_grad_()
    optimizer = torch.optim.Adam([free], lr=0.05)
    for _ in range(STEPS):
        optimizer.zero_grad()
        image = decode(free)
        loss = functional.cross_entropy(target((image,))[0][:, 0], wanted) + price(free, image)
        loss.backward()
        optimizer.step()
    return decode(free).detach().numpy(), wanted.numpy()


def attack_set(attack: str, name: str) -> list[dict[str, Any]]:
    """One row per reconstruction of an attack on a private set."""
    x, y = images(name)
    train, public = SPLITS[name]
    held_x, held_y = x[train:public], y[train:public]
    neighbours, subspaces = NeighbourJudge(held_x, held_y), SubspaceJudge(held_x, held_y)
    evaluator, _ = units.model(name, "base", EVALUATOR)
    rows: list[dict[str, Any]] = []
    pictures = [0] * 10
    for target in TARGETS:
        attacked, _ = units.model(name, "base", target)
        made, wanted = reconstruct(
            attack, attacked, x.shape[1], x[public:], stream("inversion", name, attack, target)
        )
        own, evaluated = (np.exp(_logp(m, made)) for m in (attacked, evaluator))
        judges = {"judge1": neighbours(made), "judge2": subspaces(made)}
        for i, identity in enumerate(wanted):
            yes = bool(evaluated[i].argmax() == identity)
            verdicts = {"standard": yes} | {
                name: bool(judge.yes(wanted)[i]) for name, judge in judges.items()
            }
            keep = yes and not verdicts["judge1"] and pictures[identity] < PICTURES
            pictures[identity] += keep
            rows.append(
                {
                    "attack": attack,
                    "private_set": name,
                    "target": f"seed{target}",
                    "identity": int(identity),
                }
                | {"number": i % PER_CLASS + 1}
                | {"target_confidence": float(f"{own[i, identity]:.4g}")}
                | {"standard_confidence": float(f"{evaluated[i, identity]:.4g}")}
                | {c: _word(verdict) for c, verdict in verdicts.items()}
                | {f"{c}_class": int(judge.classes[i]) for c, judge in judges.items()}
                | {f"{c}_trusts": _word(bool(judge.trusted[i])) for c, judge in judges.items()}
                | {"image": picture(made[i]) if keep else ""}
            )
    return rows


def judge_quality(name: str) -> list[dict[str, Any]]:
    """How the evaluators answer on real images that neither they nor the classifiers have seen.

    Positive pairs: an image with its class (yes is right). Negative pairs: with each other class
    (no is right)."""
    x, y = images(name)
    train, public = SPLITS[name]
    evaluator, _ = units.model(name, "base", EVALUATOR)
    held_x, held_y, new_x, new_y = x[train:public], y[train:public], x[public:], y[public:]
    one, two = NeighbourJudge(held_x, held_y)(new_x), SubspaceJudge(held_x, held_y)(new_x)
    predicted = _logp(evaluator, new_x).argmax(axis=1)
    rows = []
    for judge, label, yes in (
        ("standard", "another network of the task", lambda c: predicted == c),
        ("judge1", "five nearest real images", lambda c: one.yes(c)),
        ("judge2", "subspaces of real images", lambda c: two.yes(c)),
    ):
        no = np.concatenate([~yes((new_y + shift) % 10) for shift in range(1, 10)])
        row: dict[str, Any] = {"private_set": name, "judge": judge, "label": label}
        row |= {"positive_pairs": len(new_y), "positive_yes": int(yes(new_y).sum())}
        rows.append(row | {"negative_pairs": len(no), "negative_no": int(no.sum())})
    return rows


def class_pictures(name: str) -> list[dict[str, Any]]:
    """The mean training image of each class, to set reconstructions beside."""
    x, y = images(name)
    train = SPLITS[name][0]
    x, y = x[:train], y[:train]
    return [
        {"private_set": name, "identity": c, "image": picture(x[y == c].mean(axis=0))}
        for c in range(10)
    ]


def _logp(model: nn.Module, pictures: np.ndarray) -> np.ndarray:
    x = torch.as_tensor(pictures, dtype=torch.float32)
    return answers(model, Samples((x,), torch.zeros((len(x), 1), dtype=torch.long))).logp[:, 0]


def _word(flag: bool) -> str:
    return "yes" if flag else "no"
