"""The figures of the agreement page."""
