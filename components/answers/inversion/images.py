"""False positives to look at, and the mean real image of each class beside them."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from components.intake.inversion import STANDARD, cell_text, square_image
from components.stats.audits.inversion import NO, YES

MOST_IMAGES = 40


@dataclass(frozen=True, kw_only=True)
class GalleryImage:
    """A false positive with its image; `seen` is the class that the judge reads in it, empty where it names none.

    Images are texts of one hexadecimal digit of brightness per pixel, row by row from the top.
    """

    private_set: str
    attack: str
    target: str
    identity: str
    seen: str
    image: str


@dataclass(frozen=True, kw_only=True)
class RealImage:
    """The mean training image of one class."""

    private_set: str
    identity: str
    image: str


def gallery(rows: pd.DataFrame, judge: str) -> tuple[GalleryImage, ...]:
    """False positives with an image, in the order of the table."""
    wrong = rows[(rows["image"] != "") & (rows[STANDARD] == YES) & (rows[judge] == NO)]
    shown = wrong[["private_set", "attack", "target", "identity", "image"]].assign(seen=wrong.get(f"{judge}_class", ""))
    return tuple(GalleryImage(**{str(k): v for k, v in row.items()}) for row in shown.to_dict("records"))


def real_image(record: Mapping[Hashable, str | float]) -> RealImage:
    """A row of a suite's table `inversion_classes`, as its cells are there."""
    return RealImage(
        private_set=cell_text(record["private_set"]),
        identity=cell_text(record["identity"]),
        image=square_image(str(record["image"])),
    )


def sample(images: Sequence[GalleryImage], private_sets: Sequence[str], attack: str = "") -> tuple[GalleryImage, ...]:
    """Images of one attack (the first when empty) that fit on a page, shared out among the private sets.

    One of every identity comes before the second of any.
    """
    chosen: list[GalleryImage] = []
    for private_set in private_sets:
        earlier: Counter[str] = Counter()
        turns = []
        for image in images:
            if image.private_set == private_set and image.attack == (attack or images[0].attack):
                turns.append((earlier[image.identity], image))
                earlier[image.identity] += 1
        turns.sort(key=lambda turn: turn[0])
        chosen += [image for _, image in turns[: MOST_IMAGES // len(private_sets)]]
    return tuple(chosen)
