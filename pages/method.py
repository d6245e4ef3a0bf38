"""Method: where one method stands in every suite and panel, and by each metric alone."""

from components.views import METHOD
from components.views.method import screen, tables, words
from components.views.method.result import method
from components.widgets.across import asked, kept, others
from components.widgets.page import notes, section, sentence

found = asked(METHOD, method)
result = found.result

if result is not None:
    sentence(*words.lead(result))
    notes(words.HOW)
    section("Where it stands")
    screen.standings(result, found.served)
    kept(found, tables.standings_table(result), name="standings", title="Where it stands")
    section("By each metric alone")
    notes(words.HOW_METRICS)
    screen.metrics(result)
    kept(found, tables.metrics_table(result), name="by_metric", title="By each metric alone")
    section("What each suite means by it")
    screen.meanings(result)

others(found)
