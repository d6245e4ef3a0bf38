"""Trade-off: forgetting against utility, or two metrics, and who is best for which weights."""

import streamlit as st

from components.views import TRADEOFF
from components.views.tradeoff import screen, words
from components.views.tradeoff.result import tradeoff
from components.widgets import cached, notices
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import notes, page, sentence
from components.widgets.selection import filters

page(TRADEOFF)
resolved = filters("suite", "panel", "benchmarks", "seeds", "methods", "aim", "weights", "axes")
result = cached.of(tradeoff, resolved.selection)
missing = words.explanation(result)

if missing:
    notices.notice("info", missing)
else:
    screen.lead(resolved, result)
    sentence(words.beaten_sentence(result))
    drawn, listed = st.columns([2, 1], gap="medium")
    with drawn:
        screen.picture(resolved, result)
    with listed:
        screen.best_for(resolved, result)
    notes(words.axes_sentence(result), words.unsupported_sentence(result), words.undrawn_sentence(result))
    screen.runs(resolved)
    named("methods", resolved.tables, [*(p.method for p in result.points), *(r.method for r in result.references)])
    named("metrics", resolved.tables, [m for axis in result.axes for m in axis.metrics])

terms("pareto_front", "utility", "uqs", "reference_model", "dominance", "potential_optimality")
