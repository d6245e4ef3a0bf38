"""Pure figures: a result in, a plotly Figure out."""
