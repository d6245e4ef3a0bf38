"""Download marks of drawings: PNG (twice the size) and SVG."""

from collections.abc import Mapping
from pathlib import Path

from components.board.mounted import component
from components.exports.provenance import pictured, provenance
from components.plotting.saved import MARK, SAVE
from components.served import View

_HTML = f"""
<div class="mark">{MARK}
  <button type="button" data-ending="png" title="PNG, twice the size">PNG</button>
  <button type="button" data-ending="svg">SVG</button>
</div>
"""
_CSS = """
.mark {
  display: flex; align-items: center;
  color: color-mix(in srgb, var(--st-text-color) 76%, transparent);
}
button {
  font: inherit; font-size: 0.8rem; color: inherit; background: none; border: 0; border-radius: 4px;
  min-width: 2rem; min-height: 1.5rem; padding: 0 0.25rem; cursor: pointer;
}
button:hover { color: var(--st-primary-color); text-decoration: underline; }
button:focus-visible { outline: 2px solid var(--st-primary-color); }
"""

_image = component(
    "figure_export",
    html=_HTML,
    css=_CSS,
    js=SAVE + (Path(__file__).parent / "figure_export.js").read_text(encoding="utf-8"),
)


def picture(figure_name: str, title: str, reading: str, view: View) -> None:
    """The download mark of a figure: it is drawn as it is, by the reader's own browser, under its
    title and above how it is read."""
    save_mark(figure_name, pictured(view, figure_name, title, provenance(view), reading))


def save_mark(figure_name: str, picture_texts: Mapping[str, str]) -> None:
    """The mark itself; `picture_texts` are the title, the file and the caption of the picture;
    the board knows its own."""
    _image(
        key=f"image_{figure_name}",
        data={"name": figure_name, **picture_texts},
        width="content",
        height="content",
    )
