"""Terms: links to their explanation, and the explanation itself."""

import streamlit as st

from components import glossary
from components.format import markdown_text


def term(term_id: str) -> str:
    """Return a Markdown link to a term on the page About: [τ-b](about?term=tau_b). Raises
    UnknownName."""
    return f"[{markdown_text(glossary.term(term_id).label)}](about?term={term_id})"


def terms(*term_ids: str) -> None:
    """Draw one quiet line that explains the terms of a page by links."""
    st.caption("What the words mean: " + " · ".join(term(identifier) for identifier in term_ids))


def explained(entry: glossary.Term) -> None:
    """Draw one term with its formula and reference."""
    st.markdown(f"**{markdown_text(entry.label)}.** {markdown_text(entry.plain)}")
    if entry.formula:
        st.latex(entry.formula)
    if entry.reference:
        st.caption(markdown_text(entry.reference))
