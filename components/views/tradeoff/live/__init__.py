"""The live parts of the trade-off: a share of weight that is dragged, and what follows it on the page."""
