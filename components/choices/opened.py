"""What a page has open: it is in the address, and decides no number."""

from components import suite_ids
from components.choices import parsing
from components.choices.record import Choice

ROW = Choice("open", "the row that is open", parsing.free, drawn=True)
TABLE = Choice(
    "table", "the table that is shown", parsing.one_id(suite_ids.table_names), drawn=True
)
FIND = Choice("find", "only rows with this text", parsing.free, drawn=True)
QUERY = Choice("sql", "the query in SQL", parsing.lines, drawn=True)
TERM = Choice("term", "the term that is looked up", parsing.free, drawn=True)
