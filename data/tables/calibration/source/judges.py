"""Two judges of a reconstructed digit that share no training with the classifiers. NumPy only.

Both know real images that no classifier was trained on. What resembles none of them is answered no,
whatever class it comes nearest to."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]
NEIGHBOURS, DIRECTIONS = 5, 12
TRUST = 0.99
"""Share of real images that lie within the limit of a judge."""


@dataclass(frozen=True, eq=False)
class Verdicts:
    """Per image the class the judge reads and whether the image lies within what it trusts."""

    classes: Ints
    trusted: npt.NDArray[np.bool_]

    def yes(self, identity: Ints) -> npt.NDArray[np.bool_]:
        """Whether the judge says that an image shows that class."""
        return self.trusted & (self.classes == identity)


def normalised(images: npt.NDArray[np.floating]) -> Floats:
    """Images (N, ...) as rows of mean 0 and length 1: brightness and contrast do not count."""
    rows = images.reshape(len(images), -1).astype(np.float32)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)


class NeighbourJudge:
    """Judge 1: the majority class of the five nearest real images in pixel space (the nearest
    decides ties).

    Trusts an image whose nearest neighbour is as near as that of 99 % of the real ones among each
    other."""

    def __init__(self, images: npt.NDArray[np.floating], classes: Ints) -> None:
        self._known, self._classes = normalised(images), classes
        among = self._known @ self._known.T
        np.fill_diagonal(among, -np.inf)
        self._limit = float(np.quantile(among.max(axis=1), 1 - TRUST))

    def __call__(self, images: npt.NDArray[np.floating]) -> Verdicts:
        """Verdicts on images (N, ...)."""
        likeness = normalised(images) @ self._known.T
        nearest = np.argsort(-likeness, axis=1, kind="stable")[:, :NEIGHBOURS]
        votes = np.zeros((len(images), int(self._classes.max()) + 1))
        for k in range(NEIGHBOURS):
            votes[np.arange(len(votes)), self._classes[nearest[:, k]]] += 1 + 0.1 * (k == 0)
        return Verdicts(votes.argmax(axis=1), likeness.max(axis=1) >= self._limit)


class SubspaceJudge:
    """Judge 2: the class whose subspace (12 principal directions about its mean) leaves the
    smallest residual.

    Trusts an image whose residual is no larger than that of 99 % of the real ones, held-out half by
    held-out half."""

    def __init__(self, images: npt.NDArray[np.floating], classes: Ints) -> None:
        rows = normalised(images)
        self._spaces = self._fit(rows, classes)
        left: list[Floats] = []
        for part in (0, 1):
            own = self._fit(rows[1 - part :: 2], classes[1 - part :: 2])
            left.append(self._residuals(rows[part::2], own).min(axis=1))
        self._limit = float(np.quantile(np.concatenate(left), TRUST))

    def __call__(self, images: npt.NDArray[np.floating]) -> Verdicts:
        """Verdicts on images (N, ...)."""
        residuals = self._residuals(normalised(images), self._spaces)
        return Verdicts(residuals.argmin(axis=1), residuals.min(axis=1) <= self._limit)

    def _fit(self, rows: Floats, classes: Ints) -> list[tuple[Floats, Floats]]:
        subspaces = []
        for c in range(int(classes.max()) + 1):
            own = rows[classes == c]
            mean = own.mean(axis=0)
            subspaces.append((mean, np.linalg.svd(own - mean, full_matrices=False)[2][:DIRECTIONS]))
        return subspaces

    @staticmethod
    def _residuals(rows: Floats, spaces: list[tuple[Floats, Floats]]) -> Floats:
        left = [(rows - m) - ((rows - m) @ v.T) @ v for m, v in spaces]
        return np.stack([np.linalg.norm(r, axis=1) for r in left], axis=1)


def picture(image: npt.NDArray[np.floating]) -> str:
    """A square image between 0 and 1 as one hexadecimal digit of brightness per pixel, row by
    row."""
    return "".join(f"{int(v):x}" for v in np.clip(np.rint(image.ravel() * 15), 0, 15))
