"""A page that computes until its reader leaves."""

from components.widgets.reading import reading

from components.widgets import cached
from tests import endless

with reading():
    cached.Results(1).get("key", endless.PAGE)
