"""What do false positives look like? Small grey images in a grid, from texts of one hexadecimal digit per pixel."""

import math
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from components.answers.inversion.audit import InversionResult
from components.answers.inversion.images import GalleryImage, RealImage
from components.plotting.theme import Mode, palette
from components.stats.audits.claims import MOST_DECIMALS, Claim, Figure, outcome
from components.stats.panel import Floats
from components.table import Column, Table, table
from components.text import counted, figure_text, number, shortened

READING = (
    "Images that the standard evaluator accepts and the judge rejects. Below each: the identity it was made for and, "
    "where the judge names one, an arrow to the class it reads; where both are the same, it reads the class and still "
    "says no. Top rows, where given: the mean real image of each class."
)
Image = GalleryImage | RealImage
COLUMNS = 10
_GAP = 0.14
_ROW = 1.42
"""Height of a row in image widths: the image and its label."""


def pictures(result: InversionResult, images: Sequence[GalleryImage]) -> str:
    """What the images shown are of all false positives of their attack."""
    if not images:
        wrong = result.overall.table.fp
        return f"The table keeps no image of the {counted(wrong, 'false positive')}." if wrong else "None was found."
    attack = images[0].attack
    in_gallery = sum(g.attack == attack for g in result.gallery)
    in_table = sum(r.table.fp for r in result.rows if r.attack == attack)
    return (
        f"{len(images)} of the {counted(in_gallery, 'image')} kept of false positives of "
        f"{shortened(attack or 'the table')}; the table counts {in_table} of them."
    )


def draw(images: Sequence[GalleryImage], real: Sequence[RealImage], mode: Mode) -> go.Figure:
    """Images ten to a row, each above its label; the real ones, if any, in rows of their own on top."""
    colours = palette(mode)
    placed = [*_placed(real, 0), *_placed(images, _rows(real))]
    fig = go.Figure()
    for side in sorted({_side(item) for item, _, _ in placed}):
        for item, column, row in (p for p in placed if _side(p[0]) == side):
            # centres of the pixels: the image takes the unit square below and right of (column, −row)
            step = (1 - _GAP) / side
            fig.add_heatmap(
                z=pixels(item.image),
                x=[column + (i + 0.5) * step for i in range(side)],
                y=[-row * _ROW - (i + 0.5) * step for i in range(side)],
                zmin=0,
                zmax=15,
                colorscale=[[0, "#000000"], [1, "#FFFFFF"]],
                showscale=False,
                hoverinfo="skip",
            )
    # a frame each: white pixels end where the page may be white too
    size = 1 - _GAP
    fig.add_scatter(
        x=[x for _, c, _ in placed for x in (c, c + size, c + size, c, c, None)],
        y=[y for _, _, r in placed for y in _edges(-r * _ROW, size)],
        mode="lines",
        line={"width": 1, "color": colours.missing},
        hoverinfo="skip",
        showlegend=False,
    )
    fig.add_scatter(
        x=[column + size / 2 for _, column, _ in placed],
        y=[-row * _ROW - size - 0.05 for _, _, row in placed],
        mode="text",
        text=[figure_text(label(item)) for item, _, _ in placed],
        textposition="bottom center",
        textfont={"size": 12, "color": colours.ink},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )
    rows = _rows(real) + _rows(images)
    # squares stay squares on a wide screen and on a narrow one
    fig.update_xaxes(visible=False, range=[-0.05, COLUMNS], constrain="domain", constraintoward="left")
    fig.update_yaxes(
        visible=False,
        range=[-rows * _ROW + 0.05, 0.05],
        scaleanchor="x",
        constrain="domain",
        constraintoward="top",
    )
    fig.update_layout(margin={"l": 0, "r": 0, "t": 8, "b": 0}, height=24 + 80 * rows)
    return fig


def pixels(image: str) -> Floats:
    """(side, side) brightness from 0 to 15 of a square image, row by row from the top."""
    side = math.isqrt(len(image))
    return np.array([int(c, 16) for c in image], dtype=float).reshape(side, side)


def label(item: Image) -> str:
    """For whom an image was made and what the judge reads in it: 3 → 5."""
    made = shortened(item.identity, 6)
    return f"{made} → {shortened(item.seen, 6)}" if isinstance(item, GalleryImage) and item.seen else made


def gallery_share(images: Sequence[GalleryImage], real: Sequence[RealImage]) -> float:
    """The height of the images as a share of their width, where the width is what limits them."""
    return (_rows(real) + _rows(images)) * _ROW / (COLUMNS + 0.05)


def _edges(top: float, size: float) -> tuple[float | None, ...]:
    return (top, top, top - size, top - size, top, None)


def _side(item: Image) -> int:
    return math.isqrt(len(item.image))


def _rows(items: Sequence[Image]) -> int:
    return math.ceil(len(items) / COLUMNS)


def _placed(items: Sequence[Image], first: int) -> list[tuple[Image, int, int]]:
    return [(item, i % COLUMNS, first + i // COLUMNS) for i, item in enumerate(items)]


def gallery_table(images: Sequence[GalleryImage]) -> Table[GalleryImage]:
    """The false positives on screen, with their images as texts."""
    column = Column[GalleryImage]
    columns = (
        column("private_set", lambda i: i.private_set, "private set", place="print"),
        column("attack", lambda i: i.attack, place="print"),
        column("target", lambda i: i.target, place="print"),
        column("identity", lambda i: i.identity, "made for", place="print"),
        column("seen", lambda i: i.seen, "judge reads", place="print"),
        column("image", lambda i: i.image, "image (one hexadecimal digit per pixel)"),
    )
    return table(columns, images)


def published_table(claims: Sequence[Claim]) -> Table[Claim]:
    """What another study prints; none of it can be recomputed from a suite's tables."""
    column = Column[Claim]
    columns = (
        column("sentence", lambda c: c.sentence, "what is printed", place="print"),
        column("printed", lambda c: number(c.printed, min(c.decimals, MOST_DECIMALS)), place="print"),
        column("status", lambda c: c.status, place="print"),
        column("outcome", lambda c: outcome(c, Figure(float("nan"))), place="print"),
        column("where", lambda c: c.where, place="print"),
        column("url", lambda c: c.url),
    )
    return table(columns, claims)
