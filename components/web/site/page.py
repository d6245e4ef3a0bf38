"""The pages without a server: one per suite (for each panel the board, the table and the heat maps, then the
reproduction), one to take away per panel, the start with the list of them, and what changed, also as a feed.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from components import pages
from components.answers.agreement.taus import Taus
from components.answers.agreement.taus import compute as agreement
from components.answers.changes import versions as change_versions
from components.answers.changes import words as change_words
from components.answers.changes.feed import FILE, MEDIA, TITLE, atom
from components.answers.changes.versions import ChangesResult
from components.answers.overview.goals import INTRODUCTION, Card, news, suite_entry
from components.answers.reliability.trust import TrustResult
from components.answers.reproduction.checked import CheckedClaim
from components.answers.reproduction.claims import ReproductionResult, say
from components.answers.reproduction.claims import compute as reproduction
from components.defaults import NAME, TAGLINE
from components.exports.provenance import provenance
from components.formats import html_table
from components.labels import Labels
from components.markup import document, tag, text
from components.plotting.theme import DARK, LIGHT, Palette, ink_on, tau_colour
from components.report import report
from components.resolved import Resolved
from components.scripts import source_of
from components.selection import default_selection
from components.stats.agreement.pair_taus import PairTau
from components.table import Column, table
from components.text import UNDEFINED, counted, number
from components.web.api.files import base_url
from components.web.share.brief import brief, html
from components.web.site.board import board, script
from data.registry import Tables

PAGE = "changes.html"
ALTERNATE = tag("link", rel="alternate", type=MEDIA, title=TITLE, href=FILE)
"""How a page names the feed."""
PARTS = ("leaderboard", "agreement", "reliability")
PROTOCOLS = {"tie-aware": "tie-aware (τ-b, mean over blocks)", "published": "as published (ties by row order)"}


def resolved_panels(tables: Tables) -> list[Resolved]:
    """The default view of every panel, the reference panel first."""
    first = default_selection(tables)
    panels = sorted(tables.panels, key=lambda p: p.id != first.panel)
    return [Resolved(tables, replace(first, panel=p.id)) for p in panels]


def suite_page(tables: Tables, reports: dict[str, dict[str, Any]], archive: str) -> str:
    """The page of a suite; `reports` are those of its panels by id, `archive` the name of its zip."""
    suite, panels = tables.suite, resolved_panels(tables)
    first = reports[panels[0].selection.panel]
    contents = [tag("li", tag("a", text(v.info.label), href=f"#{_anchor(v)}")) for v in panels]
    if first["reproduction"]:
        contents.append(tag("li", tag("a", "Reproduction", href="#section-reproduction")))
    inline = script()
    return document(
        f"{NAME}: {suite.title}",
        tag(
            "main",
            tag("h1", text(f"{NAME}: {suite.title}")),
            tag("p", text(TAGLINE)),
            tag("p", text(suite.description)),
            tag("p", text(f"A copy that needs no server, made from data version {tables.data_version}. "
                          "Weights can be moved; everything else is as it is with the weights named beside it.")),
            tag("nav", tag("ul", *contents), aria_label="Contents"),
            *(_panel(v, reports[v.selection.panel]) for v in panels),
            _reproduction(reproduction(panels[0]), panels[0].labels),
            tag("h2", "Source and files"),
            tag("p", text(f"{suite.paper}. {suite.licence}.")),
            tag("ul",
                tag("li", tag("a", text("The whole suite (zip with licence, citation and Croissant metadata)"),
                              href=archive)),
                *(tag("li", tag("a", text(f"Every number of {v.info.label} (JSON)"), href=report_name(v)))
                  for v in panels)),
        ),
        f"<script>{inline}</script>",
        head=_policy(inline),
        style=STYLE,
    )  # fmt: skip


def report_name(resolved: Resolved) -> str:
    """The file that holds the report of a panel."""
    return f"{resolved.tables.suite.id}-{resolved.selection.panel}.json"


def brief_name(resolved: Resolved) -> str:
    """The file that holds the brief of a panel."""
    return f"{resolved.tables.suite.id}-{resolved.selection.panel}-brief.html"


def brief_page(resolved: Resolved, trusted: TrustResult, today: date) -> str:
    """The ranking of a panel on one page to take away; its link leads to the board of this copy."""
    link = f"{base_url()}{resolved.tables.suite.id}.html#{_anchor(resolved)}"
    made = brief(resolved, trusted, link, today)
    body = tag("main", tag("h1", text(pages.BRIEF.title)), html(made))
    return document(f"{NAME}: {made.title}", body, head=POLICY, style=PRINTED)


def start_page(cards: Sequence[Card], newest: Sequence[ChangesResult]) -> str:
    """The start: what this is, the list of suites, and what is new."""
    entries = [suite_entry(c, tag("a", text(c.title), href=f"{c.id}.html")) for c in cards]
    items = [tag("li", text(line)) for line in map(news, newest) if line]
    return document(NAME, tag("main", tag("h1", text(NAME)), tag("p", text(" ".join(INTRODUCTION))),
                              tag("h2", "Suites"), tag("ul", *entries),
                              *([tag("h2", "What is new"), tag("ul", *items),
                                 tag("p", tag("a", "All changes, rank by rank", href=PAGE))] if items else [])),
                    head=POLICY + ALTERNATE)  # fmt: skip


def changes_page(results: Sequence[ChangesResult]) -> str:
    """What changed in every suite: a section for each, its data versions newest first."""
    return document(
        f"{NAME}: {pages.CHANGES.title}",
        tag(
            "main",
            tag("h1", text(pages.CHANGES.title)),
            tag("p", text(change_words.SAME_CODE), " ", tag("a", "Atom feed", href=FILE)),
            *(_changes(r) for r in results if r.versions),
        ),
        head=POLICY + ALTERNATE,
    )


def _changes(result: ChangesResult) -> str:
    versions = []
    for version in result.versions:
        verdicts = tag("ul", *(tag("li", text(s)) for s in change_versions.verdicts(version)))
        versions.append(tag("section", tag("h3", text(change_versions.heading(version))), verdicts))
    return tag("section", tag("h2", text(result.suite)), *versions, id=result.suite_id)


def feed(results: Sequence[ChangesResult]) -> bytes:
    """The feed of the copy; its addresses begin with LEADERBOARD_URL, or are relative."""
    place = base_url()
    return atom(results, f"{place}{FILE}", lambda suite: f"{place}{PAGE}" + (f"#{suite}" if suite else ""))


def full_report(resolved: Resolved) -> dict[str, Any]:
    """The numbers of a panel that the page shows."""
    parts = [*PARTS, "reproduction"] if resolved.selection.panel == resolved.tables.reference_panel.id else PARTS
    return report(resolved.tables, resolved.selection, parts)


def _panel(resolved: Resolved, numbers: dict[str, Any]) -> str:
    taus = agreement(resolved)
    about = f"{counted(numbers['n_runs'], 'run')}, {counted(len(numbers['methods']), 'method')}"
    leaderboard, reliability = (page.main_table(resolved) for page in (pages.LEADERBOARD, pages.RELIABILITY))
    maps = [
        _heat_map(f"{resolved.info.label}: τ between metrics, {how}", resolved.labels, taus, protocol)
        for protocol, how in PROTOCOLS.items()
    ] if len(taus.metrics) > 1 else []  # fmt: skip
    return tag(
        "section",
        tag("h2", text(resolved.info.label)),
        tag("p", text(f"{about}. {resolved.info.description}")),
        board(resolved),
        tag("p", tag("a", f"{pages.BRIEF.title}: this ranking to print or attach", href=brief_name(resolved))),
        *(tag("p", text(s)) for s in numbers["sentences"][2:]),
        html_table(
            f"{resolved.info.label}: methods by UQS, weights {provenance(resolved)['weights']}",
            leaderboard,
            resolved.labels,
        ),
        tag("h3", "Agreement of metrics"),
        *maps,
        tag("h3", "Reliability of metrics"),
        html_table(f"{resolved.info.label}: ρ with closeness to the retrained model", reliability, resolved.labels),
        id=_anchor(resolved),
    )


def _reproduction(result: ReproductionResult, names_of: Labels) -> str:
    if not result.rows:
        return ""
    column = Column[CheckedClaim]
    columns = (
        column("about", lambda r: r.about),
        column("statistic", lambda r: r.statistic_label),
        column("printed", lambda r: r.printed_text),
        column("recomputed", lambda r: r.recomputed_text),
        column("outcome", lambda r: r.outcome),
        column("where", lambda r: r.where),
        column("what it says", lambda r: r.sentence),
    )
    return tag(
        "section",
        tag("h2", "Reproduction"),
        *(tag("p", text(s)) for s in say(result, names_of).lines if s),
        html_table("What is printed, and what the released runs give", table(columns, result.rows), None),
        id="section-reproduction",
    )


def _heat_map(title: str, names_of: Labels, result: Taus, protocol: str) -> str:
    """τ between metrics: rows and columns in registry order; what is undefined is hatched, with its count."""
    names = {m: text(names_of.metric(m)) for m in result.metrics}
    pairs = {frozenset((p.x, p.y)): p for p in result.pairs[protocol]}
    head = tag("tr", tag("td"), *(tag("th", name, scope="col") for name in names.values()))
    body = [
        tag("tr", tag("th", name, scope="row"), *(_tau(pairs.get(frozenset((x, y)))) for y in names))
        for x, name in names.items()
    ]
    inner = tag("table", tag("caption", text(title)), head, *body, class_="heat")
    return tag("div", inner, class_="wide", role="region", aria_label=title, tabindex="0")


def _tau(pair: PairTau | None) -> str:
    if pair is None:
        return tag("td", class_="self")
    blocks = f"{pair.blocks_defined} of {counted(pair.blocks, 'block')}"
    if pair.tau is None:
        return tag("td", UNDEFINED, tag("small", text(blocks)), class_="undefined", title=pair.tau_reason)
    light, dark = tau_colour(pair.tau, "light"), tau_colour(pair.tau, "dark")
    few = tag("small", text(blocks)) if pair.blocks_defined < pair.blocks else ""
    style = f"background: light-dark({light}, {dark}); color: light-dark({ink_on(light)}, {ink_on(dark)})"
    return tag("td", text(number(pair.tau)), few, style=style, title=repr(pair.tau))


def _anchor(resolved: Resolved) -> str:
    return f"section-{resolved.selection.panel}"


def _policy(inline: str) -> str:
    """Nothing but the one script of the page may run, and nothing may be asked for."""
    run = source_of(inline)
    allowed = f"default-src 'none'; style-src 'unsafe-inline'; script-src {run}; img-src blob:; base-uri 'none'"
    return f'<meta http-equiv="Content-Security-Policy" content="{text(allowed)}">'


POLICY = _policy("")
"""The policy of a page without a script."""


def _theme(colours: Palette) -> str:
    return (
        f"--st-primary-color: {colours.accent}; --st-background-color: {colours.background}; "
        f"--st-text-color: {colours.ink}; --st-secondary-background-color: {colours.surface}; "
        f"--st-border-color: {colours.grid}; --hatch: {colours.missing};"
    )


PRINTED = ".brief caption { display: none; } @media print { body { padding: 0; } .wide { overflow: visible; } }"
"""A brief is read on paper too, and has the titles of its tables above them."""
STYLE = f"""
:root {{ {_theme(LIGHT)} --st-font: system-ui, sans-serif; --st-button-radius: 6px; }}
@media (prefers-color-scheme: dark) {{ :root {{ {_theme(DARK)} }} }}
body {{ max-width: 84rem; }}
.board-place {{ display: block; margin: 1.2rem 0; }}
.heat {{ margin: 0.6rem 0 1.2rem; }} .heat td, .heat th {{ text-align: center; min-width: 4.2rem; }}
.heat small {{ display: block; font-size: 0.78rem; }} .heat .self {{ background: var(--soft); }}
.heat .undefined {{ background: repeating-linear-gradient(45deg, transparent 0 6px,
  color-mix(in srgb, var(--hatch) 35%, transparent) 6px 8px); }}
"""
