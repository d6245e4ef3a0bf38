"""About: every metric, method, benchmark and statistic in plain words, limitations, citation, licence, changelog."""

from components.views import ABOUT
from components.views.about import screen
from components.views.about.result import about
from components.views.about.words import limitations
from components.widgets import cached
from components.widgets.page import page, section, sentence
from components.widgets.selection import filters

page(ABOUT)
resolved = filters("suite")
result = cached.of(about, resolved.selection)
screen.lookup(resolved)

section("Protocols, statistics and terms", "In plain words, with formula and reference.")
screen.glossary()

section(resolved.tables.suite.title, "The study whose results are shown.")
sentence(resolved.tables.suite.description)
screen.panels(result)

section("Metrics")
screen.metrics(result)

section("Methods")
screen.entries(resolved.tables.methods)

section("Benchmarks")
screen.entries(resolved.tables.benchmarks)

section("Limitations")
screen.points(limitations(result))

section("How to cite")
screen.citation(resolved)

section("Licence and data version")
screen.licence(resolved)

section("Changelog")
screen.changelog()
