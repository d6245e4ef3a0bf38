"""The parts of the report: each turns statistics of one view into plain dicts and lists."""
