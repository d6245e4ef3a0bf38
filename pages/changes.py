"""What changed: what each data version of a suite brought, and what became of ranks and printed numbers."""

from components.views import CHANGES
from components.views.changes import screen, words
from components.views.changes.result import changes
from components.widgets import cached
from components.widgets.glossary import terms
from components.widgets.page import answer, notes, page
from components.widgets.selection import filters

page(CHANGES)
resolved = filters("suite")
result = cached.of(changes, resolved.selection)
answer(*words.lead(result))
notes(words.SWAPPED_READING, words.KEPT_READING)
screen.versions(result)
screen.everything(result, resolved)

terms("suite", "panel", "run", "kendall_tau")
