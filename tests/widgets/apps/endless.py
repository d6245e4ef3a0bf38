"""A page that computes until its reader leaves."""

from __future__ import annotations

from components.widgets import cached
from tests.endless import PAGE

with cached.while_read():
    cached.Results(1).get("key", PAGE)
