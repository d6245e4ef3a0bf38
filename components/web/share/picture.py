"""The picture of a shared view: title, first sentence and the scores as bars, drawn with Pillow."""

import io
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from components.answers.leaderboard.methods import FRAGILE_LEAD
from components.answers.leaderboard.ranking import Ranking
from components.defaults import NAME
from components.format import cleaned, number, shortened
from components.plotting.theme import LIGHT, metric_colours
from components.words import Labels

SIZE = (1200, 630)
MOST = 7
"""Methods that have room."""
LEGEND = 8
"""Metrics that have room in the legend."""
_EDGE, _BARS, _NAMES, _SCORES = 56, 262, 300, 130
FONT = "static/static/media/SourceSansVF-Upright*.woff2"
"""Source Sans (SIL Open Font License), the font of the pages, as it comes with Streamlit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def picture(title: str, lead: str, ranking: Ranking | None, names: Labels, foot: str) -> bytes:
    """A PNG of 1200 × 630; without a ranking it has no bars."""
    image = Image.new("RGB", SIZE, LIGHT.background)
    draw = ImageDraw.Draw(image)
    width = SIZE[0] - 2 * _EDGE
    draw.rectangle((0, 0, SIZE[0], 10), LIGHT.accent)
    draw.text((_EDGE, 36), fitted(title, font(26), width), LIGHT.muted, font(26))
    for i, line in enumerate(wrapped(lead, font(38, "Semibold"), width, 3)):
        draw.text((_EDGE, 78 + 50 * i), line, LIGHT.ink, font(38, "Semibold"))
    if ranking is not None:
        _bars(draw, ranking, names)
    draw.text((_EDGE, SIZE[1] - 52), fitted(f"{NAME} · {foot}", font(22), width), LIGHT.muted, font(22))
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _bars(draw: ImageDraw.ImageDraw, ranking: Ranking, names: Labels) -> None:
    """One bar per method, its parts the contributions of the metrics; a full bar is a score of 1."""
    rows, metrics = ranking.rows, ranking.panel.metric_ids
    colours = metric_colours(metrics, "light")
    most = MOST if len(rows) <= MOST else MOST - 1
    step = min(50, (SIZE[1] - _BARS - 110) // max(1, min(len(rows), MOST)))
    length = SIZE[0] - 2 * _EDGE - _NAMES - _SCORES
    text = font(min(26, step - 8))
    for i, row in enumerate(rows[:most]):
        top = _BARS + step * i
        rank = "–" if row.rank is None else str(row.rank)
        draw.text((_EDGE, top), rank, LIGHT.muted, text)
        draw.text((_EDGE + 44, top), fitted(names.method(row.method), text, _NAMES - 64), LIGHT.ink, text)
        left = float(_EDGE + _NAMES)
        draw.rectangle((left, top + 2, left + length, top + step - 12), LIGHT.surface)
        if row.at is None:
            draw.rectangle((left, top + 2, left + (row.uqs or 0.0) * length, top + step - 12), LIGHT.muted)
        for metric, share in ranking.contribution(row).items():
            if share > 0:
                draw.rectangle((left, top + 2, left + share * length, top + step - 12), colours[metric])
                left += share * length
        if ranking.fragile(row):
            edge = _EDGE + _NAMES + length
            at = min(left + 12, edge), top + 8  # beside the bar; in the gap before the score where it fills its ground
            draw.text(at, FRAGILE_LEAD, LIGHT.muted, font(16))
        if row.below:
            draw.text((left + 12, top + 4), "below the floor", LIGHT.muted, font(20))
        draw.text((SIZE[0] - _EDGE, top), number(row.uqs), LIGHT.muted if row.below else LIGHT.ink, text, anchor="ra")
    if len(rows) > most:
        draw.text((_EDGE + 44, _BARS + step * most), f"and {len(rows) - most} more", LIGHT.muted, text)
    _legend(draw, metrics, colours)


def _legend(draw: ImageDraw.ImageDraw, metrics: Sequence[str], colours: Mapping[str, str]) -> None:
    if len(metrics) > LEGEND:
        return
    left, top = float(_EDGE + _NAMES), SIZE[1] - 92
    for metric in metrics:
        label = shortened(metric, 12)
        draw.rectangle((left, top + 4, left + 18, top + 22), colours[metric])
        draw.text((left + 26, top), label, LIGHT.muted, font(20))
        left += 26 + font(20).getlength(label) + 24


def wrapped(sentence: str, kind: Font, width: float, most: int) -> list[str]:
    """Lines no wider than `width`, at most `most` of them; what does not fit is cut, and the cut is marked."""
    lines: list[str] = [""]
    for word in cleaned(sentence).split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and kind.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(line, kind, width) for line in lines]


def fitted(sentence: str, kind: Font, width: float) -> str:
    """One line no wider than `width`, its cut marked by an ellipsis."""
    line = cleaned(sentence)[:400]
    if kind.getlength(line) <= width:
        return line
    while line and kind.getlength(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=32)
def font(size: int, weight: str = "Regular") -> Font:
    """The font of the pages in a size (pixels) and weight; Pillow's own where it cannot be found."""
    spec = find_spec("streamlit")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    files = sorted(folder.glob(FONT))
    if not files:
        return ImageFont.load_default(size)
    kind = ImageFont.truetype(str(files[0]), size)
    kind.set_variation_by_name(weight)
    return kind
