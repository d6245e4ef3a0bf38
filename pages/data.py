"""Data: every table behind the numbers, with its sources, and queries on all of them."""

from components.views import DATA
from components.views.data import screen
from components.views.data.result import data
from components.views.data.words import lead
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import answer, notes, page, section
from components.widgets.selection import filters

page(DATA)
resolved = filters("suite")
verdict, *rests = lead(cached.of(data, resolved.selection))
answer(verdict)
screen.suite_tables(resolved)
notes(*rests)
screen.whole_suite(resolved)
screen.not_served()

section("Ask in SQL", "Any question to the public tables. A query has 2 seconds and gives back up to 1 000 rows.")
screen.console(resolved)

terms("suite", "panel", "run", "block", "cell", "oracle", "missing", "resolution")
