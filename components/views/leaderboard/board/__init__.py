"""The live weights board: `data` says what it shows, `component` mounts it, the scripts draw it."""
