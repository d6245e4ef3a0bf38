"""Reproduction: what is printed against what the released runs give, and what could still be recovered."""

from components.views import REPRODUCTION
from components.views.reproduction import screen as reproduction
from components.views.reproduction import tables as frames
from components.views.reproduction import words
from components.views.reproduction.figures import recoverability_shares
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page(REPRODUCTION)
resolved = filters("suite")
rows = cached.part("reproduction", resolved.selection)
pilot = cached.part("recoverability", resolved.selection)

sentence(words.summary_sentence(rows), words.mismatch_sentence(rows), words.counterpart_sentence(rows))
if rows:
    notes(words.HOW_CLAIMS)
    shown = reproduction.filtered(resolved, rows)
    reproduction.claims(resolved, shown)
    data(frames.claims_table(shown), name="claims", title="Published against recomputed", resolved=resolved)

if pilot:
    section("Recoverability pilot", "Does a model that fails when asked directly still reveal the answer otherwise?")
    lead, *others = words.recoverability_sentences(pilot)
    sentence(lead)
    notes(*others)
    figure(
        recoverability_shares(pilot, mode()),
        name="recoverability",
        title="Samples that failed directly and still revealed the answer",
        how=words.HOW_RECOVERABILITY,
        table=frames.recoverability_table(pilot),
        resolved=resolved,
        height=100 + 56 * len(pilot),
    )

terms("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p", "wilson", "recoverability")
