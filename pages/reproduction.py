"""Reproduction: what is printed against what the released runs give, and what could still be recovered."""

from components.figures.reproduction import recoverability_shares
from components.parts import reproduction_tables as frames
from components.parts import reproduction_words as words
from components.widgets import cached, reproduction
from components.widgets.glossary import terms
from components.widgets.page import data, figure, mode, notes, page, section, sentence
from components.widgets.selection import filters

page("Reproduction", "Do the printed figures follow from the released runs, and do they hold when ties stay ties?")
view = filters("suite")
rows = cached.part("reproduction", view.selection)
pilot = cached.part("recoverability", view.selection)

sentence(words.summary_sentence(rows), words.mismatch_sentence(rows), words.counterpart_sentence(rows))
if rows:
    notes(words.HOW_CLAIMS)
    shown = reproduction.filtered(view, rows)
    reproduction.claims(view, shown)
    data(frames.claims_table(shown), name="claims", title="Published against recomputed", view=view)

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
        view=view,
        height=100 + 56 * len(pilot),
    )

terms("claim", "published_protocol", "tie_aware", "kendall_tau", "tau_b", "permutation_p", "wilson", "recoverability")
