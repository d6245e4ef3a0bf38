"""Plain HTML documents for what is served beside the app: no script, no outside asset, light and
dark.

Text enters only through `text` and `tag`, so names from the data can never become markup.
"""

from collections.abc import Iterable, Sequence
from html import escape

from components.format import cleaned

STYLE = """
:root {
  color-scheme: light dark;
  --text: #1B2733; --back: #FFFFFF; --soft: #F3F5F7; --line: #DCE1E6; --link: #0B66B2;
}
@media (prefers-color-scheme: dark) {
  :root { --text: #E6EBEF; --back: #0F1418; --soft: #1A2127; --line: #2E3740; --link: #6CB8F0; }
}
body {
  font: 16px/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums;
  color: var(--text); background: var(--back);
  margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere;
}
table { overflow-wrap: normal; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin-top: 2.2rem; }
h3 { font-size: 1.05rem; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre {
  font: 0.9em ui-monospace, monospace; background: var(--soft); border-radius: 4px;
  overflow-wrap: anywhere;
}
code { padding: 0.1em 0.3em; }
.wide code { white-space: nowrap; }
pre { padding: 0.8rem; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92rem; }
caption { text-align: left; padding: 0.4rem 0; }
th, td {
  text-align: left; vertical-align: top; padding: 0.35rem 0.7rem;
  border-bottom: 1px solid var(--line);
}
th { background: var(--soft); font-weight: 600; }
td.number, th.number { text-align: right; white-space: nowrap; }
"""
MIN_LONG = 31
"""Letters from which a cell of text is long."""


def text(value: object) -> str:
    """Return text as HTML shows it, on one line."""
    return escape(cleaned(value), quote=True)


def tag(name: str, /, *inside: str, **attributes: object) -> str:
    """Return an element around markup; attributes are text, `class_` is class, True an attribute
    without value, None and False none."""
    opening = name
    for attribute, value in attributes.items():
        if value is None or value is False:
            continue
        opening += f" {attribute.rstrip('_').replace('_', '-')}"
        if value is not True:
            opening += f'="{text(value)}"'
    if name in ("meta", "link"):
        return f"<{opening}>"
    return f"<{opening}>{''.join(inside)}</{name}>"


def table(
    caption: str,
    column_heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    number_columns: Sequence[int] = (),
) -> str:
    """Return a table of markup cells that scrolls sideways; `number_columns` are the columns set to
    the right."""
    table_head = tag(
        "thead",
        _row("th", [text(table_head) for table_head in column_heads], number_columns, scope="col"),
    )
    table_body = tag("tbody", *[_row("td", cells, number_columns) for cells in rows])
    table_element = tag("table", tag("caption", text(caption)), table_head, table_body)
    return tag("div", table_element, class_="wide", role="region", aria_label=caption, tabindex="0")


def _row(
    cell_tag: str, cells: Sequence[str], number_columns: Sequence[int], **attributes: str
) -> str:
    elements = []
    for column_index, cell in enumerate(cells):
        look = None
        if column_index in number_columns:
            look = "number"
        elif len(cell) >= MIN_LONG and "<" not in cell:
            look = "long"
        elements.append(tag(cell_tag, cell, class_=look, **attributes))
    return tag("tr", *elements)


def document(title: str, *body_elements: str, head: str = "") -> str:
    """Return a whole document."""
    meta_tags = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    )
    heading = f"{meta_tags}<title>{text(title)}</title>{head}<style>{STYLE}</style>"
    content = f"<head>{heading}</head><body>{''.join(body_elements)}</body>"
    return f'<!doctype html>\n<html lang="en">{content}</html>\n'
