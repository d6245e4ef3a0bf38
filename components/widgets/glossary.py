"""Terms: links to their explanation, and the explanation itself."""

import streamlit as st

from components import glossary, pages
from components.format import markdown_text
from components.served import View
from components.widgets.names import link


def term(view: View, term_id: str) -> str:
    """Return a Markdown link to a term on the page About. Raises UnknownName."""
    term_label = markdown_text(glossary.term(term_id).label)
    return f"[{term_label}]({link(view, pages.ABOUT, term=term_id)})"


def terms(view: View, *term_ids: str) -> None:
    """Draw one quiet line that explains the terms of a page by links."""
    linked = [term(view, term_id) for term_id in term_ids]
    st.caption(f"What the words mean: {' · '.join(linked)}")


def explained(entry: glossary.Term) -> None:
    """Draw one term with its formula and reference."""
    st.markdown(f"**{markdown_text(entry.label)}.** {markdown_text(entry.plain)}")
    if entry.formula:
        st.latex(entry.formula)
    if entry.reference:
        st.caption(markdown_text(entry.reference))
