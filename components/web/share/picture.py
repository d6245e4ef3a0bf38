"""The picture of a shared view: title, first sentence and the scores as bars, drawn with Pillow."""

import io
import textwrap
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from components.contest import Contender
from components.defaults import NAME
from components.format import cleaned, number
from components.plotting.theme import LIGHT
from components.web.streamlit_private import build
from components.words import Labels

SIZE = (1200, 630)
MAX_BARS = 7
MAX_LINE = 62
"""Letters of a line of the sentence that have room."""
EDGE = 56
RIGHT = SIZE[0] - EDGE
NAMES_LEFT = EDGE + 44
BARS_TOP = 262
BARS_LEFT = EDGE + 300
BARS_LENGTH = RIGHT - 130 - BARS_LEFT
"""Pixels."""
FONT = "static/media/SourceSansVF-Upright*.woff2"
"""Source Sans (SIL Open Font License), the font of the pages, as it comes with Streamlit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def picture(
    title: str, lead_sentence: str, contenders: Sequence[Contender], labels: Labels, footer: str
) -> bytes:
    """Return a PNG of 1200 × 630 pixels, without bars if there are no contenders."""
    image = Image.new("RGB", SIZE, LIGHT.background)
    canvas = ImageDraw.Draw(image)
    canvas.rectangle((0, 0, SIZE[0], 10), LIGHT.accent)
    lines = textwrap.wrap(cleaned(lead_sentence), MAX_LINE, max_lines=3, placeholder=" …")
    placed_texts = [(36, title, LIGHT.muted, font(26))]
    for line_index, line in enumerate(lines):
        placed_texts.append((78 + 50 * line_index, line, LIGHT.ink, font(38, "Semibold")))
    placed_texts.append((SIZE[1] - 52, f"{NAME} · {footer}", LIGHT.muted, font(22)))
    for text_top, text, colour, text_font in placed_texts:
        canvas.text((EDGE, text_top), fitted(text, text_font, RIGHT - EDGE), colour, text_font)
    if contenders:
        _draw_bars(canvas, contenders, labels)
    png_file = io.BytesIO()
    image.save(png_file, "PNG", optimize=True)
    return png_file.getvalue()


def _draw_bars(
    canvas: ImageDraw.ImageDraw, contenders: Sequence[Contender], labels: Labels
) -> None:
    """Draw one bar per method; a full bar is a score of 1."""
    n_bars = len(contenders) if len(contenders) <= MAX_BARS else MAX_BARS - 1
    bar_distance = min(50, (SIZE[1] - BARS_TOP - 70) // min(len(contenders), MAX_BARS))
    name_font = font(min(26, bar_distance - 8))
    bar_top = BARS_TOP
    for contender in contenders[:n_bars]:
        bottom = bar_top + bar_distance - 12
        bar_end = BARS_LEFT + (contender.score or 0.0) * BARS_LENGTH
        bar_colour = LIGHT.accent
        score_colour = LIGHT.ink
        if contender.is_below_floor:
            bar_colour = LIGHT.muted
            score_colour = LIGHT.muted
        fitted_name = fitted(
            labels.method(contender.method), name_font, BARS_LEFT - NAMES_LEFT - 20
        )
        canvas.text((EDGE, bar_top), str(contender.rank or "–"), LIGHT.muted, name_font)
        canvas.text((NAMES_LEFT, bar_top), fitted_name, LIGHT.ink, name_font)
        canvas.rectangle((BARS_LEFT, bar_top + 2, BARS_LEFT + BARS_LENGTH, bottom), LIGHT.surface)
        canvas.rectangle((BARS_LEFT, bar_top + 2, bar_end, bottom), bar_colour)
        if contender.is_below_floor:
            canvas.text((bar_end + 12, bar_top + 4), "below the floor", LIGHT.muted, font(20))
        canvas.text((RIGHT, bar_top), number(contender.score), score_colour, name_font, anchor="ra")
        bar_top += bar_distance
    if len(contenders) > n_bars:
        canvas.text(
            (NAMES_LEFT, bar_top), f"and {len(contenders) - n_bars} more", LIGHT.muted, name_font
        )


def fitted(sentence: str, text_font: Font, max_width: float) -> str:
    """Return a line no wider than `max_width` pixels; if it is cut, an ellipsis marks it."""
    line = cleaned(sentence)[:400]
    if text_font.getlength(line) <= max_width:
        return line
    while line and text_font.getlength(f"{line}…") > max_width:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=32)
def font(font_size: int, weight: str = "Regular") -> Font:
    """Return the font of the pages in a size (pixels) and weight, Pillow's own if it cannot be
    found."""
    font_files = sorted(build().glob(FONT))
    if not font_files:
        return ImageFont.load_default(font_size)
    font_in_size = ImageFont.truetype(str(font_files[0]), font_size)
    font_in_size.set_variation_by_name(weight)
    return font_in_size
