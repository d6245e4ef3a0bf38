"""Reproduction: what is printed against what the released runs give, and what could still be recovered."""

from components.views import REPRODUCTION
from components.views.reproduction import screen, words
from components.views.reproduction import tables as frames
from components.views.reproduction.figures import recoverability_shares
from components.views.reproduction.recoverability import recoverability
from components.views.reproduction.result import reproduction
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.names import named
from components.widgets.page import answer, data, figure, mode, notes, page, section
from components.widgets.selection import filters

page(REPRODUCTION)
resolved = filters("suite")
result = cached.of(reproduction, resolved.selection)
pilot = cached.of(recoverability, resolved.selection)

answer(*words.lead(result))
if result.rows:
    filtered = screen.filtered(resolved, result)
    screen.claims(resolved, filtered)
    data(frames.claims_table(filtered), name="claims", title="Published against recomputed", resolved=resolved)
    notes(words.CLAIMS_CAPTION)
    named("metrics", resolved.tables, filtered.subjects)
    named("methods", resolved.tables, filtered.subjects)

if pilot.rows:
    section("Recoverability pilot", "Does a model that fails when asked directly still reveal the answer otherwise?")
    notes(*words.recoverability_sentences(pilot))
    figure(
        recoverability_shares(pilot, mode()),
        name="recoverability",
        title="Samples that failed directly and still revealed the answer",
        reading=words.RECOVERABILITY_CAPTION,
        table=frames.recoverability_table(pilot),
        resolved=resolved,
    )

terms("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p", "wilson", "recoverability")
