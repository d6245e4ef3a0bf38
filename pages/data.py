"""Data: every table behind the numbers, with its sources, and queries on all of them."""

from components.parts.data_tables import overview
from components.widgets import data
from components.widgets.glossary import terms
from components.widgets.page import page, section, sentence
from components.widgets.selection import filters

page("Data", "What are the numbers made of, and where does each come from?")
view = filters("suite")
sentence(overview(view))
data.whole_suite(view)

section("Tables")
data.tables_shown(view)

section("Ask in SQL", "Any question to the public tables. A query has 2 seconds and gives back up to 1 000 rows.")
data.console(view)

terms("suite", "panel", "run", "block", "cell", "oracle", "missing", "resolution")
