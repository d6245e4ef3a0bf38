"""The page Stability: one subject per file, under the same name in `result`, `words`, `tables` and `figures`."""
