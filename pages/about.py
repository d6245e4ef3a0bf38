"""About: every metric, method, benchmark and statistic in plain words, limitations, citation, licence, changelog."""

from components.views import ABOUT
from components.views.about import screen as about
from components.views.about.result import limitations
from components.widgets.page import page, section, sentence
from components.widgets.selection import filters

page(ABOUT)
resolved = filters("suite")
about.lookup(resolved)

section(resolved.tables.suite.title, "The study whose results are shown.")
sentence(resolved.tables.suite.description)
about.panels(resolved)

section("Metrics")
about.metrics(resolved)

section("Methods")
about.entries(resolved.tables.methods)

section("Benchmarks")
about.entries(resolved.tables.benchmarks)

section("Protocols, statistics and terms", "In plain words, with formula and reference.")
about.glossary()

section("Limitations")
about.points(limitations(resolved))

section("How to cite")
about.citation(resolved)

section("Licence and data version")
about.licence(resolved)

section("Changelog")
about.changelog()
