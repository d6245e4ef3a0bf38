"""What several components share of style and script; the rules of whole pages are in the start page."""

from __future__ import annotations

DRAWN = """
// Says that a component has its size: what follows it is seen from then on (style.css).
const inPlace = (root) => root.host.closest(".stElementContainer")?.setAttribute("data-drawn", "");
"""

BUTTON = """
button {
  font: inherit; font-size: 0.875rem; color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius);
  padding: 0.25rem 0.75rem; min-height: 2.5rem; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
"""A button inside a component, like the buttons outside."""
