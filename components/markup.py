"""Plain HTML documents for what is served beside the app: no script, no outside asset, light and
dark.

Text enters only through `text` and `tag`, so names from the data can never become markup.
"""

from collections.abc import Iterable, Sequence
from html import escape

from components.format import cleaned

STYLE = """
:root { color-scheme: light dark; --text: #1B2733; --back: #FFFFFF; --soft: #F3F5F7; --line: #DCE1E6; --link: #0B66B2; }
@media (prefers-color-scheme: dark) {
  :root { --text: #E6EBEF; --back: #0F1418; --soft: #1A2127; --line: #2E3740; --link: #6CB8F0; }
}
body {
  font: 16px/1.55 system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums;
  color: var(--text); background: var(--back); margin: 0 auto; max-width: 70rem; padding: 1.5rem 1rem 3rem;
  overflow-wrap: anywhere;
}
table { overflow-wrap: normal; }
h1 { font-size: 1.75rem; line-height: 1.25; } h2 { font-size: 1.25rem; margin-top: 2.2rem; } h3 { font-size: 1.05rem; }
a { color: var(--link); }
a:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: 0.9em ui-monospace, monospace; background: var(--soft); border-radius: 4px; overflow-wrap: anywhere; }
code { padding: 0.1em 0.3em; } .wide code { white-space: nowrap; } pre { padding: 0.8rem; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.92rem; } caption { text-align: left; padding: 0.4rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.7rem; border-bottom: 1px solid var(--line); }
th { background: var(--soft); font-weight: 600; } td.number, th.number { text-align: right; white-space: nowrap; }
"""


def text(value: object) -> str:
    """Return text as HTML shows it, on one line."""
    return escape(cleaned(value), quote=True)


def tag(name: str, /, *inside: str, **attributes: object) -> str:
    """Return an element around markup; attributes are text, `class_` is class, True an attribute
    without value."""
    written = "".join(
        f" {k.rstrip('_').replace('_', '-')}" + ("" if v is True else f'="{text(v)}"')
        for k, v in attributes.items()
        if v is not None and v is not False
    )
    return (
        f"<{name}{written}>"
        if name in ("meta", "link")
        else f"<{name}{written}>{''.join(inside)}</{name}>"
    )


def table(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()
) -> str:
    """Return a table of markup cells that scrolls sideways; `numbers` are the columns set to the
    right."""

    def row(kind: str, cells: Sequence[str]) -> str:
        scope = "col" if kind == "th" else None
        looks = [
            "number" if i in numbers else "long" if _is_long(c) else None
            for i, c in enumerate(cells)
        ]
        return tag(
            "tr", *(tag(kind, c, class_=s, scope=scope) for c, s in zip(cells, looks, strict=True))
        )

    head = tag("thead", row("th", [text(h) for h in heads]))
    body = tag("tbody", *(row("td", cells) for cells in rows))
    inner = tag("table", tag("caption", text(title)), head, body)
    return tag("div", inner, class_="wide", role="region", aria_label=title, tabindex="0")


def _is_long(cell: str) -> bool:
    return len(cell) > 30 and "<" not in cell


def document(title: str, *body: str, head: str = "") -> str:
    """Return a whole document."""
    first = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{text(title)}</title>{head}<style>{STYLE}</style>"
    )
    return (
        "<!doctype html>\n<html"
        f' lang="en"><head>{first}</head><body>{"".join(body)}</body></html>\n'
    )
