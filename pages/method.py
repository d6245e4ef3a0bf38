"""Method: where one method stands in every suite and panel, and by each metric alone."""

from components.views import METHOD
from components.views.method import screen, tables, words
from components.views.method.result import method
from components.widgets.across import listed, opened, others
from components.widgets.page import answer, notes, section

one = opened(METHOD, method)
result = one.result

if result is not None:
    answer(*words.lead(result))
    notes(words.PLACES_READING)
    section("Where it stands")
    screen.standings(result, one.served)
    listed(one, tables.standings_table(result), name="standings", title="Where it stands")
    section("By each metric alone")
    notes(words.METRICS_READING)
    screen.metrics(result)
    listed(one, tables.metrics_table(result), name="by_metric", title="By each metric alone")
    section("What each suite means by it")
    screen.meanings(result)

others(one)
