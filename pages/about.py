"""About: every metric, method, benchmark and statistic in plain words, limitations, citation, licence, changelog."""

from components.defaults import NAME, TAGLINE
from components.parts.about import limitations
from components.widgets import about
from components.widgets.page import page, section, sentence
from components.widgets.selection import filters

page(f"About the {NAME.lower()}", TAGLINE)
view = filters("suite")
about.lookup(view)

section(view.tables.suite.title, "The study whose results are shown.")
sentence(view.tables.suite.description)
about.panels(view)

section("Metrics")
about.metrics(view)

section("Methods")
about.entries(view.tables.methods)

section("Benchmarks")
about.entries(view.tables.benchmarks)

section("Protocols, statistics and terms", "In plain words, with formula and reference.")
about.glossary()

section("Limitations")
about.points(limitations(view))

section("How to cite")
about.citation(view)

section("Licence and data version")
about.licence(view)

section("Changelog")
about.changelog()
