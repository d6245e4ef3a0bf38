"""Is my number sane? A value among everything that is known of the same metric, method, model and
split."""
